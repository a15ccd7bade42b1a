"""Check whether a text supports a statement, by value and not by written form (reading 27)."""

import functools
import re
from collections.abc import Callable, Iterable, Sequence

from core.evidence_gate.assertions.chinese_statements import CHINESE
from core.evidence_gate.assertions.digit_dates import DATES_IN_DIGITS
from core.evidence_gate.assertions.english_statements import ENGLISH
from core.evidence_gate.assertions.statements import StatedFacts, Statement, fold
from core.evidence_gate.evidence import Evidence

_MASK = "\0"


def statements_in(folded: str) -> list[Statement]:
    """Return the dates, generations, reigns and counts of a folded text, in order; none overlap."""
    statements: list[Statement] = []
    for expression, read in _compiled():
        matched = [statement for match in expression.finditer(folded) if (statement := read(match))]
        statements += matched
        folded = _masked(folded, matched)
    return sorted(statements, key=lambda statement: statement.start)


def _masked(folded: str, statements: Sequence[Statement]) -> str:
    """Return the text with the statements masked; its length is unchanged."""
    parts, copied_to = [], 0
    for statement in statements:
        parts += [folded[copied_to : statement.start], _MASK * (statement.end - statement.start)]
        copied_to = statement.end
    return "".join([*parts, folded[copied_to:]])


def facts_of(text: str) -> StatedFacts:
    """Return every fact that a text states: 洪武三年, 1370 and 一三七〇年 all state "year:1370"."""
    return frozenset().union(*(statement.facts for statement in statements_in(fold(text).text)))


@functools.cache
def _compiled() -> tuple[tuple[re.Pattern[str], Callable[..., Statement | None]], ...]:
    # re.ASCII ends English words where Chinese begins.
    english = [
        (re.compile(pattern.expression, re.ASCII), pattern.read)
        for pattern in (*DATES_IN_DIGITS, *ENGLISH)
    ]
    return (*((re.compile(pattern.expression), pattern.read) for pattern in CHINESE), *english)


class GroundedFacts:
    """The facts that cited passages state."""

    def __init__(self, evidence: Iterable[Evidence]) -> None:
        self._facts = [(passage.number, facts_of(passage.text)) for passage in evidence]

    def supporting(self, statement: Statement) -> tuple[int, ...]:
        """Return the numbers of the passages that state all that the statement needs; empty if it
        is not grounded.
        """
        return tuple(
            number
            for number, facts in self._facts
            if all(not facts.isdisjoint(needed) for needed in statement.needs)
        )
