"""Rows that ask the same thing twice; a generic question about another passage does not."""

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
    """A row as it is compared: letter case, spaces and the order of options do not count."""

    line: int
    question: str
    options: str
    answers: str
    context: str | None
    span: tuple[int, int]

    @classmethod
    def of(cls, row: ReadRow) -> "_Asked":
        asked, position = row.question, row.question.position
        return cls(
            line=row.line,
            question=_plain(asked.question),
            options="\n".join(sorted(map(_plain, asked.choice.values()))),
            answers="\n".join(sorted(_plain(asked.choice[letter]) for letter in asked.answer)),
            context=asked.context,
            span=(position.start_pos, position.end_pos) if position else _ANYWHERE,
        )

    @property
    def numbers(self) -> tuple[str, ...]:
        """Questions with different numbers ask different things, however alike they are."""
        return tuple(_NUMBERS.findall(self.question))

    @property
    def text(self) -> str:
        return f"{self.question}\n{self.options}"


def duplicate_issues(rows: Sequence[ReadRow]) -> Iterator[RowIssue]:
    """Each later row is reported once, beside an earlier row it repeats."""
    kept: list[_Asked] = []
    same_text: dict[tuple[str, str | None], list[tuple[int, int, int]]] = defaultdict(list)
    for row in rows:
        asked = _Asked.of(row)
        group = same_text[asked.text, asked.context]
        earlier = _overlapping(group, asked)
        if earlier is None:
            insort(group, (*asked.span, len(kept)))
            kept.append(asked)
        else:
            yield _exact(kept[earlier], asked)
    yield from _near(kept)


def _overlapping(group: Sequence[tuple[int, int, int]], asked: _Asked) -> int | None:
    """Which of the spans in `group`, sorted and apart from each other, meets that of `asked`."""
    start, end = asked.span
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


def _near(asked: Sequence[_Asked]) -> Iterator[RowIssue]:
    reported: set[int] = set()
    kinds: dict[tuple[str | None, tuple[str, ...]], int] = {}
    groups = [kinds.setdefault((row.context, row.numbers), len(kinds)) for row in asked]
    for earlier, later, ratio in near_pairs([row.text for row in asked], groups, NEAR):
        one, other = asked[earlier], asked[later]
        if later not in reported and _meet(one, other) and _ask_alike(one, other):
            reported.add(later)
            yield row_warning(
                "The row is nearly the same as line {first} ({percent}% similar). Keep one of "
                "them if they ask the same.",
                code="near_duplicate",
                line=other.line,
                first=one.line,
                percent=int(ratio * 100),
            )


def _ask_alike(one: _Asked, other: _Asked) -> bool:
    """Question and options must each be alike, and the right answers too."""
    return (
        _alike(one.question, other.question)
        and _alike(one.options, other.options)
        and _alike(one.answers, other.answers)
    )


def _alike(one: str, other: str) -> bool:
    return Indel.normalized_similarity(one, other, score_cutoff=NEAR) >= NEAR


def _meet(one: _Asked, other: _Asked) -> bool:
    return one.span[0] < other.span[1] and other.span[0] < one.span[1]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
