from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.text import (
    WARNING_SENTENCES,
    EvidenceMatch,
    EvidenceMatcher,
    EvidenceVerdict,
    EvidenceWarning,
    PreparedText,
    normalise,
)
from core.text.evidence import MAX_LISTED_OCCURRENCES
from tests.core.text.samples import EN, ZH, awkward_texts

MATCHER = EvidenceMatcher()


def match(quote: str, text: str) -> EvidenceMatch:
    return MATCHER.match(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"), [("城里共有1.8万人", ZH), ("fully dressed, by the side of my bed.", EN)]
)
def test_a_verbatim_quote_is_exact(quote: str, text: str) -> None:
    found = match(f"  {quote}\n", text)
    assert found.verdict is EvidenceVerdict.EXACT
    assert (found.found, found.similarity, found.matched_text) == (True, 1.0, quote)
    assert found.differences == found.warnings == ()


@pytest.mark.parametrize(
    ("quote", "text", "passage"),
    [
        ("城里共有１．８万人", ZH, "城里共有1.8万人"),
        ("把燈熄滅了", ZH, "把灯熄灭了"),
        ("“明日三月初五,我们二十三个人一起走”", ZH, "明日三月初五，我们二十三个人一起走"),
        ("SHERLOCK holmes standing - fully dressed", EN, "Sherlock Holmes standing, fully dressed"),
        ("**he said at last** and opened", EN, "he said at last—and opened"),
    ],
)
def test_a_quote_typed_otherwise_is_found_whole(quote: str, text: str, passage: str) -> None:
    found = match(quote, text)
    assert found.verdict is EvidenceVerdict.NORMALISED
    assert (found.found, found.similarity, found.matched_text) == (True, 1.0, passage)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("然后慢漫地走回了屋里，把灯熄灭了", ZH),
        ("find Sherlok Holmes standing, fuly dressed", EN),
        ("He did not say a word for twenty-three minutes", EN),
        ("明日三月初五，我们23个人一起走，谁也不许回头", ZH),
    ],
)
def test_small_slips_are_found_and_listed(quote: str, text: str) -> None:
    found = match(quote, text)
    assert found.verdict is EvidenceVerdict.NORMALISED
    assert found.found
    assert 0.8 <= found.similarity < 1.0
    assert found.differences


@pytest.mark.parametrize(
    ("quote", "text", "claimed", "source"),
    [
        ("明日三月初六，我们二十三个人一起走", ZH, "六", "五"),
        ("我们二十五个人一起走，谁也不许回头", ZH, "二十五", "二十三"),
        ("她不点了点头，然后慢慢地走回了屋里", ZH, "不", ""),
        ("后来他再也有提起这件事情", ZH, "", "没"),
        ("公元一三八六年，这座城换了主人", ZH, "一三八六", "一三六八"),
        ("in the year '89 that I woke one morning to find Sherlock Holmes", EN, "89", "83"),
        ("for twenty-three minutes. I was happy about it; Dr. Watson's", EN, "", "not"),
        ("He didn't say a word for twenty-five minutes", EN, "five", "three"),
    ],
)
def test_a_changed_number_or_negation_is_altered_however_near(
    quote: str, text: str, claimed: str, source: str
) -> None:
    altered = match(quote, text)
    assert altered.verdict is EvidenceVerdict.ALTERED
    assert not altered.found
    assert altered.similarity >= 0.8
    assert altered.matched_text
    assert (claimed, source) in [(d.claimed, d.source) for d in altered.differences]


def test_a_copy_without_changed_content_is_preferred_to_a_nearer_one_with() -> None:
    text = "他昨日在城里买了三匹马回家。后来，他昨日在市里买了两匹马回家。"
    found = match("他昨天在市里买了三匹马回家", text)
    assert found.verdict is EvidenceVerdict.NORMALISED
    assert found.span is not None
    assert found.span.start == 0


def test_a_quote_that_ends_in_invention_is_not_found() -> None:
    real = "那天夜里，林先生没有来。城里共有1.8万人，他说：“明日三月初五，我们二十三个人一起走"
    assert not match(real + "去投奔李将军", ZH).found
    assert not match("fully dressed, by the side of my bed. He didn't kill anyone", EN).found


