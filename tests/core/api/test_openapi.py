"""What the OpenAPI document says holds, whatever is sent."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.api.headers import OF_API
from core.api.problems import MEDIA_TYPE
from tests.core.api.conftest import fetch


def test_the_document_names_every_route_and_its_problems(address: str) -> None:
    document = fetch(f"{address}/openapi.json").json()
    assert document["servers"] == [{"url": "/api/v1"}]
    health = document["paths"].pop("/health")["get"]["responses"]
    assert health["200"]["content"] == health["503"]["content"]
    assert set(document["paths"]) == {"/npc/chat", "/npc/traces/{trace_id}", "/npc/feedback"}
    for path in document["paths"].values():
        for route in path.values():
            for status in ("422", "500", "503"):
                assert MEDIA_TYPE in route["responses"][status]["content"]
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_every_answer_is_data_that_nobody_guesses_at_or_keeps(address: str) -> None:
    for path in ("health", "openapi.json", "npc/traces/none", "nowhere"):
        said = fetch(f"{address}/{path}").headers
        assert {name: said[name] for name in OF_API} == OF_API


@pytest.mark.long_on_postgres
def test_nothing_that_is_sent_is_answered_otherwise_than_the_document_says(
    address: str, tmp_path: Path
) -> None:
    """Schemathesis: valid and invalid requests of every operation; no server error, no answer of
    another status, type or shape than documented.
    """
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{address}/openapi.json"),
        *("--url", address),
        *("--mode", "all"),
        *("--max-examples", "30"),
        *("--seed", "7"),
        *("--request-timeout", "120", "--suppress-health-check", "too_slow"),  # on a busy machine
        *("--checks", "not_a_server_error,status_code_conformance,content_type_conformance"),
        *("--checks", "response_schema_conformance,negative_data_rejection"),
        "--no-color",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
