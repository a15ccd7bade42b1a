import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.text import (
    SIMILARITY_FLOOR,
    WARNING_SENTENCES,
    DifferenceKind,
    EvidenceMatch,
    EvidenceMatcher,
    EvidenceVerdict,
    EvidenceWarning,
    NotFoundCause,
    PreparedText,
    WordRule,
    normalise,
)
from core.text.matching.verdicts import MAX_LISTED_OCCURRENCES
from tests.core.linear.growth import MOST_GROWTH, growth
from tests.core.text.samples import EN, ZH, awkward_texts

MATCHER = EvidenceMatcher()
TOLERANT = EvidenceMatcher(wording=WordRule.TOLERATE)


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
        ("He did not say a wrod for twenty-three minutes", EN),
        ("明日三月初五，我们23个人一起走，谁也不许回头", ZH),
    ],
)
def test_small_slips_are_found_and_listed(quote: str, text: str) -> None:
    found = match(quote, text)
    assert found.verdict is EvidenceVerdict.NORMALISED
    assert found.found
    assert 0.8 <= found.similarity <= 1.0
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


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("他在信里说自己愿意来。", "他在信里说自己愿意不来。"),
        ("亲友知道连个规矩都有？", "亲友知道，连个规矩都没有？"),
        ("怪怪我不知你是被难者。", "莫怪莫怪，我不知你是被难者。"),
        ("不妨妨列公各散等我赶他去来", "不妨不妨，列公各散，等我赶他去来。"),
        (
            "Darcy looked, therefore, she could tell.",
            "Wherever Darcy looked, therefore, she could not tell.",
        ),
        ("his judgement could err.", "To be sure his judgement could not err."),
        ("I saw such happy manners!", "I never saw such happy manners!"),
        ("But it must not, shall be.", "But it must not, shall not be."),
        (
            "I told him that he could swim all the way to it.",
            "I told him that he could hardly swim all the way to it.",
        ),
        ("over and see us, may he, Marmee?", "come over and see us, mayn’t he, Marmee?"),
    ],
)
def test_a_negation_dropped_near_an_edge_is_altered(quote: str, text: str) -> None:
    altered = match(quote, text)
    if normalise(quote).text in normalise(text).text:
        assert EvidenceWarning.CUT_NEGATION in altered.warnings
        return
    assert altered.verdict is EvidenceVerdict.ALTERED
    assert DifferenceKind.NEGATION in {difference.kind for difference in altered.differences}


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("To be sure his judgement could", "To be sure his judgement could not err."),
        ("他在信里说自己愿意", "他在信里说自己愿意不来。"),
    ],
)
def test_a_quote_that_stops_before_a_negation_is_found_with_a_warning(
    quote: str, text: str
) -> None:
    assert EvidenceWarning.CUT_NEGATION in match(quote, text).warnings
    followed = match(quote, text.replace(quote, f"{quote}, "))
    assert EvidenceWarning.CUT_NEGATION not in followed.warnings


SENTENCES = [
    part for text in (EN, ZH) for part in re.split("(?<=[.。；;！？])", text) if part.strip()
]
DENIALS = ["不", "没", "根本不", "not ", "never ", "hardly "]


@settings(max_examples=150)
@given(st.sampled_from(SENTENCES), st.sampled_from(DENIALS), st.data())
def test_a_negation_left_out_anywhere_is_never_found(
    sentence: str, denial: str, data: st.DataObject
) -> None:
    chinese = not denial.isascii()
    if chinese != (not sentence.isascii() and sentence in ZH):
        return
    places = range(1, len(sentence)) if chinese else [m.end() for m in re.finditer(" ", sentence)]
    at = data.draw(st.sampled_from(places))
    if chinese and not (sentence[at - 1 : at + 1].isalpha()):
        return
    text = f"{ZH if chinese else EN} {sentence[:at]}{denial}{sentence[at:]}".replace(sentence, "")
    if normalise(sentence).text not in normalise(text).text:
        assert not match(sentence, text).found


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("It was 5 degrees below.", "It was -5 degrees below."),
        ("那天的气温是5度", "那天的气温是-5度。"),
        ("It cost him £3.50 in all.", "It cost him $3.50 in all."),
        ("她花了¥350买下它", "她花了€350买下它。"),
        ("此处十五八个人一起走了进来", "此处十七八个人一起走了进来。"),
    ],
)
def test_a_changed_sign_currency_or_rough_number_is_altered(quote: str, text: str) -> None:
    assert match(quote, text).verdict is EvidenceVerdict.ALTERED


