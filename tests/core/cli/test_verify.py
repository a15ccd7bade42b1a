"""`python -m core verify`: files in, results, summary and exit codes out; no database."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from core.cli import verify_job
from core.cli.main import main
from core.cli.verify_job import VerifyJob
from core.cli.verify_report import VerifyCounts
from core.files import OutputLock
from core.verification import UserEvent, write_policy
from core.verification.files.sample_pack import load_sample
from core.verification.policy.cases import PolicyCase
from core.verification.unread import ALL_READ
from tests.children import killed
from tests.core.cli.commands import ROOT
from tests.core.verification.desk import V1, candidate

SCHEMAS = {
    name: jsonschema.Draft202012Validator(
        json.loads((ROOT / "docs" / "schemas" / f"copy_{name}.schema.json").read_text())
    )
    for name in ("result", "summary")
}
NOON = datetime.fromisoformat("2025-11-14T12:00:00+08:00")
NOW = ("--now", NOON.isoformat())
GOOD = {"id": "good", "text": "秋季大促今天开始，快来看看吧", "channel": "PUSH", "locale": "zh-CN"}
LINK = {**GOOD, "id": "link", "text": "查看详情：https://ebay.com/item/123"}
ITEM = {**GOOD, "id": "item", "claims": {"referenced_item_ids": ["cam"]}}
USER = {**GOOD, "id": "user", "user_id": "u1"}


def _file(folder: Path, name: str, *rows: dict[str, Any]) -> Path:
    file = folder / name
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return file


def _run(*arguments: str | Path) -> int:
    return main(["verify", "--quiet", *map(str, arguments)])


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("version", ["v1.0.0", "v1.1.0"])
def test_the_sample_gets_the_verdicts_that_were_expected_of_it(
    tmp_path: Path, version: str
) -> None:
    out, summary = tmp_path / "out.jsonl", tmp_path / "summary.json"
    assert _run("--sample", "--policy", version, "--out", out, "--summary", summary) == 0
    expected, rows = load_sample().expected, _rows(out)
    assert [row["id"] for row in rows] == [each.id for each in load_sample().candidates]
    for row in rows:
        SCHEMAS["result"].validate(row)
        wanted = expected[row["id"], version]
        assert (row["verdict"], set(row["codes"])) == (wanted.verdict, set(wanted.codes))
    told = json.loads(summary.read_text())
    SCHEMAS["summary"].validate(told)
    assert told["state"] == "done"
    assert told["diversity"]["n"] == told["candidates"]
    assert 0 < told["diversity"]["value"] < 1
    assert (told["candidates"], told["judged"], told["not_checked"]) == (len(rows), len(rows), 0)
    counted = {name: rate["count"] for name, rate in told["verdicts"].items()}
    assert counted == {
        name: sum(row["verdict"] == name for row in rows) for name in ("ALLOW", "REVISE", "REJECT")
    }
    assert told["policy"]["version"] == version


def test_a_run_over_the_same_files_writes_the_same_bytes_but_its_own_time(tmp_path: Path) -> None:
    outs = [tmp_path / name for name in ("a.jsonl", "b.jsonl")]
    for out in outs:
        assert _run("--sample", "--out", out) == 0
    first, second = (re.sub(rb',?\s*"checkedAt":\s*"[^"]*"', b"", out.read_bytes()) for out in outs)
    assert first == second
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "b.jsonl"}


def test_shares_are_said_with_their_n_and_interval(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    candidates = _file(tmp_path, "c.jsonl", GOOD, LINK)
    out = tmp_path / "out.jsonl"
    assert _run("--candidates", candidates, "--out", out, *NOW) == 0
    said = capsys.readouterr().err
    assert "judged 2: ALLOW 1 of 2 (50.0%, 95% interval 9.5% to 90.5%)" in said
    assert "  COMPLIANCE_URL_FORBIDDEN: 1\n" in said
    assert "repaired and then allowed 1 of 1" in said
    link = _rows(out)[1]
    assert link["suggested_text"] == "点击通知查看详情"
    assert link["audit"]["timestamp"] == "2025-11-14T12:00:00+08:00"


def test_the_facts_come_from_the_files(tmp_path: Path) -> None:
    viewed = {
        **USER,
        "text": "你上次浏览的 Sony 相机现在有优惠！",
        "claims": {"referenced_events": ["recent_view"], "referenced_item_ids": ["cam", "no"]},
    }
    files = (
        *("--candidates", _file(tmp_path, "c.jsonl", viewed)),
        *("--catalogue", _file(tmp_path, "i.jsonl", {"id": "cam", "brand": "Sony"})),
        "--events",
        _file(tmp_path, "e.jsonl", {"user_id": "u1", "kind": "view", "at": "2025-11-10T00:00Z"}),
        *("--recent", _file(tmp_path, "r.jsonl", {"text": viewed["text"]})),
    )
    out = tmp_path / "out.jsonl"
    assert _run(*files, "--out", out, "--policy", "v1.0.0", *NOW) == 0
    (row,) = _rows(out)
    assert "FACT_ITEM_INVALID" in row["codes"]
    assert "FACT_USER_EVENT_MISS" not in row["codes"]
    assert row["facts"]["items"]["cam"]["brand"] == "Sony"
    assert row["facts"]["items"]["no"] is None
    assert row["measured"]["novelty"] == 0


def test_without_repairs_none_is_tried(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    candidates = _file(tmp_path, "c.jsonl", LINK)
    assert _run("--candidates", candidates, "--out", out, "--no-repairs", *NOW) == 0
    (row,) = _rows(out)
    assert (row["fix"]["steps"], row["suggested_text"]) == ([], None)


def test_a_policy_of_ones_own_is_read_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = V1.model_copy(update={"version": "v9.0.0-mine"})
    policy, out = tmp_path / "mine.yaml", tmp_path / "out.jsonl"
    policy.write_text(write_policy(mine))
    candidates = _file(tmp_path, "c.jsonl", GOOD)
    assert _run("--candidates", candidates, "--out", out, "--policy", policy, *NOW) == 0
    assert _rows(out)[0]["audit"]["policyVer"] == "v9.0.0-mine"
    assert "warning: codes.FACT_BRAND_MISMATCH:" in capsys.readouterr().err


def test_cases_of_a_file_that_fail_are_told_and_do_not_stop_a_draft(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**GOOD, "name": "plain", "verdict": "REJECT"}
    case = PolicyCase.model_validate({k: v for k, v in wrong.items() if k != "id"})
    policy, out = tmp_path / "mine.yaml", tmp_path / "out.jsonl"
    draft = V1.model_copy(update={"version": "v9.0.0-mine", "cases": (case,)})
    policy.write_text(write_policy(draft))
    candidates = _file(tmp_path, "c.jsonl", GOOD)
    assert _run("--candidates", candidates, "--out", out, "--policy", policy, *NOW) == 0
    said = capsys.readouterr().err
    assert f"warning: {policy}:" in said
    assert "case “plain” fails\n  expected REJECT\n  got      ALLOW\n" in said
    assert len(_rows(out)) == 1


def test_a_policy_with_errors_verifies_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy, out = tmp_path / "mine.yaml", tmp_path / "out.jsonl"
    policy.write_text(write_policy(V1.model_copy(update={"time_zone": "Mars/Olympus"})))
    candidates = _file(tmp_path, "c.jsonl", GOOD)
    assert _run("--candidates", candidates, "--out", out, "--policy", policy, *NOW) == 2
    said = capsys.readouterr().err
    assert "error: time_zone: " in said
    assert "The policy has errors, so it cannot be used" in said
    assert not out.exists()


def test_refused_rows_are_told_kept_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    candidates = _file(tmp_path, "c.jsonl", GOOD, {**GOOD, "id": "x", "text": " "}, GOOD)
    out, refused = tmp_path / "out.jsonl", tmp_path / "refused.jsonl"
    assert _run("--candidates", candidates, "--out", out, "--refused", refused, *NOW) == 1
    said = capsys.readouterr().err
    assert "row rejected: c.jsonl, line 2: text: The value is empty. Enter text." in said
    assert "refused rows 2" in said
    assert "Done with problems\n" in said
    assert "Correct them (--refused FILE keeps them" in said
    assert [row["line"] for row in _rows(refused)] == [2, 3]
    assert [row["id"] for row in _rows(out)] == ["good"]


def test_a_candidate_that_cannot_be_checked_fails_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Away:
        snapshot, brands = "away", frozenset[str]()
        unread_items = unread_events = ALL_READ

        def get_item(self, item_id: str) -> None:
            raise OSError("no such shop")

        def get_user_events(
            self, user_id: str, days: int, *, until: datetime
        ) -> Sequence[UserEvent]:
            return ()

    rows = [candidate(id="good"), candidate(id="item", referenced_item_ids=("cam",))]
    job = VerifyJob(rows, V1, Away(), None, NOON, repairs=True, refused=0)
    tally = VerifyCounts()
    for each in rows:
        row = job.row(each)
        SCHEMAS["result"].validate(row)
        tally.add(row)
    assert (tally.judged, tally.failed) == (1, 1)
    tally.print_causes(refused=0)
    tally.print(refused=0)
    said = capsys.readouterr().err
    assert "not checked 1" in said
    assert "1 of 2 candidates was not checked. " in said
    assert "start again: item: OSError: no such shop\n" in said


def test_a_command_that_could_check_nothing_has_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of paper")

    monkeypatch.setattr(verify_job, "verify", broken)
    candidates = _file(tmp_path, "c.jsonl", GOOD, LINK)
    out, summary = tmp_path / "out.jsonl", tmp_path / "summary.json"
    given = ("--candidates", candidates, "--out", out, "--summary", summary)
    assert _run(*given, *NOW) == 1
    assert "Failed: 0 of 2 results usable\n" in capsys.readouterr().err
    told = json.loads(summary.read_text())
    SCHEMAS["summary"].validate(told)
    assert told["state"] == "failed"


@pytest.mark.parametrize(
    ("row", "fix"),
    [
        (ITEM, "The candidate item refers to items. Name the catalogue with --catalogue."),
        (USER, "The candidate user names a user. Name the user events file with --events."),
    ],
)
def test_what_nobody_can_look_up_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: dict[str, Any], fix: str
) -> None:
    out = tmp_path / "out.jsonl"
    assert _run("--candidates", _file(tmp_path, "c.jsonl", row), "--out", out) == 2
    assert fix in capsys.readouterr().err
    assert not out.exists()


def test_wrong_use_says_what_to_do_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    candidates, out = _file(tmp_path, "c.jsonl", GOOD), tmp_path / "out.jsonl"
    broken = tmp_path / "broken.yaml"
    broken.write_text("version: v1\n")
    given = ("--candidates", candidates)
    cases = [
        (("--candidates", tmp_path / "no.jsonl"), out, "Cannot read the file:"),
        ((*given, "--policy", "v3"), out, "v3 is neither a policy nor a file"),
        ((*given, "--policy", broken), out, f"{broken}, line 1, field version"),
        ((*given, "--catalogue", tmp_path), out, "Cannot read the file:"),
        (given, candidates, "Two of the files are the same"),
        (given, tmp_path, "This is a folder"),
        (("--sample", "--recent", candidates), out, "The sample has its own files"),
        (("--candidates", _file(tmp_path, "e.jsonl", {})), out, "No candidate could be read"),
    ]
    for arguments, place, said in cases:
        assert _run(*arguments, "--out", place) == 2
        assert said in capsys.readouterr().err
    assert not out.exists()
    assert candidates.read_text().startswith('{"id": "good"')


def test_a_time_needs_its_zone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        _run("--sample", "--out", tmp_path / "o.jsonl", "--now", "2025-11-14T12:00:00")
    assert ended.value.code == 2
    assert "include the time zone" in capsys.readouterr().err


def test_a_time_that_calendars_cannot_count_from_is_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _run("--sample", "--out", tmp_path / "o.jsonl", "--now", "0001-01-01T00:00:00+00:00")
    assert ended.value.code == 2
    assert "lies outside the years 1900 to 2199" in capsys.readouterr().err


def test_two_commands_never_write_one_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    lock = OutputLock(out)
    try:
        assert _run("--sample", "--out", out) == 2
        assert "Another command is writing this output" in capsys.readouterr().err
    finally:
        lock.release()
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_until_the_new_is_complete(tmp_path: Path) -> None:
    """Ctrl-C half-way, as soon as the first results are being written."""
    rows = ({**GOOD, "id": f"c{at}"} for at in range(30_000))
    candidates, out = _file(tmp_path, "c.jsonl", *rows), tmp_path / "out.jsonl"
    out.write_text("old\n")
    command = ("-m", "core", "verify", "--quiet", "--candidates", candidates, "--out", out)
    process = subprocess.Popen(
        [sys.executable, *map(str, command)], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    with killed(process):
        while process.poll() is None and not list(tmp_path.glob(".out.jsonl.*")):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "interrupted: a partial output was not written" in said
    assert out.read_text() == "old\n"
    assert {path.name for path in tmp_path.iterdir()} == {"c.jsonl", "out.jsonl"}


def test_csv_candidates_are_read(tmp_path: Path) -> None:
    file, out = tmp_path / "c.csv", tmp_path / "out.jsonl"
    file.write_text("id,text,channel,locale\na,秋季大促今天开始，快来看看吧,PUSH,zh-CN\n")
    assert _run("--candidates", file, "--out", out, *NOW) == 0
    assert _rows(out)[0]["verdict"] == "ALLOW"
