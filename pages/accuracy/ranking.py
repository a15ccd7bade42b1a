"""Models on the same questions, each with its paired difference from the newest run."""

import streamlit as st

from core.services.reports import RankedModel, SetOverview
from pages.accuracy.marks import MarkScale, draw_heads
from pages.accuracy.scope import model_label
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.verdict import (
    comparison_label,
    difference_interval,
    format_interval,
    format_p,
    format_rate,
    points,
)
from pages.components.html import caption, draw
from pages.components.language import _, _n
from pages.components.navigation import link

RANK_WIDTHS = (4, 2, 3, 4, 2, 3, 4, 2, 3)


def draw_ranking(selection: SelectedResults, overview: SetOverview) -> None:
    if not overview.ranking:
        st.subheader(_("Models on the same questions"))
        caption(
            _(
                "Nothing to compare yet: run another model on this set with the same prompt. "
                "Recorded replies and the offline baseline are not ranked."
            )
        )
        return
    st.subheader(
        _n("Models on the same {n} question", "Models on the same {n} questions", overview.shared)
    )
    run_ids = _(", ").join(f"#{row.run.id}" for row in overview.ranking)
    caption(
        _("Runs {runs}").format(runs=run_ids),
        _("same set, same prompt"),
        _("recordings and baselines are not ranked"),
        _("difference: the model's run minus #{base}").format(base=overview.newest.run.id)
        if overview.newest
        else None,
    )
    scale = MarkScale.around([row.rate.interval for row in overview.ranking if row.rate.interval])
    difference_scale = MarkScale.around(
        [row.difference.interval for row in overview.ranking if row.difference] + [(0.0, 0.0)]
    )
    with st.container(key="accuracy_table_models"):
        draw_heads(
            RANK_WIDTHS,
            (
                _("Model"),
                _("Pass rate"),
                _("95% CI"),
                scale.ends(),
                _("Difference, points"),
                _("95% CI"),
                difference_scale.ends(signed=True),
                _("p (Holm)"),
                "",
            ),
        )
        for row in overview.ranking:
            _draw_rank(selection, overview, row, scale, difference_scale)


def _draw_rank(
    selection: SelectedResults,
    overview: SetOverview,
    row: RankedModel,
    scale: MarkScale,
    difference_scale: MarkScale,
) -> None:
    cells = st.columns(RANK_WIDTHS, gap="small", vertical_alignment="center")
    newest = overview.newest
    query = {**selection.query, "run": row.run.id}
    with cells[0]:
        link("accuracy", model_label(row.run.model), **query)
    with cells[1]:
        shared = newest.run.id if newest else None
        link(
            "accuracy",
            format_rate(row.rate.value),
            **query,
            cases=1,
            outcome="passed",
            shared=shared,
        )
    with cells[2]:
        caption(format_interval(row.rate))
    with cells[3]:
        draw(scale.mark(row.rate.value or 0.0, None if row.rate.too_few else row.rate.interval))
    if row.difference is None or newest is None:
        for cell, text in ((cells[4], "0"), (cells[8], _("Reference"))):
            with cell:
                caption(text)
        with cells[6]:
            draw(difference_scale.mark(0.0, None, zero=True))
        return
    with cells[4]:
        pair = {"view": "models", "base": newest.run.id, "set": selection.query["set"]}
        link("accuracy", points(row.difference.difference), **pair)
    with cells[5]:
        caption(
            _("too few to say") if row.difference.too_few else difference_interval(row.difference)
        )
    with cells[6]:
        interval = None if row.difference.too_few else row.difference.interval
        draw(difference_scale.mark(row.difference.difference, interval, zero=True))
    with cells[7]:
        is_low_n = row.difference.low_n or row.difference.too_few
        caption("–" if is_low_n or row.p_value is None else format_p(row.p_value))
    with cells[8]:
        caption(comparison_label(row.difference, row.p_value))
