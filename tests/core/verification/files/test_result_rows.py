"""A result as a row of a file, and a repair read back out of its record."""

import json
from pathlib import Path

import jsonschema
import pytest

from core.errors import Sentence
from core.verification import (
    Fix,
    ModelSource,
    RecentCopy,
    RepairKind,
    RewriteRequest,
    Rewriting,
    failed_row,
    policy_of,
    read_recent,
    repair,
    result_row,
    verify,
)
from core.verification.files.sample_pack import NOW, load_sample
from tests.core.verification.desk import V1, candidate, verified

SCHEMA = jsonschema.Draft202012Validator(
    json.loads(
        (Path(__file__).parents[4] / "docs" / "schemas" / "copy_result.schema.json").read_text()
    )
)


class Echo:
    def rewrite(self, request: RewriteRequest) -> Rewriting:
        text = request.text.replace("上次浏览的", "喜欢的")
        return Rewriting(text, ModelSource("echo", "m", "copy_rewrite_prompt 1.0.0", "hash"))


@pytest.mark.parametrize("version", ["v1.0.0", "v1.1.0"])
def test_every_fix_comes_back_out_of_json_as_it_was(version: str) -> None:
    sample, policy = load_sample(), policy_of(version)
    for each in sample.candidates:
        made = verify(each, policy, sample.source, now=NOW, recent=sample.recent)
        fix = repair(made, policy, sample.source, recent=sample.recent, rewriter=Echo())
        stored = json.loads(json.dumps([step.to_dict() for step in fix.repairs]))
        assert Fix.from_dicts(stored, each) == fix


def test_a_row_begins_with_what_one_looks_for() -> None:
    made = verified("查看详情：https://ebay.com/item/123")
    steps = [step.to_dict() for step in repair(made, V1, load_sample().source).repairs]
    row = result_row(made.to_dict(), steps)
    SCHEMA.validate(row)
    assert list(row)[:2] == ["id", "verdict"]
    assert (row["verdict"], row["compliance"], row["fact"]) == ("REJECT", 0.0, None)
    assert row["codes"] == ["COMPLIANCE_URL_FORBIDDEN"]
    assert (row["suggested_text"], row["suggested_verdict"]) == (
        "查看详情，点击通知了解更多",
        "ALLOW",
    )
    assert row["fix"]["removeUrls"]
    assert [step["kind"] for step in row["fix"]["steps"]] == [RepairKind.REMOVE_URLS]
    assert row["audit"]["policyVer"] == "v1.0.0"


def test_a_code_that_was_found_twice_is_named_once() -> None:
    row = result_row(verified("史上最低价！").to_dict(), [])
    assert row["codes"].count("COMPLIANCE_ABSOLUTE_WORDS") == 1


def test_what_was_not_checked_has_no_verdict() -> None:
    row = failed_row(candidate().to_dict(), Sentence("The database is away."))
    SCHEMA.validate(row)
    assert (row["verdict"], row["error"]) == (None, "The database is away.")


def test_recent_copy_is_read_for_its_text_alone() -> None:
    data = '{"text": "秋季大促", "sent": "2025-11-01"}\n{"text": ""}\n'.encode()
    table = read_recent(data, file_name="recent.jsonl")
    assert table.values == ("秋季大促",)
    assert [(issue.line, issue.field) for issue in table.refused] == [(2, "text")]
    assert RecentCopy(table.values).nearest("秋季大促") is not None
    assert read_recent(b"text\nAutumn\n", file_name="r.csv").values == ("Autumn",)
