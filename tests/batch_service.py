"""What a batch service does with an input file: every line asked, every answer a line of a file."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

MOST_REQUESTS = 50_000


def requests_of(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """The lines of input files, which have to be as the service takes them."""
    seen = set[str]()
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert 0 < len(lines) <= MOST_REQUESTS
        for line in lines:
            request = json.loads(line)
            assert set(request) == {"custom_id", "method", "url", "body"}
            assert (request["method"], request["url"]) == ("POST", "/v1/chat/completions")
            assert 0 < len(request["custom_id"]) <= 64
            assert request["custom_id"] not in seen
            seen.add(request["custom_id"])
            yield request


def answered(files: Iterable[Path], base_url: str, folder: Path) -> tuple[Path, Path]:
    """The output file and the error file, in no order, as the service leaves them."""
    output, errors = folder / "batch_output.jsonl", folder / "batch_errors.jsonl"
    lines: dict[Path, list[str]] = {output: [], errors: []}
    for number, request in enumerate(requests_of(files)):
        status, body = _post(f"{base_url}/chat/completions", request["body"])
        line = {
            "id": f"batch_req_{number}",
            "custom_id": request["custom_id"],
            "response": {"status_code": status, "request_id": f"r{number}", "body": body},
            "error": None,
        }
        lines[output if status == 200 else errors].insert(0, json.dumps(line))
    for file, said in lines.items():
        file.write_text("".join(f"{line}\n" for line in said), encoding="utf-8")
    return output, errors


def _post(url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())
