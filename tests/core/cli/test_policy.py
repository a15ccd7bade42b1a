"""`python -m core policy`: lint, show, diff."""

from pathlib import Path

import pytest

from core.cli.main import main
from core.verification import read_policy, write_policy
from tests.core.verification.desk import V1, V1_1


def _said(capsys: pytest.CaptureFixture[str], code: int, *arguments: str | Path) -> str:
    assert main(["policy", *map(str, arguments)]) == code
    return capsys.readouterr().out


def test_a_shipped_policy_has_warnings_and_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, 0, "lint", "v1.0.0")
    assert "warning: codes.QUALITY_LEN_OVER: QUALITY_LEN_OVER alone never changes" in said
    assert said.splitlines()[-1].startswith(f"v1.0.0 {V1.sha256[:12]}: errors 0, warnings ")


def test_errors_of_the_linter_are_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(write_policy(V1.model_copy(update={"time_zone": "Mars/Olympus"})))
    said = _said(capsys, 1, "lint", file)
    assert said.startswith("error: time_zones: ")
    assert "errors 1," in said


def test_what_is_no_policy_is_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("version: v1.0.0\nnothing: else\n")
    assert main(["policy", "lint", str(file)]) == 2
    assert f"error: {file}, line" in capsys.readouterr().err
    assert main(["policy", "lint", str(tmp_path / "no.yaml")]) == 2
    assert "is neither a policy nor a file" in capsys.readouterr().err


def test_a_shown_policy_is_read_back_as_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _said(capsys, 0, "show", "v1.1.0")
    assert read_policy(shown, file_name="shown.yaml").sha256 == V1_1.sha256


def test_differences_are_told_by_field(capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, 0, "diff", "v1.0.0", "v1.1.0")
    assert "codes.FACT_BRAND_MISMATCH.at_most\n  - null\n  + 79\n" in said
    assert _said(capsys, 0, "diff", "v1.0.0", "v1.0.0") == ""
