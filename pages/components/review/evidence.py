"""Why an item is here, the passage with the quote marked, and quote beside source."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from core.services.results import (
    PASSAGE_CHARS,
    ComparisonRow,
    ItemDetail,
    TextWindow,
    passages,
    side_by_side,
)
from core.text import EvidenceWarning
from core.text.matching.verdicts import MAX_LISTED_OCCURRENCES
from core.validation import WARNING_TEXT
from pages.components.action import guarded_action
from pages.components.app_context import engine
from pages.components.html import caption, draw, notice, notices, together
from pages.components.language import _
from pages.components.passage import WHOLE, centre, draw_passage
from pages.components.rates import percent
from pages.components.review.failure_explanation import failure_explanation
from pages.components.review.prefetch import PrefetchedItem
from pages.components.review.quote_diff import draw_quote_diff
from pages.components.wording import REASONS, term_name, term_tone

WIDER = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters on each side of the quote, one step per press of Show more."""


def draw_evidence(sight: PrefetchedItem) -> None:
    """The right half of the desk: a sentence per reason, the text itself, quote beside source."""
    if not sight.windows:
        with together():
            _draw_why(sight, WHOLE)
            notice(_("There is no text to show: the question has neither a novel nor a context."))
        return
    item = sight.item
    rows = side_by_side(item.result, sight.windows) if item.result else WHOLE
    step, at = _view(sight)
    place = sight.occurrences[at] if at is not None else None
    own = place is None or place in item.places
    windows = sight.windows
    if step or not own:
        windows = passages(engine(), item, WIDER[step], None if own else place)
    drawing = f"{item.id}:{step}:{at}"
    with together():
        _draw_why(sight, rows)
        if where := _where(item, windows) if own else None:
            caption(where)
        _draw_depth(sight, at)
        draw_passage(windows, rows, drawing)
        if item.judged and item.result and item.result.evidence.strip():
            draw_quote_diff(item.result, rows)
    _draw_ways(sight, windows, step, at)
    centre(drawing)


def _draw_why(sight: PrefetchedItem, rows: Sequence[ComparisonRow]) -> None:
    item = sight.item
    notices(
        (
            term_name(REASONS, reason),
            failure_explanation(item, reason, rows),
            term_tone(REASONS, reason),
        )
        for reason in item.reasons
    )
    if item.error:
        notice(item.error.worded(_), "quiet")
    for warning in _warnings(item):
        notice(_(WARNING_TEXT[warning]), "quiet")


def _view(sight: PrefetchedItem) -> tuple[int, int | None]:
    """How wide the text is shown, and which of several occurrences of the quote."""
    id_, places = sight.item.id, sight.occurrences
    step = int(st.session_state.get(f"wider_{id_}", 0))
    if len(places) < 2:
        return step, None
    own = next((n for n, place in enumerate(places) if place in sight.item.places), 0)
    return step, min(int(st.session_state.get(f"place_{id_}", own)), len(places) - 1)


def _draw_depth(sight: PrefetchedItem, at: int | None) -> None:
    """Where in the book the text shown stands, as a line with a mark and in words."""
    total = sight.item.total_chars
    if not total or not sight.item.places:
        return
    start = sight.item.places[0][0] if at is None else sight.occurrences[at][0]
    depth = start / total
    said = _("depth {depth}").format(depth=percent(depth))
    if at is not None:
        total_places = len(sight.occurrences)
        more = total_places == MAX_LISTED_OCCURRENCES
        place = _("place {n} of {total} or more") if more else _("place {n} of {total}")
        many = place.format(n=at + 1, total=total_places)
        said = f"{said} · {many}"
    draw(
        f'<div class="desk-depth"><span><i style="left:{depth * 100:.2f}%"></i></span>'
        f"<small>{escape(said)}</small></div>"
    )


def _draw_ways(
    sight: PrefetchedItem, windows: Sequence[TextWindow], step: int, at: int | None
) -> None:
    item_id = sight.item.id
    with st.container(horizontal=True, gap="small"):
        if at is not None:
            last = len(sight.occurrences) - 1
            for label, key, to in (
                (_("Previous place"), "Left", at - 1),
                (_("Next place"), "Right", at + 1),
            ):
                st.button(
                    label,
                    key=f"place_{key}",
                    shortcut=key,
                    disabled=not 0 <= to <= last,
                    on_click=_show_place,
                    args=(item_id, to),
                )
        whole = windows[0].start == 0 and windows[0].end == windows[0].total
        st.button(
            _("Show more of the text"),
            key="more",
            shortcut="V",
            disabled=whole or step + 1 == len(WIDER),
            on_click=_widen,
            args=(item_id, step + 1),
        )


def _warnings(item: ItemDetail) -> list[str]:
    """What the reasons do not say already."""
    said = EvidenceWarning.NEGATION_LEFT_OUT if "evidence_misjoined" in item.reasons else None
    return [one for one in item.result.warnings if one != said] if item.result else []


def _where(item: ItemDetail, windows: Sequence[TextWindow]) -> str | None:
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


@guarded_action
def _widen(item_id: int, step: int) -> None:
    st.session_state[f"wider_{item_id}"] = step


@guarded_action
def _show_place(item_id: int, at: int) -> None:
    st.session_state[f"place_{item_id}"] = at
