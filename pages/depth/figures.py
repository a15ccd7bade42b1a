"""The numbers of a depth run, cached while it does not change."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from core.depth import (
    Control,
    DatasetMetadata,
    DepthBinStats,
    EffectiveLength,
    ModelComparison,
    Outcome,
    effective_length,
    incomplete_lengths,
)
from core.services.results import (
    DepthFigures,
    compare_runs,
    depth_cells,
    depth_figures,
    depth_metadata,
    labels_of,
    spec_of,
)
from core.services.runs import Run, RunProgress, get_run
from core.stats import ClusteredRate
from pages.components import address
from pages.components.app_context import engine, settings
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.rates import clustered_interval, percent
from pages.components.wording import term_meaning, term_name
from pages.depth.wording import CONTROLS, OUTCOMES


@dataclass(frozen=True)
class DepthRun:
    """A run with all data that its figures need."""

    run: Run
    cells: Sequence[DepthBinStats]
    figures: DepthFigures
    metadata: DatasetMetadata

    @property
    def has_depth(self) -> bool:
        return labels_of(spec_of(self.run)) != ("",)

    @property
    def effective(self) -> EffectiveLength:
        oracle = self.figures.controls.get(Control.ORACLE.value)
        return effective_length(
            self.figures.by_length,
            oracle.rate if oracle else None,
            incomplete=incomplete_lengths(self.cells),
        )


def read_run(run: Run, so_far: RunProgress) -> DepthRun:
    """The run's numbers, cached until it has new results."""
    return _cached_run(settings().database_url, run.id or 0, _stamp(run, so_far))


def read_comparison(
    first: tuple[Run, RunProgress], second: tuple[Run, RunProgress]
) -> ModelComparison:
    stamps = f"{_stamp(*first)} {_stamp(*second)}"
    return _cached_comparison(settings().database_url, first[0].id or 0, second[0].id or 0, stamps)


def _stamp(run: Run, so_far: RunProgress) -> str:
    # The key includes times, as SQLite may reuse the id of a deleted import.
    moments = f"{run.created_at} {run.finished_at}"
    return f"{run.status} {so_far.done} {so_far.infrastructure} {moments}"


@st.cache_resource(max_entries=64, show_spinner=False)
def _cached_run(database: str, run_id: int, stamp: str) -> DepthRun:  # noqa: ARG001 - cache keys
    run = get_run(engine(), run_id)
    return DepthRun(
        run,
        depth_cells(engine(), run),
        depth_figures(engine(), run),
        depth_metadata(engine(), run),
    )


@st.cache_resource(max_entries=16, show_spinner=False)
def _cached_comparison(database: str, first: int, second: int, stamps: str) -> ModelComparison:  # noqa: ARG001
    return compare_runs(engine(), get_run(engine(), first), get_run(engine(), second))


def view_query() -> dict[str, object]:
    """Parameters of the address that links within a run keep."""
    return address.current("view", "scale", "with")


def interval_of(rate: ClusteredRate) -> str:
    """`n = 24 · 95% CI 61.5–91.2%`; n counts questions."""
    if rate.interval is None:
        return _("no answers yet")
    return _("n = {n}").format(n=f"{rate.items:,}") + f" · {clustered_interval(rate)}"


def draw_rates(result: DepthRun) -> None:
    """Draw a row for each control and for the overall accuracy, and the missing answers."""
    controls = result.figures.controls
    overall = result.figures.overall
    st.subheader(_("Controls") if controls else _("Overall"))
    with st.container(key="accuracy_table_depth"):
        for control in (controls[name] for name in CONTROLS if name in controls):
            name, rate = st.columns([4, 5], vertical_alignment="center")
            with name:
                link(
                    "depth",
                    term_name(CONTROLS, control.control),
                    run=result.run.id,
                    control=control.control,
                    **view_query(),
                )
                caption(term_meaning(CONTROLS, control.control))
            with rate:
                figure_line(control.rate)
        name, rate = st.columns([4, 5], vertical_alignment="center")
        with name:
            caption(_("Accuracy (share of answered)"))
        with rate:
            figure_line(overall)
    caption(*_error_labels(result))


def figure_line(rate: ClusteredRate) -> None:
    """Draw a rate in bold with its n and interval; muted if few were answered."""
    css = "desk-rate muted" if rate.low_n else "desk-rate"
    html = f"<b>{escape(percent(rate.value))}</b><span>{escape(interval_of(rate))}</span>"
    draw(f'<div class="{css}">{html}</div>')


def _error_labels(result: DepthRun) -> list[str]:
    """How many results have no answer, and why."""
    attempts = sum(cell.attempts for cell in result.cells)
    kinds: Counter[Outcome] = Counter()
    for cell in result.cells:
        kinds.update(cell.errors)
    missing = kinds.total()
    return [
        _("No answer: {share}").format(share=percent(missing / attempts if attempts else None)),
        _n("of {n} result", "of {n} results", attempts),
        *(f"{term_name(OUTCOMES, outcome)} {n:,}" for outcome, n in kinds.items()),
    ]


def draw_leaks(result: DepthRun) -> None:
    """Draw a notice about leaked questions, with a link to review them."""
    if not result.figures.leaked:
        return
    if spec_of(result.run).imported is not None:
        notice(
            _n(
                "{n} question was answered correctly without its evidence, so it says little "
                "about depth.",
                "{n} questions were answered correctly without their evidence, so they say "
                "little about depth.",
                result.figures.leaked,
            ),
            "amber",
        )
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        notice(
            _n(
                "{n} question was answered correctly without its evidence, so it says little "
                "about depth. It is waiting for review.",
                "{n} questions were answered correctly without their evidence, so they say "
                "little about depth. They are waiting for review.",
                result.figures.leaked,
            ),
            "amber",
        )
        link("review", _("Review them"), run=result.run.id, reason="leaked")
