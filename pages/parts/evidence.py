"""Why an item is here, the passage with the quote marked, and quote beside source."""

from collections.abc import Sequence

import streamlit as st

from core.results import PASSAGE_CHARS, Item, Passage, passages, side_by_side
from core.text import EvidenceWarning
from core.validation import WARNING_TEXT
from pages.parts.beside import draw_beside
from pages.parts.desk import engine
from pages.parts.html import caption, notice, notices
from pages.parts.language import _
from pages.parts.passage import WHOLE, centre, draw_passage
from pages.parts.rates import percent
from pages.parts.why import why
from pages.parts.words import REASONS, named, tone

WIDER = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters on each side of the quote, one step per press of Show more."""


def draw_evidence(item: Item) -> None:
    """The right half of the desk: a sentence per reason, quote beside source, the text itself."""
    step = int(st.session_state.get(f"wider_{item.id}", 0))
    windows = passages(engine(), item, WIDER[step])
    rows = side_by_side(item.result, windows) if item.result else WHOLE
    notices(
        (named(REASONS, reason), why(item, reason, rows), tone(REASONS, reason))
        for reason in item.reasons
    )
    if item.error:
        notice(item.error.worded(_), "quiet")
    for warning in _warnings(item):
        notice(_(WARNING_TEXT[warning]), "quiet")
    if not windows:
        notice(_("There is no text to show: the question has neither a novel nor a context."))
        return
    if item.judged and item.result and item.result.evidence.strip():
        draw_beside(item.result, rows)
    if where := _where(item, windows):
        caption(where)
    drawing = f"{item.id}:{step}"
    draw_passage(windows, rows, drawing)
    whole = windows[0].start == 0 and windows[0].end == windows[0].total
    st.button(
        _("Show more of the text"),
        key=f"more_{item.id}",
        shortcut="V",
        disabled=whole or step + 1 == len(WIDER),
        on_click=_widen,
        args=(item.id, step + 1),
    )
    centre(drawing)


def _warnings(item: Item) -> list[str]:
    """What the reasons do not say already."""
    said = EvidenceWarning.NEGATION_LEFT_OUT if "evidence_misjoined" in item.reasons else None
    return [one for one in item.result.warnings if one != said] if item.result else []


def _where(item: Item, windows: Sequence[Passage]) -> str | None:
    """What the shown text is, when it is not simply the quote's own passage."""
    if "position_out_of_range" in item.reasons:
        return _("The position lies outside the novel. The novel begins:")
    if item.evidence is not None:
        return _("The evidence of the question, as the depth test took it, is marked:")
    if not item.judged or item.result is None:
        return None
    if not windows[0].marks:
        return _("The quote was not located. The text the question was asked about begins:")
    if "evidence_reworded" in item.reasons:
        return _("The nearest text is marked, at depth {depth}:").format(depth=percent(item.depth))
    return None


def _widen(item_id: int, step: int) -> None:
    st.session_state[f"wider_{item_id}"] = step
