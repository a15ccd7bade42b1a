"""Two apps on one SQLite file are one desk: started at once, each with a worker and a person."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from core.services.review import history
from db.engine import make_engine
from db.tables import Run, Validation
from tests.e2e.conftest import RUN_MS, database_in, reader, serving
from tests.e2e.reviewing import add_run, look_at, shown_item, sign, until

pytestmark = pytest.mark.browser

QUESTIONS, DECIDED = 12, 8
"""More than are decided: whoever looks at one holds the next one too, ready to be shown."""
_reader = contextmanager(reader)


@pytest.mark.long
def test_two_apps_on_one_sqlite_file_are_one_desk(browser: Browser, tmp_path: Path) -> None:
    names = ("here", "there")
    with ExitStack() as open_, ThreadPoolExecutor(2) as both:
        starting = [both.submit(open_.enter_context, serving(tmp_path, name)) for name in names]
        apps = [one.result() for one in starting]
        engine = make_engine(database_in(tmp_path))
        run, _ = add_run(engine, QUESTIONS, "shared")
        pages = [open_.enter_context(_reader(browser, app, "en-GB", 1280, 800)) for app in apps]
        for page, name in zip(pages, ("Ann", "Bo"), strict=True):
            page.goto(f"/review?run={run}")
            sign(page, name)
        decided: list[int] = []
        for _ in range(DECIDED // 2):
            items = [shown_item(page, but=decided) for page in pages]
            assert items[0] != items[1], "a question is with one person at a time"
            for page, item in zip(pages, items, strict=True):
                look_at(page, item)
                page.keyboard.press("a")
            for page, item in zip(pages, items, strict=True):
                until(page, lambda item=item: history(engine, item))  # type: ignore[misc]
            decided += items
        assert len(set(decided)) == DECIDED
        deciders = [event.reviewer for item in decided for event in history(engine, item)]
        assert sorted(deciders) == ["Ann"] * 4 + ["Bo"] * 4

        with Session(engine) as session:
            runs = select(Run).where(col(Run.is_sample))
            over = lambda: {one.status for one in _fresh(session, runs)} == {"done"}  # noqa: E731
            until(pages[0], over, within_ms=RUN_MS)
            totals = {one.id: one.total for one in _fresh(session, runs)}
            answered = select(Validation.run_id, func.count()).group_by(col(Validation.run_id))
            assert totals.items() <= dict(session.exec(answered).all()).items()
    said = "".join((tmp_path / f"{name}.log").read_text() for name in names)
    assert "Traceback" not in said
    assert "locked" not in said


def _fresh(session: Session, runs: SelectOfScalar[Run]) -> Sequence[Run]:
    session.rollback()
    return session.exec(runs).all()
