"""Telling an endpoint that cannot answer, or a model whose replies nobody can read, from questions
that fail: stop before all are tried.
"""

from dataclasses import dataclass

from core.errors import DeskError
from core.llm import FailureKind
from core.llm.second_tries import UNREADABLE
from core.locale import N_

IN_A_ROW = 5
UNUSABLE = frozenset({FailureKind.CONNECTION.value, FailureKind.BAD_REQUEST.value})
"""Nobody there, a web page, an unknown model: the next question will fare no better."""


class EndpointUnusable(DeskError):
    """Every question would fail for this reason, so the rest are not asked."""


@dataclass(slots=True)
class Outage:
    """Counts items that failed one after another for such a reason; any other outcome ends it."""

    failed: int = 0

    def saw(self, infrastructure_failure: str | None) -> bool:
        """True once going on makes no sense."""
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
    """The run is paused; `sample` is the beginning of a reply, "" where all were empty."""

    def __init__(self, n: int, sample: str | None) -> None:
        self.sample = (sample or "")[:SAMPLE_CHARS]
        super().__init__(NONE_READABLE, n=n, sample=self.sample)


@dataclass(slots=True)
class FirstReplies:
    """Counts a run's first items whose reply could not be read, until one can be. Failures of the
    endpoint and skipped items are neither. Somebody who goes on is not stopped again, nor is a run
    so short that stopping it saves nothing.
    """

    unreadable: int = 0
    passed: bool = False

    @classmethod
    def of_run(cls, total: int, *, unreadable: int = 0, passed: bool = False) -> "FirstReplies":
        """`unreadable` of its `total` items have ended so before; `passed`: it need not be
        watched, since replies were read or since somebody went on.
        """
        short = total <= 2 * FIRST_REPLIES
        return cls(unreadable, passed or short or unreadable >= FIRST_REPLIES)

    def saw(self, reason: str | None, *, readable: bool) -> bool:
        """True once, when the run should pause."""
        if readable:
            self.passed = True
        elif reason in UNREADABLE:
            self.unreadable += 1
        if self.passed or self.unreadable < FIRST_REPLIES:
            return False
        self.passed = True
        return True
