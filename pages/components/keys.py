"""The keys of a page that decides: what each does, and that a held key does it once."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

import streamlit as st

from pages.components.debounce import LOOKED_AT_S, Drawn
from pages.components.language import N_, _

Keys = Sequence[tuple[str, str]]

KEYS: Keys = (
    ("A", N_("keep: the question is good as it is")),
    ("E", N_("correct: edit question, options, answer and evidence where they stand")),
    ("X", N_("drop: the question is to be left out")),
    ("S", N_("skip: leave it to others")),
    ("F", N_("second opinion: somebody else decides too, without seeing yours")),
    ("G", N_("suggest a fix, shown with its evidence; once more: open it in the editor")),
    ("U", N_("undo what you decided here, or your latest decision")),
    ("1 – 9", N_("reasons, on and off; they are stored with the decision")),
    ("N", N_("write a note; Enter leaves it")),
    ("Ctrl Enter", N_("save with the note and go on; in the editor, save the correction")),
    ("Esc", N_("close the editor; what was typed is kept")),
    ("J", N_("next question")),
    ("K", N_("previous question")),
    ("V", N_("show more of the text")),
    ("← →", N_("previous or next place of the quote")),
    ("H", N_("show or hide this list")),
)

FINAL_KEYS: Keys = (
    ("1 – 6", N_("why the opinions differ; choose it first")),
    ("A", N_("keep: the question is good as it is")),
    ("E", N_("correct: edit question, options, answer and evidence where they stand")),
    ("X", N_("drop: the question is to be left out")),
    ("Q", N_("take the correction of the first opinion")),
    ("W", N_("take the correction of the second opinion")),
    ("U", N_("undo your final decision here, or your latest one")),
    ("N", N_("write a note; Enter leaves it")),
    ("J", N_("next question")),
    ("K", N_("previous question")),
    ("V", N_("show more of the text")),
    ("← →", N_("previous or next place of the quote")),
    ("H", N_("show or hide this list")),
)

LISTEN = Path(__file__).with_name("keys.js").read_text("utf-8")

FOCUS = Path(__file__).with_name("focus.js").read_text("utf-8")


def listen(state: Drawn) -> None:
    """To be called when all of the item is drawn, in the state it is drawn in."""
    shown = f"deskKeys.shown({json.dumps(state)}, {LOOKED_AT_S * 1000})"
    st.html(f"<script>{LISTEN}{shown};</script>", unsafe_allow_javascript=True)


def hand_over() -> None:
    """To be called within an editor that has no bar: what is typed in it is handed over."""
    st.html(f"<script>{LISTEN}</script>", unsafe_allow_javascript=True)


def focus_editor(item_id: int) -> None:
    """To be called within the editor, before its fields.

    A script runs again only when its text differs, so each opening has its number.
    """
    opened = f"{item_id}:{st.session_state.get('editor_opened', 0)}"
    st.html(f"<script>/* {opened} */{FOCUS}</script>", unsafe_allow_javascript=True)


def draw_keys(keys: Keys = KEYS) -> None:
    """Every shortcut and what it does."""
    rows = "".join(
        f"<div><kbd>{escape(key)}</kbd><span>{escape(_(does))}</span></div>" for key, does in keys
    )
    st.html(f'<div class="desk-keys">{rows}</div>')
