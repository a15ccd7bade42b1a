"""Agreement of reviewers who decided on the same items independently of each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from sqlalchemy import ColumnElement, Engine
from sqlmodel import Session

from core.services.review.queue import DecisionFilter, Queue, QueueView
from core.stats import (
    Agreement,
    ItemOpinions,
    Rate,
    cohen_kappa,
    krippendorff_alpha,
    reviewer_pairs,
)
from db.queries import opinions as queries


@dataclass(frozen=True, slots=True)
class ReviewerPair:
    """Agreement of two reviewers on the items on which both gave an independent opinion.

    `same`: share of items with equal opinions.
    """

    first: str
    second: str
    kappa: Agreement
    same: Rate


@dataclass(frozen=True, slots=True)
class OverrideRate:
    """How often final decisions overrode a reviewer.

    `items`: number of items with an opinion of theirs in force. `rate`: of those settled by a final
    decision, the share settled otherwise.
    """

    reviewer: str
    items: int
    rate: Rate


@dataclass(frozen=True)
class AgreementReport:
    """Agreement over pairs of opinions (keep, fix or drop, whatever a fix corrects) on an item.

    `opinions`: pair of independent opinions -> number of items. A question counts once, and each
    reviewer on it once: by their latest opinion that is not undone and was given before they were
    shown another's. `informed`: pairs in which one reviewer had seen the other's opinion, such as
    by opening a decided question; they do not measure agreement and are counted apart.
    """

    opinions: dict[ItemOpinions, int]
    reviewers: Sequence[OverrideRate]
    informed: dict[ItemOpinions, int] = field(default_factory=dict)

    @cached_property
    def alpha(self) -> Agreement:
        """Krippendorff's alpha over all reviewers."""
        return krippendorff_alpha(self.opinions)

    @property
    def same(self) -> Rate:
        """Share of items on which the two opinions are equal."""
        return _agreement_rate(self.opinions)

    @property
    def informed_same(self) -> Rate:
        """Share of informed pairs whose opinions are equal."""
        return _agreement_rate(self.informed)

    @cached_property
    def pairs(self) -> Sequence[ReviewerPair]:
        """Agreement of each pair of reviewers, those with most common items first."""
        rows = []
        for first, second, _items in reviewer_pairs(self.opinions):
            pair_opinions = {
                pair: items
                for pair, items in self.opinions.items()
                if {reviewer for reviewer, _action in pair} == {first, second}
            }
            kappa = cohen_kappa(pair_opinions, first, second)
            rows.append(
                ReviewerPair(str(first), str(second), kappa, _agreement_rate(pair_opinions))
            )
        return rows


def agreed(engine: Engine, queue: Queue | None = None) -> AgreementReport:
    """Measure agreement over the items of the queue's filters in any state; None for all items."""
    all_items = (
        Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER) if queue is None else queue
    )
    return agreement_where(
        engine, replace(all_items, decided=DecisionFilter.EITHER, states=()).conditions()
    )


def agreement_where(engine: Engine, where: Sequence[ColumnElement[bool]]) -> AgreementReport:
    """Measure agreement over the items that meet conditions on `review_state`."""
    with Session(engine) as session:
        pairs, tallies = queries.pairs(session, where), queries.tallies(session, where)
        informed = queries.informed_pairs(session, where)
    return AgreementReport(
        _sorted(pairs),
        [
            OverrideRate(tally.reviewer, tally.items, Rate(tally.overridden, tally.settled))
            for tally in tallies
        ],
        _sorted(informed),
    )


def _sorted(pairs: Sequence[queries.OpinionPair]) -> dict[ItemOpinions, int]:
    return {tuple(sorted((first, second))): n for first, second, n in pairs}


def _agreement_rate(opinions: dict[ItemOpinions, int]) -> Rate:
    agree = sum(
        items for pair, items in opinions.items() if len({action for _, action in pair}) == 1
    )
    return Rate(agree, sum(opinions.values()))
