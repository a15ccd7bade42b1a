"""The text itself, the quote's parts marked in it."""

import json
from collections.abc import Sequence
from html import escape
from itertools import pairwise

import streamlit as st

from core.services.results import ComparisonRow, Mark, TextWindow
from pages.components.html import draw, lang_of
from pages.components.language import _n

WHOLE = (ComparisonRow(0, ()),)
"""Of evidence that is marked as a whole: there is nothing to compare it with."""


def draw_passage(
    windows: Sequence[TextWindow],
    rows: Sequence[ComparisonRow],
    drawing: str,
    *,
    wide: bool = False,
    begin: int | None = None,
) -> None:
    """The quote's parts marked, and what the quote changed within them.

    Parts far from each other stand in windows of their own, with what lies between them counted.
    `wide`: as high as the screen allows, where nothing has to stand below. `begin`: the character
    to bring into view where nothing is marked.
    """
    said = _window(windows[0], rows) if begin is None else _unmarked(windows[0], begin)
    for before, window in pairwise(windows):
        apart = _n("{n} character later", "{n} characters later", window.start - before.end)
        said += f"<hr><small>{escape(apart)}</small>{_window(window, rows)}"
    lang = lang_of("".join(window.text for window in windows))
    more = "……" if "zh" in lang else "…"
    lead = more if windows[0].start else ""
    trail = more if windows[-1].end < windows[-1].total else ""
    css = "desk-passage desk-wide" if wide else "desk-passage"
    draw(
        f'<div class="{css}" data-drawing="{drawing}" tabindex="0" {lang}>{lead}{said}{trail}</div>'
    )


def centre(drawing: str) -> None:
    """To be called last: what it draws is not seen, but takes the room of a line."""
    script = f"<script>deskCentre({json.dumps(drawing)});</script>"
    st.html(script, unsafe_allow_javascript=True)


def _window(window: TextWindow, rows: Sequence[ComparisonRow]) -> str:
    """With the character it begins at, by which a selection is placed in the text (choices.js)."""
    text = "".join(
        _marked(text, mark, rows) if mark else escape(text) for text, mark in window.pieces()
    )
    return f'<span data-start="{window.start}">{text}</span>'


def _unmarked(window: TextWindow, begin: int) -> str:
    before, after = window.between(window.start, begin), window.between(begin, window.end)
    text = f'{escape(before)}<i class="desk-here"></i>{escape(after)}'
    return f'<span data-start="{window.start}">{text}</span>'


def _marked(text: str, mark: Mark, rows: Sequence[ComparisonRow]) -> str:
    parts = rows[mark.number - 1].parts
    if "".join(part.source for part in parts) != text:
        said = escape(text)
    else:
        said = "".join(
            f"<em{'' if part.changes_content else ' class=slip'}>{escape(part.source)}</em>"
            if part.altered and part.source
            else escape(part.source)
            for part in parts
        )
    return f"<mark>{numbered(mark.number, len(rows))}{said}</mark>"


def numbered(number: int, of: int) -> str:
    """The number of a part, where there are several."""
    return f"<sup>{number}</sup>" if of > 1 else ""
