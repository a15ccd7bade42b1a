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
    """The cells of one model's test under a name."""

    name: str
    cells: Sequence[DepthBinStats]
    metadata: DatasetMetadata | None = None


def cell_row(cell: DepthBinStats) -> dict[str, Any]:
    """The source's four fields, then what they rest on. Shares lie in [0, 1]; `n` and
    `question_count` count questions, everything else attempts.
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
        "muted": cell.muted,
        "attempts": cell.attempts,
        "answered": cell.answered,
        "correct": cell.correct,
        "accuracy_over_all": cell.accuracy_over_all,
        "error_share": cell.error_share,
        **{outcome.value: cell.outcomes.get(outcome, 0) for outcome in ERRORS},
    }


def cells_json(sets: Iterable[CellSet]) -> bytes:
    """UTF-8: an object of `tests`, each with its name, its metadata (or null) and its cells."""
    tests = [
        {
            "name": one.name,
            "metadata": one.metadata.to_dict() if one.metadata else None,
            "cells": [cell_row(cell) for cell in one.cells],
        }
        for one in sets
    ]
    return f"{json.dumps({'tests': tests}, ensure_ascii=False, indent=1)}\n".encode()


def cells_csv(sets: Iterable[CellSet]) -> bytes:
    """UTF-8 with a mark, the test's name in front of each row; a cell that a spreadsheet would run
    is guarded with an apostrophe.
    """
    rows = [{"test": one.name, **cell_row(cell)} for one in sets for cell in one.cells]
    return rows_csv(rows)
