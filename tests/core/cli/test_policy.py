"""`python -m core policy`: lint, test, show, diff, replay, publish."""

import json
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.cli.main import main
from core.services.verification import list_policies
from core.verification import Verification, read_policy, replay, write_policy
from core.verification.policy.files import shipped_text
from tests.core.services.verification.desk import checked
from tests.core.verification.desk import V1, V1_1


def _said(capsys: pytest.CaptureFixture[str], code: int, *arguments: str | Path) -> str:
    assert main(["policy", *map(str, arguments)]) == code
    return capsys.readouterr().out


def _line_of(text: str, part: str) -> int:
    return next(at for at, line in enumerate(text.split("\n"), 1) if part in line)


def test_a_shipped_policy_has_warnings_and_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, 0, "lint", "v1.0.0")
    line = _line_of(shipped_text("v1.0.0"), "QUALITY_LEN_OVER")
    assert f"v1.0.0.yaml:{line}: warning: codes.QUALITY_LEN_OVER: QUALITY_LEN_OVER alone" in said
    assert said.splitlines()[-1].startswith(f"v1.0.0 {V1.sha256[:12]}: errors 0, warnings ")


def test_errors_of_the_linter_are_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(write_policy(V1.model_copy(update={"time_zone": "Mars/Olympus"})))
    said = _said(capsys, 1, "lint", file)
    line = _line_of(file.read_text(), "time_zone: Mars")
    assert said.startswith(f"{file}:{line}: error: time_zone: ")
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


def test_recent_copy_shows_words_that_flag_most_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recent = tmp_path / "recent.csv"
    recent.write_text("text\n" + "史上好价 快来看看吧\n今天有优惠\n" * 5)
    said = _said(capsys, 0, "lint", "v1.0.0", "--recent", recent)
    assert "words.absolute.2: “史上” is found in 5 of 10 recent texts." in said


CASES = """
cases:
  - name: plain
    text: 秋季大促今天开始，快来看看吧
    channel: PUSH
    locale: zh-CN
    verdict: ALLOW
  - name: a link
    text: 见 https://a.cn 快来看看吧
    channel: PUSH
    locale: zh-CN
    verdict: {verdict}
    codes: [{codes}]
"""


def _with_cases(folder: Path, *, right: bool) -> Path:
    file = folder / "mine.yaml"
    expected = ("REJECT", "COMPLIANCE_URL_FORBIDDEN") if right else ("ALLOW", "")
    cases = CASES.format(verdict=expected[0], codes=expected[1])
    file.write_text(shipped_text("v1.1.0").replace("version: v1.1.0", "version: v2.0.0") + cases)
    return file


FAILS = """{file}:{line}: case “a link” fails
  expected ALLOW []
  got      REJECT [COMPLIANCE_URL_FORBIDDEN]
  Compliance decided the verdict: its score is 0.
  Not expected: COMPLIANCE_URL_FORBIDDEN. Links are not allowed on the channel PUSH: https://a.cn
"""


def test_cases_that_fail_are_told_with_line_expected_and_got(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _with_cases(tmp_path, right=False)
    said = _said(capsys, 1, "test", file)
    fails = FAILS.format(file=file, line=_line_of(file.read_text(), "name: a link"))
    assert said == f"{fails}{file}: 1 of 2 cases pass\n"
    right = _with_cases(tmp_path, right=True)
    assert _said(capsys, 0, "test", right) == f"{file}: 2 of 2 cases pass\n"
    assert "no cases" in _said(capsys, 1, "test", "v1.0.0"), "nothing was tested"


def test_a_file_is_published_once_its_cases_pass(
    engine: Engine,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = _said(capsys, 1, "publish", _with_cases(tmp_path, right=False))
    assert "case “a link” fails" in said
    assert said.endswith("not published\n")
    monkeypatch.setenv("DATABASE_URL", engine.url.render_as_string(hide_password=False))
    file = _with_cases(tmp_path, right=True)
    said = _said(capsys, 0, "publish", file, "--by", "Li")
    assert said.startswith("published v2.0.0 ")
    version = list_policies(engine)[-1]
    assert (version.version, version.published_by, version.text) == (
        "v2.0.0",
        "Li",
        file.read_text(),
    )
    assert main(["policy", "publish", str(file)]) == 2
    assert "cannot be changed" in capsys.readouterr().err


def test_results_of_a_file_are_judged_by_another_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, again = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    argv = ["verify", "--sample", "--policy", "v1.0.0", "--out", str(results), "--quiet"]
    assert main(argv) == 0
    capsys.readouterr()
    old = [json.loads(line) for line in results.read_text().splitlines()]
    expected = replay(V1_1, {row["id"]: Verification.from_dict(row) for row in old})
    said = _said(capsys, 1, "replay", "v1.1.0", results, "--out", again)
    flips = expected.flips
    assert said.startswith(
        f"v1.0.0 -> v1.1.0: {flips.n} results, verdicts that change: {flips.flipped}, to stricter "
    )
    assert "REVISE -> ALLOW: at-once, bought-20-days-ago\n" in said
    assert said.endswith("not replayed: bin\n")
    new = {row["id"]: row["verdict"] for row in map(json.loads, again.read_text().splitlines())}
    assert new == {name: each.verdict for name, each in expected.results.items()}
    assert _said(capsys, 0, "replay", "v1.0.0", results).count("-> ") == 1, "nothing changes"


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"verdict": "ALLOW"}', '{"candidate": 5}'])
def test_a_file_that_holds_no_results_is_refused_with_its_line(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(f"\n{line}\n")
    assert main(["policy", "replay", "v1.0.0", str(file)]) == 2
    assert "line 2: This is no result of `verify`" in capsys.readouterr().err


def test_the_desks_own_results_are_judged_by_another_policy(
    engine: Engine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(engine, version="v1.0.0")
    monkeypatch.setenv("DATABASE_URL", engine.url.render_as_string(hide_password=False))
    assert main(["policy", "replay", "v1.1.0", "--desk"]) in (0, 1)
    assert capsys.readouterr().out.startswith("v1.0.0 -> v1.1.0: ")


def test_a_shown_policy_is_read_back_as_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _said(capsys, 0, "show", "v1.1.0")
    assert shown == shipped_text("v1.1.0"), "with its comments"
    assert read_policy(shown, file_name="shown.yaml").sha256 == V1_1.sha256


def test_differences_are_told_by_field(capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, 0, "diff", "v1.0.0", "v1.1.0")
    assert "codes.FACT_BRAND_MISMATCH.at_most\n  - null\n  + 79\n" in said
    assert _said(capsys, 0, "diff", "v1.0.0", "v1.0.0") == ""
