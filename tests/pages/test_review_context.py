"""What stands around a question on Review: its chapter, the time left, and earlier decisions."""

import pytest
from sqlalchemy import Engine

from core.locale import wording
from core.services.review import Action, ask_second, decide
from pages.components.review.history import moment
from tests.core.services.results.desk_data import NOVEL, fill
from tests.core.services.review.two_runs import SAME, run_again
from tests.pages.conftest import Open, texts


@pytest.mark.parametrize(
    ("lang", "whole", "passage"),
    [("en", "Whole chapter", "Passage only"), ("zh_CN", "显示整章", "只看段落")],
)
def test_the_passage_names_its_chapter_and_widens_to_all_of_it(
    engine: Engine, open_page: Open, lang: str, whole: str, passage: str
) -> None:
    fill(engine)
    app = open_page("review", lang=lang, item=2)
    assert "第一章 渡口</b>" in texts(app)
    assert NOVEL[:40] not in texts(app)
    assert app.button(key="more").label == whole
    app.button(key="more").click().run()
    assert NOVEL[:40] in texts(app)
    assert app.button(key="more").label == passage
    app.button(key="more").click().run()
    assert NOVEL[:40] not in texts(app)


def test_the_time_left_is_said_from_five_decisions_on(engine: Engine, open_page: Open) -> None:
    fill(engine)
    for item in (1, 2, 3, 4):
        decide(engine, item, "王晓", Action.KEEP, idempotency_key=str(item))
    assert "at your pace" not in texts(open_page("review", lang="en"))
    decide(engine, 7, "王晓", Action.KEEP, idempotency_key="7")
    assert "about 1 min left at your pace" in texts(open_page("review", lang="en"))
    assert "at your pace" not in texts(open_page("review", lang="en", reviewer="李"))


def test_what_was_decided_in_another_run_is_said_with_name_and_time(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "李", Action.DROP, idempotency_key="1")
    again = run_again(engine, {"q2": (*SAME, "low_confidence")})["q2"]
    said = texts(open_page("review", lang="en", item=again))
    assert "Rejected by 李, " in said
    assert " UTC, in run #1. A later run raised new flags: " in said


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
@pytest.mark.parametrize("reasons", [SAME, (*SAME, "low_confidence")])
def test_a_decision_of_another_run_is_told_once(
    engine: Engine, open_page: Open, lang: str, reasons: tuple[str, ...]
) -> None:
    fill(engine)
    event = decide(engine, 2, "李", Action.DROP, idempotency_key="1")
    again = run_again(engine, {"q2": reasons})["q2"]
    app = open_page("review", lang=lang, item=again)
    assert texts(app).count(moment(event.at)) == 1
    _ = wording(lang)
    assert f"<dt>{_('Earlier')}</dt>" not in texts(app)
    assert "#1" in next(line for line in texts(app).splitlines() if moment(event.at) in line)
    own = texts(open_page("review", lang=lang, item=2))
    assert own.count(moment(event.at)) == 2


def test_a_note_of_an_earlier_decision_is_in_the_history(engine: Engine, open_page: Open) -> None:
    fill(engine)
    decide(engine, 2, "李", Action.DROP, comment="see line 3", idempotency_key="1")
    again = run_again(engine, {"q2": (*SAME, "low_confidence")})["q2"]
    assert "see line 3" in texts(open_page("review", lang="en", item=again))


def test_a_second_review_is_not_shown_what_was_decided_in_another_run(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "李", Action.DROP, idempotency_key="1")
    ask_second(engine, 2, "李", idempotency_key="2")
    again = run_again(engine, {"q2": SAME})["q2"]
    said = texts(open_page("review", lang="en", item=again, state="second"))
    assert "<dt>Earlier</dt>" not in said
