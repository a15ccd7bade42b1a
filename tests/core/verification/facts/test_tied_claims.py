"""Claims about one item: what the user did with it, and its price."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from core.verification import (
    CatalogueEntry,
    Code,
    Facts,
    UserEvent,
    Verdict,
    Verification,
    policy_of,
    read_candidates,
)
from core.verification.facts.fact_collection import MAX_EVENT_ITEMS
from tests.core.verification.desk import NOW, V1, V1_1, verified

V1_2 = policy_of("v1.2.0")
ITEMS = (
    CatalogueEntry("s", "Sony", price=Decimal(1999)),
    CatalogueEntry("c", "Canon"),
    CatalogueEntry("n"),
)
TEXT = "你上次浏览的 Sony 相机现在有货，快来看看"


def seen(*item_ids: str | None) -> list[UserEvent]:
    return [UserEvent("u", "view", NOW - timedelta(days=1), name) for name in item_ids]


def checked(text: str, *events: str | None, **given: Any) -> Verification:
    claims = {"referenced_events": ("recent_view",)} | given
    policy = claims.pop("policy", V1_2)
    return verified(text, policy, items=ITEMS, events=seen(*events), user_id="u", **claims)


@pytest.mark.parametrize(
    ("text", "events", "raised"),
    [
        (TEXT, ("c",), True),
        (TEXT, ("s",), False),
        (TEXT, ("c", "s"), False),
        (TEXT, (None,), False),
        (TEXT, ("c", None), False),
        (TEXT, ("n",), False),
        (TEXT, ("unknown",), False),
        ("你上次浏览的索尼相机现在有货，快来看看", ("c",), True),
        ("你上次浏览的索尼相机现在有货，快来看看", ("s",), False),
        ("你上次浏览的相机有新选择，Sony 新品到店", ("c",), False),
    ],
)
def test_what_was_seen_must_be_of_the_brand_that_the_text_names_with_it(
    text: str, events: tuple[str | None, ...], raised: bool
) -> None:
    verification = checked(text, *events, referenced_item_ids=("s",))
    assert (Code.FACT_EVENT_OTHER_ITEM in verification.codes) is raised
    assert Code.FACT_USER_EVENT_MISS not in verification.codes
    assert verification.verdict is (Verdict.REVISE if raised else Verdict.ALLOW)


def test_an_event_may_be_declared_to_be_of_an_item() -> None:
    text = "你上次浏览的相机现在有货，快来看看"
    (finding,) = checked(text, "c", event_item_ids=("s",)).findings
    assert finding.code is Code.FACT_EVENT_OTHER_ITEM
    assert finding.translate() == (
        "The user's view events are of other items than s, which recent_view is about."
    )
    assert not checked(text, "c", "s", event_item_ids=("s",)).findings
    data = "text,channel,locale,event_item_ids\n相机现在有货，快来看看,PUSH,zh-CN,s|c\n"
    (read,) = read_candidates(data.encode(), file_name="c.csv").values
    assert read.claims.event_item_ids == ("s", "c")


def test_older_policies_say_nothing_of_it() -> None:
    for policy in (V1, V1_1):
        codes = checked(f"{TEXT}，¥99", "c", referenced_item_ids=("s",), policy=policy).codes
        assert not codes & {Code.FACT_EVENT_OTHER_ITEM, Code.FACT_PRICE_MISMATCH}


@pytest.mark.parametrize(
    ("text", "title", "raised"),
    [
        ("你上次浏览的登山杖补货了，快来看看", "缓震徒步袜 三双装", True),
        ("你上次浏览的登山杖补货了，快来看看", "碳纤登山杖", False),
        ("你上次瀏覽的登山杖補貨了，快來看看", "碳纖登山杖", False),
        ("你上次浏览的登山杖补货了，快来看看", "Trekking Poles", False),
        ("你上次浏览的宝贝降价了，快来看看", "缓震徒步袜 三双装", False),
        ("你上次浏览的 Leki 手杖补货了，快来看看", "Leki 登山装备", False),
        ("The trekking poles you just viewed now come in carbon", "Merino Hiking Socks", True),
        ("The hiking poles you just viewed now come in carbon", "Merino Hiking Socks", False),
        ("The shoes you just viewed now come in blue", "Air Zoom Pegasus", False),
        ("Based on what you just viewed: four new colours", "Merino Hiking Socks", False),
    ],
)
def test_what_was_seen_must_be_what_the_text_names(text: str, title: str, raised: bool) -> None:
    items = (CatalogueEntry("t", title=title), CatalogueEntry("untitled"))
    fields: dict[str, Any] = {"items": items, "user_id": "u"}
    verification = verified(text, V1_2, events=seen("t"), **fields)
    assert (Code.FACT_EVENT_OTHER_ITEM in verification.codes) is raised
    assert Code.FACT_USER_EVENT_MISS not in verification.codes
    with_untitled = verified(text, V1_2, events=seen("t", "untitled"), **fields)
    assert Code.FACT_EVENT_OTHER_ITEM not in with_untitled.codes


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("Sony 相机到货，现价¥1,999，欢迎选购", False),
        ("Sony 相机到货，现价1999元，欢迎选购", False),
        ("Sony 相机到货，现价1899元，欢迎选购", True),
        ("Sony 相机原价2499元，现价1999元", False),
        ("Sony 相机到货，下单立减100元", False),
        ("Sony 相机到货，领100元优惠券", False),
        ("Sony 相机到货，1800元起", False),
        ("Sony camera is back: $20 off today", False),
        ("Sony camera is back at $1,899 today", True),
        ("Sony 相机一千八百元，欢迎选购", False),
        ("Sony 相机到货，欢迎选购", False),
    ],
)
def test_a_price_in_the_text_is_held_against_the_catalogues(text: str, raised: bool) -> None:
    """Amounts that cannot be read as the item's price are ignored."""
    codes = verified(text, V1_2, items=ITEMS, referenced_item_ids=("s",), channel="EMAIL").codes
    assert (Code.FACT_PRICE_MISMATCH in codes) is raised


def test_what_a_user_did_is_stored_with_its_items_and_bounded() -> None:
    events = [str(number) for number in range(MAX_EVENT_ITEMS + 5)]
    facts = checked(TEXT, "s", *events).facts
    assert facts
    stored = facts.event_items["view"]
    assert len(stored) == MAX_EVENT_ITEMS + 1
    assert stored[-1].item_id == ""
    assert Facts.from_dict(facts.to_dict()) == facts
    older = {name: value for name, value in facts.to_dict().items() if name != "event_items"}
    assert Facts.from_dict(older).event_items == {}
