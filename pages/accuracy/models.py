"""Two or more runs of the same questions, compared question by question."""

from collections.abc import Sequence

import streamlit as st

from core.charts import Figure, RateRow, rates_down
from core.llm import LEXICAL
from core.services.reports import ReportedRun, ResultGrouping, RunComparison
from core.services.reports.pairs import MOST_OTHERS
from pages.accuracy.scope import named_model, scope_said
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.figure import draw_figure
from pages.components.html import caption, notice
from pages.components.language import _, language
from pages.components.navigation import link
from pages.components.rates import percent

HEAD_WIDTHS = (4, 2, 2, 2, 2, 5)


def bases(shown: SelectedResults) -> Sequence[ReportedRun]:
    """Runs of the scope that share their questions with another run, those with results first."""
    sets = [run.set_id for run in shown.all_runs]
    judged = {one.group for one in shown.slices(ResultGrouping.RUN) if one.rate.n}
    shared = [run for run in shown.runs if sets.count(run.set_id) > 1]
    return sorted(shared, key=lambda run: str(run.id) not in judged)


def draw_models(shown: SelectedResults) -> None:
    chosen = bases(shown)
    if not chosen:
        notice(
            _(
                "Nothing to compare: no two runs share the same questions. Start another run "
                "with another model."
            ),
            "quiet",
        )
        link("runs", _("Go to runs"))
        return
    titles = {run.id: run_name(run) for run in chosen}
    base_id = address.choose(
        "selectbox",
        _("Run to compare with the others"),
        "base",
        list(titles),
        titles.__getitem__,
        width=460,
    )
    base = next(run for run in chosen if run.id == base_id)
    rows = shown.compared(base)
    caption(
        _(
            "Only questions that both runs judged are counted. The difference is this run's pass "
            "rate minus the other's, with its 95% CI. Errors are clustered as in the overview; p "
            "is Holm-adjusted over all rows."
        )
    )
    if any(row.difference for row in rows):
        draw_figure(
            difference_figure(shown, base, rows, language()),
            f"differences_{base.id}",
            file_name="accuracy-differences",
        )
    with st.container(key="accuracy_table"):
        _draw_head()
        for row in rows:
            _draw_row(shown, base, row)
    others = [r for r in shown.all_runs if r.set_id == base.set_id and r.id != base.id]
    if len(others) > MOST_OTHERS:
        caption(_("Showing the newest {n} runs.").format(n=MOST_OTHERS))


def chosen_base(shown: SelectedResults) -> ReportedRun | None:
    """The run of the address that the others stand beside, else the newest that has any."""
    chosen, base_id = bases(shown), address.number("base")
    return next((run for run in chosen if run.id == base_id), chosen[0] if chosen else None)


def difference_figure(
    shown: SelectedResults, base: ReportedRun, rows: Sequence[RunComparison], spoken: str
) -> Figure:
    """The run less each other one, on the questions both judged."""
    drawn = [
        RateRow(
            key=str(row.other.id),
            name=run_name(row.other),
            value=row.difference.difference,
            interval=row.difference.interval,
            n=row.difference.n,
            muted=row.difference.muted,
            note=difference_said(row),
        )
        for row in rows
        if row.difference
    ]
    return rates_down(
        drawn,
        _("Difference in pass rate from other runs"),
        axis=_("this run minus the other"),
        foot=[run_name(base), *scope_said(shown)[3:]],
        signed=True,
        language=spoken,
    )


def run_name(run: ReportedRun) -> str:
    """With what answered, where the title does not say it."""
    said = f"#{run.id} {run.title}"
    told = run.model in run.title or run.spec.connection == LEXICAL.name
    return said if told else f"{said} · {named_model(run.model)}"


def difference_said(row: RunComparison) -> str:
    """`+4.2 points · 95% CI −1.0 to +9.4 · p = 0.120 · n = 120`."""
    apart = row.difference
    if apart is None:
        return _("no question was judged in both runs")
    low, high = apart.interval
    said = _("{difference} points · 95% CI {low} to {high} · p {p} · n = {n}").format(
        difference=_signed(apart.difference),
        low=_signed(low),
        high=_signed(high),
        p=_p(row.p_value if row.p_value is not None else apart.p_value),
        n=f"{apart.n:,}",
    )
    return said + " · " + _("not enough data") if apart.muted else said


def rates_said(row: RunComparison) -> str:
    """Both pass rates over the same questions."""
    apart = row.difference
    return f"{percent(apart.first)} / {percent(apart.second)}" if apart else "–"


def _draw_head() -> None:
    names = (
        _("Other run"),
        _("Both passed"),
        _("This run only"),
        _("Other run only"),
        _("Neither"),
        _("Difference"),
    )
    for column, name in zip(st.columns(HEAD_WIDTHS), names, strict=True):
        with column:
            caption(name)


def _draw_row(shown: SelectedResults, base: ReportedRun, row: RunComparison) -> None:
    columns = st.columns(HEAD_WIDTHS, vertical_alignment="center")
    with columns[0]:
        link("accuracy", run_name(row.other), run=row.other.id)
    counts = (
        ("11", row.both),
        ("10", row.only_base),
        ("01", row.only_other),
        ("00", row.neither),
    )
    for column, (pair, n) in zip(columns[1:5], counts, strict=True):
        with column:
            if n:
                link(
                    "accuracy",
                    f"{n:,}",
                    run=base.id,
                    type=shown.scope.question_type,
                    view="models",
                    base=base.id,
                    other=row.other.id,
                    pair=pair,
                    cases=1,
                )
            else:
                caption("0")
    with columns[5]:
        caption(rates_said(row), difference_said(row))


def _signed(share: float) -> str:
    return f"{share * 100:+.1f}".replace("-", "−")


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
