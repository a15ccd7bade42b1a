"""One depth test: its progress, figures, and the questions behind them."""

import streamlit as st

from core.charts import format_tokens
from core.errors import NotFoundError
from core.services.results import depth_item, spec_of
from core.services.runs import Run, RunProgress, get_run, progress
from pages.components import address
from pages.components.app_context import engine
from pages.components.batch import draw_batch
from pages.components.failed_run import draw_failed
from pages.components.fragment import fragment
from pages.components.html import badges, caption, notice, record_title
from pages.components.language import _, _n, translate
from pages.components.navigation import link
from pages.components.run_progress import (
    REFRESH_S,
    answerer,
    draw_progress,
    draw_run_controls,
    draw_run_errors,
    is_under_way,
    speed_text,
    started_by,
)
from pages.components.wording import Tone, state_badge, term_name
from pages.depth.cell import cell_from_address, draw_cell
from pages.depth.charts import draw_difference, draw_switches, draw_view
from pages.depth.downloads import draw_depth_downloads
from pages.depth.figures import draw_leaks, draw_rates, read_run, view_query
from pages.depth.importing import draw_deletion, draw_origin
from pages.depth.result import draw_result
from pages.depth.verdict import draw_verdict
from pages.depth.wording import FILLERS, MODES, NOT_ASKED


def draw_depth_run(run: Run) -> None:
    item_id = address.number("item")
    if item_id is not None:
        _draw_item(run, item_id)
        return
    link("depth", _("All depth tests"))
    record_title(f"#{run.id} {run.title}")
    if (imported := spec_of(run).imported) is not None:
        draw_origin(imported, started_by(run), f"{run.created_at:%Y-%m-%d %H:%M} UTC")
        draw_deletion(run)
        _draw_results(run, moving_now=False)
        return
    _draw_heading(run)
    was_moving = is_under_way(run)

    @fragment(REFRESH_S if was_moving else None)
    def live() -> None:
        updated = get_run(engine(), run.id or 0)
        run_progress = _draw_done(updated) if updated.status == "done" else draw_progress(updated)
        draw_run_errors(run_progress)
        draw_failed(updated, run_progress)
        draw_run_controls(updated, failures=run_progress.infrastructure)
        _draw_reasons(run_progress)
        if was_moving != is_under_way(updated):
            st.rerun()

    live()
    draw_batch(run)
    _draw_results(run, moving_now=was_moving)


def _draw_item(run: Run, item_id: int) -> None:
    try:
        draw_result(run, depth_item(engine(), item_id, run_id=run.id))
    except NotFoundError as error:
        link(
            "depth", _("Back to {place}").format(place=_("the heatmap")), run=run.id, **view_query()
        )
        notice(translate(error))


def _draw_results(run: Run, *, moving_now: bool) -> None:
    run_progress = progress(engine(), run.id or 0)
    # An empty container keeps its place: without it, elements below would be drawn twice for a
    # moment when a run starts or stops.
    with st.container(horizontal=True, vertical_alignment="center"):
        if moving_now:
            st.button(_("Draw results so far"), key="depth_redraw")
            caption(_("Charts update when the run ends or when you click."))
    if not run_progress.done:
        return
    result = read_run(run, run_progress)
    if run_progress.status in ("done", "cancelled"):
        draw_verdict(result)
    cell_place = cell_from_address()
    chart_column, side_column = st.columns([7, 4], gap="large")
    with chart_column:
        view, scale, other_run = draw_switches(result)
        draw_view(result, view, scale, narrow=True)
    with side_column:
        draw_rates(result)
        draw_leaks(result)
        if cell_place is not None:
            draw_cell(run, cell_place, result.cells)
    compared = draw_difference(result, other_run) if other_run is not None else None
    draw_depth_downloads(result, scale, compared)


def _draw_heading(run: Run) -> None:
    spec = spec_of(run)
    padding = _("{n} tokens of padding").format(n=spec.padding_size)
    caption(
        answerer(run),
        term_name(MODES, spec.depth_mode),
        _("{lengths} tokens").format(
            lengths=_(", ").join(map(format_tokens, spec.context_lengths))
        ),
        term_name(FILLERS, spec.filler),
        padding,
        _("seed {seed}").format(seed=spec.seed),
        _("{n} repetitions").format(n=spec.repeats) if spec.repeats > 1 else None,
        _("options shuffled") if spec.rotate_options else None,
        _("evidence from run {run}").format(run=f"#{spec.validation_run_id}")
        if spec.validation_run_id
        else None,
        spec.tokenizer,
        f"{spec.template_id} {spec.template_version}".strip(),
        f"{run.created_at:%Y-%m-%d %H:%M} UTC",
        started_by(run),
    )


def _draw_done(run: Run) -> RunProgress:
    """Draw a finished run's progress as one line of badges."""
    run_progress = progress(engine(), run.id or 0)
    labels: list[tuple[str, Tone]] = [
        state_badge(run_progress.conclusion),
        (_n("{n} result", "{n} results", run_progress.done), "quiet"),
    ]
    if run_progress.items_per_s:
        labels.append((speed_text(run_progress.items_per_s), "quiet"))
    badges(labels)
    return run_progress


def _draw_reasons(run_progress: RunProgress) -> None:
    """Draw the number of questions that were not asked or got no reply, by reason."""
    reasons = {reason: n for reason, n in run_progress.reasons.items() if reason != "leaked"}
    if reasons:
        caption(*(f"{term_name(NOT_ASKED, reason)} {n:,}" for reason, n in reasons.items()))
