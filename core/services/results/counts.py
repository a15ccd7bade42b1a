"""Counts of a run: what passed, what failed and why, and what was never judged."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass

from sqlalchemy import Engine

from core.services.runs import RunProgress, progress
from core.stats import Rate
from core.validation import INFRASTRUCTURE, FailureReason, SkipReason, Summary


@dataclass(frozen=True, slots=True)
class RunCounts:
    """passed + failed + infrastructure = asked; skipped questions are counted apart (reading 46).

    `failed`: failed on their merits. `infrastructure`, `skipped`: by reason. `reasons`: failure
    reasons of the failed items; an item may have several, so they may add up to more than `failed`.
    """

    passed: int
    failed: int
    infrastructure: Counter[str]
    skipped: Counter[str]
    reasons: Counter[str]

    @property
    def asked(self) -> int:
        return self.passed + self.failed + self.infrastructure.total()

    @property
    def finished(self) -> int:
        return self.asked + self.skipped.total()

    @property
    def pass_rate(self) -> Rate:
        """Share of judged questions that passed; infrastructure failures do not lower it."""
        return Rate(self.passed, self.passed + self.failed)

    @property
    def infrastructure_share(self) -> Rate:
        """Share of asked questions without a verdict because of an infrastructure failure."""
        return Rate(self.infrastructure.total(), self.asked)

    @property
    def summary(self) -> Summary:
        """Counts as source 000 defines them: infrastructure failures are part of the failed."""
        failed = self.failed + self.infrastructure.total()
        return Summary(self.passed, failed, self.skipped, self.infrastructure, self.reasons)


def run_counts(engine: Engine, run_id: int) -> RunCounts:
    """Count a run's current results; items that will be asked again are left out."""
    return counts_of(progress(engine, run_id))


def counts_of(run_progress: RunProgress) -> RunCounts:
    """Turn a run's progress into counts."""

    def select(kinds: Container[str]) -> Counter[str]:
        return Counter({name: n for name, n in run_progress.reasons.items() if name in kinds})

    return RunCounts(
        passed=run_progress.passed,
        failed=run_progress.failed,
        infrastructure=select(INFRASTRUCTURE),
        skipped=select(frozenset(SkipReason)),
        reasons=select(frozenset(FailureReason)),
    )
