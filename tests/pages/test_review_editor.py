"""E on the review page: the editor stands where the question stood, and decides nothing itself."""

import time

import pytest
from sqlalchemy import Engine
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from core.services.review import (
    Action,
    Correction,
    ReviewReason,
    claim,
    correct,
    current_decision,
    decide,
    history,
    is_under_way,
    revision,
    unsaved_edit,
)
from tests.core.services.results.desk_data import OPTIONS, fill
from tests.pages.conftest import Open, keyed, texts
from tests.pages.test_correcting import area, hand
from tests.pages.test_review_page import press

BAR = ("keep", "drop", "skip", "second", "save", "undo", "back", "next")


@pytest.fixture
def editing(engine: Engine, open_page: Open) -> AppTest:
    """Item 2 with its editor open."""
    fill(engine)
    app = open_page("review", lang="en", item=2)
    press(app, "fix")
    return app


def _keys(app: AppTest) -> set[str]:
    return {button.key or "" for button in app.button}


def test_e_opens_the_editor_in_place_of_the_question_and_decides_nothing(
    engine: Engine, editing: AppTest
) -> None:
    assert area(editing, "question").value == "老周到渡口时是早是迟？"
    assert "desk-verbatim desk-question" not in texts(editing)
    assert history(engine, 2) == []
    assert _keys(editing).isdisjoint(BAR)
    assert hand(editing, "save").label == "Save changes"


