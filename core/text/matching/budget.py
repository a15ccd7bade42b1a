"""Limit the work of one look-up."""

ALLOWED_WORK = 400_000


class WorkBudget:
    """The work that one look-up may still do, in units of about a microsecond.

    Counted, not timed: the same quote in the same text always gets the same answer.
    """

    def __init__(self, allowed: int = ALLOWED_WORK) -> None:
        self.remaining = allowed
        self.complete = True
        """False once something was left unsearched."""

    def spend(self, units: int) -> bool:
        """Spend `units` if so many remain. After a first refusal nothing remains."""
        if units > self.remaining:
            self.remaining, self.complete = 0, False
            return False
        self.remaining -= units
        return True
