"""Source 001, section 5."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DeskError
from core.llm import FailureKind, LLMError
from core.verification import (
    Candidate,
    CatalogueEntry,
    Code,
    Fix,
    ModelSource,
    Policy,
    RecentCopy,
    RewriteRequest,
    Rewriting,
    UploadedFacts,
    UserEvent,
    diff,
    policy_of,
    repair,
    verify,
)
from core.verification.copy_text.text_measures import length
from core.verification.repairs.text_edits import shortened, without_sentences, without_urls
from tests.core.verification.desk import EMPTY, GOOD, NOW, V1, V1_1, candidate

SOURCE = UploadedFacts(
    [CatalogueEntry("x", "Sony"), CatalogueEntry("y", "Canon", active=False)],
    [UserEvent("u", "view", NOW)],
)


def fixed(text: str, policy: Policy = V1, source: UploadedFacts = EMPTY, **given: Any) -> Fix:
    asked = candidate(text, **given)
    return repair(verify(asked, policy, source, now=NOW), policy, source)


def test_5_1_chinese_is_cut_to_87_and_three_full_stops() -> None:
    fix = fixed("好" * 100)
    assert fix.truncate_to == 87
    assert fix.suggested_text == "好" * 87 + "..."


def test_5_1_english_keeps_17_words() -> None:
    """Reading 12: (90 - 3) // 5."""
    fix = fixed(" ".join(["autumn"] * 30), locale="en-US")
    assert fix.suggested_text == " ".join(["autumn"] * 17) + "..."


def test_5_1_a_grapheme_is_never_cut() -> None:
    fix = fixed("好" * 86 + "👨‍👩‍👧‍👦" * 10)
    assert fix.suggested_text == "好" * 86 + "👨‍👩‍👧‍👦" + "..."


def test_5_1_it_is_cut_though_the_verdict_was_allow() -> None:
    """Reading 9: repairs do not depend on the verdict."""
    text = "秋日好物上新。" * 13
    verification = verify(candidate(text), V1, EMPTY, now=NOW)
    assert verification.verdict == "ALLOW"
    assert repair(verification, V1, EMPTY).truncate_to == 87


@pytest.mark.parametrize(("limit", "text"), [(1, "好"), (3, "好好好"), (4, "好...")])
def test_5_1_a_limit_with_no_room_for_the_full_stops_has_none(limit: int, text: str) -> None:
    assert shortened("好" * 20, limit, V1) == text


def test_5_1_a_cut_that_takes_the_only_chinese_away_still_fits() -> None:
    """What is left is measured in words then."""
    short = shortened("9 " * 60 + "中", 50, V1)
    assert short == " ".join("9" * 9) + "..."


def test_5_1_where_not_a_word_fits_it_is_said() -> None:
    fix = fixed("autumn sale", max_length=4, locale="en-US")
    assert fix.repairs[0].after is None
    assert "Nothing fits" in fix.repairs[0].said.translate()


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("查看详情：https://ebay.com/item/123", "查看详情"),
        ("快来https://a.b/c看看", "快来看看"),
        ("看 https://a.b/c 和 http://d.e 吧", "看和吧"),
        ("see https://a.b/c for more", "see for more"),
        ("看Sony https://a.b/c 相机", "看Sony 相机"),
        ("限时优惠（https://a.b/c），快来", "限时优惠，快来"),
        ("详情 (https://a.b)。", "详情。"),
        ("hthttps://a.b c", "ht c"),
        ("https://a.b", ""),
    ],
)
def test_5_2_links_go_and_what_only_introduced_them(text: str, without: str) -> None:
    assert without_urls(text, V1) == without


def test_5_2_a_long_message_gets_no_call_to_tap() -> None:
    """Reading 14: only a short one does."""
    fix = fixed("秋季新品上新，欢迎来看看：https://a.b/c")
    assert fix.suggested_text == "秋季新品上新，欢迎来看看"


def test_5_2_an_english_message_gets_an_english_call() -> None:
    fix = fixed("Details: https://a.b/c", locale="en-US")
    assert fix.suggested_text == "Details. Tap to learn more."


def test_5_2_nothing_but_a_link_needs_a_new_copy() -> None:
    fix = fixed("https://a.b/c")
    assert fix.repairs[0].after is None
    assert "Nothing is left" in fix.repairs[0].said.translate()
    assert fix.regenerate
    assert fix.suggested_text is None


