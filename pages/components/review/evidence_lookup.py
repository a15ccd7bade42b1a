"""Pasted evidence, looked up in the text and shown where it was found."""

from collections.abc import Callable

import streamlit as st

from core.services.results import ItemDetail, passage_at
from core.services.review import EvidenceSource
from core.text import NotFoundCause
from core.validation import WARNING_TEXT
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import notice
from pages.components.language import N_, _, _n
from pages.components.mirror import mirror
from pages.components.option_labels import distinct_labels
from pages.components.passage import WHOLE, draw_passage
from pages.components.rates import percent

AROUND = 80
"""Characters shown on each side of the evidence."""

CAUSES = {
    NotFoundCause.ALTERED: N_("The text says something different. The closest passage is marked:"),
    NotFoundCause.MISJOINED: N_("All parts are in the text, but not joined like this."),
    NotFoundCause.REWORDED: N_("The text is worded differently. The closest passage is marked:"),
    NotFoundCause.ABSENT: N_("Not found in the text. Copy the words from the text."),
}

EvidenceRange = tuple[int, int]


def draw_quote(
    item: ItemDetail,
    source: EvidenceSource,
    quote: str,
    chosen: EvidenceRange | None,
    *,
    key: str,
    choose: Callable[[EvidenceRange], None],
) -> None:
    """Draw the passage of the quote with its warnings; if it is found in several places, a pill for
    each; if it is not found, the closest passage and a button that takes its wording instead.

    `choose(place)` is called in a callback when the reader picks characters [start, end).
    """
    match = source.look_up(quote)
    for warning in match.warnings:
        notice(_(WARNING_TEXT[warning]), "quiet")
    if not match.found:
        notice(_(CAUSES[match.cause or NotFoundCause.ABSENT]), "amber")
        if match.span is not None:
            _draw(item, (match.span.start, match.span.end), key)
            action(
                _("Use the wording of the text"),
                choose,
                right=None,
                key=f"{key}_take",
                args=((match.span.start, match.span.end),),
            )
        return
    places = [(span.start, span.end) for span in source.places(quote)]
    shown_place = chosen if chosen is not None else places[0]
    if len(places) > 1:
        _draw_places(item, sorted(places), shown_place, key, choose)
    _draw(item, shown_place, key)


def _draw_places(
    item: ItemDetail,
    places: list[EvidenceRange],
    shown_place: EvidenceRange,
    key: str,
    choose: Callable[[EvidenceRange], None],
) -> None:
    selected = shown_place if shown_place in places else None

    def on_pick(place: EvidenceRange | None) -> None:
        if place is not None:
            choose(place)

    def depth(place: EvidenceRange) -> str:
        return percent(place[0] / item.total_chars if item.total_chars else 0)

    st.pills(
        _n("Found in {n} place", "Found in {n} places", len(places)),
        places,
        default=[selected] if selected else None,  # a pair alone would be read as two defaults
        format_func=distinct_labels(places, depth),
        **mirror(f"{key}_pills", selected, on_pick),
    )


def _draw(item: ItemDetail, place: EvidenceRange, key: str) -> None:
    draw_passage([passage_at(engine(), item, *place, AROUND)], WHOLE, f"{key}:{place[0]}")
