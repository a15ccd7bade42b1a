"""Drafts are stored, and their correct options stay correct when moved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from core.questions import Question, QuestionType
from core.services.review import (
    Action,
    Correction,
    Edit,
    RevisionEvidence,
    correct,
    decide,
    discard_edit,
    keep_edit,
    skip,
    unsaved_edit,
)
from tests.core.services.results.desk_data import OPTIONS

ASKED = Question("几根？", QuestionType.SINGLE_CHOICE, OPTIONS, ("b",))
EDIT = Edit.from_question(ASKED)


def test_an_edit_begins_as_the_question_is() -> None:
    assert EDIT.correction == Correction("几根？", "single_choice", OPTIONS, ["b"])
    quoted = Edit.from_question(ASKED, RevisionEvidence(3, 5, "三根"))
    assert (quoted.quote, quoted.evidence) == ("三根", (3, 5))


@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "up"]), st.integers(0, 30))))
def test_letters_follow_the_order_and_right_options_stay_right(steps: list) -> None:
    edit = EDIT
    for step, number in steps:
        n = len(edit.options)
        if step == "add" and edit.can_add:
            edit = edit.added()
        elif step == "remove" and n:
            edit = edit.removed(number % n)
        elif step == "up" and n > 1:
            edit = edit.moved_up(1 + number % (n - 1))
    assert [option.letter for option in edit.options] == list("abcdefghijklmnopqrstuvwxyz")[
        : len(edit.options)
    ]
    assert {option.text for option in edit.options if option.right} <= {"三根"}
    assert Edit.from_dict(edit.to_dict()) == edit


def test_letters_of_an_edit_that_moves_nothing_stay_as_they_came() -> None:
    odd = Edit.from_question(
        Question("Q", QuestionType.SINGLE_CHOICE, {"b": "x", "d": "y"}, ("d",))
    )
    assert odd.reworded(0, "z").correction.choice == {"b": "z", "d": "y"}
    assert odd.answered(["b"]).answer == ["b"]


def test_an_edit_is_kept_for_its_reviewer_until_it_is_thrown_away(engine: Engine) -> None:
    keep_edit(engine, 2, "Li", EDIT)
    keep_edit(engine, 2, "Li", EDIT.reworded(0, "一根"))
    keep_edit(engine, 2, "Wang", EDIT)
    draft = unsaved_edit(engine, 2, "Li")
    assert draft is not None
    assert draft.options[0].text == "一根"
    discard_edit(engine, 2, "Li")
    assert unsaved_edit(engine, 2, "Li") is None
    assert unsaved_edit(engine, 2, "Wang") == EDIT


@pytest.mark.parametrize("how", ["correct", "keep"])
def test_a_decision_takes_the_edit_away_a_skip_does_not(engine: Engine, how: str) -> None:
    keep_edit(engine, 2, "Li", EDIT)
    keep_edit(engine, 2, "Wang", EDIT)
    skip(engine, 2, "Li", idempotency_key="0")
    assert unsaved_edit(engine, 2, "Li") == EDIT
    if how == "correct":
        correct(engine, 2, "Li", EDIT.correction, idempotency_key="1")
    else:
        decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    assert unsaved_edit(engine, 2, "Li") is None
    assert unsaved_edit(engine, 2, "Wang") == EDIT
