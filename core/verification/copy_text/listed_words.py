"""Turn lists of wordings into regular expressions.

Entries are separated by commas. In an entry `...` stands for a few words of the same clause,
`(a/b)` for either, `(a )?` for an optional part, and a name in braces for the alternatives that a
table of short forms gives for it.
"""

import re
from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\{([a-z]+)\}|(\.\.\.)")


def entries(listed: str) -> list[str]:
    """The entries of a list separated by ASCII commas; a Chinese comma belongs to its entry."""
    return [entry.strip() for entry in listed.split(",") if entry.strip()]


def any_of(listed: str, short: Mapping[str, str], between: str) -> str:
    """One regular expression for a list; `...` in an entry becomes the pattern `between`."""
    return f"(?:{'|'.join(_pattern(entry, short, between) for entry in entries(listed))})"


def _pattern(entry: str, short: Mapping[str, str], between: str) -> str:
    parts, at = [], 0
    for placeholder in _PLACEHOLDER.finditer(entry):
        parts.append(_plain(entry[at : placeholder.start()]))
        parts.append(between if placeholder[2] else f"(?:{_plain(short[placeholder[1]])})")
        at = placeholder.end()
    return "".join((*parts, _plain(entry[at:])))


def _plain(text: str) -> str:
    escaped = re.escape(text).replace(r"\ ", " ").replace(r"\(", "(?:").replace("/", "|")
    return escaped.replace(r"\)", ")").replace(r"\?", "?")
