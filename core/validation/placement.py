"""Count where a set's questions get their text from, and which context modes that allows."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.questions import Question
from core.validation.contexts import ContextMode


@dataclass(frozen=True, slots=True)
class Placement:
    """Counts of questions: with a context of their own, with a position in the novel, with neither.

    `earliest` is the smallest token position, None where no question has one.
    """

    own_context: int
    positioned: int
    unplaced: int
    earliest: int | None = None

    @classmethod
    def from_questions(cls, questions: Iterable[Question]) -> "Placement":
        listed = list(questions)
        positions = [question.position for question in listed if question.context is None]
        starts = [position.start_pos for position in positions if position is not None]
        return cls(
            own_context=len(listed) - len(positions),
            positioned=len(starts),
            unplaced=len(positions) - len(starts),
            earliest=min(starts, default=None),
        )

    @property
    def total(self) -> int:
        return self.own_context + self.positioned + self.unplaced

    @property
    def default_mode(self) -> ContextMode:
        """POSITION if that skips no question, else WHOLE."""
        return ContextMode.WHOLE if self.unplaced else ContextMode.POSITION

    @property
    def modes(self) -> tuple[ContextMode, ...]:
        """The modes in which at least one question can be asked, whatever the novel's length."""
        if self.own_context or self.positioned:
            return tuple(ContextMode)
        return (ContextMode.WHOLE,)

    def lies_beyond(self, n_tokens: int) -> bool:
        """Whether every position starts after the novel's `n_tokens` tokens, and nothing else could
        be asked by position: a sign of a wrong novel or tokeniser.
        """
        return not self.own_context and self.earliest is not None and self.earliest >= n_tokens
