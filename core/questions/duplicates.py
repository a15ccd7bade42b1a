"""Find rows that repeat a question; asking the same about another passage is no repetition."""

import re
from bisect import bisect, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from core.questions.issues import RowIssue, row_warning
from core.questions.near_duplicates import near_pairs
from core.questions.reader import ReadRow

NEAR = 0.9
"""Indel similarity, of questions and of options alike, from which rows are near duplicates."""

_ANYWHERE = (0, 2**31)
"""The span of a row without a position: it may be about the same passage as any other."""

_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A row in the form that is compared: letter case, spaces and option order do not count."""

    line: int
    question: str
    options: str
    answers: str
    context: str | None
    span: tuple[int, int]

    @classmethod
    def from_row(cls, row: ReadRow) -> "_Asked":
        question, position = row.question, row.question.position
        return cls(
            line=row.line,
            question=_plain(question.question),
            options="\n".join(sorted(map(_plain, question.choice.values()))),
            answers="\n".join(
                sorted(_plain(question.choice[letter]) for letter in question.answer)
            ),
            context=question.context,
            span=(position.start_pos, position.end_pos) if position else _ANYWHERE,
        )

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the question: if they differ, alike questions ask different things."""
        return tuple(_NUMBERS.findall(self.question))

    @property
    def text(self) -> str:
        return f"{self.question}\n{self.options}"


def duplicate_issues(rows: Sequence[ReadRow]) -> Iterator[RowIssue]:
    """Warn once of every row that repeats an earlier one, with the line of the earlier row."""
    distinct: list[_Asked] = []
    same_text: dict[tuple[str, str | None], list[tuple[int, int, int]]] = defaultdict(list)
    for row in rows:
        compared = _Asked.from_row(row)
        group = same_text[compared.text, compared.context]
        earlier = _overlapping(group, compared)
        if earlier is None:
            insort(group, (*compared.span, len(distinct)))
            distinct.append(compared)
        else:
            yield _exact(distinct[earlier], compared)
    yield from _near(distinct)


def _overlapping(group: Sequence[tuple[int, int, int]], compared: _Asked) -> int | None:
    """Return the index in `group`, sorted disjoint spans, of the one that meets `compared`."""
    start, end = compared.span
    at = bisect(group, (start, end, 0))
    beside = group[max(0, at - 1) : at + 1]
    return next((index for begin, stop, index in beside if begin < end and start < stop), None)


def _exact(earlier: _Asked, later: _Asked) -> RowIssue:
    if earlier.answers == later.answers:
        return row_warning(
            "The same question with the same options is on line {first}. Keep one of them.",
            code="duplicate",
            line=later.line,
            first=earlier.line,
        )
    return row_warning(
        "The same question with the same options but another answer is on line {first}. One of "
        "the labels is wrong.",
        code="contradicting_label",
        line=later.line,
        field="answer",
        first=earlier.line,
    )


def _near(compared: Sequence[_Asked]) -> Iterator[RowIssue]:
    reported: set[int] = set()
    kinds: dict[tuple[str | None, tuple[str, ...]], int] = {}
    groups = [kinds.setdefault((row.context, row.numbers), len(kinds)) for row in compared]
    for earlier, later, ratio in near_pairs([row.text for row in compared], groups, NEAR):
        earlier_row, later_row = compared[earlier], compared[later]
        if (
            later not in reported
            and _meet(earlier_row, later_row)
            and _ask_alike(earlier_row, later_row)
        ):
            reported.add(later)
            yield row_warning(
                "The row is nearly the same as line {first} ({percent}% similar). Keep one of "
                "them if they ask the same.",
                code="near_duplicate",
                line=later_row.line,
                first=earlier_row.line,
                percent=int(ratio * 100),
            )


def _ask_alike(earlier: _Asked, later: _Asked) -> bool:
    """Whether question, options and right answers are each alike."""
    return (
        _alike(earlier.question, later.question)
        and _alike(earlier.options, later.options)
        and _alike(earlier.answers, later.answers)
    )


def _alike(first: str, second: str) -> bool:
    return Indel.normalized_similarity(first, second, score_cutoff=NEAR) >= NEAR


def _meet(earlier: _Asked, later: _Asked) -> bool:
    return earlier.span[0] < later.span[1] and later.span[0] < earlier.span[1]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
