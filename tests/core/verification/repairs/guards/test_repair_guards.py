"""What a repair may take away: what was found, and nothing that readers need."""

import pytest

from core.verification.repairs.guards.repair_guards import CUT_GUARDS, refusal
from core.verification.repairs.repair_drafts import with_sound_lines


@pytest.mark.parametrize(
    ("before", "after", "found", "why"),
    [
        ("上新啦。凭券八折，全网最低。", "上新啦。", "全网最低", "a date or an offer"),
        ("Lamps are in. Take 20% off at b.co", "Lamps are in.", "b.co", "a date or an offer"),
        ("瑜伽课上新，到 a.cn 报名", "瑜伽课上新", "a.cn", "call to act"),
        ("Classes are up (book at a.co). See you!", "Classes are up. See you!", "a.co", "call"),
        ("采用顶尖设备，全程四十分钟", "采用设备，全程四十分钟", "顶尖", "worded anew"),
        ("The lamp in your cart is back", "The lamp is back", "in your cart", "worded anew"),
        ("三年蝉联书包销量冠军，到货", "三年蝉联书包热销，到货", "销量冠军", "worded anew"),
        ("a.com 上线了船票", "上线了船票", "a.com", "worded anew"),
        ("全国性价比之王，非它莫属。", "高性价比之选，非它莫属。", "全国性价比之王", "worded anew"),
        (
            "Dad's big day is near, so try a tray for Father's Day",
            "Dad's big day is near, so try a tray",
            "for Father's Day",
            "worded anew",
        ),
        ("A powerful mill, the best of its kind", "A powerful mill of its kind", "best", "anew"),
    ],
)
def test_a_repair_that_takes_more_than_what_was_found_needs_a_person(
    before: str, after: str, found: str, why: str
) -> None:
    at = before.index(found)
    said = refusal(before, after, [(at, at + len(found))])
    assert said is not None
    assert why in said.message


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("中秋快乐！月饼开炉，现烤现发", "月饼开炉，现烤现发", "中秋"),
        ("Happy Easter! The greenhouse is open.", "The greenhouse is open.", "Easter"),
        ("杨梅到货，两斤装59.9元包邮", "杨梅到货，两斤装包邮", "59.9元"),
        ("手工皂礼盒，390元带走好心情，艾草款补货", "手工皂礼盒，艾草款补货", "390元"),
        ("看攒杯活动，戳 t.cn/a 领券", "看攒杯活动，点击通知领券", "t.cn/a"),
        ("帐篷开卖，参数和实拍都在 a.cc/t", "帐篷开卖，点击通知查看参数和实拍", "a.cc/t"),
        ("The #1 class in Austin just grew", "Our popular class in Austin just grew", "#1"),
    ],
)
def test_a_repair_that_takes_only_what_was_found_is_offered(
    before: str, after: str, found: str
) -> None:
    at = before.index(found)
    assert refusal(before, after, [(at, at + len(found))]) is None


@pytest.mark.parametrize(
    ("gone", "offered"),
    [
        ("The cooks roast a whole pumpkin every evening.", True),
        ("Reply to book a table.", False),
        ("Delivery is free.", False),
        ("It ends on Friday.", False),
    ],
)
def test_copy_is_shortened_by_lesser_sentences_alone(gone: str, offered: bool) -> None:
    text = "Our autumn menu is here. We have added mains and a cheese board. "
    assert (refusal(text + gone, text.strip(), [], CUT_GUARDS) is None) is offered


