"""`python -m core heatmap`: result files in, a page, a table and exit codes out."""

import csv
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.cli.main import main
from core.depth.outcomes import Outcome
from core.depth.result_files import write_results
from core.depth.results import DatasetMetadata, ResultEntry
from tests.core.depth.simulated import (
    LENGTHS,
    entry,
    lost_in_the_middle,
    oracle,
    simulated,
    source_row,
)

METADATA = DatasetMetadata(
    model_name="planted", depth_mode="crossed", context_lengths=LENGTHS, depth_bins=("0%", "50%")
)


def _file(folder: Path, name: str, entries: list[ResultEntry]) -> Path:
    write_results(folder / name, entries, METADATA)
    return folder / name


def _failed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["heatmap", *map(str, arguments)]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("name", ["results.jsonl", "results.json"])
def test_a_tests_output_becomes_a_page_and_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    results = simulated(lost_in_the_middle, seed=1, questions=30)
    file = _file(tmp_path, name, [*results, *oracle(28, 30)])
    out = tmp_path / "heatmap.html"
    assert main(["heatmap", str(file), "--mode", "depth", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    rows = [line.split() for line in said.splitlines()]
    assert ["8K", "0%"] in [row[:2] for row in rows]
    assert sum(row[:1] == ["128K"] for row in rows) == 5
    assert "effective length" in said
    assert out.read_text().count("<figure>") == 4


def test_the_sources_own_format_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [source_row(), source_row(question="Who sang?", model_answer=["a"], score=0.0)]
    rows.append(source_row(question="Who?", parsing_status="failed", model_answer=[], score=None))
    file = tmp_path / "old.json"
    file.write_text(json.dumps({"metadata": {"model_name": "gpt-4"}, "results": rows}))
    table, cells = tmp_path / "cells.csv", tmp_path / "cells.json"
    arguments = ("--out", tmp_path / "a.html", "--csv", table, "--json", cells)
    assert main(["heatmap", str(file), *map(str, arguments)]) == 0
    assert "gpt-4: n counts the questions answered" in capsys.readouterr().out
    (row,) = csv.DictReader(table.read_text(encoding="utf-8-sig").splitlines())
    assert (row["context_length"], row["depth_bin"]) == ("128000", "50%")
    assert (row["accuracy"], row["n"], row["question_count"]) == ("0.5", "2", "3")
    assert row["parse_failure"] == "1"
    (test,) = json.loads(cells.read_text())["tests"]
    assert test["metadata"]["model_name"] == "gpt-4"
    assert len(test["cells"]) == 1


def test_two_results_are_compared_on_the_same_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    better = [entry(item_key=f"q{at}") for at in range(30)]
    worse = [entry(Outcome.WRONG, item_key=f"q{at}", model="other") for at in range(29)]
    one, other = _file(tmp_path, "a.jsonl", better), _file(tmp_path, "b.jsonl", worse)
    out = tmp_path / "heatmap.html"
    assert main(["heatmap", str(one), str(other), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "planted less other: n counts the questions both answered" in said
    assert "+100.0  29" in said
    assert out.read_text().count("<figure>") == 9


def test_a_comparison_says_which_settings_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for seed, file in enumerate(files):
        settings = {"rotate_options": bool(seed)}
        write_results(file, [entry()], replace(METADATA, seed=seed, settings=settings))
    out = tmp_path / "h.html"
    assert main(["heatmap", *map(str, files), "--out", str(out)]) == 0
    said = "settings: seed, option rotation."
    assert said in capsys.readouterr().out
    assert said in out.read_text()


def test_tables_of_scores_are_drawn_and_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for file in files:
        file.write_text("context_length,depth,score\n8000,0.5,1\n")
    out = tmp_path / "h.html"
    assert main(["heatmap", *map(str, files), "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert "a and b are not compared: " in said.err
    assert "does not say which question was asked" in said.err
    assert " less " not in said.out
    assert out.read_text().count("<figure>") == 8


def test_a_pipe_is_refused_before_anything_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, out = tmp_path / "pipe", tmp_path / "h.html"
    os.mkfifo(pipe)
    for outputs in (("--out", pipe), ("--out", out, "--csv", pipe)):
        said = _failed(capsys, tmp_path / "nowhere.jsonl", *outputs)
        assert f"{pipe}: This is not a regular file" in said
    assert list(tmp_path.iterdir()) == [pipe]


def test_files_of_one_model_are_told_apart_by_their_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [_file(tmp_path, name, [entry()]) for name in ("a.jsonl", "b.jsonl")]
    assert main(["heatmap", *map(str, files), "--out", str(tmp_path / "h.html")]) == 0
    assert "planted (a.jsonl) less planted (b.jsonl)" in capsys.readouterr().out


def test_several_models_in_one_file_are_compared_or_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, "a.jsonl", [entry(), entry(model="other")])
    out = ("--out", str(tmp_path / "h.html"))
    assert main(["heatmap", str(file), *out]) == 0
    assert "planted less other" in capsys.readouterr().out
    assert main(["heatmap", str(file), *out, "--model", "other"]) == 0
    assert "planted" not in capsys.readouterr().out
    said = _failed(capsys, file, *out, "--model", "gpt")
    assert "There are no results of the model gpt. Choose one of: planted, other." in said


def test_an_invalid_mode_prints_the_help_and_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, "a.jsonl", [entry()])
    out = tmp_path / "h.html"
    said = _failed(capsys, file, "--mode", "breadth", "--out", out)
    assert said.startswith("usage: python -m core heatmap")
    assert "--scale" in said
    assert "error: Unknown heatmap mode breadth. Choose one of: depth." in said
    assert not out.exists()


def test_results_without_depths_are_refused_with_the_fix(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, "legacy.jsonl", [entry(depth=None, depth_bin=None)])
    said = _failed(capsys, file, "--out", tmp_path / "h.html")
    assert f"error: {file}, field depth_bin: No result has a depth" in said
    assert "1 result of planted claims no depth" in said


def test_some_results_without_a_depth_are_named_and_the_others_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, "mixed.jsonl", [entry(), entry(depth=None, depth_bin=None)])
    assert main(["heatmap", str(file), "--out", str(tmp_path / "h.html")]) == 0
    assert "1 result of planted claims no depth and is not drawn" in capsys.readouterr().err


def test_rows_that_tell_neither_right_nor_wrong_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.json"
    unscored = source_row() | {"score": None, "model_answer": None}
    file.write_text(json.dumps([source_row(), unscored]))
    assert main(["heatmap", str(file), "--out", str(tmp_path / "h.html")]) == 0
    assert "1 result of an unnamed model has no score" in capsys.readouterr().err


def test_a_row_that_is_no_result_is_named_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text(json.dumps(source_row()) + "\n" + json.dumps({"question": "?"}) + "\n")
    said = _failed(capsys, file, "--out", tmp_path / "h.html")
    assert f"{file}, line 2" in said


def test_planned_lengths_that_are_no_numbers_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.json"
    metadata = {"context_lengths": ["32K"]}
    file.write_text(json.dumps({"metadata": metadata, "results": [source_row()]}))
    said = _failed(capsys, file, "--out", tmp_path / "h.html")
    assert "field metadata.context_lengths: Write the lengths as a list" in said


def test_results_with_nothing_in_common_are_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"results": [source_row(test_context_length=length, model=f"m{length}")]}
        for length in (8000, 9000)
    ]
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file, content in zip(files, rows, strict=True):
        file.write_text(json.dumps(content))
    said = _failed(capsys, *files, "--out", tmp_path / "h.html")
    assert "m8000 and m9000 have no length and depth in common" in said


def test_a_planned_length_without_results_is_an_empty_column(tmp_path: Path) -> None:
    file = _file(tmp_path, "a.jsonl", [entry(depth_bin="0%")])
    cells = tmp_path / "cells.csv"
    out = ("--out", str(tmp_path / "h.html"), "--csv", str(cells))
    assert main(["heatmap", str(file), *out]) == 0
    rows = list(csv.DictReader(cells.read_text(encoding="utf-8-sig").splitlines()))
    assert {row["context_length"] for row in rows} == {str(length) for length in LENGTHS}
    assert sum(row["attempts"] != "0" for row in rows) == 1


def test_the_results_are_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, "a.jsonl", [entry()])
    before = file.read_bytes()
    assert "Two of the files are the same" in _failed(capsys, file, "--out", file)
    assert file.read_bytes() == before