@pytest.mark.parametrize(
    ("quote", "text"),
    [("完全没有关系的一句话在这里出现", ZH), ("The Count of Monte Cristo sailed away", EN)],
)
def test_a_quote_from_elsewhere_is_absent(quote: str, text: str) -> None:
    absent = match(quote, text)
    assert absent.verdict is EvidenceVerdict.ABSENT
    assert not absent.found
    assert absent.similarity < 0.8
    assert absent.span is absent.matched_text is None


@pytest.mark.parametrize("quote", ["", "  \n", "……", "“”。！", "***"])
def test_a_quote_without_words_is_not_found(quote: str) -> None:
    nothing = match(quote, ZH + quote)
    assert (nothing.found, nothing.similarity) == (False, 0.0)
    assert MATCHER.find_evidence(quote, ZH) == (False, 0.0, None)


@pytest.mark.parametrize(
    ("quote", "text", "warning"),
    [
        ("8万人，他说：“明日三月初五", ZH, EvidenceWarning.CUT_NUMBER),
        ("来。城里共有1.8万人", ZH, EvidenceWarning.CUT_NEGATION),
        ("happy about it; Dr. Watson", EN, EvidenceWarning.CUT_NEGATION),
        ("灯", ZH, EvidenceWarning.SHORT),
    ],
)
def test_what_a_found_quote_leaves_out_is_a_warning(
    quote: str, text: str, warning: EvidenceWarning
) -> None:
    found = match(quote, text)
    assert found.found
    assert warning in found.warnings
    assert WARNING_SENTENCES[warning]


def test_a_negation_of_the_sentence_before_is_no_warning() -> None:
    assert (
        match("He went home after dinner", "Was it so? No. He went home after dinner.").warnings
        == ()
    )


@pytest.mark.parametrize("mark", ["……", "…", "...", " [...] ", "[…]", "[略]", "（略）", " . . . "])
def test_parts_in_order_are_found_across_an_ellipsis(mark: str) -> None:
    found = match(f"她点了点头{mark}把灯熄灭了，后来", ZH)
    assert found.verdict is EvidenceVerdict.ELIDED
    assert found.found
    assert [part.of(ZH) for part in found.fragments] == ["她点了点头", "把灯熄灭了。后来"]
    assert found.matched_text == "她点了点头，然后慢慢地走回了屋里，把灯熄灭了。后来"


def test_a_negation_between_the_parts_is_a_warning() -> None:
    found = match("明日三月初五……她点了点头", ZH)
    assert found.found
    assert found.warnings == (EvidenceWarning.NEGATION_LEFT_OUT,)


@pytest.mark.parametrize(
    "quote",
    [
        "她点了点头……明日三月初五，我们二十三个人",
        "她点了点头……他去投奔了李将军",
        "她点了点头……灯",
        "明日三月初六，我们二十三个人……她点了点头，然后慢慢地",
    ],
)
def test_parts_reversed_invented_too_short_or_altered_are_not_found(quote: str) -> None:
    assert not match(quote, ZH).found


def test_parts_far_apart_are_not_found() -> None:
    apart = "她点了点头，很久。" + "春去秋来花开花落。" * 600 + "把灯熄灭了，后来。"
    assert not match("她点了点头……把灯熄灭了，后来", apart).found


def test_an_ellipsis_of_the_source_itself_is_no_omission() -> None:
    text = "他想了想……终于说：“好。”"
    assert match("他想了想……终于说", text).verdict is EvidenceVerdict.EXACT
    assert match("他想了想...终于说", text).verdict is EvidenceVerdict.NORMALISED


def test_every_occurrence_is_listed_and_the_nearest_picked() -> None:
    text = "春去秋来，花开花落。" * 3
    first = match("春去秋来，花开", text)
    assert [span.start for span in first.occurrences] == [0, 10, 20]
    assert first.occurrence_count == 3
    assert first.span == first.occurrences[0]
    assert EvidenceWarning.REPEATED in first.warnings
    for near, start in ((0, 0), (9, 10), (12, 10), (29, 20)):
        for quote in ("春去秋来，花开", "春去秋来花开"):
            picked = MATCHER.match(quote, text, near=near).span
            assert picked is not None
            assert picked.start == start


