"""The state of a run to show, derived from its stored status and its counts."""

from dataclasses import dataclass

DONE = "done"
DONE_WITH_PROBLEMS = "done_with_problems"
FAILED = "failed"
RUNNING = "running"
_OVER = (DONE, "stopped")


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A stored status with its counts: `unusable` of the `finished` items ended without a usable
    outcome: they were skipped, their call failed or their reply could not be read.
    `finished` None: all of `total`.
    """

    status: str
    total: int
    unusable: int
    finished: int | None = None

    @property
    def usable(self) -> int:
        return (self.total if self.finished is None else self.finished) - self.unusable

    @property
    def share(self) -> float | None:
        """The finished share of `total`, in [0, 1]; None where it is not known."""
        return self.finished / self.total if self.total and self.finished is not None else None

    @property
    def state(self) -> str:
        """The stored status, except that a run which is over may be FAILED or DONE_WITH_PROBLEMS.

        FAILED: done or stopped by an error with no usable outcome at all, also of no items. DONE
        means that every item has a usable outcome.
        """
        if self.status in _OVER and self.usable <= 0:
            return FAILED
        if self.status == DONE and self.usable < self.total:
            return DONE_WITH_PROBLEMS
        return self.status

    @property
    def is_mostly_unusable(self) -> bool:
        """Whether a run that is over gave a usable outcome for less than half of its items."""
        return self.status in _OVER and self.total > 0 and self.usable * 2 < self.total
