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


# Quotation marks and dashes are as wide as a character in Chinese fonts; see desk.css.
_PAGE_MARKS = """@font-face { font-family: "Page marks";
  unicode-range: U+B7, U+2010-2015, U+2018-201F, U+2026;
  src: local("Segoe UI"), local("Helvetica Neue"), local("Arial"), local("Liberation Sans"),
    local("Noto Sans"), local("DejaVu Sans"); }"""


_NO_INSTRUCTIONS = '[data-testid="InputInstructions"] { display: none; }'
"""Press Ctrl+Enter to submit form."""


def style() -> None:
    """The desk's stylesheet and theme, and words that Streamlit has in English only."""
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


_gathered: ContextVar[list[str] | None] = ContextVar("gathered", default=None)


def draw(body: str) -> None:
    """A piece of HTML, by itself or among those that are drawn `together`."""
    gathered = _gathered.get()
    if gathered is None:
        st.html(body)
    else:
        gathered.append(body)


@contextmanager
def together() -> Iterator[None]:
    """Pieces of HTML become one element of the page: many small ones are slow to paint."""
    token = _gathered.set([])
    try:
        yield
        pieces = _gathered.get()
    finally:
        _gathered.reset(token)
    if pieces:
        st.html(f'<div class="desk-together">{"".join(pieces)}</div>')


@contextmanager
def inside(css: str) -> Iterator[None]:
    """Pieces of HTML drawn `together` stand in a box of their own."""
    token = _gathered.set([])
    try:
        yield
        pieces = _gathered.get()
    finally:
        _gathered.reset(token)
    draw(f'<div class="{css}">{"".join(pieces or ())}</div>')


_ADDRESSES = re.compile(r"https?:(?=//)|www(?=\.)|@(?=\w)", re.IGNORECASE)
_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+.!|$~:&-])")


def plain(text: str) -> str:
    """Text for a place that reads Markdown, such as a link's label, so that it reads none.

    Addresses become links whatever is escaped in them; a mark that nobody sees keeps them apart.
    """
    return _MARKS.sub(r"\\\1", _ADDRESSES.sub("\\g<0>\u2060", text))


def lang_of(text: str) -> str:
    """The text's language as an HTML attribute: quotation marks are wide in Chinese fonts only."""
    return f'lang="{guess_language(text)}"'


def verbatim(text: str, css: str = "desk-verbatim") -> None:
    draw(f'<div class="{css}" {lang_of(text)}>{escape(text)}</div>')


def page_title(name: str) -> None:
    """The page's heading in the row of its filters, where every line of height counts."""
    with st.container(width="content"):
        draw(f'<h1 class="desk-title">{escape(name)}</h1>')


def caption(*parts: str | None) -> None:
    """Quiet facts in one line, such as where an item comes from; no line where there are none."""
    said = " · ".join(escape(part) for part in parts if part)
    if said:
        draw(f'<div class="desk-caption">{said}</div>')


def badges(named: Iterable[tuple[str, Tone]]) -> None:
    drawn = "".join(
        f'<span class="desk-badge {tone}">{escape(name)}</span>' for name, tone in named
    )
    draw(f'<div class="desk-badges">{drawn}</div>')


def notices(lines: Iterable[tuple[str, str, Tone]]) -> None:
    """Several (title, sentence, tone) close together."""
    drawn = "".join(_notice(text, tone, title) for title, text, tone in lines)
    if drawn:
        draw(drawn)


def notice(text: str, tone: Tone = "red", *, title: str = "") -> None:
    """One clear sentence; unlike st.error it shows file names and rows as they are."""
    draw(_notice(text, tone, title))


def _notice(text: str, tone: Tone, title: str) -> str:
    head = f"<b>{escape(title)}</b> " if title else ""
    role = ' role="alert"' if tone == "red" else ""
    return f'<div class="desk-notice {tone}"{role}>{head}{escape(text)}</div>'


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, figures: Iterable[int] = ()
) -> None:
    """A small table of verbatim cells; the columns named in `figures` are aligned as numbers."""
    right = set(figures)

    def cell(column: int, text: str) -> str:
        css = ' class="figure"' if column in right else ""
        return f"<td{css}>{escape(text)}</td>"

    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        f"<tr>{''.join(cell(column, text) for column, text in enumerate(row))}</tr>" for row in rows
    )
    draw(
        '<div class="desk-scroll"><table class="desk-table">'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
