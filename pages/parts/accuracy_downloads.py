"""What can be taken away: the report, and every figure's numbers as CSV."""

from collections.abc import Callable
from datetime import UTC, datetime

import streamlit as st

from core.accuracy import By, Throughput
from core.accuracy.files import (
    Rows,
    pair_rows,
    rate_rows,
    rows_csv,
    threshold_rows,
    throughput_rows,
)
from core.charts import Figure, heading, report, report_table, sentence
from core.errors import DeskError
from core.settings import DESK_VERSION
from pages.parts import address
from pages.parts.accuracy_calibration import (
    chosen_threshold,
    precision_said,
    reason_recall_said,
    recall_said,
    threshold_figure,
)
from pages.parts.accuracy_models import chosen_base, difference_said, rates_said, run_name
from pages.parts.accuracy_rates import (
    interval,
    rate_figure,
    row_of,
)
from pages.parts.accuracy_scope import Shown, named_model, scope_said
from pages.parts.accuracy_work import cost_head, cost_rows, pace_head, pace_rows, throughput_figure
from pages.parts.agreement import (
    MOST_PAIRS,
    overall_rows,
    pair_head,
    pair_row,
    reviewer_head,
    reviewer_row,
)
from pages.parts.html import caption
from pages.parts.language import _, language
from pages.parts.rates import interval as interval_of_rate
from pages.parts.rates import percent
from pages.parts.words import REASONS, named

FIGURES = (By.TYPE, By.REASON, By.TENTH)
"""Of the report, besides models where there are several."""
MOST_RUNS = 12


def draw_downloads(shown: Shown, view: str, by: By) -> None:
    """Drawn and counted when the report is asked for, which needs the reader's session."""
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        if st.session_state.get("report_for") == (shown.scope, shown.stamp, language()):
            made = report_of(shown)
            st.download_button(
                _("Save the report (HTML)"),
                made.encode(),
                "accuracy_report.html",
                "text/html",
                key="get_report",
                on_click="ignore",
                type="primary",
            )
        else:
            st.button(
                _("Make the one-page report"), key="make_report", on_click=_make, args=(shown,)
            )
        if numbers := _numbers(shown, view, by):
            label, name, rows = numbers
            st.download_button(
                label,
                lambda: rows_csv(rows()),
                f"accuracy_{name}.csv",
                "text/csv",
                key=f"get_{name}",
                on_click="ignore",
            )
    caption(
        _(
            "The report is one page for a browser or a printer and needs no network. The camera on "
            "a figure saves it as PNG."
        )
    )


def _make(shown: Shown) -> None:
    st.session_state["report_for"] = (shown.scope, shown.stamp, language())


def _numbers(shown: Shown, view: str, by: By) -> tuple[str, str, Callable[[], Rows]] | None:
    """What the view's figure is drawn from: label, name, and how its rows are made, which happens
    without the reader's session.
    """
    if view == "models":
        return _of_pairs(shown)
    if view == "calibration":
        asked = shown.what_if
        return _("Thresholds (CSV)"), "thresholds", lambda: threshold_rows(asked.curve())
    if view == "work":
        found = shown.throughput(address.number("back") or 0)
        made = (lambda: throughput_rows(found)) if found else None
        return (_("Decisions (CSV)"), "decisions", made) if made else None
    try:
        groups = [(row_of(shown, by, one).name, one) for one in shown.slices(by)]
    except DeskError:
        return None
    return _("Numbers (CSV)"), f"by_{by.value}", lambda: rate_rows(by.value, groups)


def _of_pairs(shown: Shown) -> tuple[str, str, Callable[[], Rows]] | None:
    base = chosen_base(shown)
    if base is None:
        return None
    pairs = [(run_name(row.other), row) for row in shown.compared(base)]
    named_base = run_name(base)
    return _("Differences (CSV)"), "differences", lambda: pair_rows(named_base, pairs)


def report_of(shown: Shown) -> str:
    """Figures, n, intervals, and what was run with what."""
    spoken = language()
    parts: list[str | Figure] = [
        heading(_("Accuracy report"), 1),
        sentence(
            " · ".join(
                (
                    *scope_said(shown),
                    f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
                    f"Evidence Desk {DESK_VERSION}",
                )
            ),
            quiet=True,
        ),
        *_headline(shown),
    ]
    parts += [rate_figure(shown, by, spoken) for by in _drawn(shown)]
    parts.append(threshold_figure(shown, chosen_threshold(), spoken))
    found = shown.throughput(0)
    if found is not None and found.total:
        parts.append(throughput_figure(found, spoken))
    parts += [heading(_("The validation and people's decisions")), *_calibration(shown)]
    parts += [*_compared(shown), *_work(found, shown), heading(_("What was run")), *_runs(shown)]
    title = f"{_('Accuracy report')} · {' · '.join(scope_said(shown))}"
    return report(parts, title, language=spoken, name="accuracy-report")


