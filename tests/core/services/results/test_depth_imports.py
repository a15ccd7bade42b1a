"""Imported result files become runs: same figures, marked as imported, stored once, no invented
data.
"""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from core.depth import DatasetMetadata, Outcome, calculate_depth_bins, parse_results
from core.depth.model_results import ResultsRead, preview_results
from core.depth.result_files import json_lines
from core.errors import InputError, NotFoundError
from core.services.library import library_counts, list_sets
from core.services.results import (
    CellPlace,
    cell_results,
    compare_runs,
    context_shown,
    depth_cells,
    depth_entries,
    depth_figures,
    depth_item,
    depth_metadata,
    depth_results_json,
    spec_of,
)
from core.services.review import Action, Queue, count, decide
from core.services.runs import (
    delete_import,
    get_run,
    import_results,
    list_runs,
    retry_failures,
    run_titles,
    runs_using,
    sample_runs,
)
from db.tables import DepthResult, QuestionSet, Run, RunItem
from tests.core.depth.simulated import LENGTHS, lost_in_the_middle, simulated
from tests.core.depth.test_results import SOURCE_FILE, SOURCE_ROW
from tests.core.services.results.depth_data import change_novel, fill_depth

pytestmark = pytest.mark.long_on_postgres

LIMIT = 50_000_000


def _read(data: bytes | dict[str, Any] | list[Any], name: str = "results.json") -> ResultsRead:
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return preview_results(content, file_name=name, max_bytes=LIMIT)


def _import(engine: Engine, data: Any, name: str = "results.json") -> Run:
    (run_id,) = import_results(engine, _read(data, name), created_by="王晓").run_ids
    return get_run(engine, run_id)


def _exported(engine: Engine, run: Run) -> bytes:
    return "".join(depth_results_json(engine, run)).encode()


@pytest.mark.parametrize("repeats", [1, 3])
def test_an_exported_run_comes_back_with_the_same_figures(engine: Engine, repeats: int) -> None:
    run = get_run(engine, fill_depth(engine, repeats=repeats))
    back = _import(engine, _exported(engine, run))
    assert back.id != run.id
    assert (back.set_id, back.status, back.kind) == (run.set_id, "done", "depth")
    assert depth_cells(engine, back) == depth_cells(engine, run)
    assert depth_figures(engine, back) == depth_figures(engine, run)
    assert depth_metadata(engine, back) == replace(depth_metadata(engine, run), run=f"#{back.id}")
    plain = [entry.to_dict() for entry in depth_entries(engine, run)]
    assert [entry.to_dict() for entry in depth_entries(engine, back)] == plain
    difference = compare_runs(engine, run, back)
    assert difference.overall is not None
    assert (difference.overall.difference, difference.overall.n) == (0.0, 8)


