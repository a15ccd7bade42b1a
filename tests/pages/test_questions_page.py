"""The page Questions: find, select, see what would come of an act, do it, take it back."""

import re

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Checkbox

from core.services.review import (
    Action,
    Queue,
    State,
    ask_second,
    assign,
    claim,
    count,
    count_states,
    current_decisions,
    decide,
    history,
)
from pages.components.review.filter_bar import in_order
from pages.components.wording import CONFIDENCE, VERDICTS
from tests.core.services.results.desk_data import CASES, Case, fill
from tests.pages.conftest import Open, keyed, links, texts

THIRTY = tuple(Case(f"k{n}", f"question Q{n:02}", reasons=("answer_mismatch",)) for n in range(30))


def _press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def _pick(app: AppTest, *items: int) -> AppTest:
    for item in items:
        _box(app, item).check().run()
    return app


def _do(app: AppTest) -> AppTest:
    keyed(app.button, "bulk_do_").click().run()
    assert not app.exception
    return app


def _box(app: AppTest, name: object) -> Checkbox:
    """Of a question or of the page; its key ends with how often it was renewed."""
    keys = re.compile(rf"pick_{name}(_\d+)?")
    return next(box for box in app.checkbox if keys.fullmatch(box.key or ""))


def _ticked(app: AppTest) -> list[str]:
    return ["_".join(box.key.split("_")[:2]) for box in app.checkbox if box.value and box.key]


def test_everything_is_listed_with_what_stands_of_it(engine: Engine, open_page: Open) -> None:
    fill(engine)
    decide(engine, 2, "王敏", Action.DROP, idempotency_key="1")
    decide(engine, 3, "王敏", Action.KEEP, idempotency_key="2")
    ask_second(engine, 3, "王敏", idempotency_key="3")
    assign(engine, Queue(), "赵一", "Lead", n=1, idempotency_key="4")
    app = open_page("questions", lang="en")
    assert not app.exception
    said = texts(app)
    assert "8 questions" in said
    assert '<em class="desk-badge quiet">Reject</em><i>王敏</i>' in said
    assert '<em class="desk-badge amber">Second review</em>' in said
    assert "Accept</em>" not in said, "the first opinion is not shown to who may give the second"
    assert "for 赵一" in said
    assert links(app)["货银一共多少两？"] == "review?show=all&state=either&item=5"


def test_words_find_questions_keys_and_notes_and_stay_in_the_address(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 4, "王敏", Action.KEEP, "ask the author", idempotency_key="1")
    app = open_page("questions", lang="en")
    app.text_input(key="address_text").set_value("author").run()
    assert "author" in app.query_params["text"]
    assert "1 question" in texts(app)
    assert "阿桂姓什么？" in links(app)
    assert "1 question" in texts(open_page("questions", lang="en", text="q7"))
    assert "No questions match these filters." in texts(
        open_page("questions", lang="en", text="zeppelin")
    )


def test_two_are_selected_counted_dropped_and_taken_back(engine: Engine, open_page: Open) -> None:
    fill(engine)
    decide(engine, 3, "王敏", Action.KEEP, idempotency_key="1")
    app = _pick(open_page("questions", lang="en"), 2, 3)
    assert "2 selected" in texts(app)
    _press(app, "bulk_drop")
    assert "1 of 2 selected questions will change." in texts(app)
    assert "already decided: 1" in texts(app)
    assert history(engine, 2) == []
    app.text_input(key="bulk_note").set_value("nonsense")
    app.pills(key="bulk_reasons").set_value(["off_topic"])
    _do(app)
    assert "1 question rejected." in texts(app)
    assert current_decisions(engine, 1) == {2: Action.DROP, 3: Action.KEEP}
    assert "Reject (bulk action)" in texts(open_page("review", lang="en", item=2))
    (event,) = history(engine, 2)
    assert (event.comment, event.reasons, event.reviewer) == ("nonsense", ("off_topic",), "王晓")
    assert _ticked(app) == []
    keyed(app.button, "bulk_undo_said").click().run()
    assert "Undone on 1 question." in texts(app)
    assert current_decisions(engine, 1) == {3: Action.KEEP}


def test_a_decided_question_is_decided_again_only_when_that_is_chosen(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 3, "王晓", Action.KEEP, idempotency_key="1")
    decide(engine, 4, "王敏", Action.KEEP, idempotency_key="2")
    app = _press(_pick(open_page("questions", lang="en"), 3, 4), "bulk_drop")
    assert keyed(app.button, "bulk_do_").disabled
    app.toggle(key="bulk_again").set_value(True).run()
    assert "Replaces your earlier decisions: Accept 1." in texts(app)
    assert "Differs from other reviewers and goes to Adjudicate: Accept 1." in texts(app)
    _do(app)
    assert current_decisions(engine, 1) == {3: Action.DROP}
    assert count_states(engine, Queue(run_id=1))[State.DISPUTED] == 1


