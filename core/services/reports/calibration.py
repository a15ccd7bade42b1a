"""The validation measured by what people decided: who was right, and where would it be better."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.scope import ReportedRun, ReportScope
from core.services.reports.slices import within
from core.stats import Rate
from core.stats.stratified_recall import Recall, ReviewedGroup, Stratum, recall_of_groups
from core.validation.reasons import FailureReason
from db.queries import accuracy as queries

KEEP, BAD = "keep", ("fix", "drop")
"""What people do with a good question, and with one that has a fault."""


@dataclass(frozen=True)
class ReviewedResults:
    """Every judged result of a scope by verdict, reasons and decision. One in dispute, or that
    waits for a second opinion, is not decided.
    """

    counts: Sequence[queries.Review]

    def count(self, *, passed: bool, actions: Iterable[str | None] | None = None) -> int:
        """Results that passed, or were flagged; of those decided like this."""
        chosen = None if actions is None else set(actions)
        return sum(
            one.results
            for one in self.counts
            if (one.outcome == "passed") is passed and (chosen is None or one.action in chosen)
        )

    @cached_property
    def passed_reviewed(self) -> int:
        return self.count(passed=True, actions=(KEEP, *BAD))

    @cached_property
    def flagged_reviewed(self) -> int:
        return self.count(passed=False, actions=(KEEP, *BAD))

    @property
    def overridden(self) -> Rate:
        """Decisions that say the opposite of the validation."""
        against = self.count(passed=True, actions=BAD) + self.count(passed=False, actions=[KEEP])
        return Rate(against, self.passed_reviewed + self.flagged_reviewed)

    @property
    def flags_overridden(self) -> Rate:
        return Rate(self.count(passed=False, actions=[KEEP]), self.flagged_reviewed)

    @property
    def passes_overridden(self) -> Rate:
        return Rate(self.count(passed=True, actions=BAD), self.passed_reviewed)

    @property
    def precision(self) -> Rate:
        """Of the flagged results that people decided: those they dropped or sent to be fixed."""
        return Rate(self.count(passed=False, actions=BAD), self.flagged_reviewed)

    @property
    def recall(self) -> Recall | None:
        """Of all faulty questions, those that were flagged; None where nobody looked at those
        that passed. Of the runs only whose flags and passes people looked at.
        """
        return recall_of_groups(
            [
                ReviewedGroup(run.stratum(passed=False), [run.stratum(passed=True)])
                for run in self.by_run.values()
            ]
        )

    @cached_property
    def by_run(self) -> Mapping[int, "ReviewedResults"]:
        """Each run's own; a review of one says nothing of another."""
        found = defaultdict[int, list[queries.Review]](list)
        for one in self.counts:
            found[one.run_id].append(one)
        return {run_id: ReviewedResults(counts) for run_id, counts in found.items()}

    def by_reason(self) -> Sequence["ReasonCalibration"]:
        """One for every reason that occurs, in the order the validation checks them."""
        found = []
        for reason in FailureReason:
            ours = self.stratum(passed=False, reason=reason.value)
            if ours.total:
                apart = [run.split(reason) for run in self.by_run.values()]
                precise = Rate(ours.bad, ours.decided)
                found.append(
                    ReasonCalibration(reason.value, ours.total, precise, recall_of_groups(apart))
                )
        return found

    def split(self, reason: FailureReason) -> ReviewedGroup:
        """What was flagged for the reason, and all else."""
        others = self.stratum(passed=False, reason=reason.value, has=False)
        ours = self.stratum(passed=False, reason=reason.value)
        return ReviewedGroup(ours, [others, self.stratum(passed=True)])

    def stratum(self, *, passed: bool, reason: str = "", has: bool = True) -> Stratum:
        total = decided = bad = 0
        for one in self.counts:
            if (one.outcome == "passed") is not passed:
                continue
            if reason and (reason in one.reasons) is not has:
                continue
            total += one.results
            decided += one.results if one.action else 0
            bad += one.results if one.action in BAD else 0
        return Stratum(total, decided, bad)


@dataclass(frozen=True, slots=True)
class ReasonCalibration:
    """`flagged` for one reason; how often people agreed, and what share of all faults it names."""

    reason: str
    flagged: int
    precision: Rate
    recall: Recall | None


def reviewed_results(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope
) -> ReviewedResults:
    with Session(engine) as session:
        return ReviewedResults(queries.reviews(session, within(runs, scope)))
