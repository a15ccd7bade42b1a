"""What stands around a question on Review: its chapter, the time left, and earlier decisions."""

import pytest
from sqlalchemy import Engine

from core.services.review import Action, ask_second, decide
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
    assert "<dt>Earlier</dt><dd>Rejected by 李, " in said
    assert " UTC, in run #1</dd>" in said
    assert "<dt>Earlier</dt>" not in texts(open_page("review", lang="en", item=2))


def test_a_second_review_is_not_shown_what_was_decided_in_another_run(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "李", Action.DROP, idempotency_key="1")
    ask_second(engine, 2, "李", idempotency_key="2")
    again = run_again(engine, {"q2": SAME})["q2"]
    said = texts(open_page("review", lang="en", item=again, state="second"))
    assert "<dt>Earlier</dt>" not in said
