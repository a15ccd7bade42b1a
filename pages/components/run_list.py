"""The runs of a kind, newest first, page by page."""

from collections.abc import Callable

import streamlit as st

from core.services.runs import Run, count_runs, list_runs, workers_alive
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import notice
from pages.components.language import _
from pages.components.run_progress import REFRESH_S, is_under_way

PAGE_SIZE = 10


def draw_run_list(kind: str, none_yet: str, draw_line: Callable[[Run], None]) -> None:
    """Draw a page of runs, redrawn regularly while one of them is active."""
    total = count_runs(engine(), kind)
    if not total:
        notice(none_yet, "quiet")
        return
    pages = -(-total // PAGE_SIZE)
    number = st.pagination(pages, key=f"{kind}_runs_page") if pages > 1 else 1

    def page_runs() -> list[Run]:
        offset = (number - 1) * PAGE_SIZE
        return list(list_runs(engine(), kind, limit=PAGE_SIZE, offset=offset))

    running = any(map(is_under_way, page_runs()))

    @fragment(REFRESH_S if running else None)
    def live() -> None:
        runs = page_runs()
        if any(map(is_under_way, runs)) and not workers_alive(engine()):
            notice(
                _("No worker is running, so runs do not progress. Start one: python -m core worker")
            )
        for run in runs:
            draw_line(run)
        if running != any(map(is_under_way, runs)):
            st.rerun()

    live()
