"""A passage of the text with the parts of a quote marked."""

import json
from collections.abc import Sequence
from html import escape
from itertools import pairwise

import streamlit as st

from core.services.results import ComparisonRow, Mark, TextWindow
from pages.components.html import draw, lang_of
from pages.components.language import _n

WHOLE = (ComparisonRow(0, ()),)
"""The rows of evidence that is marked as a whole, with no quote to compare."""


def draw_passage(
    windows: Sequence[TextWindow],
    rows: Sequence[ComparisonRow],
    drawing: str,
    *,
    wide: bool = False,
    begin: int | None = None,
) -> None:
    """Draw the text with the quote's parts marked, and the changes within them.

    Distant parts have their own windows, with the number of characters between them. `wide`: as
    high as the screen allows. `begin`: the character to scroll to if nothing is marked.
    """
    html = _window(windows[0], rows) if begin is None else _unmarked(windows[0], begin)
    for previous, window in pairwise(windows):
        distance = window.start - previous.end
        distance_text = _n("{n} character later", "{n} characters later", distance)
        html += f"<hr><small>{escape(distance_text)}</small>{_window(window, rows)}"
    lang = lang_of("".join(window.text for window in windows))
    ellipsis = "……" if "zh" in lang else "…"
    lead = ellipsis if windows[0].start else ""
    trail = ellipsis if windows[-1].end < windows[-1].total else ""
    css = "desk-passage desk-wide" if wide else "desk-passage"
    draw(
        f'<div class="{css}" data-drawing="{drawing}" tabindex="0" {lang}>{lead}{html}{trail}</div>'
    )


def centre(drawing: str) -> None:
    """Scroll to the mark. Call it last: it draws an invisible element as high as a line."""
    script = f"<script>deskCentre({json.dumps(drawing)});</script>"
    st.html(script, unsafe_allow_javascript=True)


def _window(window: TextWindow, rows: Sequence[ComparisonRow]) -> str:
    """The window as HTML, with its first character's offset for selections (choices.js)."""
    text = "".join(
        _marked(text, mark, rows) if mark else escape(text) for text, mark in window.pieces()
    )
    return f'<span data-start="{window.start}">{text}</span>'


def _unmarked(window: TextWindow, begin: int) -> str:
    text_before, text_after = window.between(window.start, begin), window.between(begin, window.end)
    text = f'{escape(text_before)}<i class="desk-here"></i>{escape(text_after)}'
    return f'<span data-start="{window.start}">{text}</span>'


def _marked(text: str, mark: Mark, rows: Sequence[ComparisonRow]) -> str:
    parts = rows[mark.number - 1].parts
    if "".join(part.source for part in parts) != text:
        html = escape(text)
    else:
        html = "".join(
            f"<em{'' if part.changes_content else ' class=slip'}>{escape(part.source)}</em>"
            if part.altered and part.source
            else escape(part.source)
            for part in parts
        )
    return f"<mark>{numbered(mark.number, len(rows))}{html}</mark>"


def numbered(number: int, total: int) -> str:
    """HTML: the number of a part, empty if there is only one."""
    return f"<sup>{number}</sup>" if total > 1 else ""
