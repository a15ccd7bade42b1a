"""The pages by name, with their titles in the reader's language."""

import functools
from collections.abc import Mapping
from contextlib import nullcontext
from html import escape
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components import page_state
from pages.components.html import plain
from pages.components.language import N_, _
from pages.components.rights import PAGES, allowed_page, needs

FOLDER = Path(__file__).parents[1]
TITLES = {
    "home": N_("Home"),
    "review": N_("Review"),
    "questions": N_("Questions"),
    "adjudicate": N_("Adjudicate"),
    "library": N_("Library"),
    "runs": N_("Runs"),
    "depth": N_("Depth"),
    "accuracy": N_("Accuracy"),
    "copy_check": N_("Copy check"),
    "answers": N_("Answers"),
    "settings": N_("Settings"),
}

GROUPS = {
    N_("My work"): ("home", "review", "questions", "adjudicate"),
    N_("Validation"): ("library", "runs", "depth"),
    N_("Reports"): ("accuracy",),
    N_("Generated copy"): ("copy_check", "answers"),
    N_("System"): ("settings",),
}
"""The pages in the order of the sidebar."""


def draw_navigation(current: str, counts: Mapping[str, int]) -> None:
    """Draw the sidebar's groups of pages that the reader's role may open; `counts` are the
    questions that wait at a page.
    """
    slots: dict[str, DeltaGenerator] = {}
    with st.container(key="pages"):
        for group, names in GROUPS.items():
            if allowed_names := [name for name in names if allowed_page(name)]:
                st.html(f'<div class="desk-group">{escape(_(group))}</div>')
            for name in allowed_names:
                with st.container(key="current_page") if name == current else nullcontext():
                    slots[name] = st.empty()
                _draw_page_link(slots[name], name, counts.get(name, 0))
    page_state.NAVIGATION_SLOTS.set(slots)


def redraw_counts(counts: Mapping[str, int]) -> None:
    """Update the counts in the sidebar from within a fragment."""
    slots = page_state.NAVIGATION_SLOTS.get()
    for name in counts.keys() & slots.keys():
        _draw_page_link(slots[name], name, counts[name])


def _draw_page_link(slot: DeltaGenerator, name: str, n: int) -> None:
    label = _(TITLES[name])
    slot.page_link(_target(name), label=f"{label} :gray[{n:,}]" if n else label, width="stretch")


def page_entry(name: str) -> st.Page:
    """A new entry for st.navigation, which ties it to one session: `pages/{name}/page.py`, hidden
    if the reader's role may not open it.
    """
    return _page(name, _(TITLES[name]), allowed_page(name))


def _target(name: str) -> st.Page:
    """The page as a link's target, cached since every press draws the sidebar's links."""
    return _cached_page(name, _(TITLES[name]), allowed_page(name))


def _page(name: str, title: str, is_visible: bool) -> st.Page:
    return st.Page(
        FOLDER / name / "page.py",
        title=title,
        url_path=name,
        default=name == "home",
        visibility="visible" if is_visible else "hidden",
    )


_cached_page = functools.cache(_page)


def link(name: str, label: str, **query: object) -> None:
    """Draw a link to a page with `query` as parameters, such as run=3; the language is kept."""
    options = {} if allowed_page(name) else needs(PAGES[name])
    st.page_link(_target(name), label=plain(label), query_params=_query_params(query), **options)


def open_place(name: str, **query: object) -> None:
    """Open a page at once, with `query` as parameters; nothing after this call is drawn."""
    st.switch_page(_target(name), query_params=_query_params(query))


def _query_params(query: dict[str, object]) -> dict[str, str]:
    return {key: str(value) for key, value in query.items() if value}
