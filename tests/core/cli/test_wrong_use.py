"""What a command says of wrong use: the option or file, what is wrong, and what to write."""

import json
from pathlib import Path

import pytest

from core.cli.main import main
from core.files import require_writable

COPY = {"id": "good", "text": "Hello there, see you.", "channel": "PUSH", "locale": "en-US"}


@pytest.fixture
def candidates(tmp_path: Path) -> str:
    file = tmp_path / "c.jsonl"
    file.write_text(json.dumps(COPY) + "\n")
    return str(file)


VERIFY = ("verify", "--quiet", "--sample")
VALIDATE = ("validate", "--questions", "q.jsonl")
TEST = ("test", "--novel", "n.md", "--questions", "q.jsonl")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*VERIFY, "--now", "yesterday"), "--now: 'yesterday' is no time; write it such as 2025-"),
        ((*VERIFY, "--now", "2025-11-14"), "--now: include the time zone, such as 2025-"),
        ((*VERIFY, "--events-zone", "Mars/Base"), "--events-zone: unknown time zone 'Mars/Base'"),
        ((*VALIDATE, "--concurrency", "many"), "--concurrency: 'many' is no number; write a whole"),
        ((*VALIDATE, "--concurrency", "0"), "--concurrency: must be at least 1"),
        ((*VALIDATE, "--similarity-threshold", "x"), "'x' is no number; write a number, such as"),
        ((*VALIDATE, "--wording", "loose"), "--wording: 'loose' is no rule; write strict or tol"),
        ((*TEST, "--padding-size", "wide"), "--padding-size: 'wide' is no number; write a whole"),
        ((*TEST, "--max-cost", "much"), "--max-cost: 'much' is no number; write a number"),
        ((*TEST, "--fixed-depth", "deep"), "--fixed-depth: 'deep' is no number; write a number"),
        ((*TEST, "--max-calls", "1.5"), "--max-calls: '1.5' is no number; write a whole number"),
    ],
)
def test_an_option_that_cannot_be_read_says_what_to_write(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--out", "out.jsonl"])
    assert ended.value.code == 2
    error = capsys.readouterr().err.rsplit("error:", 1)[1]
    assert said in error
    assert "invalid" not in error


@pytest.mark.parametrize("option", ["--out", "--summary", "--refused"])
def test_an_output_that_cannot_be_written_is_told_before_anything_is(
    option: str, candidates: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"--out": "out.jsonl", "--summary": "s.json", "--refused": "r.jsonl"}
    places = {name: tmp_path / file for name, file in names.items()}
    places[option] = Path("/proc") / names[option]
    given = [part for name, place in places.items() for part in (name, str(place))]
    assert main(["verify", "--quiet", "--candidates", candidates, *given]) == 2
    assert f"error: {places[option]}: Cannot write the results here" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["c.jsonl"]


def test_a_folder_that_can_be_written_to_keeps_nothing_of_being_tried(tmp_path: Path) -> None:
    require_writable(tmp_path / "out.jsonl")
    assert not [*tmp_path.iterdir()]


def test_what_concerns_a_whole_file_is_told_behind_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "c.jsonl", tmp_path / "out.jsonl"
    file.write_text(json.dumps({**COPY, "foo": 1}) + "\n")
    assert main(["verify", "--quiet", "--candidates", str(file), "--out", str(out)]) == 0
    assert "warning: c.jsonl: Columns that are not used were ignored: foo." in (
        capsys.readouterr().err
    )
