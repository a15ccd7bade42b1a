"""A run's state says what came of it on every page that names it, in both languages."""

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, update

from core.locale import wording
from db.tables import Run
from tests.core.services.results.desk_data import CASES, fill
from tests.pages.conftest import Open, links, texts

TOTAL = 6
FAILED = {"en": "Failed: 0 of {total} results usable", "zh_CN": "失败：{total} 个结果中 0 个可用"}
NO_USABLE = {
    "en": "has no usable result: 0 of 6 usable",
    "zh_CN": "没有可用结果：6 题中 0 题可用",
}


def run_of_nothing(engine: Engine, status: str, total: int) -> int:
    """A run of which no item has a result."""
    fill(engine, title="another")
    run_id = fill(engine, cases=())
    with Session(engine) as session:
        session.execute(update(Run).where(Run.id == run_id).values(status=status, total=total))
        session.commit()
    return run_id


@pytest.mark.parametrize("lang", FAILED)
@pytest.mark.parametrize("total", [0, TOTAL])
def test_a_run_without_a_result_is_nowhere_done(
    engine: Engine, open_page: Open, total: int, lang: str
) -> None:
    run_id = run_of_nothing(engine, "done", total)
    failed = FAILED[lang].format(total=total)
    for page, query in (("runs", {}), ("runs", {"run": run_id}), ("home", {})):
        assert failed in texts(open_page(page, lang=lang, **query)), (page, query)


def test_a_run_with_items_missing_is_done_with_problems(engine: Engine, open_page: Open) -> None:
    run_id = fill(engine)
    with Session(engine) as session:
        session.execute(update(Run).values(total=len(CASES) + 5))
        session.commit()
    assert "Done with problems" in texts(open_page("runs", lang="en", run=run_id))


@pytest.mark.parametrize("lang", NO_USABLE)
def test_a_cancelled_run_is_not_said_to_get_results_yet(
    engine: Engine, open_page: Open, lang: str
) -> None:
    run_id = run_of_nothing(engine, "cancelled", TOTAL)
    app = open_page("accuracy", lang=lang, run=run_id)
    assert NO_USABLE[lang] in "".join(links(app)).replace("\\", "")


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
@pytest.mark.parametrize("status", ["cancelled", "paused"])
def test_home_names_the_state_of_a_run_that_did_not_end(
    engine: Engine, open_page: Open, status: str, lang: str
) -> None:
    """Some of its questions have results, so they are not said to have none."""
    _first, _second, run_id = (fill(engine, title=title) for title in ("one", "two", "three"))
    values = {"status": status, "total": len(CASES) + 5}
    with Session(engine) as session:
        session.execute(update(Run).where(Run.id == run_id).values(values))
        session.commit()
    _ = wording(lang)
    page = texts(open_page("home", lang=lang))
    assert f'<div class="desk-cell">{_(status.capitalize())}' in page
    assert f'<div class="desk-cell">{_("no result")}' not in page
