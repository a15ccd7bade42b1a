"""How far reviewers agree who decided on the same items without seeing each other's decision."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sqlalchemy import ColumnElement, Engine
from sqlmodel import Session

from core.services.review.queue import DecisionFilter, Queue, QueueView
from core.stats import Rate
from core.stats.agreement import Agreement, Said, cohen_kappa, krippendorff_alpha, reviewer_pairs
from db.queries import opinions as queries


@dataclass(frozen=True, slots=True)
class ReviewerPair:
    """Two reviewers over the items on which both gave an independent opinion."""

    first: str
    second: str
    kappa: Agreement
    same: Rate


@dataclass(frozen=True, slots=True)
class OverrideRate:
    """`items` on which the reviewer's opinion stands; `rate`: of those that a final decision has
    settled, how many it settled otherwise.
    """

    reviewer: str
    items: int
    rate: Rate


@dataclass(frozen=True)
class AgreementReport:
    """Independent opinions on items, two on each: keep, fix or drop, whatever a fix corrects.

    An item counts once, and a reviewer on it once, by the latest of theirs that nobody has undone
    and that was given before they were shown another's.
    """

    opinions: dict[Said, int]
    reviewers: Sequence[OverrideRate]

    @cached_property
    def alpha(self) -> Agreement:
        """Of everybody."""
        return krippendorff_alpha(self.opinions)

    @property
    def same(self) -> Rate:
        """Items on which the two agree."""
        return _same(self.opinions)

    @cached_property
    def pairs(self) -> Sequence[ReviewerPair]:
        """Who decided most items together first."""
        found = []
        for first, second, _items in reviewer_pairs(self.opinions):
            theirs = {
                said: items
                for said, items in self.opinions.items()
                if {who for who, _action in said} == {first, second}
            }
            kappa = cohen_kappa(theirs, first, second)
            found.append(ReviewerPair(str(first), str(second), kappa, _same(theirs)))
        return found


def agreed(engine: Engine, queue: Queue | None = None) -> AgreementReport:
    """Over the items of the queue's filters, whatever state they are in; of None over all."""
    every = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER) if queue is None else queue
    return said_in(engine, replace(every, decided=DecisionFilter.EITHER, states=()).conditions())


def said_in(engine: Engine, where: Sequence[ColumnElement[bool]]) -> AgreementReport:
    """Over the items that meet conditions on `review_state`."""
    with Session(engine) as session:
        pairs, tallies = queries.pairs(session, where), queries.tallies(session, where)
    said: dict[Said, int] = {tuple(sorted((one, other))): n for one, other, n in pairs}
    return AgreementReport(
        said,
        [
            OverrideRate(one.reviewer, one.items, Rate(one.overridden, one.settled))
            for one in tallies
        ],
    )


def _same(opinions: dict[Said, int]) -> Rate:
    agree = sum(items for said, items in opinions.items() if len({what for _, what in said}) == 1)
    return Rate(agree, sum(opinions.values()))
