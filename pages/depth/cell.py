"""The questions behind one cell of a heatmap, or behind a control."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.charts import format_tokens
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
from pages.depth.figures import interval_of, view_query
from pages.depth.wording import CONTROLS, OUTCOMES

PAGE_SIZE, LIST_HEIGHT = 20, 560
"""Questions on a page; pixels, about the height of the heatmap."""


def cell_from_address() -> CellPlace | None:
    """The cell in the address, if any."""
    length, control = address.number("length"), st.query_params.get("control", "")
    if length is None and not control:
        return None
    return CellPlace(length or 0, st.query_params.get("bin", ""), control)


def place_label(place: CellPlace) -> str:
    """A cell in words, such as `8K · 75%`."""
    return " · ".join(
        part
        for part in (
            term_name(CONTROLS, place.control) if place.control else "",
            format_tokens(place.context_length) if place.context_length else "",
            place.depth_bin,
        )
        if part
    )


def query_of(place: CellPlace) -> dict[str, object]:
    """Parameters of the address for a cell, in the current chart."""
    return {
        **view_query(),
        "length": place.context_length or None,
        "bin": place.depth_bin,
        "control": place.control,
    }


def draw_cell(run: Run, place: CellPlace, cells: Sequence[DepthBinStats]) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        st.subheader(place_label(place), width="content")
        link("depth", _("Close"), run=run.id, **view_query())
    for cell in cells:
        if place == CellPlace(cell.context_length, cell.depth_bin):
            _draw_rate(cell)
    if place.control:
        caption(term_meaning(CONTROLS, place.control))
        place = _at_length(run, place)
    outcome_counts = cell_outcomes(engine(), run.id or 0, place)
    if place.control and spec_of(run).repeats == 1:
        # Each question was asked once here, so answers need no clustering.
        _draw_rate(DepthBinStats.from_counts(place.context_length, "", outcome_counts))
    if not outcome_counts:
        notice(_("No results yet."), "quiet")
        return
    outcome = address.choose(
        "pills",
        _("Outcome"),
        "outcome",
        ["", *(name.value for name in Outcome if outcome_counts[name])],
        lambda value: (
            f"{term_name(OUTCOMES, value)} {outcome_counts[Outcome(value)]:,}"
            if value
            else _("All {n}").format(n=f"{outcome_counts.total():,}")
        ),
        label_visibility="collapsed",
    )
    outcomes = [Outcome(outcome)] if outcome else []
    total = outcome_counts[Outcome(outcome)] if outcome else outcome_counts.total()
    pages = -(-total // PAGE_SIZE)
    number = 1
    if pages > 1:
        number = st.pagination(pages, key=f"cell_page_{place_label(place)}_{outcome}")
    lines = cell_results(engine(), run.id or 0, place, outcomes, number=number, size=PAGE_SIZE)
    repeated = spec_of(run).repeats > 1
    with st.container(height=LIST_HEIGHT, border=False, key="cell_list"):
        for line in lines:
            _draw_line(run, place, outcome, line, repeated=repeated)


def _draw_rate(cell: DepthBinStats) -> None:
    """Draw the accuracy with its n and interval."""
    caption(
        percent(cell.accuracy),
        interval_of(cell.rate or ClusteredRate.from_counts([])),
        _("too few to rank") if cell.low_n and cell.n else None,
    )


def _at_length(run: Run, place: CellPlace) -> CellPlace:
    """The place at a chosen length, for a control that is asked at every length."""
    if place.control != Control.FILLER_ONLY:
        return place
    length = address.choose(
        "segmented_control",
        _("Context length"),
        "length",
        sorted(spec_of(run).context_lengths),
        format_tokens,
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
    labels: list[tuple[str, Tone]] = [
        (term_name(OUTCOMES, line.outcome), term_tone(OUTCOMES, line.outcome))
    ]
    if line.answered and line.outcome is Outcome.WRONG:
        answered, labelled = (
            _(", ").join(letters).upper() for letters in (line.answered, line.labelled)
        )
        labels.append(
            (_("{chosen} instead of {label}").format(chosen=answered, label=labelled), "quiet")
        )
    if line.depth is not None:
        labels.append((_("depth {depth}").format(depth=percent(line.depth)), "quiet"))
    if repeated:
        labels.append((_("attempt {n}").format(n=line.repeat + 1), "quiet"))
    if line.leaked:
        labels.append((_("also answered without evidence"), "amber"))
    return labels
