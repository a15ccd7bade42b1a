"""What is to be asked in a depth test: the schedule and the controls, trial by trial."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.depth.depth_scheduler import DepthScheduler
from core.depth.results import trial_key
from core.errors import InputError
from core.questions import Question


class Control(StrEnum):
    """What a result is compared with.

    closed_book: no text at all. oracle: the evidence with its padding alone. filler_only: a whole
    context without the evidence; who answers there had no need of it.
    """

    CLOSED_BOOK = "closed_book"
    ORACLE = "oracle"
    FILLER_ONLY = "filler_only"

    @property
    def without_evidence(self) -> bool:
        return self is not Control.ORACLE

    @classmethod
    def named(cls, name: str) -> "Control":
        """Raises InputError for a name that is none."""
        try:
            return cls(name.strip().lower())
        except ValueError:
            raise InputError(
                "Unknown control {control}. Choose from: {known}.",
                control=name,
                known=", ".join(cls),
            ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One item of a depth test. `context_length` in tokens, 0 for controls that have none of
    their own; `target_depth` in [0, 1], None where no depth is claimed.
    """

    question: Question
    context_length: int
    target_depth: float | None = None
    depth_bin: str | None = None
    repeat: int = 0
    control: Control | None = None

    @property
    def key(self) -> str:
        """Unique in a run of one model; a result's `trial_key` is the same."""
        return trial_key(
            self.question.item_key,
            self.context_length,
            self.target_depth,
            self.repeat,
            self.control,
        )


def trials_of(
    questions: Sequence[Question],
    scheduler: DepthScheduler,
    *,
    repeats: int = 1,
    controls: Iterable[Control] = (),
) -> list[Trial]:
    """Everything to be asked, in order: the schedule, then the controls; all `repeats` times.

    closed_book and oracle are asked once a question, filler_only once a question and length.
    """
    planned = [
        Trial(
            question=questions[assigned.question_index],
            context_length=assigned.context_length,
            target_depth=assigned.target_depth,
            depth_bin=assigned.depth_bin,
        )
        for assigned in scheduler.schedule(questions)
    ]
    for control in dict.fromkeys(controls):
        lengths = scheduler.context_lengths if control is Control.FILLER_ONLY else (0,)
        planned += [
            Trial(question=question, context_length=length, control=control)
            for length in lengths
            for question in questions
        ]
    return [replace(trial, repeat=repeat) for repeat in range(repeats) for trial in planned]
