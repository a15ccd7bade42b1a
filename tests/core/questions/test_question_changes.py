"""A diff names every field that differs, and nothing else."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.questions import FieldChange, Position, Question, QuestionType, field_changes

TEXTS = st.text(min_size=1, max_size=5)
CHOICES = st.dictionaries(st.sampled_from("abcd"), TEXTS, min_size=2, max_size=4)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    choice = draw(CHOICES)
    return Question(
        question=draw(TEXTS),
        question_type=draw(st.sampled_from(QuestionType)),
        choice=choice,
        answer=tuple(draw(st.lists(st.sampled_from(sorted(choice)), min_size=1, unique=True))),
        position=draw(st.none() | st.just(Position(1, 2)) | st.just(Position(3, 9))),
        context=draw(st.none() | TEXTS),
        extra=draw(st.dictionaries(st.sampled_from(["id", "tag"]), TEXTS)),
    )


@given(questions(), questions())
def test_there_is_a_change_exactly_if_the_rows_differ(before: Question, after: Question) -> None:
    same = before.to_dict() == after.to_dict() and list(before.choice) == list(after.choice)
    assert (field_changes(before, after) == ()) == same


@given(questions(), questions())
def test_the_changes_made_to_the_one_give_the_other(before: Question, after: Question) -> None:
    row = before.to_dict()
    for change in field_changes(before, after):
        if change.field == "choice":
            row["choice"] = {letter: row["choice"][letter] for letter in change.after}
            continue
        place, name = row, change.field
        if name.startswith("choice."):
            place, name = row["choice"], name.removeprefix("choice.")
        if change.after is None and change.field != "position":
            place.pop(name)
        else:
            place[name] = change.after
    assert row == after.to_dict()


def test_each_changed_option_is_a_field_of_its_own() -> None:
    before = Question("Where?", QuestionType.SINGLE_CHOICE, {"a": "in", "b": "out"}, ("a",))
    after = replace(before, choice={"a": "in", "b": "off", "c": "on"}, answer=("c",))
    assert field_changes(before, after) == (
        FieldChange("choice.b", "out", "off"),
        FieldChange("choice.c", None, "on"),
        FieldChange("answer", ["a"], ["c"]),
    )
