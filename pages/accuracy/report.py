"""The one-page report: the figures, their numbers, and what was run with what, on one A4 sheet."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from core.charts import (
    Figure,
    heading,
    report,
    report_table,
    sentence,
    side_by_side,
    tiles,
)
from core.errors import DeskError
from core.services.reports import ReportedRun, ResultGrouping, Throughput
from core.settings import DESK_VERSION
from core.stats import Rate
from pages.accuracy.calibration import recall_text
from pages.accuracy.models import chosen_base, difference_text, rates_text, run_name
from pages.accuracy.rates import (
    ACROSS,
    interval,
    rate_figure,
    unfinished_message,
    with_low_n_note,
)
from pages.accuracy.scope import model_label, scope_labels
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.threshold import chosen_threshold, threshold_figure
from pages.accuracy.work import cost_head, cost_rows, pace_head, pace_rows, throughput_figure
from pages.components.agreement import (
    coefficient,
    coefficient_interval,
    pair_head,
    pair_row,
    reviewer_head,
    reviewer_row,
)
from pages.components.language import _, _n, language
from pages.components.rates import interval as interval_of_rate
from pages.components.rates import percent
from pages.components.wording import REASONS, WORDINGS, term_name

FIGURES = (ResultGrouping.TYPE, ResultGrouping.REASON, ResultGrouping.TENTH)
"""The groupings drawn in every report; models come first if there are several."""
MOST_ROWS, MOST_BARS, MOST_RUNS, LONGEST_NAME = 4, 5, 12, 34
"""Limits that keep the report on one page: rows of a table, bars of a figure, runs, and characters
of a run's name.
"""
MUTED = " †"
"""Marks a number that rests on too little data; explained below its table."""


def report_file_name(selection: SelectedResults) -> str:
    """The report's file name: its scope and the day."""
    scope = selection.scope
    parts = [
        f"set-{scope.set_id}" if scope.set_id else "",
        re.sub(r"[^A-Za-z0-9.]+", "-", scope.model or "").strip("-."),
        f"run-{scope.run_id}" if scope.run_id else "",
        (scope.question_type or "").replace("_", "-"),
    ]
    subject = "_".join(part for part in parts if part) or "all-runs"
    return f"accuracy-report_{subject}_{datetime.now(UTC):%Y-%m-%d}.html"


def build_report(selection: SelectedResults) -> str:
    """The report as HTML: figures with n and intervals, and the settings of the runs."""
    reader_language = language()
    scope_parts = scope_labels(selection)
    throughput = selection.throughput(0)
    legend = (_("lines: 95% CI"), _("n = questions judged"))
    created_at = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    unfinished = unfinished_message(selection)
    parts: list[str | Figure] = [
        heading(_("Accuracy report"), 1),
        sentence(
            " · ".join((*scope_parts, created_at, f"Evidence Desk {DESK_VERSION}", *legend)),
            quiet=True,
        ),
        tiles(_headline(selection)),
        *([sentence(unfinished)] if unfinished else []),
        *_figures(selection, throughput, reader_language),
        heading(_("Validation results and reviewer decisions")),
        _calibration(selection),
        *_comparisons(selection),
        *_agreement(selection),
        *_work(throughput, selection),
        *_runs(selection),
    ]
    title = " · ".join((_("Accuracy report"), *scope_parts))
    return report(
        parts,
        title,
        stated_once=(*scope_parts, *legend),
        language=reader_language,
        name="accuracy-report",
    )


def _figures(
    selection: SelectedResults, throughput: Throughput | None, reader_language: str
) -> list[Figure]:
    """The figures, two in a row; decisions per day fill a row that would be half empty."""
    figures = [
        rate_figure(selection, by, reader_language, None if by in ACROSS else MOST_BARS)
        for by in _groupings_with_groups(selection)
    ]
    figures.append(threshold_figure(selection, chosen_threshold(selection), reader_language))
    if len(figures) % 2 and throughput is not None and throughput.total:
        figures.append(throughput_figure(throughput, reader_language))
    return figures


def _groupings_with_groups(selection: SelectedResults) -> list[ResultGrouping]:
    several = len({run.model for run in selection.runs}) > 1
    groupings = []
    for by in (ResultGrouping.MODEL, *FIGURES) if several else FIGURES:
        try:
            groups = selection.slices(by)
        except DeskError:
            continue
        if any(group.group for group in groups):
            groupings.append(by)
    return groupings


def _headline(selection: SelectedResults) -> list[tuple[str, str, str]]:
    overall, decided, alpha = (
        selection.overall,
        selection.reviewed.overridden,
        selection.agreed.alpha,
    )
    no_reviews = _("no question has two independent reviews yet")
    return [
        (
            _("Pass rate"),
            percent(overall.rate.value),
            with_low_n_note(interval(overall.rate), low_n=overall.rate.low_n),
        ),
        (
            _("Failed to evaluate"),
            percent(overall.error_share.value),
            with_low_n_note(interval_of_rate(overall.error_share), low_n=overall.error_share.low_n),
        ),
        (
            _("Reviewer overrides"),
            percent(decided.value),
            with_low_n_note(interval_of_rate(decided), low_n=decided.low_n)
            if decided.n
            else _("no decisions yet"),
        ),
        (
            _("Krippendorff's alpha"),
            coefficient(alpha),
            coefficient_interval(alpha) if selection.agreed.same.n else no_reviews,
        ),
    ]


