"""One depth test: how far it is, its figures, and the questions behind them."""

import streamlit as st

from core.charts.style import tokens
from core.errors import NotFoundError
from core.services.results import depth_item, spec_of
from core.services.runs import Run, RunProgress, get_run, progress
from pages.components import address
from pages.components.app_context import engine
from pages.components.batch import draw_batch
from pages.components.failed_run import draw_failed
from pages.components.fragment import fragment
from pages.components.html import badges, caption, notice, verbatim
from pages.components.language import _, _n, translate
from pages.components.navigation import link
from pages.components.run_progress import (
    REFRESH_S,
    answerer,
    draw_progress,
    draw_run_controls,
    draw_run_errors,
    is_under_way,
    rate_said,
    started_by,
)
from pages.components.wording import Tone, state_badge, term_name
from pages.depth.cell import draw_cell, place_in_address
from pages.depth.charts import draw_difference, draw_switches, draw_view
from pages.depth.downloads import draw_depth_downloads
from pages.depth.figures import draw_leaks, draw_rates, read_run, sight
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
    verbatim(f"#{run.id} {run.title}", "desk-verbatim desk-question")
    if (imported := spec_of(run).imported) is not None:
        draw_origin(imported, started_by(run), f"{run.created_at:%Y-%m-%d %H:%M} UTC")
        draw_deletion(run)
        _draw_results(run, moving_now=False)
        return
    _draw_heading(run)
    was_moving = is_under_way(run)

    @fragment(REFRESH_S if was_moving else None)
    def live() -> None:
        now = get_run(engine(), run.id or 0)
        seen = _draw_done(now) if now.status == "done" else draw_progress(now)
        draw_run_errors(seen)
        draw_failed(now, seen)
        draw_run_controls(now, failures=seen.infrastructure)
        _draw_reasons(seen)
        if was_moving != is_under_way(now):
            st.rerun()

    live()
    draw_batch(run)
    _draw_results(run, moving_now=was_moving)


def _draw_item(run: Run, item_id: int) -> None:
    try:
        draw_result(run, depth_item(engine(), item_id, run_id=run.id))
    except NotFoundError as error:
        link("depth", _("Back to {place}").format(place=_("the heatmap")), run=run.id, **sight())
        notice(translate(error))


def _draw_results(run: Run, *, moving_now: bool) -> None:
    seen = progress(engine(), run.id or 0)
    # The container is there whether it holds something or not: what stands below it would else be
    # drawn twice for the moment in which a run starts or stops to move.
    with st.container(horizontal=True, vertical_alignment="center"):
        if moving_now:
            st.button(_("Draw results so far"), key="depth_redraw")
            caption(_("Charts update when the run ends or when you click."))
    if not seen.done:
        return
    read = read_run(run, seen)
    if seen.status in ("done", "cancelled"):
        draw_verdict(read)
    place = place_in_address()
    picture, beside = st.columns([7, 4], gap="large")
    with picture:
        view, scale, other = draw_switches(read)
        draw_view(read, view, scale, narrow=True)
    with beside:
        draw_rates(read)
        draw_leaks(read)
        if place is not None:
            draw_cell(run, place, read.cells)
    compared = draw_difference(read, other) if other is not None else None
    draw_depth_downloads(read, scale, compared)


def _draw_heading(run: Run) -> None:
    spec = spec_of(run)
    padding = _("{n} tokens of padding").format(n=spec.padding_size)
    caption(
        answerer(run),
        term_name(MODES, spec.depth_mode),
        _("{lengths} tokens").format(lengths=", ".join(map(tokens, spec.context_lengths))),
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
    """One line, where a full bar would say no more."""
    seen = progress(engine(), run.id or 0)
    said: list[tuple[str, Tone]] = [
        state_badge(seen.conclusion),
        (_n("{n} result", "{n} results", seen.done), "quiet"),
    ]
    if seen.items_per_s:
        said.append((rate_said(seen.items_per_s), "quiet"))
    badges(said)
    return seen


def _draw_reasons(seen: RunProgress) -> None:
    """What was not asked or got no reply, by reason."""
    reasons = {reason: n for reason, n in seen.reasons.items() if reason != "leaked"}
    if reasons:
        caption(*(f"{term_name(NOT_ASKED, reason)} {n:,}" for reason, n in reasons.items()))
