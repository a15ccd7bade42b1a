"""Finding every sentence of the desk in its own source code."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

ENGLISH_ONLY = ROOT / "core" / "cli"
"""The command line speaks English."""

CALLS: dict[str, int] = {
    "_": 0,
    "N_": 0,
    "translate": 0,
    "InputError": 0,
    "ConfigurationError": 0,
    "NotFoundError": 0,
    "UnknownSessionError": 0,
    "ForbiddenError": 0,
    "LLMError": 1,
    "AuthenticationFailed": 0,
    "UnreadableReply": 0,
    "SkippedQuestion": 1,
    "CannotBuild": 1,
    "EndpointUnusable": 0,
    "RowRefused": 0,
    "RowIssue": 0,
    "warning": 0,
    "Note": 0,
    "Notice": 0,
    "Sentence": 0,
}
"""Calls whose argument at that place is a sentence somebody will read."""

PLURAL_CALLS = frozenset({"_n"})

TABLES = frozenset(
    {
        "NOTICE_TEXT",
        "WARNING_SENTENCES",
        "CONTEXT_WARNINGS",
        "TRIAL_WARNINGS",
        "FIELD_FIXES",
        "SUPPORT_SENTENCES",
    }
)
"""Constants whose values are sentences."""


@dataclass(frozen=True)
class Message:
    """A sentence and where it stands; `plural` when it depends on a number."""

    text: str
    plural: str | None
    file: str
    line: int

    @property
    def id(self) -> str | tuple[str, str]:
        return (self.text, self.plural) if self.plural else self.text


def messages(root: Path = ROOT, packages: tuple[str, ...] = ("core", "pages")) -> list[Message]:
    """Every sentence in the packages, in the order of their files."""
    found = (file for package in packages for file in (root / package).rglob("*.py"))
    files = sorted(file for file in found if ENGLISH_ONLY not in file.parents)
    return [message for file in files for message in _messages_of(file, root)]


def _messages_of(file: Path, root: Path) -> Iterator[Message]:
    place = file.relative_to(root).as_posix()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for text, plural in _sentences(node):
            yield Message(text, plural, place, getattr(node, "lineno", 0))


def _sentences(node: ast.AST) -> Iterator[tuple[str, str | None]]:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[first, second, *_]) if name in PLURAL_CALLS:
            singular, plural = _literal(first), _literal(second)
            if singular and plural:
                yield singular, plural
        case ast.Call(func=ast.Name(id=name), args=args) if len(args) > CALLS.get(name, len(args)):
            text = _literal(args[CALLS[name]])
            if text:
                yield text, None
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=values)) if (
            name in TABLES
        ):
            yield from ((text, None) for text in map(_literal, values) if text)


def _literal(argument: ast.expr) -> str | None:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None
