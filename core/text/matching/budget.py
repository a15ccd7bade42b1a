"""How much work one look-up may do."""

ALLOWED_WORK = 400_000


class WorkBudget:
    """What one look-up may cost, in units of about a microsecond.

    Counted, not timed: the same quote in the same text always gets the same answer.
    """

    def __init__(self, allowed: int = ALLOWED_WORK) -> None:
        self.left = allowed
        self.complete = True
        """False once something was left unsearched."""

    def spend(self, units: int) -> bool:
        """Whether `units` were left; from the first refusal on nothing is."""
        if units > self.left:
            self.left, self.complete = 0, False
            return False
        self.left -= units
        return True
