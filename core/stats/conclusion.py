"""What came of a run: the state to show, from its stored status and its counts."""

from dataclasses import dataclass

DONE = "done"
DONE_WITH_PROBLEMS = "done_with_problems"
FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A stored status with its counts: `unusable` of `total` items ended without a usable outcome,
    as when they were skipped, their call failed or their reply could not be read.
    """

    status: str
    total: int
    unusable: int

    @property
    def usable(self) -> int:
        return self.total - self.unusable

    @property
    def state(self) -> str:
        """The stored status, except that a run which is done says whether it was any use."""
        if self.status != DONE or self.unusable <= 0:
            return self.status
        return DONE_WITH_PROBLEMS if self.usable > 0 else FAILED

    def __str__(self) -> str:
        """As the command line prints it."""
        if self.state == FAILED:
            return f"Failed: {self.usable} of {self.total:,} usable"
        return self.state.replace("_", " ").capitalize()