def _calibration(selection: SelectedResults) -> str:
    reviewed, overall = selection.reviewed, selection.reviewed.recall
    unknown = _("unknown")
    rows = [
        [
            term_name(REASONS, reason.reason),
            f"{reason.flagged:,}",
            _marked(reason.precision),
            f"{percent(reason.recall.value)} · {recall_text(reviewed, reason.recall)}"
            f"{MUTED if reason.recall.low_n else ''}"
            if reason.recall
            else unknown,
        ]
        for reason in reviewed.by_reason()
    ]
    rows.append(
        [
            _("Any reason"),
            f"{reviewed.count(passed=False):,}",
            _marked(reviewed.precision),
            f"{percent(overall.value)} · {recall_text(reviewed, overall)}"
            f"{MUTED if overall.low_n else ''}"
            if overall
            else f"{unknown} · {recall_text(reviewed, overall)}",
        ]
    )
    head = [_("Reason"), _("Flagged"), _("Precision"), _("Recall")]
    return report_table(head, rows, figures=(1,)) + _explained(rows)


def _marked(rate: Rate) -> str:
    if not rate.n:
        return _("no decisions yet")
    return f"{percent(rate.value)} · {interval_of_rate(rate)}{MUTED if rate.low_n else ''}"


def _explained(rows: Iterable[Sequence[str]]) -> str:
    if not any(cell.endswith(MUTED) for row in rows for cell in row):
        return ""
    return sentence(_("† not enough data: n < 25"), quiet=True)


def _comparisons(selection: SelectedResults) -> list[str]:
    base = chosen_base(selection)
    if base is None:
        return []
    comparisons = selection.compared(base)
    rows = [
        [_short(run_name(row.other)), rates_text(row), difference_text(row)]
        for row in comparisons[:MOST_ROWS]
    ]
    subtitle = _("{run} compared with other runs of the same questions").format(
        run=_short(run_name(base))
    )
    head = [
        _("Other run"),
        _("Other run / #{base}").format(base=base.id),
        _("The other run minus #{base}").format(base=base.id),
    ]
    title = _("Runs compared") + " · " + subtitle
    return [heading(title), report_table(head, rows), _omitted_note(comparisons)]


def _agreement(selection: SelectedResults) -> list[str]:
    agreed = selection.agreed
    pairs = [pair_row(pair) for pair in agreed.pairs[:MOST_ROWS]]
    if not pairs:
        return []
    return [
        heading(_("Agreement of independent reviews")),
        report_table(pair_head(), pairs),
        _omitted_note(agreed.pairs),
    ]


def _work(throughput: Throughput | None, selection: SelectedResults) -> list[str]:
    overridden = [reviewer_row(reviewer) for reviewer in selection.agreed.reviewers[:MOST_ROWS]]
    settled = report_table(reviewer_head(), overridden, figures=(1,)) if overridden else ""
    settled += _omitted_note(selection.agreed.reviewers)
    paces = pace_rows(throughput) if throughput else []
    pace = sentence(_("No decisions yet."))
    if throughput and paces:
        period = (
            _("{first} to {last}").format(first=throughput.days[0], last=throughput.days[-1]),
            _("all runs, including decisions undone later"),
        )
        pace = report_table(pace_head(), paces[:MOST_ROWS], figures=(1, 2, 3)) + _omitted_note(
            paces
        )
        pace += sentence(" · ".join(period), quiet=True)
    costs = cost_rows(selection)
    # The run's number is enough: the table below has the names.
    rows = [[row[0].split(" ")[0], *row[1:]] for row in costs[:MOST_ROWS]]
    cost = report_table(cost_head(), rows, figures=(1,)) + _omitted_note(costs)
    return [heading(_("Review work and cost")), side_by_side(pace + settled, cost)]


def _runs(selection: SelectedResults) -> list[str]:
    """One line for each run, in two columns."""
    shared = _shared([_run_settings(run) for run in selection.runs])
    lines = [_run_line(run, shared) for run in selection.runs[:MOST_RUNS]]
    half = -(-len(lines) // 2)
    left, right = ("".join(lines[at : at + half]) for at in (0, half))
    note = ""
    if omitted := len(selection.runs) - len(lines):
        text = _n("and {n} more run in the app", "and {n} more runs in the app", omitted)
        note = sentence(text, quiet=True)
    of_all = _("{name}: {value}").format(name=_("All"), value=" · ".join(shared))
    shared_line = sentence(of_all, quiet=True) if shared else ""
    return [heading(_("Run settings")), shared_line, side_by_side(left, right), note]


def _run_settings(run: ReportedRun) -> list[str]:
    """The settings of a run besides its model and its questions."""
    return [
        _("Prompt") + f" {run.prompt}",
        _("Tokeniser") + f" {run.spec.tokenizer}",
        _("Version") + f" {run.spec.desk_version or '–'}",
        _("Threshold") + f" {run.spec.similarity_threshold:.2f}",
        term_name(WORDINGS, run.spec.wording),
    ]


def _shared(rows: Sequence[Sequence[str]]) -> list[str]:
    """The cells that are the same in all rows."""
    return [cells[0] for cells in zip(*rows, strict=True) if len(set(cells)) == 1]


def _run_line(run: ReportedRun, shared: Sequence[str]) -> str:
    own_settings = [setting for setting in _run_settings(run) if setting not in shared]
    name = f"#{run.id} {_short(run.title)}"
    facts = [name, *([] if run.model in run.title else [model_label(run.model)])]
    return sentence(
        " · ".join([*facts, f"{run.created_at:%Y-%m-%d %H:%M} UTC", *own_settings]), quiet=True
    )


def _omitted_note(rows: Sequence[object]) -> str:
    """A note that the table is cut, empty if it is not."""
    if len(rows) <= MOST_ROWS:
        return ""
    template = _("Showing the first {n} of {all}; the app has all of them.")
    return sentence(template.format(n=MOST_ROWS, all=f"{len(rows):,}"), quiet=True)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
