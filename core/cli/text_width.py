"""Text in columns of a terminal, where Chinese characters are two columns wide."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

_WIDE = (
    "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
)
_UNIT = re.compile(rf"\s+|[（《“]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。；：、）》”！？]*")
"""An unbreakable unit: no closing mark begins a line, no opening mark ends one."""


def text_width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def has_wide(text: str) -> bool:
    return re.search(f"[{_WIDE}]", text) is not None


def right_aligned(text: str, width: int) -> str:
    return " " * (width - text_width(text)) + text


def left_aligned(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def aligned_rows(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines of a table: right-aligned columns, except a left-aligned last one."""
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*map(right_aligned, row[:-1], widths), row[-1]]).rstrip() for row in rows]


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken between Chinese characters or at spaces."""
    return list(_lines(" ".join(text.split()), width)) or [""]


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for unit in _UNIT.findall(text):
        if line and text_width(line) + text_width(unit.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += unit if line else unit.lstrip()
    if line.strip():
        yield line.rstrip()
