"""Source 001, section 1."""

from datetime import timedelta
from decimal import Decimal

import pytest

from core.verification import (
    CatalogueEntry,
    ClaimKind,
    CopyClaim,
    Facts,
    UploadedFacts,
    UserEvent,
    claims_in,
    collect_facts,
)
from tests.core.verification.desk import NOW, V1_1, candidate, codes, scores, verified


def view(days: float, kind: str = "view", user: str = "u") -> UserEvent:
    return UserEvent(user, kind, NOW - timedelta(days=days))


@pytest.mark.parametrize(
    ("event", "supported"),
    [
        (view(0), True),
        (view(6.9), True),
        (view(7), True),
        (view(7.00001), False),
        (view(-0.001), False),
        (view(1, kind="cart"), False),
        (view(1, user="v"), False),
    ],
)
def test_1_1_an_event_of_its_kind_within_7_days_supports_a_claim(
    event: UserEvent, supported: bool
) -> None:
    verification = verified(events=[event], referenced_events=("recent_view",), user_id="u")
    assert ("FACT_USER_EVENT_MISS" not in codes(verification)) is supported


@pytest.mark.parametrize(
    ("claim", "kind", "days"),
    [("recent_view", "view", 7), ("recent_cart", "cart", 14), ("recent_purchase", "purchase", 30)],
)
def test_1_1_a_policy_may_look_back_7_14_or_30_days(claim: str, kind: str, days: int) -> None:
    """Reading 17."""
    for ago, supported in ((days, True), (days + 0.01, False)):
        verification = verified(
            policy=V1_1, events=[view(ago, kind)], referenced_events=(claim,), user_id="u"
        )
        assert ("FACT_USER_EVENT_MISS" not in codes(verification)) is supported


def test_1_1_two_missing_events_take_030_once() -> None:
    """Reading 21."""
    verification = verified(referenced_events=("recent_view", "recent_cart"), user_id="u")
    assert len(verification.findings) == 2
    assert scores(verification)["fact"] == 0.7


def test_1_1_nobodys_events_support_nothing() -> None:
    verification = verified(referenced_events=("recent_view",))
    assert "No user is named" in verification.findings[0].translate()


def test_1_1_an_event_that_the_policy_does_not_know_is_told() -> None:
    verification = verified(referenced_events=("recent_dream",), user_id="u")
    assert codes(verification) == {"FACT_EVENT_UNKNOWN"}
    assert scores(verification)["fact"] == 1


def test_1_2_an_item_that_is_there_says_nothing() -> None:
    assert codes(verified(items=[CatalogueEntry("x")], referenced_item_ids=("x", "x"))) == set()


def test_1_2_one_item_named_twice_counts_once() -> None:
    assert scores(verified(referenced_item_ids=("x", "x")))["fact"] == 0.5


def test_1_2_a_delisted_item_that_is_sold_out_counts_once() -> None:
    item = CatalogueEntry("x", active=False, purchasable=False)
    assert scores(verified(items=[item], referenced_item_ids=("x",)))["fact"] == 0.5


@pytest.mark.parametrize("brand", ["Sony", "sony", " SONY ", "ｓｏｎｙ"])
def test_1_3_width_and_case_of_a_brand_do_not_matter(brand: str) -> None:
    verification = verified(
        items=[CatalogueEntry("x", "Sony")], referenced_item_ids=("x",), brands=(brand,)
    )
    assert codes(verification) == set()


def test_1_3_two_wrong_brands_take_015_once() -> None:
    verification = verified(
        items=[CatalogueEntry("x", "Sony")], referenced_item_ids=("x",), brands=("A", "B")
    )
    assert scores(verification)["fact"] == 0.85


def test_1_3_any_of_several_items_may_bear_the_brand() -> None:
    items = [CatalogueEntry("x", "Sony"), CatalogueEntry("y", "Canon")]
    verification = verified(items=items, referenced_item_ids=("x", "y"), brands=("Canon", "Sony"))
    assert codes(verification) == set()


@pytest.mark.parametrize("items", [[], [CatalogueEntry("x", "")]])
def test_1_3_without_an_item_that_has_a_brand_nothing_is_known(items: list[CatalogueEntry]) -> None:
    named = tuple(item.id for item in items)
    verification = verified(items=items, referenced_item_ids=named, brands=("Sony",))
    assert codes(verification) == {"FACT_BRAND_UNVERIFIED"}
    assert verification.verdict == "ALLOW"


