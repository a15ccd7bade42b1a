"""docs/policies.md names every field, code and remark there is, and its examples are true."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
import yaml
from pydantic import BaseModel

from core.verification import Code, Lint, Policy, read_policy, result_text, run_cases
from core.verification.policy.files import shipped_text
from core.verification.policy.policy import REQUIRED

REFERENCE = (Path(__file__).parents[1] / "docs/policies.md").read_text("utf-8")
NAMED = {part for code in re.findall(r"`([^`\n]+)`", REFERENCE) for part in re.split(r"\W+", code)}


def _parts(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    """The model and every one that its fields hold."""
    if model in seen:
        return
    seen.add(model)
    yield model
    for field in model.model_fields.values():
        for inner in _types(field.annotation):
            yield from _parts(inner, seen)


def _types(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _types(inner)


def test_every_field_is_named() -> None:
    parts = list(_parts(Policy, set()))
    assert len(parts) > 20
    fields = {f"{part.__name__}.{name}" for part in parts for name in part.model_fields}
    assert {field for field in fields if field.split(".")[1] not in NAMED} == set()


def test_every_code_and_every_remark_is_named() -> None:
    assert {code.value for code in Code} - NAMED == set()
    assert {remark.value for remark in Lint} - NAMED == set()


def test_the_sources_codes_are_the_bold_ones() -> None:
    _, _, codes = REFERENCE.partition("\n## Codes\n")
    assert set(re.findall(r"\*\*`(\w+)`\*\*", codes.partition("\n## ")[0])) == REQUIRED


EXAMPLES = [
    block
    for block in re.findall(r"```yaml\n(.*?)```", REFERENCE, re.DOTALL)
    if not block.startswith("codes:")
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda block: block.partition(":")[0])
def test_an_example_can_be_used_with_the_default_policy(example: str) -> None:
    policy = yaml.safe_load(shipped_text("v1.2.0")) | {"cases": []} | yaml.safe_load(example)
    read = read_policy(yaml.safe_dump(policy, allow_unicode=True), file_name="example.yaml")
    outcomes = run_cases(read)
    assert {o.case.name: result_text(o) for o in outcomes if not o.passed} == {}


def test_the_examples_are_those_of_repairs_words_patterns_and_cases() -> None:
    parts = ["repairs", "vocabulary", "patterns", "cases"]
    assert [block.partition(":")[0] for block in EXAMPLES] == parts
