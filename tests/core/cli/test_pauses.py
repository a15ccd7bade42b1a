"""Commands that stop since no reply can be read, before more is paid for."""

from pathlib import Path

import pytest

from core.cli.main import main
from core.validation.outage import FIRST_REPLIES
from tests.core.cli.commands import SAMPLE
from tests.core.services.runs.conftest import serving
from tests.openai_server import MODEL, Fault, in_order

CALLS = 4
"""Of a question whose replies cannot be read."""


@pytest.mark.usefixtures("no_retry_waits")
@pytest.mark.parametrize(
    ("command", "more", "again"),
    [
        ("validate", (), ("--resume",)),
        ("test", ("--context-lengths", "1000", "--skip-validation"), ()),
    ],
)
def test_a_run_whose_first_replies_nobody_can_read_pauses(
    command: str, more: tuple[str, ...], again: tuple[str, ...], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    with serving(plan=in_order(Fault.PROSE)) as server:
        file = tmp_path / "connections.toml"
        file.write_text(f'[test]\nmodel = "{MODEL}"\nbase_url = "{server.url}"\n')
        monkeypatch.setenv("DESK_CONNECTIONS", str(file))
        files = SAMPLE / "en_story.md", SAMPLE / "en_questions.jsonl"
        asked = [command, "--novel", str(files[0]), "--questions", str(files[1]), "--quiet", *more]
        asked += ["--connection", "test", "--concurrency", "1", "--out", str(tmp_path / "o.jsonl")]
        assert main(asked) == 3
        assert len(server.asked) == FIRST_REPLIES * CALLS
        said = capsys.readouterr().err
        assert f"paused: None of the first {FIRST_REPLIES} questions got a reply" in said
        assert "It must be the first one, as the text says so clearly." in said
        main([*asked, *again])
        assert "paused" not in capsys.readouterr().err, "who goes on is not stopped again"
        assert len(server.asked) > 2 * FIRST_REPLIES * CALLS
