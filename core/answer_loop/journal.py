"""The journal of a loop: its committed steps, so that a resumed loop repeats no call."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from core.answer_loop.evaluation import EvaluationRecord
from core.errors import Sentence
from core.evidence_gate import Evidence
from core.evidence_gate.answer_writer import DraftAnswer


@dataclass(frozen=True, slots=True)
class Attempt:
    """Answer number `epoch`, from 1, and its evaluation (`judged`). If the evaluation failed,
    `judged` stays None and `unevaluated` gives the reason.
    """

    epoch: int
    draft: DraftAnswer
    judged: EvaluationRecord | None = None
    unevaluated: Sentence | None = None

    @property
    def answer(self) -> str:
        return self.draft.text

    @property
    def is_over(self) -> bool:
        """Whether its evaluation has ended, with a verdict or a failure."""
        return self.judged is not None or self.unevaluated is not None

    @property
    def passed(self) -> bool:
        return self.judged is not None and self.judged.evaluation.passed


@dataclass(frozen=True, slots=True)
class Committed:
    """The content of a journal; `evidence` is None before the retrieval."""

    evidence: tuple[Evidence, ...] | None = None
    attempts: tuple[Attempt, ...] = ()


class LoopJournal(Protocol):
    """Stores the steps of a loop. Calls come from a worker thread and return after the commit."""

    def read(self) -> Committed: ...

    def retrieved(self, evidence: Sequence[Evidence]) -> None: ...

    def generated(self, epoch: int, draft: DraftAnswer) -> None: ...

    def evaluated(self, epoch: int, judged: EvaluationRecord) -> None: ...

    def unevaluated(self, epoch: int, reason: Sentence) -> None: ...


@dataclass
class MemoryJournal:
    """A journal in memory, for a loop that is not resumed: the command line, a single question."""

    committed: Committed = field(default_factory=Committed)

    def read(self) -> Committed:
        return self.committed

    def retrieved(self, evidence: Sequence[Evidence]) -> None:
        self.committed = replace(self.committed, evidence=tuple(evidence))

    def generated(self, epoch: int, draft: DraftAnswer) -> None:
        self._set_attempt(Attempt(epoch, draft))

    def evaluated(self, epoch: int, judged: EvaluationRecord) -> None:
        self._set_attempt(replace(self.committed.attempts[epoch - 1], judged=judged))

    def unevaluated(self, epoch: int, reason: Sentence) -> None:
        self._set_attempt(replace(self.committed.attempts[epoch - 1], unevaluated=reason))

    def _set_attempt(self, attempt: Attempt) -> None:
        attempts = (*self.committed.attempts[: attempt.epoch - 1], attempt)
        self.committed = replace(self.committed, attempts=attempts)