def test_the_list_of_occurrences_is_capped_and_the_count_kept() -> None:
    found = MATCHER.match("春去秋来", "春去秋来，花开花落。" * 100, near=995)
    assert found.occurrence_count == 100
    assert len(found.occurrences) == MAX_LISTED_OCCURRENCES
    assert found.span in found.occurrences
    assert found.span is not None
    assert found.span.start == 990


@given(st.sampled_from([EN, ZH]), st.data())
def test_any_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    found = match(quote, text)
    assert found.found == bool(normalise(quote).text)
    assert found.similarity == float(found.found)


@given(awkward_texts, st.sampled_from([EN, ZH, "", "1.8万 né"]), st.data())
def test_a_normalised_substring_is_always_found(noise: str, text: str, data: st.DataObject) -> None:
    """Source 000, property 2."""
    context = text[:20] + noise + text[20:]
    normal = normalise(context).text
    start = data.draw(st.integers(0, len(normal)))
    quote = normal[start : data.draw(st.integers(start, len(normal)))]
    found, similarity, passage = MATCHER.find_evidence(quote, context)
    if normalise(quote).text:
        assert (found, similarity) == (True, 1.0)
        assert passage
    else:
        assert (found, similarity, passage) == (False, 0.0, None)


@settings(max_examples=300)
@given(awkward_texts, awkward_texts, st.integers(0, 80), st.sampled_from([0.0, 0.5, 0.8, 1.0]))
@example("a" * 30, "", 0, 0.8)
@example("不" * 8 + "…" + "1" * 9, "不" * 8 + "x" + "1" * 9, 3, 0.5)
def test_any_pair_gives_a_sound_answer(quote: str, text: str, near: int, threshold: float) -> None:
    answer = EvidenceMatcher(threshold).match(quote, text, near=near)
    assert 0.0 <= answer.similarity <= 1.0
    assert answer.found == (answer.verdict in {"exact", "normalised", "elided"})
    assert (answer.span is None) == (answer.verdict == "absent")
    for span in (*answer.fragments, *answer.occurrences):
        assert 0 <= span.start < span.end <= len(text)
    if answer.span:
        assert answer.matched_text == answer.span.of(text)
        assert answer.span in answer.occurrences
        assert answer.occurrence_count >= len(answer.occurrences)
    assert all(one.end <= other.start for one, other in pairwise(answer.fragments))
    if answer.found:
        assert answer.similarity >= threshold


@given(st.sampled_from([EN, ZH]), st.data())
def test_similarity_is_one_for_a_part_and_falls_with_each_edit(
    text: str, data: st.DataObject
) -> None:
    similarity = MATCHER._calculate_similarity
    part = text[data.draw(st.integers(0, 60)) : data.draw(st.integers(80, 120))]
    assert similarity(part, text) == 1.0
    quote = MATCHER._normalize_text(part)
    assert similarity(quote + "ⅹ" * 5, text) == pytest.approx(1 - 5 / (len(quote) + 5), abs=1e-9)


def test_a_prepared_text_gives_the_same_answer() -> None:
    quote = "明日三月初六，我们二十三个人一起走"
    assert MATCHER.match(quote, PreparedText.of(ZH)) == MATCHER.match(quote, ZH)


def test_a_threshold_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"must lie in \[0, 1\]"):
        EvidenceMatcher(1.2)


def test_the_threshold_decides_what_counts_as_a_near_copy() -> None:
    quote = "她点了点头，然后慢悠悠地走进了屋子，把灯熄灭了"
    assert EvidenceMatcher(0.7).match(quote, ZH).verdict is not EvidenceVerdict.ABSENT
    assert EvidenceMatcher(0.95).match(quote, ZH).verdict is EvidenceVerdict.ABSENT


def test_hostile_quotes_take_bounded_work() -> None:
    text = "a" * 30_000 + "……" * 500
    for quote in ("a" * 3_000 + "b", "……".join(["aaaaaaaa"] * 50), "ab" * 500):
        answer = match(quote, text)
        assert 0.0 <= answer.similarity <= 1.0
