"""The questions behind one cell of a heatmap, or behind a control."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.charts.style import tokens
from core.depth import Control, DepthBinStats, Outcome
from core.services.results import CellPlace, DepthLine, cell_outcomes, cell_results, spec_of
from core.services.runs import Run
from core.stats import ClusteredRate
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice
from pages.components.language import _
from pages.components.navigation import link
from pages.components.rates import percent
from pages.components.wording import Tone, term_meaning, term_name, term_tone
from pages.depth.figures import interval_of, sight
from pages.depth.wording import CONTROLS, OUTCOMES

PAGE_SIZE, LIST_HEIGHT = 20, 560
"""Questions; pixels, so that the list ends where the heatmap beside it does."""


def place_in_address() -> CellPlace | None:
    """The cell the address names; None when it names none."""
    length, control = address.number("length"), st.query_params.get("control", "")
    if length is None and not control:
        return None
    return CellPlace(length or 0, st.query_params.get("bin", ""), control)


def place_said(place: CellPlace) -> str:
    """A cell in words, such as `8K · 75%`."""
    return " · ".join(
        part
        for part in (
            term_name(CONTROLS, place.control) if place.control else "",
            tokens(place.context_length) if place.context_length else "",
            place.depth_bin,
        )
        if part
    )


def query_of(place: CellPlace) -> dict[str, object]:
    """The address of a cell, in the picture that is looked at."""
    return {
        **sight(),
        "length": place.context_length or None,
        "bin": place.depth_bin,
        "control": place.control,
    }


def draw_cell(run: Run, place: CellPlace, cells: Sequence[DepthBinStats]) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        st.subheader(place_said(place), width="content")
        link("depth", _("Close"), run=run.id, **sight())
    for cell in cells:
        if place == CellPlace(cell.context_length, cell.depth_bin):
            _draw_rate(cell)
    if place.control:
        caption(term_meaning(CONTROLS, place.control))
        place = _at_length(run, place)
    found = cell_outcomes(engine(), run.id or 0, place)
    if place.control and spec_of(run).repeats == 1:
        # Asked once each, its answers are questions: no further count is needed for the interval.
        _draw_rate(DepthBinStats.from_counts(place.context_length, "", found))
    if not found:
        notice(_("No results yet."), "quiet")
        return
    outcome = address.choose(
        "pills",
        _("Outcome"),
        "outcome",
        ["", *(one.value for one in Outcome if found[one])],
        lambda one: (
            f"{term_name(OUTCOMES, one)} {found[Outcome(one)]:,}"
            if one
            else _("All {n}").format(n=f"{found.total():,}")
        ),
        label_visibility="collapsed",
    )
    wanted = [Outcome(outcome)] if outcome else []
    total = found[Outcome(outcome)] if outcome else found.total()
    pages = -(-total // PAGE_SIZE)
    number = 1
    if pages > 1:
        number = st.pagination(pages, key=f"cell_page_{place_said(place)}_{outcome}")
    lines = cell_results(engine(), run.id or 0, place, wanted, number=number, size=PAGE_SIZE)
    repeated = spec_of(run).repeats > 1
    with st.container(height=LIST_HEIGHT, border=False, key="cell_list"):
        for line in lines:
            _draw_line(run, place, outcome, line, repeated=repeated)


def _draw_rate(cell: DepthBinStats) -> None:
    """The cell's number with what it rests on."""
    caption(
        percent(cell.accuracy),
        interval_of(cell.rate or ClusteredRate.from_counts([])),
        _("too few to rank") if cell.muted and cell.n else None,
    )


def _at_length(run: Run, place: CellPlace) -> CellPlace:
    """A control that is asked at every length: at which of them to look."""
    if place.control != Control.FILLER_ONLY:
        return place
    length = address.choose(
        "segmented_control",
        _("Context length"),
        "length",
        sorted(spec_of(run).context_lengths),
        tokens,
        forgets=("outcome",),
        label_visibility="collapsed",
    )
    return replace(place, context_length=length)


def _draw_line(
    run: Run, place: CellPlace, outcome: str, line: DepthLine, *, repeated: bool
) -> None:
    with st.container(gap="xsmall"):
        link(
            "depth",
            line.question,
            run=run.id,
            **query_of(place),
            outcome=outcome,
            item=line.item_id,
        )
        badges(_badges(line, repeated=repeated))


def _badges(line: DepthLine, *, repeated: bool) -> list[tuple[str, Tone]]:
    words: list[tuple[str, Tone]] = [
        (term_name(OUTCOMES, line.outcome), term_tone(OUTCOMES, line.outcome))
    ]
    if line.answered and line.outcome is Outcome.WRONG:
        chosen, label = (", ".join(one).upper() for one in (line.answered, line.labelled))
        words.append((_("{chosen} instead of {label}").format(chosen=chosen, label=label), "quiet"))
    if line.depth is not None:
        words.append((_("depth {depth}").format(depth=percent(line.depth)), "quiet"))
    if repeated:
        words.append((_("attempt {n}").format(n=line.repeat + 1), "quiet"))
    if line.leaked:
        words.append((_("also answered without evidence"), "amber"))
    return words
