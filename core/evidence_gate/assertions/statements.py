"""Historical statements in an answer, and the folded text in which they are found."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.text import Span
from core.text.language import simplified_characters


class AssertionKind(StrEnum):
    """The kinds in source 002, "禁止的史实断言", and those that reading 26 adds."""

    COMMON_ERA = "common_era"
    YEARS_AGO = "years_ago"
    YEAR = "year"
    GENERATION = "generation"
    REIGN = "reign"
    PERIOD = "period"
    COUNT = "count"
    PERSON = "person"
    PLACE = "place"


StatedFacts = frozenset[str]


class StatementWording(NamedTuple):
    """The replacement of a statement, by the language of its sentence, as digits alone have no
    language. Statements in words use `always`.
    """

    zh: str
    en: str

    @classmethod
    def always(cls, text: str) -> "StatementWording":
        """Create a replacement that is the same in both languages."""
        return cls(text, text)

    def in_language(self, language: str) -> str:
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement at [start, end) of a folded text.

    Facts are strings equal for equal values: "year:1370", "reign:洪武", "generation:23". It is
    grounded in a text that states one fact of each set of `needs`, and itself states `facts`:
    洪武三年 needs the year 1370 and states both that and the reign.
    """

    kind: AssertionKind
    start: int
    end: int
    replacement: StatementWording
    needs: tuple[StatedFacts, ...]
    facts: StatedFacts


class StatementPattern(NamedTuple):
    """An expression over folded text, and the reader of its matches: None if it is no statement."""

    expression: str
    read: Callable[..., Statement | None]


def stated(
    match: re.Match[str],
    kind: AssertionKind,
    replacement: str | StatementWording,
    facts: StatedFacts,
    *,
    needs: tuple[StatedFacts, ...] | None = None,
) -> Statement:
    """Create the statement of a whole match; by default it needs one of its facts."""
    wording = StatementWording.always(replacement) if isinstance(replacement, str) else replacement
    return Statement(kind, *match.span(), wording, (facts,) if needs is None else needs, facts)


def years(value: int | str) -> StatedFacts:
    """Return the facts of a bare number of years, which may be a date or a duration: 600年."""
    return frozenset({f"year:{value}", f"span:{value}"})


@dataclass(frozen=True, slots=True)
class FoldedAnswer:
    """A text in one script, width and case, without invisible characters. text[i] stands for the
    characters [starts[i], ends[i]) of the original.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> Span:
        """Return the span of the original behind text[start:end], which must not be empty."""
        return Span(self.starts[start], self.ends[end - 1])

    def without(self, replaced: Sequence[tuple[Statement, str]]) -> "FoldedAnswer":
        """Replace each statement; the new characters map to the whole replaced span."""
        text, starts, ends, copied_to = "", [], [], 0
        for statement, replacement in replaced:
            span, new_text = self.original(statement.start, statement.end), fold(replacement).text
            text += self.text[copied_to : statement.start] + new_text
            starts += [*self.starts[copied_to : statement.start], *[span.start] * len(new_text)]
            ends += [*self.ends[copied_to : statement.start], *[span.end] * len(new_text)]
            copied_to = statement.end
        return FoldedAnswer(
            text + self.text[copied_to:],
            (*starts, *self.starts[copied_to:]),
            (*ends, *self.ends[copied_to:]),
        )


_MARKDOWN = frozenset("*_`~")


def fold(text: str) -> FoldedAnswer:
    """Fold a text character by character. Unlike `core.text.normalise` it keeps punctuation and
    spaces, since statements do not cross the end of a sentence.
    """
    simplified = simplified_characters()
    characters, positions = [], []
    for position, character in enumerate(text):
        if character in _MARKDOWN or unicodedata.category(character) == "Cf":
            continue
        form = unicodedata.normalize("NFKC", character)
        form = simplified.get(form, form).lower()
        characters.append(form if len(form) == 1 else character)
        positions.append(position)
    return FoldedAnswer(
        "".join(characters), tuple(positions), tuple(position + 1 for position in positions)
    )
