"""Refuse or escape what JSON can hold and no database stores."""

from collections.abc import Iterator, Mapping

from core.questions.issues import RowRefused

MAX_DEPTH = 100
"""Values nested deeper than this cannot be written as JSON again within Python's stack."""

MAX_ID = 500
"""Characters of an id; every supported database can index this many."""


def refuse_unstorable(fields: Mapping[str, object]) -> None:
    """Raise RowRefused for NUL, lone surrogates, too deep a nesting or too long an ID."""
    for text in _texts(fields):
        if text != escape_unstorable(text):
            raise RowRefused(
                "The row contains a character that cannot be stored (NUL or half of a surrogate "
                "pair). Remove it.",
                code="unstorable_character",
            )
    if len(str(fields.get("id", ""))) > MAX_ID:
        raise RowRefused(
            "The ID is longer than {limit} characters. Shorten it.",
            code="long_id",
            field="id",
            limit=MAX_ID,
        )


def escape_unstorable(text: str) -> str:
    """Return the text with its unstorable characters written as escapes."""
    if not text.isascii():
        text = text.encode("utf-8", "backslashreplace").decode()
    return text.replace("\x00", "\\x00")


def _texts(value: object) -> Iterator[str]:
    """Yield every text in a JSON value, names included. Raises RowRefused beyond MAX_DEPTH."""
    waiting = [(value, 0)]
    while waiting:
        inner, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise RowRefused(
                "The row is nested more than {limit} levels deep. Flatten it.",
                code="too_deep",
                limit=MAX_DEPTH,
            )
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, Mapping):
            yield from inner
            waiting += [(child, depth + 1) for child in inner.values()]
        elif isinstance(inner, list):
            waiting += [(child, depth + 1) for child in inner]
