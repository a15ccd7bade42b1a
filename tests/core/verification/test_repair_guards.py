"""What a repair may take away: what was found, and nothing that readers need."""

import pytest

from core.verification.repair_guards import refusal


@pytest.mark.parametrize(
    ("before", "after", "found", "why"),
    [
        ("上新啦。凭券八折，全网最低。", "上新啦。", "全网最低", "a date or an offer"),
        ("Lamps are in. Take 20% off at b.co", "Lamps are in.", "b.co", "a date or an offer"),
        ("瑜伽课上新，到 a.cn 报名", "瑜伽课上新", "a.cn", "call to act"),
        ("Classes are up (book at a.co). See you!", "Classes are up. See you!", "a.co", "call"),
        ("采用顶尖设备，全程四十分钟", "采用设备，全程四十分钟", "顶尖", "worded anew"),
        ("The lamp in your cart is back", "The lamp is back", "in your cart", "worded anew"),
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
    ],
)
def test_a_repair_that_takes_only_what_was_found_is_offered(
    before: str, after: str, found: str
) -> None:
    at = before.index(found)
    assert refusal(before, after, [(at, at + len(found))]) is None
