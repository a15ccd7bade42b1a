"""Historical statements that nothing bears out are taken out of an answer (source 002, "禁止的史实
断言"; readings 24-27).
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
from core.text.language.scripts import guess_language
from core.text.language.sentences import sentence_spans
from core.text.normalise import normal_form
from core.text.span import Span


@dataclass(frozen=True, slots=True)
class Assertion:
    """A statement at `span` of the answer as it was written. `evidence` are the numbers of the
    evidence that states it: none, and `replacement` stands in its place.
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
    """The answer without its ungrounded assertions, and all that were found in it, in order."""

    text: str
    assertions: tuple[Assertion, ...]

    @property
    def removed(self) -> tuple[Assertion, ...]:
        return tuple(each for each in self.assertions if not each.stays)


class AssertionFilter:
    """Replaces what no cited text states; with no citation, everything (reading 27).

    Values are compared: 洪武三年 is borne out by 1370 and by 一三七〇年. `names` finds the names of
    people and places, which are held against the cited text word for word; without it names stay.
    """

    def __init__(self, rules: GatePolicy = V1, *, names: NameFinder | None = None) -> None:
        self.rules = rules
        self._names = names

    def apply(
        self, text: str, cited: Sequence[Evidence] = (), *, this_year: int | None = None
    ) -> FilteredAnswer:
        """Raises LLMError where names are asked of a model that gives no usable reply."""
        year = datetime.now(UTC).year if this_year is None else this_year
        found = self._stated(text, GroundedFacts(cited), year)
        found += self._named(text, cited, _Taken([each.span for each in found]))
        found.sort(key=lambda assertion: assertion.span)
        return FilteredAnswer(_replaced(text, found), tuple(found))

    def _stated(self, text: str, grounds: GroundedFacts, year: int) -> list[Assertion]:
        """What replaces one statement may make another with what stands beside it: looked at again
        until nothing ungrounded is left.
        """
        removed: list[Assertion] = []
        folded, sentences = fold(text), _Sentences(text)
        while True:
            found = []
            for each in statements_in(folded.text):
                span = folded.original(each.start, each.end)
                numbers, recent = grounds.supporting(each), self._recent(each, year)
                said = sentences.worded(each.replacement, span)
                assertion = Assertion(each.kind, span, span.of(text), said, numbers, recent)
                found.append((each, assertion))
            going = [(each, assertion) for each, assertion in found if not assertion.stays]
            if not going:
                return removed + [assertion for _, assertion in found]
            whole = _Taken(assertion.span for _, assertion in going)
            removed = [one for one in removed if not whole.holds(one.span)]
            removed += [assertion for _, assertion in going]
            folded = folded.without([(each, one.replacement) for each, one in going])

    def _recent(self, statement: Statement, year: int) -> bool:
        if statement.kind not in (AssertionKind.YEAR, AssertionKind.COMMON_ERA):
            return False
        recent = {f"year:{year - back}" for back in range(self.rules.recent_years)}
        said = {fact for fact in statement.facts if fact.removeprefix("year:").isdecimal()}
        return bool(said) and said <= recent

    def _named(self, text: str, cited: Sequence[Evidence], taken: "_Taken") -> Iterable[Assertion]:
        if self._names is None:
            return
        language = guess_language(text)
        bodies = [(one.number, f" {normal_form(one.text)} ") for one in cited]
        for name in self._names.find(text):
            if taken.meets(name.span):
                continue
            yield Assertion(
                _KINDS[name.kind],
                name.span,
                name.text,
                _SOMEBODY[language][name.kind],
                tuple(number for number, body in bodies if _stands(name, body)),
            )


_HAS_LETTERS = re.compile(r"[^\W\d_]")
_CHINESE_MARKS = re.compile("[（），。：；、【】]")
_ENDS = re.compile(r"[.!?…][\"”’')\]]*\Z")
_OPENS = re.compile(r"[^\w\[]*(?:\[\d+\][^\w\[]*)*")


class _Sentences:
    """Those of an answer, in whose language and whose case replacements are written."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [Span(*ends) for ends in sentence_spans(text)]
        self._starts = [span.start for span in self._spans]
        self._opened: dict[int, int] = {}
        whole = guess_language(text)
        self._languages = [_language(span.of(text), whole) for span in self._spans]

    def worded(self, wording: StatementWording, at: Span) -> str:
        place = bisect_right(self._starts, at.start) - 1
        said = wording.in_language(self._languages[place])
        begins = self._begins(self._spans[place], at)
        return f"{said[0].upper()}{said[1:]}" if begins else said

    def _begins(self, sentence: Span, at: Span) -> bool:
        """Whether it is the first word of a sentence and not a whole text."""
        text = self._text
        if at.end == len(text) or not self._opens(sentence, at.start):
            return False
        return text[at.start].isupper() or _ENDS.search(sentence.of(text)) is not None

    def _opens(self, sentence: Span, at: int) -> bool:
        """Whether nothing but marks stands before it; each sentence's are read once."""
        if sentence.start not in self._opened:
            opening = _OPENS.match(self._text, sentence.start, sentence.end)
            self._opened[sentence.start] = opening.end() if opening else sentence.start
        inside_a_mark = at > sentence.start and self._text[at - 1] == "["
        return at <= self._opened[sentence.start] and not inside_a_mark


def _language(sentence: str, whole: str) -> str:
    """Of one without letters, as "（1368—1398）", by its marks; `whole` where it has none."""
    if _HAS_LETTERS.search(sentence):
        return guess_language(sentence)
    return "zh" if _CHINESE_MARKS.search(sentence) else whole


_KINDS = {NameKind.PERSON: AssertionKind.PERSON, NameKind.PLACE: AssertionKind.PLACE}
_SOMEBODY = {
    "zh": {NameKind.PERSON: "某人", NameKind.PLACE: "某地"},
    "en": {NameKind.PERSON: "someone", NameKind.PLACE: "somewhere"},
}


class _Taken:
    """Spans that may overlap, and how far those reach that begin before a place."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        self._reach = list(accumulate((span.end for span in ordered), max))

    def holds(self, span: Span) -> bool:
        """Whether it lies inside one of them."""
        return span.end <= self._reached(bisect_right(self._starts, span.start))

    def meets(self, span: Span) -> bool:
        """Whether it shares a character with one of them."""
        return span.start < self._reached(bisect_left(self._starts, span.end))

    def _reached(self, count: int) -> int:
        return self._reach[count - 1] if count else 0


def _stands(name: Name, body: str) -> bool:
    wanted = normal_form(name.text)
    spaced = wanted[:1].isascii()
    return (f" {wanted} " if spaced else wanted) in body


def _replaced(text: str, found: Iterable[Assertion]) -> str:
    parts, done = [], 0
    for each in found:
        if not each.stays:
            parts += [text[done : each.span.start], each.replacement]
            done = each.span.end
    return "".join(parts) + text[done:]
