"""Remove unsupported historical statements from an answer (source 002, "禁止的史实断言"; readings
24-27).
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

from core.evidence_gate.assertions.grounding import GroundedFacts, statements_in
from core.evidence_gate.assertions.names import Name, NameFinder, NameKind
from core.evidence_gate.assertions.statements import (
    AssertionKind,
    Statement,
    StatementWording,
    fold,
)
from core.evidence_gate.evidence import Evidence
from core.evidence_gate.gate_policy import V1, GatePolicy
from core.text import Span, guess_language, normal_form
from core.text.language import sentence_spans


@dataclass(frozen=True, slots=True)
class Assertion:
    """A statement at `span` of the answer as it was written. `evidence`: the numbers of the
    passages that state it; without any, `replacement` takes its place unless it is `exempt`.
    """

    kind: AssertionKind
    span: Span
    text: str
    replacement: str
    evidence: tuple[int, ...] = ()
    exempt: bool = False

    @property
    def grounded(self) -> bool:
        return bool(self.evidence)

    @property
    def stays(self) -> bool:
        return self.grounded or self.exempt


@dataclass(frozen=True, slots=True)
class FilteredAnswer:
    """The answer without its ungrounded assertions, and all assertions found in it, in order."""

    text: str
    assertions: tuple[Assertion, ...]

    @property
    def removed(self) -> tuple[Assertion, ...]:
        return tuple(assertion for assertion in self.assertions if not assertion.stays)


class AssertionFilter:
    """Replaces statements that no cited text makes; with no citation, all of them (reading 27).

    Values are compared: 洪武三年 is supported by 1370 and by 一三七〇年. `names` finds names of
    people and places, which are compared with the cited text word for word; without it names stay.
    """

    def __init__(self, rules: GatePolicy = V1, *, names: NameFinder | None = None) -> None:
        self.rules = rules
        self._names = names

    def apply(
        self, text: str, cited: Sequence[Evidence] = (), *, this_year: int | None = None
    ) -> FilteredAnswer:
        """Filter an answer. Raises LLMError if `names` asks a model that gives no usable reply."""
        year = datetime.now(UTC).year if this_year is None else this_year
        assertions = self._find_statements(text, GroundedFacts(cited), year)
        assertions += self._find_names(
            text, cited, _SpanSet([assertion.span for assertion in assertions])
        )
        assertions.sort(key=lambda assertion: assertion.span)
        return FilteredAnswer(_with_replacements(text, assertions), tuple(assertions))

    def _find_statements(self, text: str, facts: GroundedFacts, year: int) -> list[Assertion]:
        """Find all statements; repeat with the ungrounded ones replaced until none is left, as a
        replacement may form a new statement with the words next to it.
        """
        removed: list[Assertion] = []
        folded, sentences = fold(text), _Sentences(text)
        while True:
            matched = []
            for statement in statements_in(folded.text):
                span = folded.original(statement.start, statement.end)
                numbers, recent = facts.supporting(statement), self._is_recent(statement, year)
                replacement = sentences.replacement_text(statement.replacement, span)
                assertion = Assertion(
                    statement.kind, span, span.of(text), replacement, numbers, recent
                )
                matched.append((statement, assertion))
            ungrounded = [
                (statement, assertion) for statement, assertion in matched if not assertion.stays
            ]
            if not ungrounded:
                return removed + [assertion for _, assertion in matched]
            ungrounded_spans = _SpanSet(assertion.span for _, assertion in ungrounded)
            removed = [
                assertion for assertion in removed if not ungrounded_spans.contains(assertion.span)
            ]
            removed += [assertion for _, assertion in ungrounded]
            folded = folded.without(
                [(statement, assertion.replacement) for statement, assertion in ungrounded]
            )

    def _is_recent(self, statement: Statement, year: int) -> bool:
        if statement.kind not in (AssertionKind.YEAR, AssertionKind.COMMON_ERA):
            return False
        recent = {f"year:{year - age}" for age in range(self.rules.recent_years)}
        years = {fact for fact in statement.facts if fact.removeprefix("year:").isdecimal()}
        return bool(years) and years <= recent

    def _find_names(
        self, text: str, cited: Sequence[Evidence], statement_spans: "_SpanSet"
    ) -> Iterable[Assertion]:
        if self._names is None:
            return
        language = guess_language(text)
        bodies = [(passage.number, f" {normal_form(passage.text)} ") for passage in cited]
        for name in self._names.find(text):
            if statement_spans.overlaps(name.span):
                continue
            yield Assertion(
                _KINDS[name.kind],
                name.span,
                name.text,
                _ANONYMOUS[language][name.kind],
                tuple(number for number, body in bodies if _occurs(name, body)),
            )


_HAS_LETTERS = re.compile(r"[^\W\d_]")
_CHINESE_MARKS = re.compile("[（），。：；、【】]")
_ENDS = re.compile(r"[.!?…][\"”’')\]]*\Z")
_OPENS = re.compile(r"[^\w\[]*(?:\[\d+\][^\w\[]*)*")


class _Sentences:
    """The sentences of an answer, which decide the language and the case of replacements."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [Span(*bounds) for bounds in sentence_spans(text)]
        self._starts = [span.start for span in self._spans]
        self._opened: dict[int, int] = {}
        text_language = guess_language(text)
        self._languages = [_language(span.of(text), text_language) for span in self._spans]

    def replacement_text(self, wording: StatementWording, span: Span) -> str:
        index = bisect_right(self._starts, span.start) - 1
        replacement = wording.in_language(self._languages[index])
        is_first = self._starts_sentence(self._spans[index], span)
        return f"{replacement[0].upper()}{replacement[1:]}" if is_first else replacement

    def _starts_sentence(self, sentence: Span, span: Span) -> bool:
        """Whether the span is the first word of a sentence, but not the whole text."""
        text = self._text
        if span.end == len(text) or not self._follows_only_marks(sentence, span.start):
            return False
        return text[span.start].isupper() or _ENDS.search(sentence.of(text)) is not None

    def _follows_only_marks(self, sentence: Span, position: int) -> bool:
        """Whether only marks precede the position; cached for each sentence."""
        if sentence.start not in self._opened:
            opening = _OPENS.match(self._text, sentence.start, sentence.end)
            self._opened[sentence.start] = opening.end() if opening else sentence.start
        inside_a_mark = position > sentence.start and self._text[position - 1] == "["
        return position <= self._opened[sentence.start] and not inside_a_mark