def test_5_3_a_claim_goes_with_its_sentence() -> None:
    fix = fixed(
        "你上次浏览的耳机有货。秋季新品上架，快来看看吧。",
        user_id="u",
        referenced_events=("recent_view",),
    )
    assert fix.remove_claims == ("recent_view",)
    assert fix.suggested_text == "秋季新品上架，快来看看吧。"
    assert fix.suggestion
    assert fix.suggestion.candidate.claims.referenced_events == ()
    assert fix.suggestion.verdict == "ALLOW"


@pytest.mark.parametrize("text", ["你上次浏览的耳机有货，快来", "那台让你心动的耳机。快来看看吧。"])
def test_5_3_a_claim_that_cannot_be_cut_out_stays_declared(text: str) -> None:
    """To strike it from the declaration alone would hide it."""
    fix = fixed(text, user_id="u", referenced_events=("recent_view",))
    assert fix.remove_claims == ("recent_view",)
    assert fix.repairs[0].after is None
    assert fix.regenerate
    assert "without recent_view" in fix.repairs[0].said.translate()


def test_5_3_of_two_claims_the_one_that_can_go_goes() -> None:
    fix = fixed(
        "双十一返场。你上次浏览的耳机有货，快来看看",
        user_id="u",
        referenced_events=("recent_view",),
        holidays=("双十一",),
    )
    assert fix.repairs[0].cleared == (Code.FACT_HOLIDAY_INVALID,)
    assert fix.suggested_text == "你上次浏览的耳机有货，快来看看"
    assert fix.repairs[-1].claims == ("recent_view",)


def test_5_the_steps_come_in_the_sources_order() -> None:
    text = "你上次浏览的耳机有货。" + "秋季新品上架好。" * 15 + "详情：https://a.b/c"
    fix = fixed(text, user_id="u", referenced_events=("recent_view",))
    assert [step.kind for step in fix.repairs] == ["remove_urls", "remove_claims", "truncate_to"]
    for one, next_one in zip(fix.repairs, fix.repairs[1:], strict=False):
        assert next_one.before == one.after


def test_5_what_was_never_checked_before_is_uncovered_and_not_raised() -> None:
    """Section 8.3: the link ended the first verification."""
    fix = fixed(
        "你上次浏览的耳机有货，快来看看：https://a.b",
        user_id="u",
        referenced_events=("recent_view",),
    )
    first = fix.repairs[0]
    assert first.cleared == (Code.COMPLIANCE_URL_FORBIDDEN,)
    assert first.raised == ()
    assert first.uncovered == (Code.FACT_USER_EVENT_MISS,)


def test_5_a_repair_that_breaks_something_else_says_so() -> None:
    text = "秋日。好物。上新。快来。" + "好" * 80
    fix = fixed(text, max_length=16)
    assert fix.repairs[0].raised == (Code.QUALITY_PUNCT_EXCESS,)


def test_a_copy_that_is_right_gets_no_repair() -> None:
    assert fixed(GOOD) == Fix()


def test_a_rejected_copy_gets_suggestions_too() -> None:
    """Reading 23."""
    fix = fixed("这里没有垃圾，欢迎放心选购")
    assert [step.kind for step in fix.repairs] == ["regenerate"]
    assert "no model is connected" in fix.repairs[0].said.translate()


BY = ModelSource("hand", "a person")


class Writer:
    """Gives one text back, or fails."""

    def __init__(self, text: str | DeskError) -> None:
        self.text = text
        self.asked: list[RewriteRequest] = []

    def rewrite(self, request: RewriteRequest) -> Rewriting:
        self.asked.append(request)
        if isinstance(self.text, DeskError):
            raise self.text
        return Rewriting(self.text, BY)


def rewritten(text: str, by: Writer, **given: Any) -> Fix:
    verification = verify(candidate(text, **given), V1, SOURCE, now=NOW)
    return repair(verification, V1, SOURCE, rewriter=by)


def test_a_writer_hears_what_is_wrong() -> None:
    writer = Writer(GOOD)
    fix = rewritten("史上好价，快来看看吧", writer)
    (request,) = writer.asked
    assert [said.translate() for said in request.problems] == ["“史上” is an absolute claim."]
    assert request.clear == (Code.COMPLIANCE_ABSOLUTE_WORDS,)
    assert (request.max_length, request.channel, request.locale) == (90, "PUSH", "zh-CN")
    assert (request.min_length, request.max_exclamations, request.links) == (10, 2, False)
    assert "史上" in request.words
    assert fix.repairs[-1].asked == BY
    assert fix.suggested_text == GOOD
    assert fix.repairs[-1].cleared == (Code.COMPLIANCE_ABSOLUTE_WORDS,)


