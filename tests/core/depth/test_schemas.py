"""The schemas in docs/schemas match depth results exactly."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from core.depth import ContextWarning, Control, DepthMode, NotBuilt, Outcome
from core.depth.option_rotation import OPTIONS_NOT_ROTATED
from core.depth.outcomes import ANSWERED
from core.depth.result_entries import LEAKED
from core.depth.result_files import write_results
from core.depth.results import SUCCESS, DatasetMetadata
from core.depth.trial_contexts import EVIDENCE_OUTSIDE
from core.depth.trials import TOKENS_DIFFER
from core.llm import FailureKind, Price
from core.llm.openai_api.billed_usage import PROMPT_CUT, USAGE_UNKNOWN
from core.services.results.depth_items import WARNINGS
from tests.core.depth.schemas import FILE, ROW, check, check_lines
from tests.core.depth.simulated import entry

METADATA = DatasetMetadata(
    tested_at="2026-11-22T10:00:00",
    model_name="m",
    depth_mode="crossed",
    context_lengths=(8000,),
    depth_bins=("0%", "50%"),
    questions_per_bin=3,
    estimate={
        "calls": 3,
        "prompt_tokens": 24000,
        "max_completion_tokens": 300,
        "cost": None,
        "price": Price(prompt=1, completion=2, currency="USD").model_dump(),
    },
)
ENTRIES = [
    *(entry(outcome) for outcome in Outcome),
    entry(depth=None, depth_bin=None, control="closed_book", test_context_length=0),
]


def test_every_outcome_is_valid_in_both_file_formats(tmp_path: Path) -> None:
    for name in ("results.json", "results.jsonl"):
        write_results(tmp_path / name, ENTRIES, METADATA)
    check(json.loads((tmp_path / "results.json").read_text()))
    check_lines(tmp_path / "results.jsonl")
    check({"metadata": DatasetMetadata().to_dict(), "results": []})


def test_the_schemas_name_every_field_and_no_other() -> None:
    for schema in (ROW, FILE):
        Draft202012Validator.check_schema(schema)
    assert set(ROW["properties"]) == set(ENTRIES[0].to_dict())
    assert set(FILE["$defs"]["metadata"]["properties"]) == set(METADATA.to_dict())
    price = FILE["$defs"]["estimate"]["properties"]["price"]["anyOf"][1]
    assert set(price["properties"]) == set(Price.model_fields)


def test_the_schemas_name_every_code_and_no_other() -> None:
    fields = ROW["properties"]
    assert set(fields["outcome"]["enum"]) == set(Outcome)
    assert set(fields["parsing_status"]["enum"]) == {SUCCESS, *(set(Outcome) - ANSWERED)}
    assert set(fields["control"]["enum"]) == {None, *Control}
    failures = fields["metrics"]["properties"]["failure"]["enum"]
    assert set(failures) == {*NotBuilt, *FailureKind}
    own = {TOKENS_DIFFER, PROMPT_CUT, USAGE_UNKNOWN, OPTIONS_NOT_ROTATED, EVIDENCE_OUTSIDE, LEAKED}
    assert set(fields["warnings"]["items"]["enum"]) == {*ContextWarning, *own}
    assert set(FILE["$defs"]["metadata"]["properties"]["depth_mode"]["enum"]) == set(DepthMode)


@pytest.mark.parametrize(
    "changes",
    [
        {"score": None},
        {"parsing_status": "api_error"},
        {"outcome": "api_error"},
        {"depth": 1.2},
        {"depth_bin": "half"},
        {"test_context_length": "8000"},
        {"control": "placebo"},
        {"warnings": ["odd"]},
        {"anything": 1},
    ],
)
def test_an_inconsistent_row_is_invalid(changes: dict[str, object]) -> None:
    row = replace(ENTRIES[0]).to_dict() | changes
    with pytest.raises(ValidationError):
        check({"metadata": METADATA.to_dict(), "results": [row]})


def test_every_warning_is_explained_in_the_formats() -> None:
    formats = Path("docs/formats.md").read_text(encoding="utf-8")
    (warnings,) = [part for part in formats.split("| warning | |") if "`evidence_outside`" in part]
    assert [code for code in WARNINGS if f"`{code}`" not in warnings] == []
