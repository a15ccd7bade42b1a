"""Lists of wordings as regular expressions.

Entries are parted by commas. In an entry `...` stands for a few words of the same clause,
`(a/b)` for either, `(a )?` for a or nothing, and a word in braces for a row of a table of
short forms.
"""

import re
from collections.abc import Mapping

_NOTES = re.compile(r"\{([a-z]+)\}|(\.\.\.)")


def entries(listed: str) -> list[str]:
    """Of a list that commas part; those of Chinese text are part of their entry."""
    return [entry.strip() for entry in listed.split(",") if entry.strip()]


def any_of(listed: str, short: Mapping[str, str], between: str) -> str:
    """One regular expression for a list; `between` is what `...` stands for."""
    return f"(?:{'|'.join(_pattern(entry, short, between) for entry in entries(listed))})"


def _pattern(entry: str, short: Mapping[str, str], between: str) -> str:
    parts, at = [], 0
    for note in _NOTES.finditer(entry):
        parts.append(_plain(entry[at : note.start()]))
        parts.append(between if note[2] else f"(?:{_plain(short[note[1]])})")
        at = note.end()
    return "".join((*parts, _plain(entry[at:])))


def _plain(text: str) -> str:
    escaped = re.escape(text).replace(r"\ ", " ").replace(r"\(", "(?:").replace("/", "|")
    return escaped.replace(r"\)", ")").replace(r"\?", "?")