def test_a_writer_that_keeps_the_claim_is_caught() -> None:
    writer = Writer("最近浏览的耳机还在等你来")
    fix = rewritten(
        "你上次浏览的耳机有货，快来", writer, user_id="v", referenced_events=("recent_view",)
    )
    assert fix.repairs[-1].cleared == ()
    assert fix.suggestion
    assert fix.suggestion.verdict == "REVISE"


def test_a_writer_that_adds_a_link_is_caught() -> None:
    fix = rewritten("史上好价，快来看看吧", Writer("好价在此 https://a.b"))
    assert fix.repairs[-1].raised == (Code.COMPLIANCE_URL_FORBIDDEN,)
    assert fix.repairs[-1].cleared == (Code.COMPLIANCE_ABSOLUTE_WORDS,)
    assert fix.repairs[-1].verified
    assert fix.repairs[-1].verified.verdict == "REJECT"
    assert fix.suggestion is None


def test_what_a_hard_violation_left_unchecked_was_not_cleared() -> None:
    assert Code.QUALITY_LEN_TOO_SHORT in verify(candidate("史上好价"), V1, EMPTY, now=NOW).codes
    fix = rewritten("史上好价", Writer("好价在此 https://a.b"))
    assert fix.repairs[-1].cleared == (Code.COMPLIANCE_ABSOLUTE_WORDS,)


def test_a_writer_hears_which_claims_may_stay_and_which_must_go() -> None:
    writer = Writer(GOOD)
    rewritten(
        "你上次浏览的耳机有货，快来",
        writer,
        user_id="v",
        referenced_events=("recent_view",),
        brands=("Sony",),
        referenced_item_ids=("x",),
    )
    (request,) = writer.asked
    (avoided,) = request.avoid
    assert avoided.startswith("recent_view (上次浏览, 最近浏览")
    assert (request.claims.referenced_events, request.claims.brands) == ((), ("Sony",))


def test_no_claim_may_stay_that_a_hard_violation_left_unchecked() -> None:
    writer = Writer(GOOD)
    rewritten("这里没有垃圾，欢迎放心选购", writer, brands=("Sony",))
    assert writer.asked[0].claims.brands == ()


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (LLMError(FailureKind.TIMEOUT, "No reply."), FailureKind.TIMEOUT),
        (DeskError("The endpoint is away."), FailureKind.CRASHED),
    ],
)
def test_a_writer_that_fails_is_a_failure_of_the_machinery(
    error: DeskError, kind: FailureKind
) -> None:
    fix = rewritten("史上好价，快来看看吧", Writer(error))
    step = fix.repairs[-1]
    assert fix.unanswered == step.unanswered
    assert (step.after, step.verified, step.cleared) == (None, None, ())
    assert "The copy could not be rewritten:" in step.said.translate()
    assert step.unanswered
    assert step.unanswered.kind is kind
    assert step.to_dict()["unanswered"]["kind"] == kind.value


def test_without_a_writer_nobody_failed() -> None:
    fix = fixed("史上好价，快来看看吧")
    assert fix.unanswered is None
    step = fix.repairs[-1]
    assert (step.after, step.unanswered, step.asked) == (None, None, None)
    assert "no model is connected" in step.said.translate()


TEXT = st.text(st.sampled_from("秋日好物上新，。！!a b1¥9 👨‍👩‍👧(（:"), max_size=80) | st.lists(
    st.sampled_from(
        [
            "https://a.b/c",
            "你上次浏览的",
            "双十一。",
            "Sony ",
            "史上",
            "www.a.com",
            "好物上新，",
            "。",
            "word ",
            "9 9 9 ",
        ]
    ),
    max_size=40,
).map("".join)
BROKEN = st.builds(
    candidate,
    TEXT,
    locale=st.sampled_from(["zh-CN", "en-US"]),
    referenced_events=st.sampled_from([(), ("recent_view",)]),
    referenced_item_ids=st.sampled_from([(), ("x",), ("y",)]),
    brands=st.sampled_from([(), ("Sony",), ("Canon",)]),
    holidays=st.sampled_from([(), ("双十一",)]),
    user_id=st.sampled_from(["u", "v"]),
    max_length=st.none() | st.integers(1, 60),
)
CLAIMED = {
    "remove_urls": Code.COMPLIANCE_URL_FORBIDDEN,
    "truncate_to": Code.QUALITY_LEN_OVER,
}