def test_1_3_aliases_are_the_policys() -> None:
    fields = {
        "items": [CatalogueEntry("x", "Sony")],
        "referenced_item_ids": ("x",),
        "brands": ("索尼",),
    }
    assert codes(verified(**fields)) == {"FACT_BRAND_MISMATCH"}
    assert codes(verified(policy=V1_1, **fields)) == set()


@pytest.mark.parametrize(
    ("given", "score", "verdict"),
    [
        (
            {
                "brands": ("Canon",),
                "items": [CatalogueEntry("x", "Sony")],
                "referenced_item_ids": ("x",),
            },
            0.79,
            "REVISE",
        ),
        ({"holidays": ("圣诞节",)}, 0.79, "REVISE"),
    ],
)
def test_one_wrong_brand_or_holiday_alone_is_held_below_the_threshold_from_v1_1_0_on(
    given: dict[str, object], score: float, verdict: str
) -> None:
    """Reading 7."""
    verification = verified(policy=V1_1, **given)
    assert scores(verification)["fact"] == score
    assert verification.verdict == verdict


def test_a_claim_that_only_the_text_makes_is_flagged_where_it_stands() -> None:
    """Reading 17."""
    text = "最近浏览的耳机，双十一有好价"
    verification = verified(text, user_id="u")
    flagged = {f.measure["claim"]: text[slice(*f.span)] for f in verification.findings if f.span}
    assert flagged == {"recent_view": "最近浏览", "holiday:双十一": "双十一"}
    assert scores(verification)["fact"] == 1


def test_a_claim_that_only_the_text_makes_is_checked_from_v1_1_0_on() -> None:
    verification = verified("最近浏览的耳机还在等你", V1_1, user_id="u")
    assert codes(verification) == {"FACT_USER_EVENT_MISS", "FACT_CLAIM_UNDECLARED"}
    assert scores(verification)["fact"] == 0.7


def test_a_declared_claim_is_not_undeclared_under_another_name() -> None:
    verification = verified(
        "索尼相机限时优惠，双11返场好价",
        V1_1,
        items=[CatalogueEntry("x", "Sony")],
        referenced_item_ids=("x",),
        brands=("SONY",),
        holidays=("Singles' Day",),
    )
    assert "FACT_CLAIM_UNDECLARED" not in codes(verification)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("YOU VIEWED this lamp", [CopyClaim(ClaimKind.EVENT, "recent_view")]),
        ("国庆节和国庆", [CopyClaim(ClaimKind.HOLIDAY, "国庆节")]),
        ("Apple phones, an apple a day", [CopyClaim(ClaimKind.BRAND, "Apple")]),
        ("an apple a day", []),
        ("Sonya likes it", []),
        ("满6180元", []),
        ("618 好价", [CopyClaim(ClaimKind.HOLIDAY, "618")]),
        ("索尼相机", [CopyClaim(ClaimKind.BRAND, "Sony")]),
    ],
)
def test_claims_are_read_from_the_text(text: str, claims: list[CopyClaim]) -> None:
    assert list(claims_in(text, V1_1, frozenset({"Sony", "Apple"}))) == claims


def test_a_name_within_a_longer_one_is_one_place() -> None:
    claims = claims_in("国庆节，国庆", V1_1, frozenset())
    assert list(claims.values()) == [[(0, 3), (4, 6)]]


def test_brands_of_the_catalogue_are_known_without_the_policy() -> None:
    source = UploadedFacts([CatalogueEntry("x", "乐活"), CatalogueEntry("y", "Other")])
    facts = collect_facts(candidate("乐活好物上新"), source, now=NOW)
    assert facts.brands == {"乐活"}


def test_facts_are_read_back_as_they_were_stored() -> None:
    source = UploadedFacts(
        [CatalogueEntry("x", "Sony", price=Decimal("9.90"))], [view(1), view(2)], snapshot="s"
    )
    copy = candidate("Sony 好物", referenced_item_ids=("x", "y"), user_id="u")
    facts = collect_facts(copy, source, now=NOW)
    assert facts.items["y"] is None
    assert facts.last_events == {"view": NOW - timedelta(days=1)}
    assert Facts.from_dict(facts.to_dict()) == facts


def test_two_catalogues_of_the_same_brands_share_what_is_kept_for_them() -> None:
    items = [CatalogueEntry("a", "Sony"), CatalogueEntry("b", "Canon")]
    first, second = UploadedFacts(items), UploadedFacts(items[::-1])
    assert first.brands == {"Sony", "Canon"}
    assert second.brands is first.brands