@pytest.mark.parametrize(
    ("quote", "text"),
    [("5 degrees below", "It was -5 degrees below."), ("5度，很冷", "那天的气温是-5度，很冷。")],
)
def test_a_sign_cut_off_is_a_warning(quote: str, text: str) -> None:
    found = match(quote, text)
    assert found.found
    assert EvidenceWarning.CUT_NUMBER in found.warnings


def test_a_passage_ends_with_its_last_word() -> None:
    found = match(
        "find Sherlok Holmes\n standing, fuly dressd", EN.replace("dressed,", "dressed,\n")
    )
    assert found.matched_text == "find Sherlock Holmes standing, fully dressed"


def test_a_copy_without_changed_content_is_preferred_to_a_nearer_one_with() -> None:
    text = "他昨日在城里买了三匹马回家。后来，他昨日在市里买了两匹马回家。"
    found = TOLERANT.match("他昨天在市里买了三匹马回家", text)
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


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("He went home.", "He rose. He went home. Nobody saw him go."),
        ("He went home after dinner!", "He went home after dinner! No one saw him go."),
        ("“He went home after dinner.”", "“He went home after dinner.” Nobody saw him."),
        ("他吃过晚饭就回家了。", "那天下雨。他吃过晚饭就回家了。没有人看见他。"),
        ("“他吃过晚饭就回家了。”", "“他吃过晚饭就回家了。”没有人看见他。"),
        ("他吃过晚饭就回家了，", "他吃过晚饭就回家了，没有人看见他。"),
        (". He went home after dinner", "He said no. He went home after dinner, then."),
        ("！他吃过晚饭就回家了", "说他没有！他吃过晚饭就回家了，天黑了。"),
    ],
)
def test_a_negation_of_another_sentence_is_no_warning_though_the_quote_has_the_mark_between(
    quote: str, text: str
) -> None:
    found = match(quote, text)
    assert found.found
    assert EvidenceWarning.CUT_NEGATION not in found.warnings


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


def test_of_equally_near_copies_the_one_near_the_position_is_picked() -> None:
    passage = "那天清晨他独自走到了河边的渡口。"
    text = passage + "后来又过了许多年。" * 60 + passage
    for near, start in ((0, 0), (620, text.rindex(passage))):
        picked = TOLERANT.match("那天清晨他独个走到了河边的渡口。", text, near=near)
        assert picked.span is not None
        assert (picked.found, picked.span.start) == (True, start)


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
    assert (answer.cause is None) == answer.found
    assert (answer.span is None) == (answer.cause in {"absent", "misjoined"})
    for span in (*answer.fragments, *answer.occurrences):
        assert 0 <= span.start < span.end <= len(text)
    if answer.span:
        assert answer.matched_text == answer.span.of(text)
        assert answer.span in answer.occurrences
        assert answer.occurrence_count >= len(answer.occurrences)
    if answer.span:
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
    chinese = [match.start() for match in re.finditer("[，。：“”]", ZH)]
    words = [match.start() for match in re.finditer(" ", EN)] if text is EN else chinese
    first, last = sorted(data.draw(st.sets(st.sampled_from(words), min_size=2, max_size=2)))
    length = PreparedText.from_text(text).sought(normalise(text[first:last]).text).letters
    if 3 * length > 2 * (length + 5):
        edited = similarity(text[first:last] + " ⅹⅹⅹⅹⅹ", text)
        assert edited == pytest.approx(1 - 5 / (length + 5), abs=1e-9)


@pytest.mark.parametrize(
    "quote",
    [
        "Sherlock Holmesstanding,fully dressed",
        "Sherl ock Holmes stand ing, fully dre ssed",
    ],
)
def test_spaces_set_otherwise_are_no_difference(quote: str) -> None:
    found = match(quote, EN)
    assert found.verdict is EvidenceVerdict.NORMALISED
    assert (found.similarity, found.matched_text) == (
        1.0,
        "Sherlock Holmes standing, fully dressed",
    )


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("he was now here to be seen by them", "and he was nowhere to be seen by them, he said"),
        ("there were 5 3 men and many more dogs", "and there were 53 men and many more dogs."),
    ],
)
def test_spaces_that_change_what_is_said_are_found_out(quote: str, text: str) -> None:
    assert not match(quote, text).found


RULES = (
    "The law was passed. Four of the five channels showed the debate. 7. The fourth rule says "
    "nothing of the sort. He bought 5 apples of the old tree in the garden. 他说得很对。三、大家都"
    "知道这件事情不是真的。后来他们一起去了南方的城市。"
)