def _drawn(shown: Shown) -> list[By]:
    several = len({run.model for run in shown.runs}) > 1
    found = []
    for by in (By.MODEL, *FIGURES) if several else FIGURES:
        try:
            groups = shown.slices(by)
        except DeskError:
            continue
        if any(one.group for one in groups):
            found.append(by)
    return found


def _headline(shown: Shown) -> list[str]:
    whole, decided = shown.overall, shown.reviewed.overridden
    rows = [
        [_("Passed, of those judged"), percent(whole.rate.value), interval(whole.rate)],
        [
            _("Not judged, of those asked"),
            percent(whole.error_share.value),
            interval_of_rate(whole.error_share),
        ],
        [
            _("Decided against the validation"),
            percent(decided.value),
            interval_of_rate(decided) if decided.n else _("nothing decided yet"),
        ],
    ]
    said = [
        report_table([_("What"), _("Value"), _("n and interval")], rows, figures=(1,)),
        sentence(
            " · ".join(
                (
                    _("lines: 95 % intervals"),
                    _("n = questions judged"),
                    _("open markers: n < 25, too few to rank"),
                )
            ),
            quiet=True,
        ),
    ]
    if whole.rate.muted:
        said.append(sentence(_("Not enough data: below 25 questions a rate says little.")))
    return said


def _calibration(shown: Shown) -> list[str]:
    counted = shown.reviewed
    overall = counted.recall
    rows = [
        [
            named(REASONS, one.reason),
            f"{one.flagged:,}",
            precision_said(one) if one.precision.n else _("none decided yet"),
            reason_recall_said(counted, one),
        ]
        for one in counted.by_reason()
    ]
    precise = counted.precision
    rows.append(
        [
            _("Any reason"),
            f"{counted.count(passed=False):,}",
            f"{percent(precise.value)} · {interval_of_rate(precise)}"
            if precise.n
            else _("none decided yet"),
            f"{percent(overall.value) if overall else _('unknown')} · "
            f"{recall_said(counted, overall)}",
        ]
    )
    head = [_("Reason"), _("Flagged"), _("Precision"), _("Recall")]
    return [report_table(head, rows, figures=(1,))]


def _compared(shown: Shown) -> list[str]:
    base = chosen_base(shown)
    if base is None:
        return []
    rows = [
        [run_name(row.other), rates_said(row), difference_said(row)] for row in shown.compared(base)
    ]
    said = _("{run} beside the other runs of its questions").format(run=run_name(base))
    head = [_("Other run"), _("This run / other run"), _("Difference")]
    return [heading(_("Models compared")), sentence(said), report_table(head, rows)]


def _work(found: Throughput | None, shown: Shown) -> list[str]:
    paces = report_table(pace_head(), pace_rows(found), figures=(1, 2, 3)) if found else ""
    agreed = shown.agreed
    pairs = [pair_row(pair) for pair in agreed.pairs[:MOST_PAIRS]]
    overridden = [reviewer_row(one) for one in agreed.reviewers]
    return [
        heading(_("Agreement of independent opinions")),
        report_table(
            [_("What"), _("Value"), _("n and interval")], overall_rows(agreed), figures=(1,)
        ),
        report_table(pair_head(), pairs) if pairs else "",
        report_table(reviewer_head(), overridden, figures=(1,)) if overridden else "",
        heading(_("Review and cost")),
        paces or sentence(_("Nobody has decided anything yet.")),
        report_table(cost_head(), cost_rows(shown)[:MOST_RUNS], figures=(1,)),
    ]


def _runs(shown: Shown) -> list[str]:
    rows = [
        [
            f"#{run.id} {run.title}",
            named_model(run.model),
            run.prompt,
            run.spec.tokenizer,
            f"{run.spec.similarity_threshold:.2f}",
            run.spec.desk_version or "–",
            f"{run.created_at:%Y-%m-%d %H:%M}",
        ]
        for run in shown.runs[:MOST_RUNS]
    ]
    head = [
        _("Run"),
        _("Model"),
        _("Prompt"),
        _("Tokeniser"),
        _("Threshold"),
        _("Version"),
        _("Started (UTC)"),
    ]
    said = [report_table(head, rows)]
    if len(shown.runs) > MOST_RUNS:
        said.append(sentence(_("The newest {n} runs are shown.").format(n=MOST_RUNS), quiet=True))
    return said
