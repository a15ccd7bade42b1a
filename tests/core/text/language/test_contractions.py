"""Contractions are the words they are short for."""

import pytest

from core.text import EvidenceMatcher, EvidenceVerdict, NotFoundCause, normalise
from core.text.matching.content import DifferenceKind, differences

MATCHER = EvidenceMatcher()
TEXT = (
    "He shook his head. “I won’t lend you the keys of the office. They’ve gone to town, and you’d "
    "better wait until I’m done. It’ll rain, and that’s sure. I’d rather stay, and we’re too few; "
    "you couldn’t’ve been there before the rain came down on us, could you?”"
)
SAME = [
    ("I will not lend you the keys", "I won’t lend you the keys"),
    ("They have gone to town", "They’ve gone to town"),
    (
        "until I am done. It will rain, and that is",
        "until I’m done. It’ll rain, and that’s",
    ),
    ("you could not have been there before", "you couldn’t’ve been there before"),
    ("you couldn't have been there before", "you couldn’t’ve been there before"),
]


@pytest.mark.parametrize(("quote", "passage"), SAME)
def test_what_is_written_out_is_the_same_letters(quote: str, passage: str) -> None:
    found = MATCHER.match(quote, TEXT)
    assert (found.verdict, found.similarity) == (EvidenceVerdict.NORMALISED, 1.0)
    assert found.differences == ()
    assert found.matched_text is not None
    assert found.matched_text.startswith(passage)


@pytest.mark.parametrize(("passage", "text"), SAME)
def test_what_is_contracted_is_too(passage: str, text: str) -> None:
    found = MATCHER.match(text, f"He said so. {passage} at all, by the way.")
    assert (found.verdict, found.similarity) == (EvidenceVerdict.NORMALISED, 1.0)


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("I would rather stay, and we’re too few; you", "I’d rather stay, and we’re too few; you"),
        ("you had better wait until I'm done", "you’d better wait until I’m done"),
    ],
)
def test_what_may_be_another_word_is_told_by_what_stands_in_its_place(
    quote: str, passage: str
) -> None:
    found = MATCHER.match(quote, TEXT)
    assert (found.found, found.matched_text, found.differences) == (True, passage, ())


def test_a_negation_inside_a_contraction_counts() -> None:
    for quote in ("you could've been there before", "you could have been there before"):
        found = MATCHER.match(f"{quote} the rain came down on us", TEXT)
        assert (found.found, found.cause) == (False, NotFoundCause.ALTERED)
        assert [one.kind for one in found.differences] == [DifferenceKind.NEGATION]
    turned = TEXT.replace("couldn’t’ve", "could’ve")
    assert not MATCHER.match("you couldn't've been there before the rain came", turned).found


def test_a_change_beside_a_contraction_is_told_alone() -> None:
    claimed, source = "they have gone to twon and i would stay", "theyve gone to town and id stay"
    assert [(one.claimed, one.source) for one in differences(claimed, source)] == [("twon", "town")]
    assert not differences("i have been here and ive seen it", "ive been here and i have seen it")
    found = differences("it is not so", "its so")
    assert [(one.claimed, one.kind) for one in found] == [("it is not", DifferenceKind.NEGATION)]


@pytest.mark.parametrize("start", range(0, 60, 7))
def test_a_passage_cut_inside_a_contraction_is_found_verbatim(start: int) -> None:
    for end in range(start + 40, len(TEXT)):
        quote = TEXT[start:end].strip()
        assert MATCHER.match(quote, TEXT).verdict is EvidenceVerdict.EXACT
        plain = normalise(quote).text
        assert MATCHER.match(plain, TEXT).found
