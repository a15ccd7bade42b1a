"""Whether a text bears a statement out: by value, not by how it is written (reading 27)."""

import functools
import re
from collections.abc import Callable, Iterable, Sequence

from core.evidence_gate.assertions.chinese_statements import CHINESE
from core.evidence_gate.assertions.digit_dates import DATES_IN_DIGITS
from core.evidence_gate.assertions.english_statements import ENGLISH
from core.evidence_gate.assertions.statements import Facts, Statement, fold
from core.evidence_gate.evidence import Evidence

_TAKEN = "\0"


def statements_in(folded: str) -> list[Statement]:
    """The dates, generations, reigns and counts of a folded text, in their order; none overlap."""
    found: list[Statement] = []
    for expression, read in _compiled():
        read_here = [said for match in expression.finditer(folded) if (said := read(match))]
        found += read_here
        folded = _without(folded, read_here)
    return sorted(found, key=lambda statement: statement.start)


def _without(folded: str, taken: Sequence[Statement]) -> str:
    """With what is taken struck out, as long as before."""
    parts, done = [], 0
    for each in taken:
        parts += [folded[done : each.start], _TAKEN * (each.end - each.start)]
        done = each.end
    return "".join([*parts, folded[done:]])


def facts_of(text: str) -> Facts:
    """Every fact a text states: 洪武三年, 1370 and 一三七〇年 all state "year:1370"."""
    return frozenset().union(*(each.facts for each in statements_in(fold(text).text)))


@functools.cache
def _compiled() -> tuple[tuple[re.Pattern[str], Callable[..., Statement | None]], ...]:
    # English words end where Chinese begins.
    english = [
        (re.compile(each.expression, re.ASCII), each.read) for each in (*DATES_IN_DIGITS, *ENGLISH)
    ]
    return (*((re.compile(each.expression), each.read) for each in CHINESE), *english)


class GroundedFacts:
    """Cited texts, looked up by fact."""

    def __init__(self, evidence: Iterable[Evidence]) -> None:
        self._facts = [(one.number, facts_of(one.text)) for one in evidence]

    def supporting(self, statement: Statement) -> tuple[int, ...]:
        """The numbers of the evidence that states all it needs; empty: it is not grounded."""
        return tuple(
            number
            for number, facts in self._facts
            if all(not facts.isdisjoint(needed) for needed in statement.needs)
        )
