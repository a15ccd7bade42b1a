"""Every scenario and every example in the text of source 001."""

from datetime import UTC, datetime, timedelta

import pytest

from core.verification import (
    CatalogueEntry,
    ModelSource,
    RewriteRequest,
    Rewriting,
    UploadedFacts,
    UserEvent,
    check_quality,
    repair,
)
from core.verification.copy_text.text_measures import length
from tests.core.verification.desk import (
    EMPTY,
    NOW,
    V1,
    V1_1,
    candidate,
    codes,
    scores,
    verified,
)

SONY = CatalogueEntry("a1", "Sony")


class Template:
    """A rewriter that returns a fixed text: scenarios 1 and 2 need a writer (reading 15)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked: list[RewriteRequest] = []

    def rewrite(self, request: RewriteRequest) -> Rewriting:
        self.asked.append(request)
        return Rewriting(self.text, ModelSource("template", "none"))


def test_scenario_1_a_view_that_never_was() -> None:
    verification = verified(
        "你上次浏览的 Sony 相机现在有优惠！",
        items=[SONY],
        user_id="u",
        referenced_events=("recent_view",),
        referenced_item_ids=("a1",),
        brands=("Sony",),
    )
    assert scores(verification)["fact"] == 0.7
    assert codes(verification) == {"FACT_USER_EVENT_MISS"}
    assert verification.verdict == "REVISE"
    writer = Template("为你挑选了热门的 Sony 相机，限时优惠！")
    fix = repair(verification, V1, UploadedFacts([SONY]), rewriter=writer)
    assert fix.remove_claims == ("recent_view",)
    assert [claim.split()[0] for claim in writer.asked[0].avoid] == ["recent_view"]
    assert fix.suggested_text == "为你挑选了热门的 Sony 相机，限时优惠！"
    assert fix.suggestion
    assert fix.suggestion.verdict == "ALLOW"


def test_scenario_1_with_a_view_six_days_ago_is_allowed() -> None:
    verification = verified(
        "你上次浏览的 Sony 相机现在有优惠！",
        items=[SONY],
        events=[UserEvent("u", "view", NOW - timedelta(days=6))],
        user_id="u",
        referenced_events=("recent_view",),
    )
    assert verification.verdict == "ALLOW"


@pytest.mark.parametrize("policy", [V1, V1_1])
def test_scenario_2_absolute_words_are_capped_at_060(policy: object) -> None:
    """Reading 2: the copy has three listed words, but the document says 0.4."""
    verification = verified("史上最低价！绝对不能错过！", policy)  # type: ignore[arg-type]
    words = [f.measure["word"] for f in verification.findings]
    assert words == ["史上", "最低", "绝对"]
    assert scores(verification)["compliance"] == 0.4
    assert verification.verdict == "REVISE"
    fix = repair(verification, V1, EMPTY, rewriter=Template("限时特价，不容错过！"))
    assert fix.suggested_text == "限时特价，不容错过！"
    assert fix.suggestion
    assert fix.suggestion.verdict == "ALLOW"


def test_scenario_3_a_link_in_a_push_message() -> None:
    """Reading 14: link and dangling colon are removed, and a call to tap is added."""
    verification = verified("查看详情：https://ebay.com/item/123")
    assert scores(verification) == {"compliance": 0}
    assert verification.verdict == "REJECT"
    fix = repair(verification, V1, EMPTY)
    assert fix.remove_urls
    assert fix.suggested_text == "查看详情，点击通知了解更多"
    assert fix.suggestion
    assert fix.suggestion.verdict == "ALLOW"


def test_section_1_1_a_missing_event_takes_030() -> None:
    verification = verified(referenced_events=("recent_view",), user_id="u")
    assert scores(verification)["fact"] == 0.7


@pytest.mark.parametrize(
    "item",
    [None, CatalogueEntry("x", active=False)],
)
def test_section_1_2_an_absent_or_delisted_item_takes_050(item: CatalogueEntry | None) -> None:
    verification = verified(items=[item] if item else [], referenced_item_ids=("x",))
    assert codes(verification) == {"FACT_ITEM_INVALID"}
    assert scores(verification)["fact"] == 0.5


def test_section_1_2_each_invalid_item_takes_050() -> None:
    """Reading 21."""
    verification = verified(referenced_item_ids=("x", "y", "z"))
    assert scores(verification)["fact"] == 0


def test_section_1_2_an_item_that_cannot_be_bought_has_a_code_of_its_own() -> None:
    """Reading 21: 是否可购买."""
    verification = verified(
        items=[CatalogueEntry("x", purchasable=False)], referenced_item_ids=("x",)
    )
    assert codes(verification) == {"FACT_ITEM_UNAVAILABLE"}


def test_section_1_3_sony_beside_a_canon_lens_takes_015() -> None:
    verification = verified(
        "Sony 镜头限时优惠，拍出好照片",
        items=[CatalogueEntry("lens", "Canon")],
        referenced_item_ids=("lens",),
        brands=("Sony",),
    )
    assert codes(verification) == {"FACT_BRAND_MISMATCH"}
    assert scores(verification)["fact"] == 0.85
    assert verification.verdict == "ALLOW"
    assert [f.code for f in verification.warnings] == ["FACT_BRAND_MISMATCH"]


def test_section_1_4_double_11_on_14_november_takes_020() -> None:
    verification = verified(
        holidays=("双十一",),
        now=datetime(2025, 11, 14, 4, tzinfo=UTC),
        text="双十一返场好价等你来挑",
    )
    assert codes(verification) == {"FACT_HOLIDAY_INVALID"}
    assert scores(verification)["fact"] == 0.8
    assert verification.verdict == "ALLOW"


def test_section_2_3_the_lowest_price_ever_takes_060() -> None:
    verification = verified("史上最低价，限时开抢别错过")
    assert [f.measure["word"] for f in verification.findings] == ["史上", "最低"]
    assert scores(verification)["compliance"] == 0.4


def test_section_2_4_four_exclamation_marks_take_010() -> None:
    verification = verified("快来抢购！！！！")
    assert "COMPLIANCE_EXCESSIVE_PUNCTUATION" in codes(verification)
    assert scores(verification)["compliance"] == 0.9


def test_section_3_1_limits_are_the_sources() -> None:
    assert V1.channels["PUSH"].max_length == 90
    assert V1.channels["EMAIL"].max_length == 200
    assert V1.length.shortest == 10


def test_section_3_2_its_example_is_60_percent_punctuation() -> None:
    """Reading 11: the document says 50 %, the outcome is the same."""
    findings = check_quality(candidate("快来！！！抢购！！！"), V1).findings
    (excess,) = [f for f in findings if f.code == "QUALITY_PUNCT_EXCESS"]
    assert excess.measure["percent"] == 60


def test_section_7_the_repaired_texts_are_long_enough() -> None:
    """Reading 10: punctuation counts, so scenario 2's repair has exactly 10."""
    assert length("限时特价，不容错过！", V1.length) == 10
