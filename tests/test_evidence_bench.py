"""The measurement behind docs/evidence.md can fail, and makes the quotes it says it makes."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.text import EvidenceMatch, EvidenceVerdict, PreparedText, Span
from tests.bench.evidence import words
from tests.bench.evidence.books import Book, fold, overlap
from tests.bench.evidence.cases import LONGEST, SHORTEST, Case, Target
from tests.bench.evidence.records import judge, read_readings, report
from tests.bench.evidence.tables import ClassResult, results
from tests.bench.evidence.trial import CLASSES, Matcher, try_book

SAMPLE = Path(__file__).parents[1] / "core" / "services" / "library" / "sample"
QUOTES = 5


def story(language: str) -> Book:
    path = SAMPLE / f"{language}_story.md"
    return Book(path.stem, language, path.read_text(encoding="utf-8"))


def accepts_all(_quote: str, text: PreparedText) -> EvidenceMatch:
    whole = Span(0, len(text.text))
    return EvidenceMatch(verdict=EvidenceVerdict.EXACT, found=True, similarity=1.0, span=whole)


def rejects_all(_quote: str, _text: PreparedText) -> EvidenceMatch:
    return EvidenceMatch(verdict=EvidenceVerdict.ABSENT, found=False, similarity=0.0)


def tried(matcher: Matcher, language: str) -> Sequence[ClassResult]:
    # Another story to take absent passages from: the first half of this one backwards.
    book = story(language)
    other = Book("other", language, book.text[: len(book.text) // 2][::-1])
    found = results(try_book(book, [other], matcher, count=QUOTES, seed=1, short=True))
    assert len(found) >= 18
    return found


def cases(name: str, language: str, count: int = 20) -> list[Case]:
    kind = next(kind for kind in CLASSES if kind.name == name)
    return kind.cases(story(language), [], count, seed=1)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_accepts_everything_misses_every_target(language: str) -> None:
    for result in tried(accepts_all, language):
        assert result.meets_target == result.kind.measured, result.kind.name
        assert result.missed == ["short book"], result.kind.name


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_rejects_everything_misses_what_must_be_accepted(language: str) -> None:
    for result in tried(rejects_all, language):
        rightly = result.kind.target is Target.NONE
        assert result.missed == ([] if rightly else ["short book"]), result.kind.name
        assert len(result.wrong) == (0 if rightly else len(result.outcomes))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_same_seed_gives_the_same_quotes_and_another_seed_others(language: str) -> None:
    book, kind = story(language), next(kind for kind in CLASSES if kind.name == "quote marks")
    once = kind.cases(book, [], QUOTES, seed=1)
    assert kind.cases(book, [], QUOTES, seed=1) == once
    assert kind.cases(book, [], QUOTES, seed=2) != once


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "name", ["numeral changed", "negation inserted", "negation removed", "reversed, no mark"]
)
def test_a_changed_quote_stands_nowhere_in_the_book(name: str, language: str) -> None:
    made = cases(name, language)
    assert made
    for case in made:
        assert fold(case.quote) not in story(language).folded


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["white space", "punctuation changed", "punctuation dropped"])
def test_noise_changes_no_letter(name: str, language: str) -> None:
    made = cases(name, language)
    assert made
    for case in made:
        assert case.truth is not None
        assert fold(case.quote) == fold(case.truth.of(story(language).text))
        assert SHORTEST <= len(case.truth) <= LONGEST


def test_a_removed_negation_leaves_one_negator_less() -> None:
    text = story("en").text
    made = [case for case in cases("negation removed", "en") if case.variant in {"not", "n’t"}]
    assert made
    for case in made:
        assert case.truth is not None
        negators = re.compile(r"\bnot\b|n[’']t\b|cannot")
        source = len(negators.findall(case.truth.of(text)))
        assert len(negators.findall(case.quote)) == source - 1


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (3, "三"), (10, "十"), (12, "十二"), (23, "二十三"), (100, "一百"), (105, "一百零五"),
        (110, "一百一十"), (3600, "三千六百"), (1008, "一千零八"), (108_000, "十万八千"),
    ],
)  # fmt: skip
def test_chinese_numerals_are_written_as_they_are_said(value: int, written: str) -> None:
    assert words.han_numeral(value) == written


def test_overlap_is_the_share_of_both_that_they_have_in_common() -> None:
    assert overlap(Span(0, 10), Span(0, 10)) == 1.0
    assert overlap(Span(0, 10), Span(5, 15)) == pytest.approx(1 / 3)
    assert overlap(Span(0, 10), Span(20, 30)) == 0.0


def data_folder(folder: Path) -> Path:
    """A set of one context with one exact and one fuzzy quote, nobody having read the latter."""
    (folder / "novels").mkdir()
    (folder / "sets").mkdir()
    row = {
        "source": "test",
        "context": "The lamp was lit at dusk, and the whole house fell silent.",
        "evidence": ["The lamp was lit at dusk", "The lamps were put out at noon"],
        "match": [{"level": "exact", "ratio": 1.0}, {"level": "fuzzy", "ratio": 0.7}],
    }
    (folder / "sets" / "evidence_spans.jsonl").write_text(json.dumps(row), encoding="utf-8")
    return folder


def test_a_recorded_quote_that_is_not_found_is_a_disagreement(tmp_path: Path) -> None:
    exact, fuzzy = judge(data_folder(tmp_path), rejects_all)
    assert not exact.agrees
    assert fuzzy.expected is None
    assert not fuzzy.agrees
    assert "Every disagreement (2)" in report([exact, fuzzy])


def test_a_recorded_quote_that_is_found_is_none(tmp_path: Path) -> None:
    exact, _ = judge(data_folder(tmp_path), accepts_all)
    assert exact.agrees


def test_every_reading_says_why() -> None:
    for key, reading in read_readings().items():
        assert re.fullmatch("[0-9a-f]{10}", key)
        assert reading.reading
