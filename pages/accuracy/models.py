"""Two or more runs of the same questions, compared question by question."""

from collections.abc import Sequence

import streamlit as st

from core.charts import Figure, RateRow, rates_down
from core.llm import LEXICAL
from core.services.reports import ReportedRun, ResultGrouping, RunComparison
from core.services.reports.pairs import MOST_OTHERS
from pages.accuracy.rates import with_low_n_note
from pages.accuracy.scope import model_label, scope_labels
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.verdict import points
from pages.components import address
from pages.components.figure import draw_figure
from pages.components.html import caption, keep_figures_together, notice
from pages.components.language import _, language
from pages.components.navigation import link
from pages.components.rates import percent

HEAD_WIDTHS = (4, 2, 2, 2, 2, 5)


def bases(selection: SelectedResults) -> Sequence[ReportedRun]:
    """Runs of the scope that share their questions with another run, those with results first."""
    sets = [run.set_id for run in selection.all_runs]
    judged = {group.group for group in selection.slices(ResultGrouping.RUN) if group.rate.n}
    shared = [run for run in selection.runs if sets.count(run.set_id) > 1]
    return sorted(shared, key=lambda run: str(run.id) not in judged)


def draw_models(selection: SelectedResults) -> None:
    runs = bases(selection)
    if not runs:
        notice(
            _(
                "Nothing to compare: no two runs share the same questions. Start another run "
                "with another model."
            ),
            "quiet",
        )
        link("runs", _("Go to runs"))
        return
    titles = {run.id: run_name(run) for run in runs}
    base_id = address.choose(
        "selectbox",
        _("Run to compare with the others"),
        "base",
        list(titles),
        titles.__getitem__,
        width=460,
    )
    base = next(run for run in runs if run.id == base_id)
    rows = selection.compared(base)
    caption(
        _(
            "Only questions that both runs judged are counted. The difference is the other run's "
            "pass rate minus that of #{base}, with its 95% CI. Errors are clustered as in the "
            "overview; p is Holm-adjusted over all rows."
        ).format(base=base.id)
    )
    if any(row.difference for row in rows):
        draw_figure(
            difference_figure(selection, base, rows, language()),
            f"differences_{base.id}",
            file_name="accuracy-differences",
        )
    with st.container(key="accuracy_table"):
        _draw_head(base)
        for row in rows:
            _draw_row(selection, base, row)
    other_runs = [r for r in selection.all_runs if r.set_id == base.set_id and r.id != base.id]
    if len(other_runs) > MOST_OTHERS:
        caption(_("Showing the newest {n} runs.").format(n=MOST_OTHERS))


def chosen_base(selection: SelectedResults) -> ReportedRun | None:
    """The run in the address to compare others with, else the first that can be compared."""
    runs, base_id = bases(selection), address.number("base")
    return next((run for run in runs if run.id == base_id), runs[0] if runs else None)


def difference_figure(
    selection: SelectedResults,
    base: ReportedRun,
    rows: Sequence[RunComparison],
    reader_language: str,
) -> Figure:
    """Difference of each other run from the base, on the questions that both judged."""
    rate_rows = [
        RateRow(
            key=str(row.other.id),
            name=run_name(row.other),
            value=row.difference.difference,
            interval=row.difference.interval,
            n=row.difference.n,
            low_n=row.difference.low_n,
            note=difference_text(row),
        )
        for row in rows
        if row.difference
    ]
    return rates_down(
        rate_rows,
        _("Difference in pass rate from run #{base}").format(base=base.id),
        axis=_("the other run minus #{base}").format(base=base.id),
        foot=[run_name(base), *scope_labels(selection)[3:]],
        signed=True,
        language=reader_language,
    )


def run_name(run: ReportedRun) -> str:
    """Number and title of a run, and its model unless the title names it."""
    text = f"#{run.id} {run.title}"
    names_model = run.model in run.title or run.spec.connection == LEXICAL.name
    return text if names_model else f"{text} · {model_label(run.model)}"


def difference_text(row: RunComparison) -> str:
    """`+4.2 points · 95% CI −1.0 to +9.4 · p = 0.120 · n = 120`."""
    difference = row.difference
    if difference is None:
        return _("no question was judged in both runs")
    low, high = difference.interval
    text = _("{difference} points · 95% CI {low} to {high} · p {p} · n = {n}").format(
        difference=points(difference.difference),
        low=points(low),
        high=points(high),
        p=_p(row.p_value if row.p_value is not None else difference.p_value),
        n=f"{difference.n:,}",
    )
    return with_low_n_note(keep_figures_together(text), low_n=difference.low_n)


def rates_text(row: RunComparison) -> str:
    """Pass rates of the other run and of the base, over the same questions."""
    difference = row.difference
    return f"{percent(difference.first)} / {percent(difference.second)}" if difference else "–"


def _draw_head(base: ReportedRun) -> None:
    names = (
        _("Other run"),
        _("Both passed"),
        _("#{run} only").format(run=base.id),
        _("Other run only"),
        _("Neither"),
        _("Other run / #{base}, and the difference").format(base=base.id),
    )
    for column, name in zip(st.columns(HEAD_WIDTHS), names, strict=True):
        with column:
            caption(name)


def _draw_row(selection: SelectedResults, base: ReportedRun, row: RunComparison) -> None:
    columns = st.columns(HEAD_WIDTHS, vertical_alignment="center")
    with columns[0]:
        link("accuracy", run_name(row.other), run=row.other.id)
    outcomes = (
        ("11", row.both),
        ("10", row.only_base),
        ("01", row.only_other),
        ("00", row.neither),
    )
    for column, (pair, n) in zip(columns[1:5], outcomes, strict=True):
        with column:
            if n:
                link(
                    "accuracy",
                    f"{n:,}",
                    run=base.id,
                    type=selection.scope.question_type,
                    view="models",
                    base=base.id,
                    other=row.other.id,
                    pair=pair,
                    cases=1,
                )
            else:
                caption("0")
    with columns[5]:
        caption(rates_text(row), difference_text(row))


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
