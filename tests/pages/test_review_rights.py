"""What Review offers is what the table of states lets a reviewer do; the rest says why not."""

from typing import Any

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.locale import wording
from core.review import ActKind
from core.services.review import Action, State, ask_second, claim, decide, visible_events
from tests.core.services.results.desk_data import fill
from tests.core.services.review.two_runs import SAME, run_again
from tests.pages.conftest import Open, texts
from tests.pages.test_review_page import press

ACTS = {"keep", "fix", "drop", "skip", "second"}


def _decided(engine: Engine, *names: str, item: int = 2, action: Action = Action.KEEP) -> None:
    for name in names:
        decide(engine, item, name, action, idempotency_key=f"{item} {name}", despite_claim=True)


def _button(app: AppTest, key: str) -> Any:
    return next(button for button in app.button if button.key == key)


def _acts(app: AppTest) -> set[str]:
    return {button.key or "" for button in app.button if button.key in ACTS}


def test_a_second_review_of_a_question_one_person_decided_is_offered_and_taken(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _decided(engine, "王晓")
    app = open_page("review", lang="en", item=2, state="either")
    assert not _button(app, "second").disabled
    press(app, "second")
    assert visible_events(engine, 2, "李").state is State.SECOND


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_second_review_that_would_be_refused_is_disabled_with_its_reason(
    engine: Engine, open_page: Open, lang: str
) -> None:
    fill(engine)
    _decided(engine, "李", "赵")
    button = _button(open_page("review", lang=lang, item=2, state="either"), "second")
    assert button.disabled
    why = "Two reviewers have already decided this question and agree."
    assert button.help.replace("\\", "") == wording(lang)(why)
    ask_second(engine, 5, "李", idempotency_key="5")
    button = _button(open_page("review", lang=lang, item=5), "second")
    assert button.disabled
    why = "A second review of this question is already requested."
    assert button.help.replace("\\", "") == wording(lang)(why)
    _decided(engine, "李", item=3)
    again = run_again(engine, {"q3": (*SAME, "evidence_not_found")})["q3"]
    button = _button(open_page("review", lang=lang, item=again), "second")
    assert button.disabled
    assert {"keep", "fix", "drop", "skip"} <= _acts(open_page("review", lang=lang, item=again))


def test_one_of_two_opinions_may_be_given_by_another_and_changed_by_its_giver(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _decided(engine, "李")
    ask_second(engine, 2, "李", idempotency_key="ask")
    for name in ("李", "王晓"):
        app = open_page("review", lang="en", item=2, state="second", reviewer=name)
        assert _acts(app) == ACTS
        assert {key for key in ACTS if _button(app, key).disabled} == {"second"}


def test_a_link_to_what_another_looks_at_or_has_settled_offers_no_act(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    claim(engine, 2, "李")
    app = open_page("review", lang="en", item=2)
    assert _acts(app) == set()
    assert "李 has reserved this question until" in texts(app)
    _decided(engine, "赵", item=3)
    _decided(engine, "李", item=3, action=Action.DROP)
    app = open_page("review", lang="en", item=3)
    assert _acts(app) == set()
    assert "The two reviews of this question differ" in texts(app)


def test_the_page_offers_an_opinion_exactly_where_the_table_allows_one(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _decided(engine, "李", item=2)
    _decided(engine, "李", "赵", item=3)
    _decided(engine, "李", item=4)
    _decided(engine, "赵", item=4, action=Action.DROP)
    for item in (2, 3, 4, 5):
        app = open_page("review", lang="en", item=item, state="either")
        seen = visible_events(engine, item, "王晓")
        assert ("keep" in _acts(app)) == seen.permission(ActKind.ACCEPT).allowed
        if "second" in _acts(app):
            may = seen.permission(ActKind.SECOND).allowed
            assert _button(app, "second").disabled is not may


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "李 decided otherwise (rejected), so it goes to Adjudicate. Undo (U)"),
        ("zh_CN", "已转入“仲裁”。撤销（U）"),
    ],
)
def test_a_press_that_makes_a_conflict_says_where_the_question_goes(
    engine: Engine, open_page: Open, lang: str, said: str
) -> None:
    fill(engine)
    _decided(engine, "李", action=Action.DROP)
    ask_second(engine, 2, "李", idempotency_key="ask")
    app = open_page("review", lang=lang, item=2, state="second")
    press(app, "keep")
    assert said in texts(app)
    app = open_page("review", lang=lang, item=3)
    press(app, "keep")
    assert said not in texts(app)


def test_the_last_decision_of_a_queue_is_said_at_its_end_and_can_be_undone(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", reason="evidence_elsewhere")
    press(app, "keep")
    assert "The 1 question of this queue is decided." in texts(app)
    assert "Accepted: run #1, line 5. Undo (U)" in texts(app)
    app.button(key="undo").click().run()
    assert app.query_params["item"] in ("5", ["5"])
    assert visible_events(engine, 5, "王晓").state is State.OPEN
