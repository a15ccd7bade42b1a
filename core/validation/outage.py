"""Telling an endpoint that cannot answer from questions that fail: stop before all are tried."""

from dataclasses import dataclass

from core.errors import DeskError
from core.llm import FailureKind

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
