"""Detect an endpoint that cannot answer, or a model whose replies are unreadable, and stop the run
before every question has been tried.
"""

from dataclasses import dataclass

from core.errors import DeskError
from core.llm import FailureKind
from core.llm.second_tries import UNREADABLE
from core.locale import N_

IN_A_ROW = 5
UNUSABLE = frozenset({FailureKind.CONNECTION.value, FailureKind.BAD_REQUEST.value})
"""Failures that the next question would meet, too: no server, a web page, an unknown model."""


class EndpointUnusable(DeskError):
    """Every question would fail for this reason, so no more are asked."""


@dataclass(slots=True)
class Outage:
    """Counts items in a row that failed for an UNUSABLE reason; any other outcome resets it."""

    failed: int = 0

    def saw(self, infrastructure_failure: str | None) -> bool:
        """Count an item's outcome; True once the run should stop."""
        self.failed = self.failed + 1 if infrastructure_failure in UNUSABLE else 0
        return self.failed >= IN_A_ROW


FIRST_REPLIES = 5
"""Questions, each asked up to four times: enough to tell a model or a format that does not work
from bad luck, and few enough to cost little.
"""
SAMPLE_CHARS = 400
NONE_READABLE = N_(
    "None of the first {n} questions got a reply that can be read, so the run was paused before "
    "more is paid for. Look at the reply below, then go on, or ask for another format or model."
)


class RepliesUnreadable(DeskError):
    """The run is paused; `sample` is the beginning of a reply, or "" if all were empty."""

    def __init__(self, n: int, sample: str | None) -> None:
        self.sample = (sample or "")[:SAMPLE_CHARS]
        super().__init__(NONE_READABLE, n=n, sample=self.sample)


@dataclass(slots=True)
class FirstReplies:
    """Counts unreadable replies at the start of a run, until one can be read.

    Endpoint failures and skipped items do not count. A run that was resumed is not stopped again,
    nor is one so short that stopping it saves nothing.
    """

    unreadable: int = 0
    passed: bool = False

    @classmethod
    def of_run(cls, total: int, *, unreadable: int = 0, passed: bool = False) -> "FirstReplies":
        """Start for a run of `total` items, of which `unreadable` had an unreadable reply before.

        `passed`: no check is needed, since replies were read or the run was resumed.
        """
        short = total <= 2 * FIRST_REPLIES
        return cls(unreadable, passed or short or unreadable >= FIRST_REPLIES)

    def saw(self, reason: str | None, *, readable: bool) -> bool:
        """Count an item's outcome; True once, when the run should pause."""
        if readable:
            self.passed = True
        elif reason in UNREADABLE:
            self.unreadable += 1
        if self.passed or self.unreadable < FIRST_REPLIES:
            return False
        self.passed = True
        return True
