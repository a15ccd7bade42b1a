import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.depth.outcomes import Outcome
from core.depth.result_files import read_results, write_results
from core.depth.results import DatasetMetadata, ResultEntry
from core.errors import InputError
from tests.core.depth.simulated import source_row

SOURCE_ROW = source_row()

SOURCE_FILE = {
    "metadata": {
        "tested_at": "2024-01-01T12:00:00",
        "model_name": "gpt-4",
        "novel_path": "data/novel.txt",
        "question_set_path": "data/questions.jsonl",
        "depth_mode": "uniform",
        "context_lengths": [32000, 128000],
        "depth_bins": ["0%", "50%"],
        "questions_per_bin": 10,
    },
    "results": [SOURCE_ROW],
}
ENTRY = ResultEntry.from_dict(
    SOURCE_ROW
    | {"outcome": "abstained", "score": 0.0, "model_answer": [], "item_key": "q1", "model": "m"}
    | {"control": "oracle", "repeat": 2, "warnings": ["evidence_wide"], "raw_reply": "不知道"}
)


def test_source_003s_file_round_trips(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(json.dumps(SOURCE_FILE))
    metadata, entries, _ = read_results(file)
    assert metadata is not None
    assert SOURCE_FILE["metadata"].items() <= metadata.to_dict().items()  # type: ignore[attr-defined]
    assert SOURCE_ROW.items() <= entries[0].to_dict().items()
    assert entries[0].outcome is Outcome.CORRECT
    assert entries[0].context_length == entries[0].to_dict()["context_length"] == 128000


@pytest.mark.parametrize("name", ["results.json", "results.jsonl"])
def test_written_results_are_read_back(tmp_path: Path, name: str) -> None:
    metadata = DatasetMetadata(depth_mode="crossed", context_lengths=(8,), settings={"a": 1})
    write_results(tmp_path / name, [ENTRY, ENTRY], metadata)
    assert read_results(tmp_path / name)[:2] == (metadata, [ENTRY, ENTRY])


def test_an_incomplete_last_line_is_dropped_and_a_broken_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    write_results(file, [ENTRY])
    content = file.read_text()
    file.write_text(content + '{"question": "Who')
    assert read_results(file).entries == [ENTRY]
    file.write_text('{"question": "Who\n' + content)
    with pytest.raises(InputError, match="line 1"):
        read_results(file)


def test_a_last_line_cut_inside_a_character_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    write_results(file, [ENTRY])
    content = file.read_bytes()
    torn = '{"question": "谁'.encode()[:-1]
    file.write_bytes(content + torn)
    assert read_results(file).entries == [ENTRY]
    for broken in (torn + b"\n" + content, content + torn + b"\n", torn):
        file.write_bytes(broken)
        with pytest.raises(InputError, match="not UTF-8"):
            read_results(file)


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({"score": 0.0, "model_answer": ["a"]}, Outcome.WRONG),
        ({"score": None, "model_answer": ["b"]}, Outcome.CORRECT),
        ({"score": 0.5, "model_answer": ["a", "b"]}, Outcome.WRONG),
        ({"score": 0.0, "model_answer": []}, Outcome.ABSTAINED),
        ({"score": 0.0, "model_answer": [], "parsing_status": "failed"}, Outcome.PARSE_FAILURE),
        ({"score": 0.0, "model_answer": [], "parsing_status": "api_error"}, Outcome.API_ERROR),
    ],
)
def test_the_outcome_of_the_sources_rows_follows_from_their_fields(
    changes: dict[str, Any], outcome: Outcome
) -> None:
    entry = ResultEntry.from_dict(SOURCE_ROW | changes)
    assert entry.outcome is outcome
    assert (entry.score is None) == (not outcome.answered)


@pytest.mark.parametrize("missing", ["question", "correct_answer", "test_context_length"])
def test_an_invalid_row_is_named(tmp_path: Path, missing: str) -> None:
    row = {name: value for name, value in SOURCE_ROW.items() if name != missing}
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, [SOURCE_ROW, row])) + "\n")
    with pytest.raises(InputError, match="line 2"):
        read_results(tmp_path / "r.jsonl")


@pytest.mark.parametrize("content", [b"", b"[]", b'{"results": []}', b"\xff\xfe\x00"])
def test_a_file_without_results_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "r.json").write_bytes(content)
    with pytest.raises(InputError, match=r"r\.json"):
        read_results(tmp_path / "r.json")


def test_only_answered_outcomes_may_have_a_score() -> None:
    with pytest.raises(ValueError, match="disagree"):
        replace(ENTRY, outcome=Outcome.API_ERROR)
