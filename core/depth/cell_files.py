"""The cells of a heatmap as files: CSV for spreadsheets, JSON for programs."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.depth.cells import DepthBinStats
from core.depth.outcomes import ANSWERED, Outcome
from core.depth.results import DatasetMetadata
from core.questions.writer import rows_csv

ERRORS = tuple(outcome for outcome in Outcome if outcome not in ANSWERED)


@dataclass(frozen=True)
class CellSet:
    """The cells of one model's test, and the name of the test."""

    name: str
    cells: Sequence[DepthBinStats]
    metadata: DatasetMetadata | None = None


def cell_row(cell: DepthBinStats) -> dict[str, Any]:
    """Return source 003's four fields, then the counts behind them. Shares lie in [0, 1]; `n` and
    `question_count` count questions, all other counts are of attempts.
    """
    low, high = cell.interval or (None, None)
    return {
        "context_length": cell.context_length,
        "depth_bin": cell.depth_bin,
        "accuracy": cell.accuracy,
        "question_count": cell.question_count,
        "n": cell.n,
        "clustered_by": cell.rate.unit.value if cell.rate else None,
        "clusters": cell.rate.clusters if cell.rate else None,
        "interval_low": low,
        "interval_high": high,
        "muted": cell.low_n,
        "attempts": cell.attempts,
        "answered": cell.answered,
        "correct": cell.correct,
        "accuracy_over_all": cell.accuracy_over_all,
        "error_share": cell.error_share,
        **{outcome.value: cell.outcomes.get(outcome, 0) for outcome in ERRORS},
    }


def cells_json(sets: Iterable[CellSet]) -> bytes:
    """Return UTF-8 JSON: {"tests": [...]}, each test with name, metadata (or null) and cells."""
    tests = [
        {
            "name": cell_set.name,
            "metadata": cell_set.metadata.to_dict() if cell_set.metadata else None,
            "cells": [cell_row(cell) for cell in cell_set.cells],
        }
        for cell_set in sets
    ]
    return f"{json.dumps({'tests': tests}, ensure_ascii=False, indent=1)}\n".encode()


def cells_csv(sets: Iterable[CellSet]) -> bytes:
    """Return UTF-8 CSV with a byte order mark, the test's name first in each row. A cell that a
    spreadsheet would run as a formula begins with an apostrophe.
    """
    rows = [
        {"test": cell_set.name, **cell_row(cell)} for cell_set in sets for cell in cell_set.cells
    ]
    return rows_csv(rows)
