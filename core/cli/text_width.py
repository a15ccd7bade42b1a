"""Text in columns of a terminal, where Chinese characters are two columns wide."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

_WIDE = (
    "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
)
_PIECE = re.compile(rf"\s+|[（《“]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。；：、）》”！？]*")
"""What no line break may divide: closing marks begin no line, opening marks end none."""


def text_width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def has_wide(text: str) -> bool:
    return re.search(f"[{_WIDE}]", text) is not None


def right_aligned(text: str, width: int) -> str:
    return " " * (width - text_width(text)) + text


def left_aligned(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def aligned_rows(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines of a table: right-aligned but for the last column, which holds words."""
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*map(right_aligned, row[:-1], widths), row[-1]]).rstrip() for row in rows]


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken between Chinese characters or at spaces."""
    return list(_lines(" ".join(text.split()), width)) or [""]


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for piece in _PIECE.findall(text):
        if line and text_width(line) + text_width(piece.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += piece if line else piece.lstrip()
    if line.strip():
        yield line.rstrip()
