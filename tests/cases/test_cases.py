"""The cases can be run: every name of the desk that one imports is there."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

CASES = sorted(Path(__file__).parent.glob("[amqr][0-9]*.py"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_what_a_case_imports_of_the_desk_is_there(case: Path) -> None:
    imports = [
        node
        for node in ast.walk(ast.parse(case.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("core", "pages"))
    ]
    missing = [
        f"{node.module}.{alias.name}"
        for node in imports
        for alias in node.names
        if not hasattr(import_module(str(node.module)), alias.name)
    ]
    assert missing == []


def test_there_are_cases() -> None:
    assert len(CASES) == 32
