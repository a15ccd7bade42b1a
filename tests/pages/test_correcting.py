"""The inline editor: what is typed is kept, what is wrong is said at once, what is saved asked."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.services.review import (
    Action,
    Correction,
    correct,
    current_decision,
    decide,
    history,
    is_under_way,
    revision,
    revisions,
    undo,
    unsaved_edit,
)
from tests.core.services.results.desk_data import HOSTILE, NOVEL, OPTIONS, fill
from tests.pages.conftest import Open, keyed, links, texts

PAGE = Path(__file__).with_name("correcting_page.py")
Edit = Callable[..., AppTest]


@pytest.fixture
def editing(engine: Engine) -> Edit:
    """`editing(2, lang="en")`: the editor of that item, open."""
    fill(engine)

    def opened(
        item: int, *, lang: str = "en", reviewer: str = "王晓", opens: bool = True
    ) -> AppTest:
        app = AppTest.from_file(str(PAGE), default_timeout=60)
        app.session_state["reviewer"] = reviewer
        app.query_params.update({"item": str(item), "lang": lang})
        app.run()
        return app.button(key="correct").click().run()

    return opened


def area(app: AppTest, name: str) -> Any:
    ends = (f"_{name}_line", f"_{name}_lines")
    return next(one for one in [*app.text_area, *app.text_input] if (one.key or "").endswith(ends))


def hand(app: AppTest, name: str) -> Any:
    return next(one for one in app.button if (one.key or "").endswith(f"_{name}"))


def _answer(app: AppTest) -> Any:
    return next(pills for pills in app.pills if "_answer" in (pills.key or ""))


def _settled(engine: Engine, app: AppTest, revision_id: int) -> AppTest:
    end = time.monotonic() + 60
    while is_under_way(engine, revision_id):
        assert time.monotonic() < end
        time.sleep(0.02)
    return app.run()


def test_the_editor_begins_as_the_question_is_and_stands_in_its_place(editing: Edit) -> None:
    app = editing(2)
    assert area(app, "question").value == "老周到渡口时是早是迟？"
    assert [area(app, f"option_{n}").value for n in range(4)] == [
        "两根 <b>粗</b>",
        "三根",
        "四根",
        "五根",
    ]
    assert _answer(app).value == "b"
    assert "desk-verbatim desk-question" not in texts(app)
    assert "Nothing has changed. Change something, or accept the question as it is." in texts(app)


def test_saving_stores_the_fix_and_asks_the_corrected_question_again(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    area(app, "question").set_value("老周说自己带了几根绳子？").run()
    _answer(app).set_value("c").run()
    area(app, "comment").set_value("wrong label").run()
    assert "Changed · Question · Answer" in texts(app)
    hand(app, "save").click().run()
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.action, decision.comment, decision.reviewer) == ("fix", "wrong label", "王晓")
    assert decision.revision_id is not None
    said = texts(_settled(engine, app, decision.revision_id))
    found = revision(engine, decision.revision_id)
    assert (found.question.question, found.question.answer) == ("老周说自己带了几根绳子？", ("c",))
    assert len(found.revalidations) == 1
    assert "Validation of the original" in said
    assert "Re-validated by 王晓" in said
    assert "edit" not in app.query_params, "the editor has closed"


def test_what_is_typed_survives_a_new_session_until_it_is_decided(
    engine: Engine, editing: Edit
) -> None:
    area(editing(2), "question").set_value("半句").run()
    again = editing(2)
    assert area(again, "question").value == "半句"
    assert area(editing(2, reviewer="王敏"), "question").value != "半句"
    decide(engine, 2, "王晓", Action.KEEP, idempotency_key="1")
    assert area(editing(2), "question").value != "半句"


def test_options_are_added_moved_and_taken_away_and_the_answer_goes_with_them(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    hand(app, "up_1").click().run()
    assert _answer(app).value == "a"
    assert area(app, "option_0").value == "三根"
    hand(app, "remove_3").click().run()
    hand(app, "add").click().run()
    assert "The option D is empty. Write its text or remove it." in texts(app)
    area(app, "option_3").set_value("六根").run()
    hand(app, "save").click().run()
    (stored,) = revisions(engine, 2)
    assert stored.question.choice == {"a": "三根", "b": "两根 <b>粗</b>", "c": "四根", "d": "六根"}
    assert stored.question.answer == ("a",)


def test_what_is_wrong_is_said_at_once_and_nothing_is_stored(engine: Engine, editing: Edit) -> None:
    app = editing(2)
    area(app, "question").set_value("").run()
    assert "field question:" in texts(app)
    hand(app, "save").click().run()
    assert history(engine, 2) == []
    assert unsaved_edit(engine, 2, "王晓") is not None


def test_in_a_single_choice_another_letter_takes_the_place_of_the_first(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    _answer(app).set_value("a").run()
    assert _kept_answer(engine) == ["a"]
    keyed(app.segmented_control, "fix_2").set_value("multi_choice").run()
    _answer(app).set_value(["a", "c"]).run()
    assert _kept_answer(engine) == ["a", "c"]
    keyed(app.segmented_control, "fix_2").set_value("single_choice").run()
    assert _kept_answer(engine) == ["a"]
    assert _answer(app).value == "a"


def _kept_answer(engine: Engine) -> list[str]:
    edit = unsaved_edit(engine, 2, "王晓")
    assert edit is not None
    return edit.answer


def test_a_pasted_quote_is_looked_up_and_shown_in_its_passage(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    area(app, "quote").set_value("收货银四十二两,付船资七两").run()
    assert "<mark>收货银四十二两，付船资七两</mark>" in texts(app)
    hand(app, "save").click().run()
    (stored,) = revisions(engine, 2)
    assert stored.evidence is not None
    assert stored.evidence.text == "收货银四十二两，付船资七两"
    assert NOVEL[stored.evidence.start : stored.evidence.end] == stored.evidence.text
    assert [change.field for change in stored.changes] == ["position", "evidence"]


def test_of_an_altered_quote_the_texts_own_words_can_be_taken(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    area(app, "quote").set_value("收货银四十三两，付船资七两").run()
    assert "The text says something different" in texts(app)
    assert "The evidence was not found in the text, so it will not be stored" in texts(app)
    hand(app, "place_take").click().run()
    assert area(app, "quote").value == "收货银四十二两，付船资七两"
    edit = unsaved_edit(engine, 2, "王晓")
    assert edit is not None
    assert edit.evidence is not None


def test_a_quote_that_stands_in_many_places_is_pointed_at(engine: Engine, editing: Edit) -> None:
    app = editing(2)
    area(app, "quote").set_value("等船的人先听见了橹声").run()
    places = next(one for one in app.pills if (one.key or "").endswith("place_pills"))
    assert "Found in 20 places" in places.label
    chosen = (NOVEL.index("等船的人") + 5 * 26, NOVEL.index("等船的人") + 5 * 26 + 10)
    places.set_value(chosen).run()
    edit = unsaved_edit(engine, 2, "王晓")
    assert edit is not None
    assert (edit.evidence, edit.quote) == (chosen, "等船的人先听见了橹声")


def test_closing_keeps_the_edit_and_throwing_it_away_does_not(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    area(app, "question").set_value("半句").run()
    hand(app, "close").click().run()
    assert "desk-verbatim desk-question" in texts(app)
    app.button(key="correct").click().run()
    assert area(app, "question").value == "半句"
    hand(app, "discard").click().run()
    assert unsaved_edit(engine, 2, "王晓") is None
    app.button(key="correct").click().run()
    assert area(app, "question").value == "老周到渡口时是早是迟？"


def test_a_decision_the_page_has_not_shown_is_not_overridden_and_the_edit_is_kept(
    engine: Engine, editing: Edit
) -> None:
    app = editing(2)
    area(app, "question").set_value("改了").run()
    decide(engine, 2, "王晓", Action.KEEP, idempotency_key="another tab")
    hand(app, "save").click().run()
    assert [event.action for event in history(engine, 2)] == ["keep"]
    assert "王晓 already decided: accepted." in texts(app)
    assert area(app, "question").value == "改了"


def test_an_undone_correction_is_not_shown_as_standing(engine: Engine, editing: Edit) -> None:
    app = editing(2)
    _answer(app).set_value("c").run()
    hand(app, "save").click().run()
    assert "Edited question" in texts(app)
    undo(engine, 2, "王晓", idempotency_key="u")
    assert "Edited question" not in texts(app.run())


def test_nothing_in_a_question_is_interpreted_and_the_page_speaks_chinese(
    engine: Engine, editing: Edit
) -> None:
    app = editing(6, lang="zh_CN")
    area(app, "question").set_value(HOSTILE + "?").run()
    assert "<script>alert" not in texts(app)
    hand(app, "save").click().run()
    assert "<script>alert" not in texts(app)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in texts(app)
    assert "修改后的题目" in texts(app)


def test_a_run_offers_its_cleaned_set_with_what_is_left_out(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    correct(
        engine,
        2,
        "王晓",
        Correction("几根？", "single_choice", OPTIONS, ["c"]),
        idempotency_key="1",
    )
    decide(engine, 3, "王晓", Action.DROP, idempotency_key="2")
    app = open_page("runs", lang="en", run=1)
    said = texts(app)
    assert "<b>2</b> of 8 questions so far" in said
    assert "Left out: 1 rejected, 3 undecided, 1 failed to evaluate, 1 skipped" in said
    assert "Edited questions when re-validated · 1 not re-validated" in said
    assert "Cleaned set · 2 questions · 3 still undecided" in said
    way = links(app)["Undecided questions"]
    assert way.endswith("questions?run=1&show=all&state=undecided")
    assert not open_page("runs", lang="en", run=1, set="kept").exception
