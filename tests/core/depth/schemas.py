"""Validate results and result files against docs/schemas/depth_*.schema.json."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FOLDER = Path(__file__).parents[3] / "docs" / "schemas"
ROW = json.loads((FOLDER / "depth_result.schema.json").read_text(encoding="utf-8"))
FILE = json.loads((FOLDER / "depth_results.schema.json").read_text(encoding="utf-8"))

_REGISTRY: Registry[Any] = Registry().with_resource(ROW["$id"], Resource.from_contents(ROW))
_VALIDATOR = Draft202012Validator(FILE, registry=_REGISTRY)


def check(document: object) -> None:
    """Raise ValidationError unless this is the content of a whole result file."""
    _VALIDATOR.validate(document)


def check_lines(file: Path) -> None:
    """Like `check`, for a file of JSON Lines."""
    head, *rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    check({**head, "results": rows})