@pytest.mark.parametrize(
    "quote",
    [
        "2. Four of the five channels showed the debate.",
        "2.Four of the five channels showed the debate.",
        "(3) Four of the five channels showed the debate.",
        "①Four of the five channels showed the debate.",
        "一、后来他们一起去了南方的城市。",
        "（二）后来他们一起去了南方的城市。",
    ],
)
def test_the_number_of_a_list_before_a_quote_is_told_and_changes_nothing(quote: str) -> None:
    found = match(quote, RULES)
    assert (found.verdict, found.warnings) == (
        EvidenceVerdict.NORMALISED,
        (EvidenceWarning.LIST_NUMBER,),
    )
    assert [difference.kind for difference in found.differences] == [DifferenceKind.MARK]


@pytest.mark.parametrize(
    "quote",
    [
        "8. The fourth rule says nothing of the sort.",
        "7. apples of the old tree in the garden.",
        "2 Four of the five channels showed the debate.",
        "1.5 Four of the five channels showed the debate.",
        "二、大家都知道这件事情不是真的。",
    ],
)
def test_another_number_than_that_of_the_source_is_no_number_of_a_list(quote: str) -> None:
    found = match(quote, RULES)
    assert (found.verdict, found.found) == (EvidenceVerdict.ALTERED, False)


LONG = (
    "It was a bright cold day and the wind went through every street of the little town. "
    "The baker, who had slept badly, opened his shop an hour late and said nothing at all. "
    "Later the children came back from the river with their pockets full of round stones."
)
LONG_ZH = (
    "那一天天气晴朗而寒冷，风吹过小城里的每一条街道。面包师昨夜睡得很坏，开门晚了一个钟头，"
    "一句话也没说。后来孩子们从河边回来了，口袋里装满了圆圆的石子，笑声传得很远。"
)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        (
            "the wind went through every street the children came back from the river",
            LONG.replace("said nothing at all", "went back to bed"),
        ),
        (
            "风吹过小城里的每一条街道孩子们从河边回来了，口袋里",
            LONG_ZH.replace("一句话也没说", "然后回去睡了"),
        ),
    ],
)
def test_words_left_out_unmarked_are_a_change_or_found_and_said(quote: str, text: str) -> None:
    altered, found = match(quote, text), TOLERANT.match(quote, text)
    assert (altered.verdict, altered.cause) == (EvidenceVerdict.ALTERED, NotFoundCause.ALTERED)
    assert [each.kind for each in altered.differences] == [DifferenceKind.WORDING]
    assert (found.verdict, found.found) == (EvidenceVerdict.ELIDED, True)
    for told in (altered, found):
        assert EvidenceWarning.UNMARKED_OMISSION in told.warnings
        assert len(told.fragments) == 2


def test_a_phrase_left_out_unmarked_may_hold_a_number_but_no_number_may_be_left_out_alone() -> None:
    text = LONG.replace(
        "every street of the little town", "every one of the 23 streets of our town"
    )
    quote = (
        "It was a bright cold day and the wind went through every one of our town. The baker, who"
    )
    phrase = TOLERANT.match(quote, text)
    assert phrase.found
    assert phrase.verdict is EvidenceVerdict.ELIDED
    number = TOLERANT.match(quote.replace("of our", "of the streets of our"), text)
    assert number.verdict is EvidenceVerdict.ALTERED


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the wind went through every street the children came back from the river", LONG),
        ("风吹过小城里的每一条街道孩子们从河边回来了，口袋里", LONG_ZH),
        ("the children came back from the river the wind went through every street", LONG),
        ("孩子们从河边回来了，口袋里……风吹过小城里的每一条街道", LONG_ZH),
        ("came back from the river … went through every street", LONG),
    ],
)
def test_parts_in_another_order_or_without_their_negation_are_misjoined(
    quote: str, text: str
) -> None:
    parts = match(quote, text)
    assert not parts.found
    assert (parts.verdict, parts.cause) == (EvidenceVerdict.ABSENT, NotFoundCause.MISJOINED)
    assert parts.span is parts.matched_text is None
    assert len(parts.fragments) == 2


def test_a_prepared_text_gives_the_same_answer() -> None:
    quote = "明日三月初六，我们二十三个人一起走"
    assert MATCHER.match(quote, PreparedText.from_text(ZH)) == MATCHER.match(quote, ZH)


def test_a_threshold_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"must lie in \[0, 1\]"):
        EvidenceMatcher(1.2)


