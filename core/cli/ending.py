"""How a command ends: what it says at last, and the exit code that agrees."""

import signal
import sys

from core.cli.interrupts import INTERRUPTED, end_now
from core.cli.language import N_, _, translate
from core.stats import DONE, DONE_WITH_PROBLEMS, FAILED, Conclusion
from core.validation import RepliesUnreadable

FINISHED, INCOMPLETE, WRONG_USE, UNFINISHED = 0, 1, 2, 3
_STATES = {
    DONE: N_("Done"),
    DONE_WITH_PROBLEMS: N_("Done with problems"),
    FAILED: N_("Failed: {usable} of {total} results usable"),
}


def conclusion_of(total: int, unusable: int, *, left_out: int = 0) -> Conclusion:
    """Of a command that went through all its items. `left_out`, such as refused rows, are none of
    them, but with them the command is not simply done.
    """
    if total and unusable == total:
        return Conclusion(DONE, total, unusable)
    return Conclusion(DONE, total + left_out, unusable + left_out)


def conclude(conclusion: Conclusion) -> int:
    """Print the state and return the exit code."""
    state = _(_STATES[conclusion.state])
    usable, total = f"{conclusion.usable:,}", f"{conclusion.total:,}"
    sys.stderr.write(f"{state.format(usable=usable, total=total)}\n")
    return FINISHED if conclusion.state == DONE else INCOMPLETE


def print_error(message: str) -> None:
    sys.stderr.write(_("error: {message}").format(message=message) + "\n")


def print_warning(message: str) -> None:
    sys.stderr.write(_("warning: {message}").format(message=message) + "\n")


def print_notice(message: str) -> None:
    sys.stderr.write(_("notice: {message}").format(message=message) + "\n")


def print_unreadable(unreadable: RepliesUnreadable, how_to_go_on: str) -> None:
    """Say that the run is paused, how to go on all the same, and show a reply."""
    message = _("paused: {reason} To go on all the same, {how}.").format(
        reason=translate(unreadable), how=how_to_go_on
    )
    sample = unreadable.sample or _("(an empty reply)")
    sys.stderr.write(f"{message}\n{sample}\n")


def interrupted(advice: str) -> int:
    """Say that the command was interrupted; the exit code. Nothing holds up its end any more."""
    signal.signal(signal.SIGINT, end_now)
    sys.stderr.write(_("interrupted: {message}").format(message=advice) + "\n")
    return INTERRUPTED
