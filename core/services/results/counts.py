"""A run in numbers: what passed, what failed and why, and what was never judged."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass

from sqlalchemy import Engine

from core.services.runs.progress import RunProgress, progress
from core.stats import Rate
from core.validation.reasons import INFRASTRUCTURE, FailureReason, SkipReason
from core.validation.summary import Summary


@dataclass(frozen=True, slots=True)
class RunCounts:
    """passed + failed + infrastructure = asked; skipped questions stand beside them (reading 46).

    `reasons` counts failure reasons among the items that failed on their merits: an item may have
    several, so they add up to more than `failed`.
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
        """Over the questions that were judged: the machinery's failures cannot lower it."""
        return Rate(self.passed, self.passed + self.failed)

    @property
    def infrastructure_share(self) -> Rate:
        return Rate(self.infrastructure.total(), self.asked)

    @property
    def summary(self) -> Summary:
        """Source 000's counts, where infrastructure failures are among the failed."""
        failed = self.failed + self.infrastructure.total()
        return Summary(self.passed, failed, self.skipped, self.infrastructure, self.reasons)


def run_counts(engine: Engine, run_id: int) -> RunCounts:
    """The run as it stands now; items that are to be asked again are not counted."""
    return counts_of(progress(engine, run_id))


def counts_of(so_far: RunProgress) -> RunCounts:
    def named(kinds: Container[str]) -> Counter[str]:
        return Counter({name: n for name, n in so_far.reasons.items() if name in kinds})

    return RunCounts(
        passed=so_far.passed,
        failed=so_far.failed,
        infrastructure=named(INFRASTRUCTURE),
        skipped=named(frozenset(SkipReason)),
        reasons=named(frozenset(FailureReason)),
    )