def test_the_threshold_decides_what_counts_as_a_near_copy() -> None:
    quote = "她点了点头，然后慢悠悠地走进了屋子，把灯熄灭了"
    assert EvidenceMatcher(0.7).match(quote, ZH).verdict is not EvidenceVerdict.ABSENT
    strict = EvidenceMatcher(0.95).match(quote, ZH)
    assert strict.verdict is EvidenceVerdict.ABSENT
    assert strict.cause is NotFoundCause.REWORDED
    assert SIMILARITY_FLOOR <= strict.similarity < 0.95
    assert strict.matched_text == "她点了点头，然后慢慢地走回了屋里，把灯熄灭了"


HOSTILE: list[Callable[[int], tuple[str, str]]] = [
    lambda n: ("a" * n + "b", "a" * n),
    lambda n: ("1" * n, "1" * (n - 1) + "2"),
    lambda n: ("aaaaaaaa…" * (n // 500), "a" * n),
    lambda n: ("……".join(["aaaaaaaa"] * 40), "a" * n),
    lambda n: ("a" * 2_500 + "b" * 10 + "a" * 2_400, "a" * 3 * n),
    lambda n: ("春去秋来花开花落" * 500 + "不", "春去秋来花开花落" * (n // 5)),
    lambda n: (ZH[::-1] * (n // 250), ZH * (n // 100)),
    lambda n: ("ababcbabcab", "abcab" * (n * 3 // 5)),
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_quotes_take_bounded_work(hostile: Callable[[int], tuple[str, str]]) -> None:
    """At most 0.3 s of a processor each; minutes before the work was counted."""
    assert growth(lambda n: match(*hostile(n)), 25_000) < MOST_GROWTH
    quote, text = hostile(100_000)
    answer = match(quote, text)
    assert 0.0 <= answer.similarity <= 1.0
    if answer.found:
        assert all(
            normalise(part).text in normalise(text).text for part in quote.split("…") if part
        )


@pytest.mark.parametrize("text", [EN * 20, ZH * 50])
def test_a_quote_too_long_is_looked_up_word_for_word_and_says_so(text: str) -> None:
    assert match(text[7:], text).verdict is EvidenceVerdict.EXACT
    altered = match(text[7:-40] + "qqq" + text[-40:], text)
    assert altered.verdict is EvidenceVerdict.ABSENT
    assert altered.warnings == (EvidenceWarning.TOO_LONG,)


def test_a_quote_of_very_many_parts_is_not_taken_apart() -> None:
    parts = match("……".join(["她点了点头", "把灯熄灭了"] * 30), ZH)
    assert not parts.found
    assert EvidenceWarning.TOO_LONG in parts.warnings


def test_a_search_cut_short_never_finds_and_says_so() -> None:
    answer = match("a b " * 600 + "c " * 10 + "a b " * 500, "a b " * 80_000 + "c")
    assert not answer.found
    assert EvidenceWarning.SEARCH_CUT_SHORT in answer.warnings


def test_every_warning_has_its_sentence() -> None:
    assert set(WARNING_SENTENCES) == set(EvidenceWarning)


def test_the_similarity_of_long_texts_is_in_bounds() -> None:
    assert MATCHER._calculate_similarity(ZH * 200, ZH * 300) == 1.0
    assert MATCHER._calculate_similarity(ZH[::-1] * 200, ZH * 300) < 0.5
    assert MATCHER._calculate_similarity(EN[:200] + "x", EN * 100) > 0.95


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("公元一三六八年建国。", "他说1368年建国。"),
        ("1368年建国。", "他说公元一三六八年建国。"),
        ("80%的人没有回来", "那年百分之八十的人没有回来，村里空了。"),
        ("百分之二十的税", "那时是20%的税。"),
        ("eighty per cent of the men", "Then 80% of the men came home."),
        ("80% of the men", "Then eighty percent of the men came home."),
        ("一斤卖三点五元。", "那时一斤卖3.5元。"),
        ("城里有一点八万人。", "当时城里有1.8万人。"),
    ],
)
def test_a_number_written_otherwise_is_found_whole(quote: str, text: str) -> None:
    found = match(quote, text)
    assert (found.verdict, found.similarity) == (EvidenceVerdict.NORMALISED, 1.0)
    assert EvidenceWarning.CUT_NUMBER not in found.warnings


def test_a_negation_inside_a_number_written_otherwise_is_not_lost() -> None:
    assert not match("公元一三六八年建国。", "公不元一三六八年建国。").found
