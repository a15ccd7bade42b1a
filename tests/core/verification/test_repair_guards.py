"""What a repair may take away: what was found, and nothing that readers need."""

import pytest

from core.verification.repair_drafts import with_sound_lines
from core.verification.repair_guards import CUT_GUARDS, refusal


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
