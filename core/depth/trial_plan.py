"""Plan the trials of a depth test: the schedule and the controls."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.depth.depth_scheduler import DepthScheduler
from core.depth.results import trial_key
from core.errors import InputError
from core.questions import Question


class Control(StrEnum):
    """Controls that results are compared with.

    CLOSED_BOOK: no text at all. ORACLE: only the evidence with its padding. FILLER_ONLY: a whole
    context without the evidence; a correct answer there did not need it.
    """

    CLOSED_BOOK = "closed_book"
    ORACLE = "oracle"
    FILLER_ONLY = "filler_only"

    @property
    def without_evidence(self) -> bool:
        return self is not Control.ORACLE

    @classmethod
    def named(cls, name: str) -> "Control":
        """Return the control with this name. Raises InputError for an unknown name."""
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
    """One item of a depth test. `context_length` in tokens, 0 for controls without a length;
    `target_depth` in [0, 1], None for trials without a depth.
    """

    question: Question
    context_length: int
    target_depth: float | None = None
    depth_bin: str | None = None
    repeat: int = 0
    control: Control | None = None

    @property
    def key(self) -> str:
        """The key, unique in a run of one model; equal to the result's `trial_key`."""
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
    """Return all trials in order: the schedule, then the controls; everything `repeats` times.

    CLOSED_BOOK and ORACLE are asked once per question, FILLER_ONLY once per question and length.
    """
    planned = [
        Trial(
            question=questions[assignment.question_index],
            context_length=assignment.context_length,
            target_depth=assignment.target_depth,
            depth_bin=assignment.depth_bin,
        )
        for assignment in scheduler.schedule(questions)
    ]
    for control in dict.fromkeys(controls):
        lengths = scheduler.context_lengths if control is Control.FILLER_ONLY else (0,)
        planned += [
            Trial(question=question, context_length=length, control=control)
            for length in lengths
            for question in questions
        ]
    return [replace(trial, repeat=repeat) for repeat in range(repeats) for trial in planned]