@pytest.mark.parametrize("key", ["keep", "drop", "skip", "second", "save"])
def test_a_press_on_the_bar_of_before_decides_nothing_once_the_editor_opens(
    engine: Engine, open_page: Open, key: str
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.query_params["edit"] = "2"  # as E left it, and the page is not yet drawn to its end
    press(app, key)
    assert history(engine, 2) == []
    assert hand(app, "save").label == "Save changes"


def test_a_press_meant_for_the_item_before_opens_no_editor(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    press(app, "keep")
    app.button(key="fix").click().run()
    assert "edit" not in app.query_params


def test_saving_is_the_fix_its_reasons_and_note_with_it_and_the_bar_is_back(
    engine: Engine, editing: AppTest
) -> None:
    editing.pills(key="reasons").set_value(["wrong_label"])
    keyed(editing.pills, "fix").set_value("c").run()
    area(editing, "comment").set_value("it says three").run()
    hand(editing, "save").click().run()
    decision = current_decision(engine, 2)
    assert decision is not None
    assert decision.revision_id is not None
    assert (decision.action, decision.comment) == ("fix", "it says three")
    assert decision.reasons == (ReviewReason.WRONG_LABEL,)
    assert revision(engine, decision.revision_id).question.answer == ("c",)
    end = time.monotonic() + 60
    while is_under_way(engine, decision.revision_id):
        assert time.monotonic() < end
        time.sleep(0.02)
    said = texts(editing.run())
    assert "Re-validated by 王晓" in said
    assert "desk-verbatim desk-question" in said
    assert editing.button(key="fix").proto.type == "primary"
    assert set(BAR) <= _keys(editing)


def test_a_text_that_arrives_behind_its_save_or_reasons_leave_no_draft(
    engine: Engine, editing: AppTest
) -> None:
    """A browser sends both at once when the server was busy, in whichever order."""
    area(editing, "question").set_value("老周到渡口时是晚是早？")
    editing.pills(key="reasons").set_value(["wrong_label"])
    hand(editing, "save").click()
    states = editing._tree.get_widget_states()
    editing._run(WidgetStates(widgets=reversed(states.widgets)))
    decision = current_decision(engine, 2)
    assert decision is not None
    assert decision.revision_id is not None
    assert revision(engine, decision.revision_id).question.question == "老周到渡口时是晚是早？"
    edit = unsaved_edit(engine, 2, "王晓")
    assert edit is None or edit.question == "老周到渡口时是晚是早？"
    assert "Nothing has changed" not in texts(editing)
    assert set(BAR) <= _keys(editing)
    assert len(history(engine, 2)) == 1


def test_cancelling_keeps_what_was_typed_and_says_so(engine: Engine, editing: AppTest) -> None:
    area(editing, "question").set_value("半句").run()
    hand(editing, "close").click().run()
    assert "desk-verbatim desk-question" in texts(editing)
    assert "<b>Question.</b> Re-checked (stored reply)" in texts(editing)
    assert history(engine, 2) == []
    press(editing, "edit_change")
    assert area(editing, "question").value == "半句"
    hand(editing, "discard").click().run()
    assert "Re-checked with the new label and evidence (stored reply):" not in texts(editing)


def test_a_note_goes_into_the_editor_and_back(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.text_input(key="comment").set_value("label?").run()
    press(app, "fix")
    assert area(app, "comment").value == "label?"
    area(app, "comment").set_value("label wrong").run()
    hand(app, "close").click().run()
    assert app.text_input(key="comment").value == "label wrong"
    assert "Re-checked with the new label and evidence (stored reply):" not in texts(app)


def test_it_can_be_left_to_somebody_else_but_not_what_was_typed(
    engine: Engine, editing: AppTest
) -> None:
    area(editing, "comment").set_value("ask the author").run()
    area(editing, "question").set_value("半句").run()
    press(editing, keyed_leave(editing))
    assert "Save or discard your changes first" in texts(editing)
    assert history(engine, 2) == []
    area(editing, "question").set_value("老周到渡口时是早是迟？").run()
    press(editing, keyed_leave(editing))
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.action, decision.comment) == ("fix", "ask the author")
    assert decision.revision_id is None
    assert editing.query_params["item"] == "3"
    assert unsaved_edit(engine, 2, "王晓") is None


def keyed_leave(app: AppTest) -> str:
    return str(hand(app, "leave").key)


def test_saving_a_note_on_a_corrected_question_does_not_take_the_correction_away(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _corrected(engine)
    app = open_page("review", lang="en", item=2)
    app.text_input(key="comment").set_value("and more")
    press(app, "save")
    assert len(history(engine, 2)) == 1
    assert area(app, "comment").value == "and more"
    assert area(app, "question").value == "几根？"
    hand(app, "save").click().run()
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.comment, decision.revision_id is not None) == ("and more", True)


def test_the_history_says_what_each_correction_changed_and_what_was_taken_back(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _corrected(engine)
    app = open_page("review", lang="en", item=2)
    said = texts(app)
    assert "Changed: Question, Answer</summary>" in said
    assert "<del>老周到渡口时是早是迟</del>" in said
    press(app, "undo")
    said = texts(app)
    assert "Undone. Had changed: Question, Answer</summary>" in said
    assert "Undo of Edit" in said
    assert "Edited question" not in said


def test_nobody_edits_what_somebody_else_holds(engine: Engine, open_page: Open) -> None:
    fill(engine)
    claim(engine, 2, "王敏")
    app = open_page("review", lang="en", item=2, edit=2)
    assert "desk-verbatim desk-question" in texts(app)
    assert not [area for area in app.text_area if (area.key or "").startswith("fix_")]


def test_a_correction_of_another_tab_is_not_overridden(engine: Engine, editing: AppTest) -> None:
    area(editing, "question").set_value("改了").run()
    decide(engine, 2, "王晓", Action.KEEP, idempotency_key="another tab")
    hand(editing, "save").click().run()
    assert [event.action for event in history(engine, 2)] == ["keep"]
    assert "王晓 already decided: accepted." in texts(editing)
    assert area(editing, "question").value == "改了"


def _corrected(engine: Engine) -> None:
    made = Correction("几根？", "single_choice", OPTIONS, ["c"])
    correct(engine, 2, "王晓", made, "wrong", idempotency_key="1")
