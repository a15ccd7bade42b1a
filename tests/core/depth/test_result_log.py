"""What a test of depths has paid for stays in its file, however often it is ended and resumed."""

from dataclasses import replace
from pathlib import Path

from core.depth.outcomes import Outcome
from core.depth.result_files import read_results
from core.depth.result_log import ResultLog
from core.depth.results import DatasetMetadata, ResultEntry
from tests.core.depth.simulated import source_row

TOKENS = 100
ANSWERED = replace(
    ResultEntry.from_dict(source_row()), item_key="q1", model="m", billed_prompt_tokens=TOKENS
)
FAILED = replace(ANSWERED, outcome=Outcome.API_ERROR, score=None, model_answer=())
OTHER = replace(FAILED, item_key="q2")


def resumed(file: Path, *entries: ResultEntry) -> list[tuple[str, int | None]]:
    """Resume the test, add what is answered and end it; returns what it had paid for before."""
    log = ResultLog.open(file, DatasetMetadata(model_name="m"))
    paid = [(entry.item_key, entry.billed_prompt_tokens) for entry in log.paid()]
    for entry in entries:
        log.add(entry)
    log.close()
    return paid


def test_failed_calls_are_paid_for_however_often_a_test_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    assert resumed(file, FAILED, OTHER) == []
    for _ in range(2):
        assert resumed(file) == [("q1", TOKENS), ("q2", TOKENS)]
    assert resumed(file, FAILED) == [("q1", TOKENS), ("q2", TOKENS)]
    assert sorted(resumed(file, ANSWERED)) == [("q1", 2 * TOKENS), ("q2", TOKENS)]
    entries = {entry.item_key: entry for entry in read_results(file).entries}
    assert entries["q1"].outcome is Outcome.CORRECT
    assert entries["q1"].billed_prompt_tokens == 3 * TOKENS
    assert entries["q2"] == OTHER


def test_a_trial_that_was_asked_again_is_one_row(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    resumed(file, FAILED, OTHER)
    resumed(file, ANSWERED)
    assert file.read_text().count("q1") == 2
    assert [entry.item_key for entry in read_results(file).entries] == ["q2", "q1"]
