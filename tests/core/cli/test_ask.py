"""`python -m core ask` as people call it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def ask(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'desk.db'}",
        "DESK_OBSERVATIONAL_DATA": str(folder / "observational_data.json"),
    }
    return subprocess.run(
        [sys.executable, "-m", "core", "ask", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fact_is_answered_with_its_evidence_and_who_wrote_it(tmp_path: Path) -> None:
    said = ask(tmp_path, "敦本堂是哪一年倡建的？")
    assert said.returncode == 0, said.stderr
    assert "嘉靖二十一年" in said.stdout
    assert "-- normal (passed), written by extractive, a baseline without a model" in said.stdout


def test_a_mark_is_told_with_its_passage_and_how_far_that_bears_it_out(tmp_path: Path) -> None:
    said = ask(tmp_path, "严田有多少户？").stdout.splitlines()
    assert said[0].endswith("[4]")
    assert said[2].startswith("   [4] 县志·乡都略·严田（节录）: 同治九年")
    assert re.fullmatch(
        r" +covers \d\d% of the question, holds 100% of the sentence that cites it", said[3]
    )


def test_without_evidence_it_is_refused_and_without_the_gate_it_is_not(tmp_path: Path) -> None:
    query = "第一任县令的夫人姓什么？"
    refused = ask(tmp_path, query)
    assert refused.returncode == 0
    assert "-- conservative (blocked)" in refused.stdout
    assert "(skipped)" in ask(tmp_path, query, "--no-gate").stdout


def test_a_document_of_ones_own_is_searched_by_the_loop_and_told_as_json(tmp_path: Path) -> None:
    own = tmp_path / "notes.txt"
    own.write_text("The lighthouse at Corran was lit by Ada Finch in 1901.\n")
    query = "Who lit the lighthouse at Corran?"
    said = ask(tmp_path, query, "--loop", "--document", str(own), "--json")
    assert said.returncode == 0, said.stderr
    record = json.loads(said.stdout)
    assert record["outcome"] == "passed"
    assert "Ada Finch" in record["attempts"][-1]["answer"]
    observed = json.loads((tmp_path / "observational_data.json").read_text())
    assert [one["query"] for one in observed] == [query]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["q", "--npc", "nobody"], "nobody"),
        (["q", "--connection", "nobody"], "nobody"),
        ([" "], "query"),
        (["q", "--document", "missing.txt"], "missing.txt"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    done = ask(tmp_path, *arguments)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
