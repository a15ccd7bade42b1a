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
from pages.accuracy.calibration import recall_said
from pages.accuracy.models import chosen_base, difference_said, rates_said, run_name
from pages.accuracy.rates import ACROSS, interval, rate_figure, unfinished_said
from pages.accuracy.scope import named_model, scope_said
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.threshold import chosen_threshold, threshold_figure
from pages.accuracy.work import cost_head, cost_rows, pace_head, pace_rows, throughput_figure
from pages.components.agreement import (
    coefficient,
    of_coefficient,
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
"""Besides models where there are several."""
MOST_ROWS, MOST_BARS, MOST_RUNS, LONGEST_NAME = 4, 5, 12, 34
"""Of a table of pairs or reviewers, of a figure, and of what was run, and letters of a run's name:
the sheet has an end.
"""
MUTED = " †"
"""After a number of which there is too little to say much; explained below its table."""


def report_named(shown: SelectedResults) -> str:
    """Its file: what it counts, and the day."""
    chosen = shown.scope
    parts = [
        f"set-{chosen.set_id}" if chosen.set_id else "",
        re.sub(r"[^A-Za-z0-9.]+", "-", chosen.model or "").strip("-."),
        f"run-{chosen.run_id}" if chosen.run_id else "",
        (chosen.question_type or "").replace("_", "-"),
    ]
    what = "_".join(part for part in parts if part) or "all-runs"
    return f"accuracy-report_{what}_{datetime.now(UTC):%Y-%m-%d}.html"


def report_of(shown: SelectedResults) -> str:
    """Figures, n, intervals, and what was run with what."""
    spoken = language()
    scope = scope_said(shown)
    found = shown.throughput(0)
    once = (_("lines: 95% CI"), _("n = questions judged"))
    made = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    unfinished = unfinished_said(shown)
    parts: list[str | Figure] = [
        heading(_("Accuracy report"), 1),
        sentence(" · ".join((*scope, made, f"Evidence Desk {DESK_VERSION}", *once)), quiet=True),
        tiles(_headline(shown)),
        *([sentence(unfinished)] if unfinished else []),
        *_figures(shown, found, spoken),
        heading(_("Validation results and reviewer decisions")),
        _calibration(shown),
        *_compared(shown),
        *_agreement(shown),
        *_work(found, shown),
        *_runs(shown),
    ]
    title = " · ".join((_("Accuracy report"), *scope))
    return report(parts, title, once=(*scope, *once), language=spoken, name="accuracy-report")


def _figures(shown: SelectedResults, found: Throughput | None, spoken: str) -> list[Figure]:
    """An even number where there can be: decisions a day fill the last row."""
    drawn = [
        rate_figure(shown, by, spoken, None if by in ACROSS else MOST_BARS) for by in _drawn(shown)
    ]
    drawn.append(threshold_figure(shown, chosen_threshold(shown), spoken))
    if len(drawn) % 2 and found is not None and found.total:
        drawn.append(throughput_figure(found, spoken))
    return drawn


def _drawn(shown: SelectedResults) -> list[ResultGrouping]:
    several = len({run.model for run in shown.runs}) > 1
    found = []
    for by in (ResultGrouping.MODEL, *FIGURES) if several else FIGURES:
        try:
            groups = shown.slices(by)
        except DeskError:
            continue
        if any(one.group for one in groups):
            found.append(by)
    return found


def _headline(shown: SelectedResults) -> list[tuple[str, str, str]]:
    whole, decided, alpha = shown.overall, shown.reviewed.overridden, shown.agreed.alpha
    without = _("no question has two independent reviews yet")
    return [
        (
            _("Pass rate"),
            percent(whole.rate.value),
            _enough(interval(whole.rate), muted=whole.rate.muted),
        ),
        (
            _("Failed to evaluate"),
            percent(whole.error_share.value),
            _enough(interval_of_rate(whole.error_share), muted=whole.error_share.muted),
        ),
        (
            _("Reviewer overrides"),
            percent(decided.value),
            _enough(interval_of_rate(decided), muted=decided.muted)
            if decided.n
            else _("no decisions yet"),
        ),
        (
            _("Krippendorff's alpha"),
            coefficient(alpha),
            of_coefficient(alpha) if shown.agreed.same.n else without,
        ),
    ]


def _enough(said: str, *, muted: bool) -> str:
    return said + " · " + _("not enough data") if muted else said


def _calibration(shown: SelectedResults) -> str:
    counted, overall = shown.reviewed, shown.reviewed.recall
    unknown = _("unknown")
    rows = [
        [
            term_name(REASONS, one.reason),
            f"{one.flagged:,}",
            _marked(one.precision),
            f"{percent(one.recall.value)} · {recall_said(counted, one.recall)}"
            f"{MUTED if one.recall.muted else ''}"
            if one.recall
            else unknown,
        ]
        for one in counted.by_reason()
    ]
    rows.append(
        [
            _("Any reason"),
            f"{counted.count(passed=False):,}",
            _marked(counted.precision),
            f"{percent(overall.value)} · {recall_said(counted, overall)}"
            f"{MUTED if overall.muted else ''}"
            if overall
            else f"{unknown} · {recall_said(counted, overall)}",
        ]
    )
    head = [_("Reason"), _("Flagged"), _("Precision"), _("Recall")]
    return report_table(head, rows, figures=(1,)) + _explained(rows)


def _marked(rate: Rate) -> str:
    if not rate.n:
        return _("no decisions yet")
    return f"{percent(rate.value)} · {interval_of_rate(rate)}{MUTED if rate.muted else ''}"


def _explained(rows: Iterable[Sequence[str]]) -> str:
    if not any(cell.endswith(MUTED) for row in rows for cell in row):
        return ""
    return sentence(_("† not enough data: n < 25"), quiet=True)


def _compared(shown: SelectedResults) -> list[str]:
    base = chosen_base(shown)
    if base is None:
        return []
    found = shown.compared(base)
    rows = [
        [_short(run_name(row.other)), rates_said(row), difference_said(row)]
        for row in found[:MOST_ROWS]
    ]
    said = _("{run} compared with other runs of the same questions").format(
        run=_short(run_name(base))
    )
    head = [_("Other run"), _("This run / other run"), _("Difference")]
    title = _("Runs compared") + " · " + said
    return [heading(title), report_table(head, rows), _more(found)]


def _agreement(shown: SelectedResults) -> list[str]:
    agreed = shown.agreed
    pairs = [pair_row(pair) for pair in agreed.pairs[:MOST_ROWS]]
    if not pairs:
        return []
    return [
        heading(_("Agreement of independent reviews")),
        report_table(pair_head(), pairs),
        _more(agreed.pairs),
    ]


def _work(found: Throughput | None, shown: SelectedResults) -> list[str]:
    overridden = [reviewer_row(one) for one in shown.agreed.reviewers[:MOST_ROWS]]
    settled = report_table(reviewer_head(), overridden, figures=(1,)) if overridden else ""
    settled += _more(shown.agreed.reviewers)
    paces = pace_rows(found) if found else []
    pace = sentence(_("No decisions yet."))
    if found and paces:
        said = (
            _("{first} to {last}").format(first=found.days[0], last=found.days[-1]),
            _("all runs, including decisions undone later"),
        )
        pace = report_table(pace_head(), paces[:MOST_ROWS], figures=(1, 2, 3)) + _more(paces)
        pace += sentence(" · ".join(said), quiet=True)
    costs = cost_rows(shown)
    # The number is enough: the runs' names stand in the table below.
    rows = [[row[0].split(" ")[0], *row[1:]] for row in costs[:MOST_ROWS]]
    cost = report_table(cost_head(), rows, figures=(1,)) + _more(costs)
    return [heading(_("Review work and cost")), side_by_side(pace + settled, cost)]


def _runs(shown: SelectedResults) -> list[str]:
    """A short line a run, in two columns."""
    shared = _shared([_with(run) for run in shown.runs])
    lines = [_run_line(run, shared) for run in shown.runs[:MOST_RUNS]]
    half = -(-len(lines) // 2)
    left, right = ("".join(lines[at : at + half]) for at in (0, half))
    more = ""
    if n := len(shown.runs) - len(lines):
        said = _n("and {n} more run in the app", "and {n} more runs in the app", n)
        more = sentence(said, quiet=True)
    of_all = _("{name}: {value}").format(name=_("All"), value=" · ".join(shared))
    all_ = sentence(of_all, quiet=True) if shared else ""
    return [heading(_("Run settings")), all_, side_by_side(left, right), more]


def _with(run: ReportedRun) -> list[str]:
    """What its numbers rest on besides the model and the questions."""
    return [
        _("Prompt") + f" {run.prompt}",
        _("Tokeniser") + f" {run.spec.tokenizer}",
        _("Version") + f" {run.spec.desk_version or '–'}",
        _("Threshold") + f" {run.spec.similarity_threshold:.2f}",
        term_name(WORDINGS, run.spec.wording),
    ]


def _shared(rows: Sequence[Sequence[str]]) -> list[str]:
    """What all of them have is said once."""
    return [cells[0] for cells in zip(*rows, strict=True) if len(set(cells)) == 1]


def _run_line(run: ReportedRun, shared: Sequence[str]) -> str:
    own = [part for part in _with(run) if part not in shared]
    name = f"#{run.id} {_short(run.title)}"
    facts = [name, *([] if run.model in run.title else [named_model(run.model)])]
    return sentence(" · ".join([*facts, f"{run.created_at:%Y-%m-%d %H:%M} UTC", *own]), quiet=True)


def _more(rows: Sequence[object]) -> str:
    """Which rows are not on the sheet."""
    if len(rows) <= MOST_ROWS:
        return ""
    said = _("Showing the first {n} of {all}; the app has all of them.")
    return sentence(said.format(n=MOST_ROWS, all=f"{len(rows):,}"), quiet=True)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
