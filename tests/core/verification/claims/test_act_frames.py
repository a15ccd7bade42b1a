"""Sentences that claim an act of the reader with any goods, and similar ones that do not."""

import pytest

from core.verification import policy_of
from core.verification.claims.act_frames import FRAMES, Frame
from core.verification.claims.act_relations import RELATIONS
from core.verification.claims.claims import ClaimKind, brand_key, claims_in

V1_2 = policy_of("v1.2.0")


def _events(text: str) -> set[str]:
    claims = claims_in(text, V1_2, frozenset())
    return {claim.name.split("_")[1] for claim in claims if claim.kind is ClaimKind.EVENT}


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("There's a pram in your basket and only two left", "cart"),
        ("The ball valves sitting in your company's basket are in stock", "cart"),
        ("Ur cart's holding a neck pillow", "cart"),
        ("The rug u s.a.v.e.d is back in charcoal", "favorite"),
        ("The tent u b.o.u.g.h.t has a new rainfly", "purchase"),
        ("Third time looking at the kayak? Take the plunge", "view"),
        ("购物车那本《建筑十书》还在等你带它回家", "cart"),
        ("購物袋那雙馬丁靴等你付款呢", "cart"),
        ("贵司采购车中的不锈钢球阀已备齐现货", "cart"),
        ("您家那台净水器该换滤芯了", "purchase"),
        ("洗衣液该用完了吧？老规格给您留着", "purchase"),
        ("ni shou cang 的手冲壶有哑光黑了", "favorite"),
        ("Your wishlist kayak has restocked", "favorite"),
        ("Ogled that leather satchel, didn't ya?", "view"),
        ("Left behind: a pair of goggles in your bag", "cart"),
        ("That little trolley of yours has a blender waiting", "cart"),
        ("The racking your team ordered from us last week has new decks", "purchase"),
        ("Hope the new mattress is treating you well", "purchase"),
        ("您已 shou cang 的航线开放早鸟票", "favorite"),
        ("您 ❤ 过的餐厅今晚有位", "favorite"),
        ("上回入✋的奶瓶，新一批到了", "purchase"),
        ("贵司上周在本平台购买的标签纸已升级配方", "purchase"),
    ],
)
def test_a_frame_tells_of_the_readers_own_things(text: str, event: str) -> None:
    assert event in _events(text)


@pytest.mark.parametrize(
    "text",
    [
        "There's room in your basket for a treat",
        "We're holding your parcel until Friday",
        "Don't let the summer slip away",
        "Free samples in your basket with every order",
        "你的购物车还是空的，先去逛逛今天的时令菜",
        "Your wish list can now be shared with friends",
        "Tap the heart and the flat stays in your saved tab",
        "The title you placed on hold is at the desk",
        "Hope the new year is treating you well",
        "Prime your cart: the sale starts at noon",
        "The chairs your school ordered arrive on Tuesday",
        "家里那台旧洗衣机，我们免费上门拉走",
        "你关注的瑜伽老师更新了课表",
        "若您曾购买过同类耗材，可一键复制规格",
        "贵校订购的投影仪下周三送到",
        "洗衣液一瓶可用三个月，省心",
        "把喜欢的放进心愿单，补货第一时间提醒你",
    ],
)
def test_an_offer_or_a_general_statement_tells_of_none(text: str) -> None:
    assert not _events(text)


@pytest.mark.parametrize("frames", [FRAMES, RELATIONS])
def test_each_kind_of_act_has_one_frame(frames: tuple[Frame, ...]) -> None:
    assert sorted(frame.kind for frame in frames) == ["cart", "favorite", "purchase", "view"]


@pytest.mark.parametrize(("short", "brand"), [("小米", "Xiaomi"), ("大同", "Tatung")])
def test_a_brand_is_known_in_the_catalogue_by_the_words_of_its_rules(
    short: str, brand: str
) -> None:
    assert brand_key(short, V1_2) == brand_key(brand, V1_2)
