"""The measurement of words changed makes the quotes it says it makes, from novels nobody wrote."""

import functools
from pathlib import Path

import pytest

from core.text import EvidenceMatch, EvidenceMatcher, EvidenceVerdict, PreparedText
from core.text.normalise import normal_form
from tests.bench.evidence.books import Book, fold
from tests.bench.evidence.cases import Case, Maker, QuoteClass
from tests.bench.invented import novel
from tests.bench.wording import chinese, english, ocr
from tests.bench.wording.editions import EditionCase
from tests.bench.wording.lists import groups
from tests.bench.wording.page import page
from tests.bench.wording.trial import FALSE, GROUPS, ONE_WORD, try_novels

SAMPLE = Path(__file__).parents[1] / "core" / "services" / "library" / "sample"
QUOTES = 4
CLASSES = [
    pytest.param(kind, language, id=f"{kind.name}-{language}")
    for kinds in GROUPS.values()
    for kind in kinds
    for language in sorted(kind.languages)
]
CHANGED = [
    pytest.param(kind, language, id=f"{kind.name}-{language}")
    for kind in ONE_WORD
    for language in sorted(kind.languages)
]


@functools.cache
def book(language: str) -> Book:
    """A sample story, whose words are those of a story, and an invented novel after it."""
    story = (SAMPLE / f"{language}_story.md").read_text(encoding="utf-8")
    return Book("invented", language, f"{story}\n\n{novel(language, 60_000, 1)}")


def cases(kind: QuoteClass, language: str) -> list[Case]:
    return kind.cases(book(language), [], QUOTES, seed=1)


def accepts_all(_quote: str, _text: PreparedText) -> EvidenceMatch:
    return EvidenceMatch(verdict=EvidenceVerdict.EXACT, found=True, similarity=1.0)


@pytest.mark.parametrize(("kind", "language"), CLASSES)
def test_every_class_makes_quotes_and_the_same_ones_for_the_same_seed(
    kind: QuoteClass, language: str
) -> None:
    made = cases(kind, language)
    assert made
    assert cases(kind, language) == made


@pytest.mark.parametrize(("kind", "language"), CHANGED)
def test_a_changed_quote_differs_from_its_passage_by_more_than_form(
    kind: QuoteClass, language: str
) -> None:
    for case in cases(kind, language):
        assert case.truth is not None
        passage = case.truth.of(book(language).text)
        assert normal_form(case.quote) != normal_form(passage), case.variant
        assert fold(case.quote) not in book(language).folded or kind.name == "pronouns throughout"


def test_there_are_classes_enough() -> None:
    counted = {
        language: sum(language in kind.languages for kind in ONE_WORD) for language in ("en", "zh")
    }
    assert counted["en"] >= 24
    assert counted["zh"] >= 22
    assert len(ONE_WORD) >= 40


@pytest.mark.parametrize("lists", [english.EXCHANGED, chinese.EXCHANGED])
def test_every_group_of_a_list_has_different_words(lists: dict[str, str]) -> None:
    for name, lines in lists.items():
        for group in groups(lines):
            assert len(group) == len(set(group)) > 1, (name, group)


@pytest.mark.parametrize("kind", GROUPS["editions"], ids=lambda kind: str(kind.name))
def test_what_an_edition_adds_is_no_word_of_its_book(kind: QuoteClass) -> None:
    """Clean quotes stand in the clean book, and not as they are in the edition."""
    for language in kind.languages:
        for case in cases(kind, language):
            if isinstance(case, EditionCase) and case.truth is not None:
                clean = case.truth.of(book(language).short().text)
                assert case.quote == clean or "quote" in kind.name
                assert case.quote not in case.text or "quote" in kind.name


def test_traps_lose_or_change_a_number_and_nothing_else() -> None:
    matcher = EvidenceMatcher()
    (kind,) = GROUPS["traps"]
    for language in ("en", "zh"):
        for case in cases(kind, language):
            assert isinstance(case, EditionCase)
            assert case.quote not in case.text
            assert matcher.match(case.quote, case.text).similarity > 0.8


def test_scanning_errors_that_make_a_word_are_told_from_those_that_make_none() -> None:
    for kind in ocr.CLASSES[:6]:
        made = cases(kind, "en")
        assert made
        for case in made:
            assert case.truth is not None
            passage = case.truth.of(book("en").text)
            maker = Maker(book("en"), [])
            assert case.quote != passage
            assert ocr.makes_word(passage, case.quote, maker) == ("another word" in kind.name)


def test_the_page_says_how_many_were_accepted() -> None:
    tried = try_novels([book("en")], accepts_all, quotes=3, seed=1, groups=("traps", "slips"))
    false = [each for each in tried if each.group in FALSE]
    text = page(tried, [], quotes=3, seed=1)
    assert "--seed 1" in text
    assert f"Pooled: {len(false)} of {len(false)} accepted" in text
    assert f"| numbers that are no marks | en | {len(false)} | {len(false)} | 100.0 |" in text
