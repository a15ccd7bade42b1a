"""Compare the validation's verdicts with reviewers' decisions: overrides, precision and recall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.scope import ReportedRun, ReportScope
from core.services.reports.slices import within
from core.stats import Rate, Recall, ReviewedGroup, Stratum, recall_of_groups
from core.validation import FailureReason
from db.queries import accuracy as queries

KEEP, BAD = "keep", ("fix", "drop")
"""Decisions on a question without a fault, and on one with a fault."""


@dataclass(frozen=True)
class ReviewedResults:
    """Counts of every judged result of a scope by verdict, failure reasons and decision.

    A question in dispute or waiting for a second opinion counts as undecided.
    """

    counts: Sequence[queries.Review]

    def count(self, *, passed: bool, actions: Iterable[str | None] | None = None) -> int:
        """Count results that passed, or were flagged; with `actions` only those decided so."""
        chosen = None if actions is None else set(actions)
        return sum(
            row.results
            for row in self.counts
            if (row.outcome == "passed") is passed and (chosen is None or row.action in chosen)
        )

    @cached_property
    def passed_reviewed(self) -> int:
        """Number of passed results that were decided."""
        return self.count(passed=True, actions=(KEEP, *BAD))

    @cached_property
    def flagged_reviewed(self) -> int:
        """Number of flagged results that were decided."""
        return self.count(passed=False, actions=(KEEP, *BAD))

    @property
    def overridden(self) -> Rate:
        """Share of decisions that contradict the validation."""
        against = self.count(passed=True, actions=BAD) + self.count(passed=False, actions=[KEEP])
        return Rate(against, self.passed_reviewed + self.flagged_reviewed)

    @property
    def flags_overridden(self) -> Rate:
        """Share of decided flags that reviewers accepted."""
        return Rate(self.count(passed=False, actions=[KEEP]), self.flagged_reviewed)

    @property
    def passes_overridden(self) -> Rate:
        """Share of decided passes that reviewers edited or rejected."""
        return Rate(self.count(passed=True, actions=BAD), self.passed_reviewed)

    @property
    def precision(self) -> Rate:
        """Share of decided flags that reviewers dropped or marked to be fixed."""
        return Rate(self.count(passed=False, actions=BAD), self.flagged_reviewed)

    @property
    def recall(self) -> Recall | None:
        """Share of faulty questions that were flagged; None if no passed result was reviewed.

        Only runs in which both flagged and passed results were reviewed count.
        """
        return recall_of_groups(
            [
                ReviewedGroup(run.stratum(passed=False), [run.stratum(passed=True)])
                for run in self.by_run.values()
            ]
        )

    @cached_property
    def by_run(self) -> Mapping[int, "ReviewedResults"]:
        """Run id -> its own results: reviews of one run say nothing about another."""
        counts_by_run = defaultdict[int, list[queries.Review]](list)
        for row in self.counts:
            counts_by_run[row.run_id].append(row)
        return {run_id: ReviewedResults(counts) for run_id, counts in counts_by_run.items()}

    def by_reason(self) -> Sequence["ReasonCalibration"]:
        """Return one entry for each reason that occurs, in the order the validation checks them."""
        entries = []
        for reason in FailureReason:
            flagged = self.stratum(passed=False, reason=reason.value)
            if flagged.total:
                groups = [run.split(reason) for run in self.by_run.values()]
                precision = Rate(flagged.bad, flagged.decided)
                entries.append(
                    ReasonCalibration(
                        reason.value, flagged.total, precision, recall_of_groups(groups)
                    )
                )
        return entries

    def split(self, reason: FailureReason) -> ReviewedGroup:
        """Return the results flagged for the reason, and all others as the strata beside them."""
        flagged_otherwise = self.stratum(passed=False, reason=reason.value, has=False)
        flagged = self.stratum(passed=False, reason=reason.value)
        return ReviewedGroup(flagged, [flagged_otherwise, self.stratum(passed=True)])

    def stratum(self, *, passed: bool, reason: str = "", has: bool = True) -> Stratum:
        """Sum up the results of a verdict; with `reason` those that have it, or not (`has`)."""
        total = decided = bad = 0
        for row in self.counts:
            if (row.outcome == "passed") is not passed:
                continue
            if reason and (reason in row.reasons) is not has:
                continue
            total += row.results
            decided += row.results if row.action else 0
            bad += row.results if row.action in BAD else 0
        return Stratum(total, decided, bad)


@dataclass(frozen=True, slots=True)
class ReasonCalibration:
    """Precision and recall of one failure reason. `flagged`: number of results flagged for it;
    `recall`: its share of all faults.
    """

    reason: str
    flagged: int
    precision: Rate
    recall: Recall | None


def reviewed_results(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope
) -> ReviewedResults:
    """Count the judged results of a scope by verdict, reasons and decision."""
    with Session(engine) as session:
        return ReviewedResults(queries.reviews(session, within(runs, scope)))