def test_a_selection_goes_on_over_pages_and_filters(engine: Engine, open_page: Open) -> None:
    fill(engine, THIRTY)
    app = _pick(open_page("questions", lang="en"), 1)
    app.query_params["page"] = "2"
    app.run()
    assert "1 selected, 0 on this page" in texts(app)
    _pick(app, 30)
    assert "2 selected, 1 on this page" in texts(app)
    _box(app, "page").check().run()
    assert "6 selected, 5 on this page" in texts(app)
    app.text_input(key="address_text").set_value("q00").run()
    assert "page" not in app.query_params
    assert _ticked(app) == ["pick_page", "pick_1"]
    _press(app, "bulk_none")
    assert _ticked(app) == []


def test_all_that_match_but_one_are_assigned(engine: Engine, open_page: Open) -> None:
    fill(engine, THIRTY)
    app = _press(open_page("questions", lang="en", text="Q1"), "bulk_all")
    assert "10 selected" in texts(app)
    _box(app, "11").uncheck().run()
    assert "9 selected" in texts(app)
    _press(app, "bulk_assign")
    assert "9 of 9 selected questions will change." in texts(app)
    _do(app)
    assert "9 questions assigned to 王晓." in texts(app)
    assert count(engine, Queue(assigned_to="王晓")) == 9
    assert "9 questions" in texts(open_page("questions", lang="en", assigned="王晓"))


def test_all_is_selected_no_more_once_the_filter_is_another(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = _press(open_page("questions", lang="en"), "bulk_all")
    app.text_input(key="address_text").set_value("灯").run()
    assert "Select questions to edit them in bulk." in texts(app)


def test_what_changed_since_the_count_is_said_and_left(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = _press(_pick(open_page("questions", lang="en"), 2, 3, 4), "bulk_keep")
    decide(engine, 3, "王敏", Action.DROP, idempotency_key="1")
    claim(engine, 4, "王敏")
    _do(app)
    assert "1 question accepted." in texts(app)
    assert "decided or changed by somebody else meanwhile: 1" in texts(app)
    assert "reserved by somebody else: 1" in texts(app)
    assert current_decisions(engine, 1) == {2: Action.KEEP, 3: Action.DROP}


def test_an_act_is_taken_back_later_from_the_list(engine: Engine, open_page: Open) -> None:
    fill(engine)
    _do(_press(_pick(open_page("questions", lang="en"), 2, 3), "bulk_drop"))
    app = open_page("questions", lang="en")
    app.session_state["bulk_recent"] = True
    app.run()
    assert "2 questions rejected." in texts(app)
    keyed(app.button, "bulk_undo_recent").click().run()
    assert current_decisions(engine, 1) == {}


def test_without_a_name_one_looks_and_does_nothing(engine: Engine, open_page: Open) -> None:
    fill(engine)
    decide(engine, 3, "王敏", Action.KEEP, idempotency_key="1")
    ask_second(engine, 3, "王敏", idempotency_key="2")
    app = open_page("questions", lang="en", reviewer=None)
    assert not app.exception
    assert len(app.checkbox) == 0
    assert "Continue" in texts(app)
    assert "Accept</em>" not in texts(app)


def test_an_empty_desk_says_how_to_begin(open_page: Open) -> None:
    app = open_page("questions", lang="en")
    assert not app.exception
    assert "Start a run to see its questions here" in texts(app)


NOWHERE = {
    "run": "Run {} does not exist.",
    "model": "Model {} does not exist.",
    "reason": "Reason {} does not exist.",
    "verdict": "The address has an unknown verdict: “{}”.",
    "state": "The address has an unknown state: “{}”.",
    "show": "The address has an unknown show: “{}”.",
    "order": "The address has an unknown order: “{}”.",
}


@pytest.mark.parametrize("key", NOWHERE)
@pytest.mark.parametrize("page", ["questions", "review"])
def test_an_address_that_names_what_is_not_there_says_so_and_shows_nothing_else(
    engine: Engine, open_page: Open, page: str, key: str
) -> None:
    fill(engine)
    app = open_page(page, lang="en", **{key: 999})
    assert not app.exception
    assert NOWHERE[key].format(999) in texts(app)
    assert CASES[1].question not in texts(app) + " ".join(links(app))
    app.button(key="address_unknown").click().run()
    assert key not in app.query_params
    assert CASES[1].question in texts(app) + " ".join(links(app))


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_page_that_is_not_there_is_the_nearest_one(
    engine: Engine, open_page: Open, lang: str
) -> None:
    fill(engine)
    app = open_page("questions", lang=lang)
    for number in ("-3", "999999", "x"):
        app.query_params["page"] = number
        app.run()
        assert not app.exception
        assert len(app.checkbox) == len(CASES) + 1


def test_confidences_and_verdicts_are_offered_in_the_order_of_their_terms() -> None:
    assert in_order(["high", "low", "medium"], CONFIDENCE) == ["high", "medium", "low"]
    verdicts = ["absent", "new", "altered", "elided", "exact", "normalised"]
    assert in_order(verdicts, VERDICTS) == [*VERDICTS, "new"]
