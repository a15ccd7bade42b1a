"""How a command ends: one line that says what came of it, and the exit code that agrees."""

import sys

from core.stats import DONE, Conclusion

FINISHED, INCOMPLETE = 0, 1


def conclusion_of(total: int, unusable: int, *, left_out: int = 0) -> Conclusion:
    """Of a command that went through all its items. What was `left_out`, such as refused rows, is
    none of them, but with it the command is not simply done.
    """
    if total and unusable == total:
        return Conclusion(DONE, total, unusable)
    return Conclusion(DONE, total + left_out, unusable + left_out)


def conclude(conclusion: Conclusion) -> int:
    """Print the state and return the exit code."""
    sys.stderr.write(f"{conclusion}\n")
    return FINISHED if conclusion.state == DONE else INCOMPLETE
