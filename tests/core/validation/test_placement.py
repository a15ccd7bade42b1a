"""Which part of the novel a set's questions let a run read."""

import pytest

from core.questions.question import Position, Question, QuestionType
from core.validation import ContextMode, Placement

BOTH = (ContextMode.POSITION, ContextMode.WHOLE)


def question(start: int | None = None, context: str | None = None) -> Question:
    position = None if start is None else Position(start, start + 10)
    choice = {"a": "yes", "b": "no"}
    return Question("Why?", QuestionType.SINGLE_CHOICE, choice, ("a",), position, context)


@pytest.mark.parametrize(
    ("questions", "default", "modes"),
    [
        ([question(5), question(9)], ContextMode.POSITION, BOTH),
        ([question(5), question(7), question()], ContextMode.WHOLE, BOTH),
        ([question(5), question(), question()], ContextMode.WHOLE, BOTH),
        ([question(), question()], ContextMode.WHOLE, (ContextMode.WHOLE,)),
        ([question(context="own"), question()], ContextMode.WHOLE, BOTH),
        ([question(context="own")], ContextMode.POSITION, BOTH),
        ([question(5, context="own"), question()], ContextMode.WHOLE, BOTH),
    ],
)
def test_the_default_is_the_passage_only_where_that_skips_no_question(
    questions: list[Question], default: ContextMode, modes: tuple[ContextMode, ...]
) -> None:
    placement = Placement.from_questions(questions)
    assert (placement.default_mode, placement.modes) == (default, modes)
    assert placement.total == len(questions)


def test_positions_that_all_lie_beyond_the_novel_leave_nothing_to_ask() -> None:
    placement = Placement.from_questions([question(500), question(400)])
    assert placement.earliest == 400
    assert placement.lies_beyond(400)
    assert not placement.lies_beyond(401)
    with_own = Placement.from_questions([question(500), question(context="own")])
    assert not with_own.lies_beyond(400)
