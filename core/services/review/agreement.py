"""How far reviewers agree who decided on the same items without seeing each other's decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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

    A question counts once, and a reviewer on it once, by the latest of theirs that nobody has
    undone and that was given before they were shown another's. `informed`: the pairs of which one
    was given after the other was shown, as by somebody who opened a question that was decided; they
    say nothing about how far people agree by themselves, and are counted apart.
    """

    opinions: dict[Said, int]
    reviewers: Sequence[OverrideRate]
    informed: dict[Said, int] = field(default_factory=dict)

    @cached_property
    def alpha(self) -> Agreement:
        """Of everybody."""
        return krippendorff_alpha(self.opinions)

    @property
    def same(self) -> Rate:
        """Items on which the two agree."""
        return _same(self.opinions)

    @property
    def informed_same(self) -> Rate:
        """Pairs that agree, of those of which one had seen the other."""
        return _same(self.informed)

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
        informed = queries.informed_pairs(session, where)
    return AgreementReport(
        _sorted(pairs),
        [
            OverrideRate(one.reviewer, one.items, Rate(one.overridden, one.settled))
            for one in tallies
        ],
        _sorted(informed),
    )


def _sorted(pairs: Sequence[queries.OpinionPair]) -> dict[Said, int]:
    return {tuple(sorted((one, other))): n for one, other, n in pairs}


def _same(opinions: dict[Said, int]) -> Rate:
    agree = sum(items for said, items in opinions.items() if len({what for _, what in said}) == 1)
    return Rate(agree, sum(opinions.values()))