def _language(sentence: str, default: str) -> str:
    """Return the language of a sentence; without letters, as in "（1368—1398）", by its
    punctuation, else `default`.
    """
    if _HAS_LETTERS.search(sentence):
        return guess_language(sentence)
    return "zh" if _CHINESE_MARKS.search(sentence) else default


_KINDS = {NameKind.PERSON: AssertionKind.PERSON, NameKind.PLACE: AssertionKind.PLACE}
_ANONYMOUS = {
    "zh": {NameKind.PERSON: "某人", NameKind.PLACE: "某地"},
    "en": {NameKind.PERSON: "someone", NameKind.PLACE: "somewhere"},
}


class _SpanSet:
    """Spans that may overlap, searchable by position."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        self._reach = list(accumulate((span.end for span in ordered), max))

    def contains(self, span: Span) -> bool:
        """Whether one of the spans contains it."""
        return span.end <= self._reached(bisect_right(self._starts, span.start))

    def overlaps(self, span: Span) -> bool:
        """Whether one of the spans overlaps it."""
        return span.start < self._reached(bisect_left(self._starts, span.end))

    def _reached(self, count: int) -> int:
        return self._reach[count - 1] if count else 0


def _occurs(name: Name, body: str) -> bool:
    normal_name = normal_form(name.text)
    has_spaces = normal_name[:1].isascii()
    return (f" {normal_name} " if has_spaces else normal_name) in body


def _with_replacements(text: str, assertions: Iterable[Assertion]) -> str:
    parts, copied_to = [], 0
    for assertion in assertions:
        if not assertion.stays:
            parts += [text[copied_to : assertion.span.start], assertion.replacement]
            copied_to = assertion.span.end
    return "".join(parts) + text[copied_to:]
