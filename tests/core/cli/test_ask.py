"""`python -m core ask` as people call it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.services.answers import count_loops, list_traces
from core.services.library import list_sources
from db.engine import make_engine
from tests.prepared_desk import prepared_with_documents


def ask(folder: Path, *arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    """On the desk of the folder; where there is none yet, one that was prepared before."""
    file = folder / "desk.db"
    url = f"sqlite:///{file}" if file.exists() else prepared_with_documents(file)
    return ask_at(url, folder, *arguments, **environ)


def ask_at(
    url: str, folder: Path, *arguments: str, **environ: str
) -> "subprocess.CompletedProcess[str]":
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DESK_OBSERVATIONAL_DATA": str(folder / "observational_data.json"),
        **environ,
    }
    return subprocess.run(
        [sys.executable, "-m", "core", "ask", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fact_is_answered_with_its_evidence_and_who_wrote_it(tmp_path: Path) -> None:
    """The very first question, which makes the desk."""
    url = f"sqlite:///{tmp_path / 'new' / 'desk.db'}"
    said = ask_at(url, tmp_path, "敦本堂是哪一年倡建的？")
    assert said.returncode == 0, said.stderr
    assert "嘉靖二十一年" in said.stdout
    assert "-- normal (passed), written by extractive (baseline, no model)" in said.stdout


def test_a_mark_is_told_with_its_passage_and_how_far_that_bears_it_out(tmp_path: Path) -> None:
    said = ask(tmp_path, "严田有多少户？").stdout.splitlines()
    assert said[0].endswith("[4]")
    assert said[2].startswith("   [4] 县志·乡都略·严田（节录）: 同治九年")
    assert re.fullmatch(
        " +covers \\d\\d% of the question, holds 100% of the sentence that cites it", said[3]
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


def test_a_document_of_ones_own_is_cited_behind_the_gate(tmp_path: Path) -> None:
    own = tmp_path / "quarry.txt"
    own.write_text("The slate quarry was opened in 1811. It closed in 1907.\n")
    said = ask(tmp_path, "When was the slate quarry opened?", "--document", str(own), "--json")
    assert said.returncode == 0, said.stderr
    record = json.loads(said.stdout)
    assert [one["title"] for one in record["citations"]] == ["quarry"]
    assert "1811" in record["answer_text"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["q", "--npc", "nobody"], "nobody"),
        (["q", "--connection", "nobody"], "nobody"),
        ([" "], "query"),
        (["q", "--document", "missing.txt"], "missing.txt"),
        (
            ["q", "--session", "nope"],
            "This NPC has no session nope",
        ),
        (["q", "--loop", "--connection", "nope"], "There is no connection nope."),
        (["q", "--loop", "--evaluator", "nope"], "There is no connection nope."),
        (["q", "--loop", "--epochs", "0"], "argument --epochs: choose 1 to 10 attempts"),
        (["q", "--loop", "--epochs", "-2"], "argument --epochs: choose 1 to 10 attempts"),
        (["q", "--loop", "--epochs", "11"], "argument --epochs: choose 1 to 10 attempts"),
        (["q", "--epochs", "2"], "argument --epochs: only with --loop"),
        (["q", "--evaluator", "e"], "argument --evaluator: only with --loop"),
        (["q", "--loop", "--session", "s"], "argument --session: not with --loop"),
        (["q", "--loop", "--npc", "ancestor_yan"], "argument --npc: not with --loop"),
        (["q", "--loop", "--site", "s"], "argument --site: not with --loop"),
        (["q", "--loop", "--no-gate"], "argument --no-gate: not with --loop"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    done = ask(tmp_path, *arguments)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_loop_that_could_not_go_on_is_not_begun_and_its_document_is_not_added(
    tmp_path: Path,
) -> None:
    own = tmp_path / "notes.txt"
    own.write_text("The lighthouse at Corran was lit by Ada Finch in 1901.\n")
    done = ask(tmp_path, "q", "--loop", "--connection", "nope", "--document", str(own))
    assert done.returncode == 2, done.stderr
    engine = make_engine(f"sqlite:///{tmp_path / 'desk.db'}")
    assert count_loops(engine) == 0
    assert "notes.txt" not in [one.file_name for one in list_sources(engine)]


@pytest.mark.parametrize("value", ["20", "0", "many"])
def test_a_setting_of_the_loop_that_makes_no_sense_is_named_as_it_is_set(
    value: str, tmp_path: Path
) -> None:
    done = ask(tmp_path, "q", "--loop", GENER_EPOCH=value)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("error: GENER_EPOCH is ")


def test_a_loop_whose_endpoint_is_gone_says_so_without_its_way_through_the_code(
    tmp_path: Path,
) -> None:
    connections = tmp_path / "connections.toml"
    connections.write_text('[gone]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n')
    done = ask(tmp_path, "q", "--loop", "--connection", "gone", DESK_CONNECTIONS=str(connections))
    assert done.returncode == 1, done.stderr
    assert "gone cannot be reached at http://127.0.0.1:9/v1" in done.stdout
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 4


def test_a_session_is_gone_on_with(tmp_path: Path) -> None:
    """Not only accepted: what is said next stands in it too."""
    begun = ask(tmp_path, "你好").stdout.split()[-1]
    assert begun.startswith("session-")
    assert ask(tmp_path, "谢谢", "--session", begun).stdout.split()[-1] == begun
    engine = make_engine(f"sqlite:///{tmp_path / 'desk.db'}")
    assert [one.session_id for one in list_traces(engine)] == [begun, begun]


def test_the_passages_that_a_loop_marks_are_named(tmp_path: Path) -> None:
    said = ask(tmp_path, "严田有多少户？", "--loop").stdout.splitlines()
    assert said[0].endswith("[4]")
    assert said[1] == "   [4] 县志·乡都略·严田（节录）"
