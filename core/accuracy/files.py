"""The numbers of a figure as CSV for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from core.accuracy.pairs import Compared
from core.accuracy.slices import Slice
from core.accuracy.what_if import Tried
from core.accuracy.work import Throughput
from core.questions.csv_rows import guarded

Rows = Sequence[dict[str, Any]]


def rate_rows(by: str, groups: Iterable[tuple[str, Slice]]) -> Rows:
    """One row a group under its name. Shares in [0, 1]; `n` counts questions."""
    rows = []
    for name, one in groups:
        low, high = one.rate.interval or (None, None)
        rows.append(
            {
                by: name,
                "share": one.rate.value,
                "n": one.rate.clusters,
                "interval_low": low,
                "interval_high": high,
                "muted": one.rate.muted,
                "hits": one.rate.hits,
                "judged": one.rate.n,
                "not_judged": one.infrastructure,
                "error_share": one.error_share.value,
            }
        )
    return rows


def pair_rows(base: str, compared: Iterable[tuple[str, Compared]]) -> Rows:
    """One row a run beside the base; counts are questions that both judged."""
    rows = []
    for name, one in compared:
        apart = one.difference
        rows.append(
            {
                "run": base,
                "other": name,
                "n": apart.n if apart else 0,
                "both_passed": one.both,
                "only_run": one.only_base,
                "only_other": one.only_other,
                "neither": one.neither,
                "difference": apart.difference if apart else None,
                "interval_low": apart.interval[0] if apart else None,
                "interval_high": apart.interval[1] if apart else None,
                "p_mcnemar_exact": apart.p_value if apart else None,
                "p_holm": one.p_value,
            }
        )
    return rows


def threshold_rows(curve: Iterable[Tried]) -> Rows:
    rows = []
    for one in curve:
        low, high = one.rate.interval or (None, None)
        rows.append(
            {
                "threshold": one.threshold,
                "pass_rate": one.rate.value,
                "n": one.rate.clusters,
                "interval_low": low,
                "interval_high": high,
                "judged": one.rate.n,
                "newly_flagged": one.newly_flagged,
                "newly_passed": one.newly_passed,
                "precision": one.precision.value,
                "decided_flags": one.precision.n,
                "recall": one.recall.value if one.recall else None,
                "recall_low": one.recall.interval[0] if one.recall else None,
                "recall_high": one.recall.interval[1] if one.recall else None,
                "faults_found": one.recall.bad if one.recall else None,
            }
        )
    return rows


def throughput_rows(found: Throughput) -> Rows:
    return [
        {"hour_utc": hour, "reviewer": reviewer, "decisions": n} for hour, reviewer, n in found.made
    ]


def rows_csv(rows: Rows) -> bytes:
    """UTF-8 with a mark; a cell that a spreadsheet would run is guarded with an apostrophe. Numbers
    stay numbers; an empty cell is no value.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(rows[0] if rows else ())
    writer.writerows([_plain(value) for value in row.values()] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return guarded(value) if isinstance(value, str) else value
