"""Export of heatmap cells as CSV and JSON."""

import csv
import io
import json

from core.depth import CellSet, DatasetMetadata, calculate_depth_bins, cells_csv, cells_json
from core.depth.outcomes import Outcome
from tests.core.depth.simulated import entry

CELLS = calculate_depth_bins(
    [entry(), entry(Outcome.API_ERROR, item_key="q1")], [8000], ["0%", "50%"]
)


def _rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_csv_holds_the_numbers_of_the_heatmap() -> None:
    empty, filled = _rows(cells_csv([CellSet("gpt-x", CELLS)]))
    assert (filled["test"], filled["context_length"], filled["depth_bin"]) == (
        "gpt-x",
        "8000",
        "50%",
    )
    assert (filled["accuracy"], filled["n"], filled["question_count"]) == ("1.0", "1", "2")
    assert (filled["api_error"], filled["error_share"], filled["muted"]) == ("1", "0.5", "true")
    assert float(filled["interval_low"]) < 1.0
    assert (empty["accuracy"], empty["interval_low"], empty["attempts"]) == ("", "", "0")


def test_a_model_cannot_run_a_formula_in_a_spreadsheet() -> None:
    rows = _rows(cells_csv([CellSet('=HYPERLINK("x")', CELLS), CellSet("＠sum", CELLS)]))
    assert {row["test"] for row in rows} == {'\'=HYPERLINK("x")', "'＠sum"}


def test_json_holds_the_cells_of_each_test_with_its_metadata() -> None:
    metadata = DatasetMetadata(model_name="模型", tokenizer="o200k_base")
    document = json.loads(cells_json([CellSet("模型", CELLS, metadata), CellSet("b", [])]))
    first, second = document["tests"]
    assert first["metadata"]["tokenizer"] == "o200k_base"
    assert [cell["depth_bin"] for cell in first["cells"]] == ["0%", "50%"]
    assert first["cells"][0]["accuracy"] is None
    assert second == {"name": "b", "metadata": None, "cells": []}


def test_no_cells_give_no_rows() -> None:
    assert _rows(cells_csv([])) == []