@pytest.mark.parametrize(
    ("text", "before", "sound"),
    [
        ("主题：山居两晚，\n您好", "主题：山居两晚，每晚460元起\n您好", "主题：山居两晚\n您好"),
        ("- our kettle\n- A cup", "- The best kettle\n- A cup", "- Our kettle\n- A cup"),
        ("Kind regards,\nThe team", "Best,\nThe team", "Kind regards,\nThe team"),
    ],
)
def test_a_changed_line_begins_and_ends_as_lines_do(text: str, before: str, sound: str) -> None:
    assert with_sound_lines(text, before) == sound


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        # A list keeps its items.
        (
            "三件事：\n一、轻了。\n二、无人能及的防抖。\n三、可折价。",
            "三件事：\n一、轻了。\n三、可折价。",
            "无人能及",
        ),
        ("Do this:\n1. Wash it\n2. Best dry it\n3. Rest", "Do this:\n1. Wash it\n3. Rest", "Best"),
        ("You get:\n- Tea\n- The best cake", "You get:\n- Tea\n-", "The best cake"),
        ("您可以享受：\n· 取送\n· 最好的除菌", "您可以享受：\n· 取送\n·", "最好的除菌"),
        # A holiday that is no attribute.
        (
            "可以刻字。再過兩天就是父親節了，挑一份吧",
            "可以刻字。再過兩天就是了，挑一份吧",
            "父親節",
        ),
        (
            "可以刻字。再过两天就是父亲节了，挑一份吧",
            "可以刻字。再过两天就是了，挑一份吧",
            "父亲节",
        ),
        (
            "With Thanksgiving only days away, we cook",
            "With only days away, we cook",
            "Thanksgiving",
        ),
        # What is said of a thing.
        ("小班开放报名，外教阵容冠绝全城", "小班开放报名，外教阵容全城", "冠绝全城"),
        ("课程开放报名，手艺首屈一指", "课程开放报名，手艺出众", "首屈一指"),
        ("桃酥出炉啦！点心里的No.1，配壶茶", "桃酥出炉啦！点心里的人气，配壶茶", "No.1"),
        ("Duvets done. Our work is the best", "Duvets done. Our work is excellent", "the best"),
        (
            "體驗課還有位子。帶課的林老師，手藝首屈一指。",
            "體驗課還有位子。帶課的林老師。",
            "手藝首屈一指",
        ),
        (
            "体验课还有位子。带课的林老师，手艺首屈一指。",
            "体验课还有位子。带课的林老师。",
            "手艺首屈一指",
        ),
        (
            "Long-haul coming up? Pack the ultimate travel sock. Merino, and it dries.",
            "Long-haul coming up? Merino, and it dries.",
            "ultimate",
        ),
        # What the superlative was the first of.
        ("全行业最安静的洗衣机，到店看看", "全安静的洗衣机，到店看看", "行业最"),
        ("全業界最安靜的洗衣機，到店看看", "全安靜的洗衣機，到店看看", "業界最"),
        # A question and its answer, a condition and what to do then.
        ("Mugs are in. Need a hand? The best cooks answer.", "Mugs are in. Need a hand?", "best"),
        ("茶壶到货。要帮忙吗？最好的师傅每天在店里。", "茶壶到货。要帮忙吗？", "最好"),
        ("洗冷氣將由師傅到府，想改時間，開啟 a.tw 即可", "洗冷氣將由師傅到府，想改時間", "a.tw"),
        # A reader's act that is leaned on, and a certain thing.
        (
            "The teal chair you saved is low. Take another look",
            "Teal chairs are low. Take another look",
            "you saved",
        ),
        ("您看过的椅子快没了，再看一眼", "椅子快没了，再看一眼", "您看过的"),
        ("您看過的椅子快沒了，再看一眼", "椅子快沒了，再看一眼", "您看過的"),
        ("The lamp in your cart is low. Linen shade", "Linen shade", "in your cart"),
        ("The book on your wishlist is back", "Our book is back", "on your wishlist"),
        # The only way to act, and the message.
        ("Brisket by the pound: b.com/order", "Brisket by the pound", "b.com/order"),
        ("牛腩按斤卖：b.com/order", "牛腩按斤卖", "b.com/order"),
        ("Was £120, now £85. The throw is soft.", "The throw is soft.", "Was £120, now £85"),
        ("原价359、现价259，小白鞋换价签", "小白鞋换价签", "原价359、现价259"),
    ],
)
def test_what_belongs_together_or_is_said_of_a_thing_needs_a_person(
    before: str, after: str, found: str
) -> None:
    at = before.index(found)
    assert refusal(before, after, [(at, at + len(found))]) is not None


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("可以刻字。再過兩天就是父親節了，挑一份吧", "可以刻字。挑一份吧", "父親節"),
        ("With Thanksgiving only days away, our mugs are in", "Our mugs are in", "Thanksgiving"),
        ("Our Easter egg hunt is this weekend", "Our egg hunt is this weekend", "Easter "),
        ("祝天下媽媽母親節快樂，禮盒加贈卡片", "祝天下媽媽快樂，禮盒加贈卡片", "母親節"),
        ("魚肚直送，鮮度無人能比，今天訂後天到", "魚肚直送，今天訂後天到", "鮮度無人能比"),
        (
            "The Harbor raincoat is back. Was $120, now $84.",
            "The Harbor raincoat is back.",
            "Was $120, now $84",
        ),
        ("围棋课开班，原价1080，现价680，回复Y占位", "围棋课开班，回复Y占位", "原价1080，现价680"),
    ],
)
def test_what_stands_by_itself_goes_alone(before: str, after: str, found: str) -> None:
    at = before.index(found)
    assert refusal(before, after, [(at, at + len(found))]) is None