@settings(max_examples=300)
@given(BROKEN, st.sampled_from(["v1.0.0", "v1.1.0"]))
def test_a_repaired_text_verified_again_lacks_the_codes_it_claims_to_clear(
    broken: Candidate, version: str
) -> None:
    policy, recent = policy_of(version), RecentCopy([GOOD])
    first = verify(broken, policy, SOURCE, now=NOW, recent=recent)
    for step in repair(first, policy, SOURCE, recent=recent).repairs:
        if step.after is None:
            assert step.cleared == ()
            continue
        again = verify(step.after, policy, SOURCE, now=NOW, recent=recent)
        assert again == step.verified
        assert again.codes.isdisjoint(step.cleared)
        if step.kind in CLAIMED:
            assert (
                CLAIMED[step.kind] in step.cleared
                or CLAIMED[step.kind].dimension not in again.scores
            )
        before = "".join(change.before for change in step.diff)
        after = "".join(change.after for change in step.diff)
        assert (before, after) == (step.before.text, step.after.text)


@given(TEXT, st.integers(4, 100), st.sampled_from([V1, V1_1]))
def test_a_shortened_text_fits(text: str, limit: int, policy: Policy) -> None:
    assert length(shortened(text, limit, policy), policy.length) <= limit


@given(st.text("ab./ 中。", max_size=30), st.text("ab./ 中。", max_size=30))
def test_a_diff_joins_to_both_texts(before: str, after: str) -> None:
    changes = diff(before, after)
    assert "".join(change.before for change in changes) == before
    assert "".join(change.after for change in changes) == after
    assert all(change.before == change.after for change in changes if change.kind == "equal")


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (
            "查看详情：https://ebay.com/item/123",
            "查看详情，点击通知了解更多",
            [("：https://ebay.com/item/123", "，点击通知了解更多")],
        ),
        ("at and tell all of them", "at and...", [(" tell all of them", "...")]),
        ("see https://a.example now", "see how now", [("https://a.example", "how")]),
        ("史上最低价", "限时特价", [("史上最低", "限时特")]),
        ("the camera, the lens", "a camera, a lens", [("the", "a")] * 2),
    ],
)
def test_a_diff_changes_words_and_links_whole(
    before: str, after: str, changed: list[tuple[str, str]]
) -> None:
    assert [c[1:] for c in diff(before, after) if c.kind != "equal"] == changed


def test_a_diff_of_long_texts_is_one_replacement() -> None:
    changes = diff("甲" + "一" * 100_000 + "乙", "甲" + "二" * 100_000 + "乙")
    assert [change.kind for change in changes] == ["equal", "replace", "equal"]


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("现价1999.50元起，快来", 10, "现价..."),
        ("现价1,299元起，快来", 8, "现价..."),
        ("现价99元起，快来看看", 9, "现价99元起..."),
        ("12345678901中", 10, "1234567..."),
    ],
)
def test_5_1_no_cut_makes_another_price(text: str, limit: int, short: str) -> None:
    """Reading 12: 直接截断, but not within a number, unless there is nothing else."""
    assert shortened(text, limit, V1) == short


@pytest.mark.parametrize(
    ("text", "span", "rest"),
    [
        ("一二。三四！五六", (3, 4), "一二。五六"),
        ("One two. Three four.", (0, 3), "Three four."),
        ("一二，三四", (0, 1), None),
        ("一二。！", (0, 1), None),
        ("现价199.50元，看过的相机。快来。", (9, 12), "快来。"),
        ("快来。现价1,299.50元，看过的相机。", (13, 16), "快来。"),
        ("See https://a.cn/?id=1 you viewed. Come.", (23, 33), "Come."),
        ("等等...Sony 好。", (5, 9), "等等..."),
    ],
)
def test_sentences_go_whole_and_never_all_of_them(
    text: str, span: tuple[int, int], rest: str | None
) -> None:
    """A cut within 199.50 or an address would make another price, or a dead link."""
    assert without_sentences(text, [span]) == rest


def test_no_writer_is_asked_to_mend_an_unknown_channel() -> None:
    writer = Writer(GOOD)
    asked = candidate(GOOD, channel="FAX")
    verification = verify(asked, V1_1, SOURCE, now=NOW)
    (step,) = repair(verification, V1_1, SOURCE, rewriter=writer).repairs
    assert writer.asked == []
    assert (
        "Correct the candidate's channel or locale, or add it to the policy"
        in step.said.translate()
    )
    assert step.after is None
    assert step.unanswered is None
    # Beside what a text can mend, a writer is asked for that.
    worse = candidate("最好的秋季大促今天开始", channel="FAX")
    repair(verify(worse, V1_1, SOURCE, now=NOW), V1_1, SOURCE, rewriter=writer)
    assert len(writer.asked) == 1
