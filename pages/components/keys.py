"""Keyboard shortcuts of the pages that decide; a key that is held down acts once."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

import streamlit as st

from pages.components.debounce import MINIMUM_VIEW_S, Drawn
from pages.components.language import N_, _
from pages.components.page_state import EDITOR_OPENED, KEYS_SHOWN

Keys = Sequence[tuple[str, str]]

KEYS: Keys = (
    ("A", N_("accept: the question is good as it is")),
    ("Shift A – Z", N_("set the label to that option (or click the option)")),
    ("E", N_("edit question, options, answer and evidence; the cursor is in the question")),
    ("X", N_("reject: choose reasons, then Enter")),
    ("1 – 9", N_("toggle reasons after X, or in the editor once Tab has left its text")),
    ("Enter", N_("save the current action and go to the next question")),
    ("Esc", N_("cancel the current action or close the editor; your input is kept")),
    ("Ctrl Enter", N_("save from anywhere, even while typing")),
    ("S", N_("skip: leave it to others")),
    ("F", N_("request a second review by somebody who does not see your decision")),
    ("U", N_("undo your decision on this question, or your latest one")),
    ("N", N_("write a note (Enter to leave)")),
    ("G", N_("suggest a fix with its evidence")),
    ("O", N_("open the suggested fix in the editor")),
    ("J", N_("next question")),
    ("K", N_("previous question")),
    ("V", N_("show the whole chapter, or more of the text")),
    ("← →", N_("previous or next match of the quote")),
    ("H", N_("show or hide this list")),
)

FINAL_KEYS: Keys = (
    ("1 – 6", N_("why the reviews differ (choose this first)")),
    ("A", N_("accept: the question is good as it is")),
    ("E", N_("edit question, options, answer and evidence; the cursor is in the question")),
    ("X", N_("reject: the question is left out")),
    ("Q", N_("use reviewer 1's edit")),
    ("W", N_("use reviewer 2's edit")),
    ("U", N_("undo your final decision on this question, or your latest one")),
    ("N", N_("write a note (Enter to leave)")),
    ("J", N_("next question")),
    ("K", N_("previous question")),
    ("V", N_("show the whole chapter, or more of the text")),
    ("← →", N_("previous or next match of the quote")),
    ("H", N_("show or hide this list")),
)

_HERE = Path(__file__)
SCRIPTS = "".join(
    _HERE.with_name(name).read_text("utf-8") for name in ("keys.js", "passage.js", "choices.js")
)
FOCUS = _HERE.with_name("focus.js").read_text("utf-8")


def load_scripts() -> None:
    """Load the scripts with the page, so that later presses need not send them."""
    st.html(f"<script>{SCRIPTS}</script>", unsafe_allow_javascript=True)


def listen(state: Drawn, drawing: str = "") -> None:
    """Tell the key script which item is on screen. Call it when all of the item is drawn.
    `drawing`: id of the drawn passage whose mark is scrolled to.
    """
    shown_script = f"deskKeys.shown({json.dumps(state)}, {MINIMUM_VIEW_S * 1000});"
    centre_script = f"deskCentre({json.dumps(drawing)});" if drawing else ""
    st.html(f"<script>{shown_script}{centre_script}</script>", unsafe_allow_javascript=True)


def focus_editor(item_id: int) -> None:
    """Focus the editor. Call it within the editor, before its fields.

    A script runs again only when its text differs, so each opening has its own number.
    """
    opening = f"{item_id}:{EDITOR_OPENED.get()}"
    st.html(f"<script>/* {opening} */{FOCUS}</script>", unsafe_allow_javascript=True)


def draw_keys(keys: Keys = KEYS) -> None:
    """Draw an overlay with every shortcut and what it does."""
    rows = "".join(
        f"<div><kbd>{escape(key)}</kbd><span>{escape(_(does))}</span></div>" for key, does in keys
    )
    name = escape(_("Keyboard shortcuts"))
    with st.container(key="help_overlay"):
        st.html(
            f'<div role="dialog" aria-label="{name}"><h2>{name}</h2>'
            f'<div class="desk-keys">{rows}</div></div>'
        )


def keys_are_shown() -> bool:
    return KEYS_SHOWN.get()


def toggle_keys() -> None:
    KEYS_SHOWN.set(not KEYS_SHOWN.get())