def test_the_context_is_shown_only_where_it_is_the_one_that_was_asked(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    back = _import(engine, _exported(engine, run))
    (line, *_) = cell_results(engine, back.id or 0, CellPlace(400, "25%"))
    context = context_shown(engine, depth_item(engine, line.item_id))
    assert context is not None
    assert context.intact
    change_novel(engine)
    context = context_shown(engine, depth_item(engine, line.item_id))
    assert context is not None
    assert not context.intact


def test_the_same_file_is_imported_once(engine: Engine) -> None:
    first = import_results(engine, _read(SOURCE_FILE), created_by="a")
    again = import_results(engine, _read(SOURCE_FILE, "renamed.json"), created_by="b")
    assert not first.already_there
    assert again.already_there
    assert again.run_ids == first.run_ids
    assert len(list_runs(engine, "depth")) == 1


def test_an_import_is_deleted_with_the_questions_that_came_with_it_alone(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    other_run = _import(engine, [{**SOURCE_ROW, "test_context_length": 9_000}], "second.json")
    first = _import(engine, SOURCE_FILE)
    assert first.set_id == other_run.set_id != run.set_id
    before = depth_figures(engine, run)
    for run_to_delete in (first, other_run, _import(engine, _exported(engine, run))):
        delete_import(engine, run_to_delete.id or 0)
        with pytest.raises(NotFoundError):
            get_run(engine, run_to_delete.id or 0)
    with Session(engine) as session:
        assert set(session.exec(select(QuestionSet.id))) == {run.set_id}
        for table in (DepthResult, RunItem):
            assert max(session.exec(select(table.run_id))) == run.id
    assert depth_figures(engine, run) == before
    again = import_results(engine, _read(SOURCE_FILE), created_by="")
    assert not again.already_there


def test_what_was_run_here_or_decided_on_is_not_deleted(engine: Engine) -> None:
    run_id = fill_depth(engine)
    with pytest.raises(InputError, match="Only imported results"):
        delete_import(engine, run_id)
    with pytest.raises(NotFoundError):
        delete_import(engine, 99)
    back = _import(engine, _exported(engine, get_run(engine, run_id)), "of_june.json")
    with Session(engine) as session:
        failed = (RunItem.run_id == back.id, RunItem.outcome == "infrastructure")
        item_id = session.exec(select(RunItem.id).where(*failed)).first()
    decide(engine, item_id or 0, "王晓", Action.KEEP, idempotency_key="once")
    with pytest.raises(
        InputError, match="Review decisions are based on these results, so they cannot be deleted"
    ):
        delete_import(engine, back.id or 0)
    assert depth_cells(engine, get_run(engine, back.id or 0))


def test_an_import_is_told_apart_and_waits_for_nobody(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    back = _import(engine, _exported(engine, run), "of_june.json")
    imported = spec_of(back).imported
    assert imported is not None
    assert spec_of(run).imported is None
    assert imported.file_name == "of_june.json"
    assert depth_figures(engine, back).leaked == depth_figures(engine, run).leaked > 0
    with Session(engine) as session:
        outcomes = set(session.exec(select(RunItem.outcome).where(RunItem.run_id == back.id)))
    assert outcomes == {"answered", "infrastructure"}
    assert (back.calls, back.tokens, back.cost) == (0, 0, 0.0)
    with pytest.raises(InputError, match="Imported results cannot be retried"):
        retry_failures(engine, back.id or 0)


def test_other_tools_rows_get_a_set_that_the_library_does_not_list(engine: Engine) -> None:
    listed, counted = list_sets(engine), library_counts(engine)
    run = _import(engine, SOURCE_FILE)
    assert list_sets(engine) == listed
    assert library_counts(engine) == counted
    with Session(engine) as session:
        question_set = session.get_one(QuestionSet, run.set_id)
    assert (question_set.source_id, question_set.row_count) == (None, 1)
    metadata = depth_metadata(engine, run)
    assert (metadata.model_name, metadata.tested_at) == ("gpt-4", "2024-01-01T12:00:00")
    assert metadata.tokenizer is None
    # What was planned is drawn, with grey where nothing was asked.
    assert len(depth_cells(engine, run)) == 4
    other_run = _import(engine, {"results": [SOURCE_ROW | {"model": "other", "score": 0.0}]})
    assert other_run.set_id == run.set_id


def test_ours_as_json_lines_is_drawn_as_its_entries_are(engine: Engine) -> None:
    entries = list(simulated(lost_in_the_middle, seed=3, questions=30))
    data = json_lines(entries, DatasetMetadata(model_name="planted", depth_mode="crossed"))
    run = _import(engine, data.encode(), "results.jsonl")
    assert depth_cells(engine, run) == calculate_depth_bins(entries, LENGTHS)
    assert spec_of(run).model == entries[0].model or "planted"


def test_every_model_of_a_file_is_a_run(engine: Engine) -> None:
    rows = [SOURCE_ROW | {"model": model} for model in ("m1", "m2")]
    imported = import_results(engine, _read(rows), created_by="")
    assert [get_run(engine, id_).spec["model"] for id_ in imported.run_ids] == ["m1", "m2"]
    too_many = [SOURCE_ROW | {"model": f"m{n}"} for n in range(21)]
    with pytest.raises(InputError, match="21 models"):
        _read(too_many)


def test_rows_that_cannot_be_counted_are_told_not_drawn(engine: Engine) -> None:
    rows = [
        SOURCE_ROW,
        SOURCE_ROW,
        SOURCE_ROW | {"question": "Unscored?", "score": None, "model_answer": None},
        SOURCE_ROW | {"question": "Nowhere?", "depth": None, "depth_bin": None},
        SOURCE_ROW | {"score": 0.0, "model_answer": ["a"]},
    ]
    run = _import(engine, rows)
    imported = spec_of(run).imported
    assert imported is not None
    assert imported.left_out == {"no_score": 1, "no_depth": 1, "repeated": 1}
    (cell,) = depth_cells(engine, run)
    # The same question twice, answered differently: two attempts at one question.
    assert (cell.n, cell.attempts, cell.correct) == (1, 2, 1)


def test_a_test_without_depths_is_one_number_a_length(engine: Engine) -> None:
    legacy = {**SOURCE_ROW, "depth": None, "depth_bin": None}
    run = _import(engine, [legacy])
    (cell,) = depth_cells(engine, run)
    assert (cell.depth_bin, cell.accuracy) == ("", 1.0)


def test_two_questions_of_one_name_stay_two(engine: Engine) -> None:
    rows = [SOURCE_ROW | {"item_key": "q1"}, SOURCE_ROW | {"item_key": "q1", "question": "Else?"}]
    run = _import(engine, rows)
    (cell,) = depth_cells(engine, run)
    assert cell.n == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"test_context_length": "128K"}, r"results\[1\]\.test_context_length: Write the length"),
        ({"test_context_length": 0}, "Write the length"),
        ({"depth": 1.5}, r"results\[1\]\.depth: Write the depth as a number from 0 to 1"),
        ({"score": "1"}, "Write the score"),
        ({"choice": ["Ada"]}, "Write the options as an object"),
        (
            {"question_type": "needle"},
            "Unknown question type needle",
        ),
        ({"outcome": "great"}, "Unknown outcome great"),
        ({"outcome": "wrong"}, "contradict each other"),
        ({"control": "sham"}, "Unknown control sham"),
        ({"metrics": {"pieces": [["a", 3]]}}, r"metrics\.pieces"),
        ({"metrics": {"options_shown": [1]}}, r"metrics\.options_shown"),
        ({"question": "NUL \x00"}, "cannot be stored"),
        ({"repeat": 10**30}, "too large"),
        (
            {"warnings": [1]},
            "The value has the wrong type or is too long or too large",
        ),
        ({"correct_answer": None}, "The field is missing"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_with_its_field(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said) as raised:
        _read({"results": [SOURCE_ROW, SOURCE_ROW | changes]}, "of_june.json")
    assert str(raised.value).startswith("of_june.json, ")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Choose a file from a depth test"),
        (b"no json", "line 1: The line is not valid JSON"),
        (b'{"metadata": 3, "results": []}', "field metadata"),
        (b'{"metadata": {"tested_at": 3}, "results": []}', "metadata.tested_at"),
        (b'{"results": [3]}', "not an object"),
        (b"[" * 200_000, "nested too deeply"),
        (b"\xff\xfe", "not UTF-8"),
        (
            b'{"tests": [{"name": "a", "cells": []}]}',
            "The file has heatmap cells, which are already aggregated",
        ),
        (
            b'{"metadata": {"model_name": "m"}, "results": []}',
            "Every row needs a score or the model's answer",
        ),
    ],
)
def test_a_file_that_holds_no_results_says_so(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        _read(data)


def test_a_file_over_the_limit_is_refused() -> None:
    with pytest.raises(InputError, match="MB"):
        preview_results(b" " * 2_000_000, file_name="r.json", max_bytes=1_000_000)


def test_a_score_alone_tells_right_from_wrong_and_nan_is_no_score() -> None:
    row = {name: value for name, value in SOURCE_ROW.items() if name != "model_answer"}
    lines = [row, row | {"score": 0.0}, row | {"score": float("nan")}]
    read = parse_results("\n".join(map(json.dumps, lines)).encode(), "r.jsonl")
    assert [entry.outcome for entry in read.entries] == [Outcome.CORRECT, Outcome.WRONG]
    assert read.unscored.total() == 1


def test_an_import_and_what_waits_are_as_in_the_run(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    data = _exported(engine, run)
    back = _import(engine, data)
    assert depth_cells(engine, back) == depth_cells(engine, run)
    assert import_results(engine, _read(data), created_by="").already_there
    assert count(engine, Queue(run_id=run.id, reason="leaked")) == 1
    assert _import(engine, SOURCE_FILE).set_id != run.set_id
    assert len(list_sets(engine)) == 1


def test_two_books_questions_of_the_same_names_are_not_compared(engine: Engine) -> None:
    rows = [
        {**SOURCE_ROW, "item_key": "q0", "question": question} for question in ("Who?", "Where?")
    ]
    runs = [_import(engine, [row], f"{at}.json") for at, row in enumerate(rows)]
    assert compare_runs(engine, *runs).overall is None
    comparison = compare_runs(engine, runs[0], _import(engine, [rows[0], rows[1]], "both.json"))
    assert comparison.overall is not None
    assert comparison.overall.n == 1


def test_a_table_of_scores_is_not_stored_as_a_run() -> None:
    with pytest.raises(InputError, match="has no questions"):
        _read(b"context_length,depth,score\n8000,0.5,1\n", "scores.csv")


def test_runs_of_one_set_are_asked_for_however_many_others_are_newer(engine: Engine) -> None:
    run = _import(engine, SOURCE_FILE)
    other_row = {**SOURCE_ROW, "question": "Who sang?"}
    for length in (1_000, 2_000):
        _import(engine, [{**other_row, "test_context_length": length}], f"{length}.json")
    assert [listed.id for listed in list_runs(engine, "depth", set_id=run.set_id, limit=1)] == [
        run.id
    ]


def test_no_run_is_missed_however_many_there_are(engine: Engine) -> None:
    with Session(engine) as session:
        for n in range(230):
            spec = {"connection": "lexical" if n == 0 else "openai"}
            run = Run(title=f"r{n}", set_id=1, spec=spec, spec_hash="", is_sample=n == 0)
            session.add(run)
        session.commit()
    titles = run_titles(engine)
    assert [*titles] == sorted(titles, reverse=True)
    assert {"r0", "r229"} <= {run.title for run in titles.values()}
    assert [run.title for run in titles.values() if run.is_sample] == ["r0"]
    (sample,) = sample_runs(engine)
    assert sample.title == "r0"
    assert sample.id in runs_using(engine, "lexical")
    assert len(runs_using(engine, "openai")) == 229
