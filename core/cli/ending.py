"""How a command ends: its final message and the exit code that agrees with it."""

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
    """Conclusion of a command that processed all `total` items.

    `left_out` items, such as refused rows, are not part of `total`, but make it "with problems".
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
    """Print that the run is paused, how to continue, and a sample reply."""
    message = _("paused: {reason} To go on all the same, {how}.").format(
        reason=translate(unreadable), how=how_to_go_on
    )
    sample = unreadable.sample or _("(an empty reply)")
    sys.stderr.write(f"{message}\n{sample}\n")


def interrupted(advice: str) -> int:
    """Print that the command was interrupted, and return its code; Ctrl-C now ends it at once."""
    signal.signal(signal.SIGINT, end_now)
    sys.stderr.write(_("interrupted: {message}").format(message=advice) + "\n")
    return INTERRUPTED
