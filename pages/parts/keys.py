"""The keys of a page that decides: what each does, and that a held key does it once."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from pages.parts.language import N_, _

Keys = Sequence[tuple[str, str]]

KEYS: Keys = (
    ("A", N_("keep: the question is good as it is")),
    ("E", N_("fix: the question is to be corrected")),
    ("X", N_("drop: the question is to be left out")),
    ("S", N_("skip: leave it to others")),
    ("F", N_("second opinion: somebody else decides too, without seeing yours")),
    ("U", N_("undo this decision, or your latest one")),
    ("1 – 9", N_("reasons, on and off; they are stored with the decision")),
    ("N", N_("write a note; Enter leaves it")),
    ("Ctrl Enter", N_("save with the note and go on")),
    ("J", N_("next question")),
    ("K", N_("previous question")),
    ("V", N_("show more of the text")),
    ("← →", N_("previous or next place of the quote")),
    ("H", N_("show or hide this list")),
)

FINAL_KEYS: Keys = (
    ("1 – 6", N_("why the opinions differ; choose it first")),
    ("A", N_("keep: the question is good as it is")),
    ("E", N_("fix: the question is to be corrected")),
    ("X", N_("drop: the question is to be left out")),
    ("Q", N_("take the correction of the first opinion")),
    ("W", N_("take the correction of the second opinion")),
    ("U", N_("undo this final decision, or your latest one")),
    ("N", N_("write a note; Enter leaves it")),
    ("J", N_("next question")),
    ("K", N_("previous question")),
    ("V", N_("show more of the text")),
    ("← →", N_("previous or next place of the quote")),
    ("H", N_("show or hide this list")),
)

LISTEN = """<script>
window.deskKeys ??= window.addEventListener("keydown", (press) => {
  const bar = document.querySelector('[class*="st-key-reasons_"], [class*="st-key-causes_"]');
  const key = press.key.toLowerCase();
  if (!bar || press.target.matches("input, textarea, [contenteditable]")) return;
  if (press.repeat && "aexsfqwujk123456789".includes(key)) {
    press.preventDefault();
    press.stopImmediatePropagation();
  } else if (press.ctrlKey || press.metaKey || press.altKey) {
    return;
  } else if (/^[1-9]$/.test(key)) {
    bar.querySelectorAll("button")[key - 1]?.click();
  } else if (key === "n") {
    press.preventDefault();
    document.querySelector('[class*="st-key-comment_"] input')?.focus();
  }
}, true) || true;
</script>"""
"""A key that is held acts once, however long it is held; the digits choose reasons or a cause; N
goes to the note. Streamlit's own shortcuts do the rest.
"""


def listen() -> None:
    st.html(LISTEN, unsafe_allow_javascript=True)


def draw_keys(keys: Keys = KEYS) -> None:
    """Every shortcut and what it does."""
    rows = "".join(
        f"<div><kbd>{escape(key)}</kbd><span>{escape(_(does))}</span></div>" for key, does in keys
    )
    st.html(f'<div class="desk-keys">{rows}</div>')
