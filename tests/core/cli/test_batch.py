"""A run written out as a batch, answered line by line over HTTP, read back, beside a live run."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.llm import Connection, Price
from core.llm.recorded.batch_requests import BatchFiles
from core.llm.recorded.batch_results import read_batch_results
from tests.batch_service import answered, requests_of
from tests.core.depth.books import Shelf
from tests.core.services.runs.conftest import serving
from tests.openai_server import MODEL, Fault, OpenAIServer


def of_its_own(prompt: str, _times: int) -> Fault:
    """The same fate for a prompt however it is asked: most are answered, some are not."""
    fates = {"0": Fault.CONTENT_FILTER, "1": Fault.REFUSAL_IN_TEXT, "2": Fault.CONTEXT_TOO_LONG}
    return fates.get(prompt[0], Fault.OK)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    with serving(plan=of_its_own) as server:
        file = tmp_path / "connections.toml"
        file.write_text(
            f'[test]\nmodel = "{MODEL}"\nbase_url = "{server.url}"\nreply_format = "json_schema"\n'
        )
        monkeypatch.setenv("DESK_CONNECTIONS", str(file))
        yield server


def judged(file: Path, *names: str) -> list[tuple[Any, ...]]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return sorted(tuple(json.dumps(row.get(name)) for name in names) for row in rows)


@pytest.mark.parametrize(
    ("command", "more", "names"),
    [
        (
            "validate",
            ("--context", "position"),
            ("question", "is_valid", "model_answer", "evidence_found", "failure_reasons"),
        ),
        (
            "test",
            ("--context-lengths", "400", "--depth-mode", "crossed", "--padding-size", "30",
             "--repeats", "2", "--skip-validation"),
            ("question", "target_depth", "repeat", "outcome", "billed_prompt_tokens"),
        ),
    ],
)  # fmt: skip
def test_a_batch_read_back_gives_the_verdicts_of_the_live_run(
    command: str, more: tuple[str, ...], names: tuple[str, ...],
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    shelf = Shelf.of(tmp_path)
    files = "--novel", str(shelf.novel), "--questions", str(shelf.set)
    asked = (command, *files, *more, "--connection", "test", "--quiet")
    live, batch = tmp_path / "live.jsonl", tmp_path / "batch.jsonl"
    main([*asked, "--out", str(live)])
    calls = len(server.asked)

    (written := tmp_path / "written").mkdir()
    assert main([*asked, "--out", str(batch), "--batch-out", str(written)]) == 0
    assert len(server.asked) == calls, "nothing is asked"
    assert not batch.exists()
    lines = sorted(written.glob("batch-*.jsonl"))
    bodies = [request["body"] for request in requests_of(lines)]
    assert all(body["response_format"]["type"] == "json_schema" for body in bodies)
    assert {json.dumps(body, sort_keys=True) for body in bodies} <= {
        json.dumps(dict(request.body), sort_keys=True) for request in server.requests
    }, "each is the body of the live call"

    results = answered(lines, server.url, tmp_path)
    calls = len(server.asked)
    capsys.readouterr()
    code = main([*asked, "--out", str(batch), "--batch-results", *map(str, results)])
    assert len(server.asked) == calls
    assert judged(batch, *names) == judged(live, *names)
    said = capsys.readouterr().err
    assert results[1].read_text(), "some calls failed"
    assert (code, "batch_errors.jsonl, line 1: " in said or "and 1" in said) == (1, True)


def result_line(identifier: str, text: str = "{}") -> str:
    message = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    body = {"choices": [message], "usage": {"prompt_tokens": 9, "completion_tokens": 2}}
    response = {"status_code": 200, "body": body}
    return json.dumps({"custom_id": identifier, "response": response, "error": None})


def test_lines_of_no_use_are_told_with_file_and_line() -> None:
    error = {"code": "batch_expired", "message": "It ran out of time."}
    expired = json.dumps({"custom_id": "c", "response": None, "error": error})
    first = "\n".join([result_line("a"), "no json", "", result_line("a", "{ }"), expired])
    second = "\n".join([result_line("c"), result_line("z")])
    connection = Connection(name="test", model="m", base_url="http://x/v1")
    found = read_batch_results(
        [("out.jsonl", first.encode()), ("more.jsonl", second.encode())], connection
    )
    told = [(issue.file, issue.line, issue.translate()) for issue in found.issues]
    assert [place[:2] for place in told] == [("out.jsonl", 2), ("out.jsonl", 4), ("out.jsonl", 5)]
    assert "It ran out of time" in told[2][2]
    (unknown,) = found.unknown({"a", "b", "c"})
    assert (unknown.file, unknown.line) == ("more.jsonl", 2)
    assert [issue.params["id"] for issue in found.missing(["a", "b", "c"])] == ["b"]
    answers = found.answers()
    assert answers["c"].failure is None, "answered in a later batch"
    assert (answers["a"].text, answers["a"].usage.prompt_tokens) == ("{}", 9)


def test_files_keep_within_the_limits(tmp_path: Path) -> None:
    with BatchFiles(tmp_path, "run", most_requests=2, most_bytes=400) as files:
        for number in range(5):
            files.add(f"id-{number}", b'{"model":"m"}')
        files.add("long", b'{"messages":"' + b"x" * 250 + b'"}')
        files.add("id-6", b'{"model":"m"}')
    assert [path.name for path in files.paths] == [f"run-{n:03}.jsonl" for n in range(1, 6)]
    assert all(path.stat().st_size <= 400 for path in files.paths)
    assert [request["custom_id"] for request in requests_of(files.paths)] == [
        *(f"id-{n}" for n in range(5)), "long", "id-6"
    ]  # fmt: skip


def test_a_batch_costs_half_and_nothing_for_the_cache() -> None:
    price = Price(prompt=2.0, completion=4.0, cached_prompt=0.5, currency="USD", source="p.toml")
    half = price.in_a_batch
    assert (half.prompt, half.completion, half.cached_prompt) == (1.0, 2.0, None)
    assert half.source == "p.toml · batch: 50 %"
