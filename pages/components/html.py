"""Text shown verbatim: escaped, so that nothing in a question or a novel is ever interpreted."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from pathlib import Path

import streamlit as st

from core.text import guess_language
from pages.components.language import _, language
from pages.components.wording import Tone

STYLE = Path(__file__).with_name("desk.css")
MARK = Path(__file__).with_name("mark.svg")
_THEME = Path(__file__).with_name("theme.js").read_text("utf-8")


_FIGURE = re.compile(r"\b([pn]) (=|<|&lt;) (?=\S)")


def keep_figures_together(text: str) -> str:
    """The text with no-break spaces in figures such as `p = 0.04` and `n = 66`."""
    return _FIGURE.sub("\\1\u00a0\\2\u00a0", text)


# Quotation marks and dashes are as wide as a character in Chinese fonts; see desk.css.
_PAGE_MARKS = """@font-face { font-family: "Page marks";
  unicode-range: U+B7, U+2010-2015, U+2018-201F, U+2026;
  src: local("Segoe UI"), local("Helvetica Neue"), local("Arial"), local("Liberation Sans"),
    local("Noto Sans"), local("DejaVu Sans"); }"""


_NO_INSTRUCTIONS = '[data-testid="InputInstructions"] { display: none; }'
"""Hides Streamlit's hint "Press Ctrl+Enter to submit form", which is in English only."""


def style() -> None:
    """Add the stylesheet and theme, and translations of words that Streamlit has in English."""
    st.html(STYLE)
    st.html(f"<script>{_THEME}</script>", unsafe_allow_javascript=True)
    st.html(f"<style>{_PAGE_MARKS if language() == 'en' else _NO_INSTRUCTIONS}</style>")
    word = json.dumps(_("Choose a file"), ensure_ascii=False)
    st.html(f"<style>.stFileUploader section button p::after {{ content: {word}; }}</style>")


_MARK = b64encode(MARK.read_bytes()).decode()


def brand() -> None:
    """The product's mark and name, as the sidebar's first line."""
    mark = f'<img alt="" src="data:image/svg+xml;base64,{_MARK}">'
    name = escape(_("Evidence Desk"))
    draw(f'<div class="desk-brand">{mark}<span>{name}</span></div>')


_parts: ContextVar[list[str] | None] = ContextVar("gathered", default=None)


def draw(body: str) -> None:
    """Draw a piece of HTML, by itself or as a part of `together` or `inside`."""
    parts = _parts.get()
    if parts is None:
        st.html(body)
    else:
        parts.append(body)


@contextmanager
def together() -> Iterator[None]:
    """Draw the HTML of this block as one element, as many small ones are slow to paint."""
    token = _parts.set([])
    try:
        yield
        parts = _parts.get()
    finally:
        _parts.reset(token)
    if parts:
        st.html(f'<div class="desk-together">{"".join(parts)}</div>')


@contextmanager
def inside(css: str) -> Iterator[None]:
    """Draw the HTML of this block inside one `<div>` with the class `css`."""
    token = _parts.set([])
    try:
        yield
        parts = _parts.get()
    finally:
        _parts.reset(token)
    draw(f'<div class="{css}">{"".join(parts or ())}</div>')


_ADDRESSES = re.compile(r"https?:(?=//)|www(?=\.)|@(?=\w)", re.IGNORECASE)
_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+.!|$~:&-])")


def plain(text: str) -> str:
    """Escape Markdown in a text, for example for a link's label.

    An invisible character breaks web addresses, which would become links even when escaped.
    """
    return _MARKS.sub(r"\\\1", _ADDRESSES.sub("\\g<0>\u2060", text))


def clip(text: str, length: int) -> str:
    """At most `length` characters of the text, with an ellipsis if it was longer."""
    return text if len(text) <= length else f"{text[:length]}…"


def lang_of(text: str) -> str:
    """The text's language as an HTML attribute: quotation marks are wide in Chinese fonts only."""
    return f'lang="{guess_language(text)}"'


def verbatim(text: str, css: str = "desk-verbatim") -> None:
    draw(f'<div class="{css}" {lang_of(text)}>{escape(text)}</div>')


def record_title(title: str) -> None:
    """Draw the heading of the page of one novel, set or test: its own title, which may be long."""
    draw(f'<h1 class="desk-verbatim desk-question" {lang_of(title)}>{escape(title)}</h1>')


def page_title(name: str) -> None:
    """Draw the page's heading within the row of its filters, to save height."""
    with st.container(width="content"):
        draw(f'<h1 class="desk-title">{escape(name)}</h1>')


def caption(*facts: str | None) -> None:
    """Draw facts as one quiet line; nothing if all are empty."""
    text = " · ".join(escape(fact) for fact in facts if fact)
    if text:
        draw(f'<div class="desk-caption">{text}</div>')


def badges(labels: Iterable[tuple[str, Tone]]) -> None:
    html = "".join(
        f'<span class="desk-badge {tone}">{escape(name)}</span>' for name, tone in labels
    )
    draw(f'<div class="desk-badges">{html}</div>')


def notices(lines: Iterable[tuple[str, str, Tone]]) -> None:
    """Draw several notices (title, sentence, tone) close together."""
    html = "".join(_notice(text, tone, title) for title, text, tone in lines)
    if html:
        draw(html)


def notice(text: str, tone: Tone = "red", *, title: str = "") -> None:
    """Draw one sentence; unlike st.error it renders no Markdown."""
    draw(_notice(text, tone, title))


def with_note(text: str, note: object) -> str:
    """The text with a note in the brackets of the reader's language."""
    return _("{text} ({note})").format(text=text, note=note)


def leading(title: str) -> str:
    """HTML: a title that begins a sentence, in bold; full-width Chinese marks need no space."""
    return f"<b>{escape(title)}</b>" + ("" if title.endswith(("：", "。")) else " ")


def _notice(text: str, tone: Tone, title: str) -> str:
    head = leading(title) if title else ""
    role = ' role="alert"' if tone == "red" else ""
    return f'<div class="desk-notice {tone}"{role}>{head}{escape(text)}</div>'


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, figures: Iterable[int] = ()
) -> None:
    """Draw a table of verbatim cells; the columns with an index in `figures` align as numbers."""
    figure_columns = set(figures)

    def cell(column: int, text: str) -> str:
        css = ' class="figure"' if column in figure_columns else ""
        return f"<td{css}>{escape(text)}</td>"

    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        f"<tr>{''.join(cell(column, text) for column, text in enumerate(row))}</tr>" for row in rows
    )
    draw(
        '<div class="desk-scroll"><table class="desk-table">'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
