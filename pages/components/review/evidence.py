"""Why an item is here, the passage with the quote marked, and quote beside source."""

from collections.abc import Sequence
from dataclasses import replace
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
from pages.components.html import caption, draw, notice, together
from pages.components.language import _
from pages.components.passage import WHOLE, centre, draw_passage
from pages.components.rates import percent
from pages.components.review.failure_explanation import (
    failure_explanation,
    reasons_by_weight,
    word_pair,
)
from pages.components.review.prefetch import PrefetchedItem
from pages.components.review.quote_diff import draw_quote_diff, shortened
from pages.components.wording import OUTCOMES, REASONS, term_meaning, term_name

WIDER = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters on each side of the quote, one step per press of Show more."""


def draw_evidence(sight: PrefetchedItem, *, hidden: bool = False, selectable: bool = False) -> None:
    """The right half of the desk: why the question is here, the passage, quote beside source.

    `hidden`: the passage alone, as in blind mode. `selectable`: what is selected in it becomes the
    evidence.
    """
    if not sight.windows:
        with together():
            if not hidden:
                _draw_why(sight, WHOLE)
            notice(
                _("There is no text to show: the question has neither a novel nor a context."),
                "quiet",
            )
        return
    item = sight.item
    rows = side_by_side(item.result, sight.windows) if item.result and not hidden else WHOLE
    step, at = _view(sight)
    place = sight.occurrences[at] if at is not None else None
    own = place is None or place in item.places
    windows = sight.windows
    if step or not own:
        windows = passages(engine(), item, WIDER[step], None if own else place)
        if hidden:
            windows = [replace(window, marks=()) for window in windows]
    drawing = f"{item.id}:{step}:{at}:{int(hidden)}"
    if not hidden:
        _draw_why(sight, rows)
    with st.container(border=True, gap="small", key="passage_card"):
        _draw_passage_head(sight, windows, step, at)
        with together():
            if where := _where(item, windows) if own and not hidden else None:
                caption(where)
            draw_passage(windows, rows, drawing)
            caption(_("Select text here to make it the evidence.") if selectable else None)
    if not hidden and item.judged and item.result and item.result.evidence.strip():
        with together():
            draw_quote_diff(item.result, rows)
    centre(drawing)


def _draw_why(sight: PrefetchedItem, rows: Sequence[ComparisonRow]) -> None:
    """One line: the weightiest reason with its pair of words; what else is to be known below it."""
    item = sight.item
    with together():
        if item.reasons:
            draw(_why(item, reasons_by_weight(item.reasons)[0], rows))
        elif item.outcome != "failed":
            name, meaning = term_name(OUTCOMES, item.outcome), term_meaning(OUTCOMES, item.outcome)
            notice(meaning, "quiet", title=f"{name}:")
        if item.error:
            notice(item.error.worded(_), "quiet")
        for warning in _warnings(item):
            notice(_(WARNING_TEXT[warning]), "quiet")


def _why(item: ItemDetail, reason: str, rows: Sequence[ComparisonRow]) -> str:
    """As HTML. Red where a word is altered, amber for every other flag."""
    is_altered = reason == "evidence_altered"
    tone = "red" if is_altered else "quiet" if item.outcome != "failed" else "amber"
    pair = word_pair(rows) if is_altered else None
    words = f"<b>{escape(term_name(REASONS, reason))}:</b> "
    if pair is not None:
        part, more = pair
        words += (
            f'<mark class="desk-source">{escape(shortened(part.source))}</mark> → '
            f'<mark class="desk-altered">{escape(shortened(part.quote))}</mark> '
        )
        if more:
            words += escape(_("and {n} more").format(n=more)) + ". "
    words += escape(failure_explanation(item, reason, rows))
    return f'<div class="desk-notice desk-why {tone}">{words}</div>'


def _draw_passage_head(
    sight: PrefetchedItem, windows: Sequence[TextWindow], step: int, at: int | None
) -> None:
    """Which book and how far into it, the places of the quote, and more of the text."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key="passage_head"
    ):
        st.html(_heading(sight, windows, at), width="stretch")
        _draw_ways(sight, windows, step, at)


def _heading(sight: PrefetchedItem, windows: Sequence[TextWindow], at: int | None) -> str:
    item = sight.item
    start = windows[0].start
    if item.places:
        start = item.places[0][0] if at is None else sight.occurrences[at][0]
    title = escape(item.source_title or _("Own context"))
    words = f"<b>{title}</b>"
    if item.total_chars and item.source_title:
        depth = percent(start / item.total_chars)
        far = _("{depth} into the novel").format(depth=depth)
        words += f" <small>{escape(far)}</small>"
    if at is not None:
        total = len(sight.occurrences)
        many = total == MAX_LISTED_OCCURRENCES
        place = _("Place {n} of {total} or more") if many else _("Place {n} of {total}")
        words += f" <small>{escape(place.format(n=at + 1, total=total))}</small>"
    return f'<h2 class="desk-passage-head">{words}</h2>'


def _view(sight: PrefetchedItem) -> tuple[int, int | None]:
    """How wide the text is shown, and which of several occurrences of the quote."""
    id_, places = sight.item.id, sight.occurrences
    step = int(st.session_state.get(f"wider_{id_}", 0))
    if len(places) < 2:
        return step, None
    own = next((n for n, place in enumerate(places) if place in sight.item.places), 0)
    return step, min(int(st.session_state.get(f"place_{id_}", own)), len(places) - 1)


def _draw_ways(
    sight: PrefetchedItem, windows: Sequence[TextWindow], step: int, at: int | None
) -> None:
    item_id = sight.item.id
    if at is not None:
        last = len(sight.occurrences) - 1
        for label, name, key, to in (
            ("←", _("Previous place"), "Left", at - 1),
            ("→", _("Next place"), "Right", at + 1),
        ):
            st.button(
                label,
                key=f"place_{key}",
                shortcut=key,
                help=name,
                disabled=not 0 <= to <= last,
                on_click=_show_place,
                args=(item_id, to),
            )
    whole = windows[0].start == 0 and windows[0].end == windows[0].total
    st.button(
        _("More text"),
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
