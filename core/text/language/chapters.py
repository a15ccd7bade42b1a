"""The chapters of a novel, by the headings that stand in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST_HEADING = 80
"""Characters; a longer line is a sentence that begins like a heading."""
_NUMERAL = "[0-9０-９〇零一二两三四五六七八九十百千廿卅]+"
_ROMAN = "(?:[IVXLC]+|[ivxlc]+)"
_WORD = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|first|last|the"
)
_HEADING = re.compile(
    r"^[ \t\u3000]*(?:"
    r"#{1,4}[ \t]+(?P<marked>\S[^\n]*)"
    rf"|(?P<zh>第[ \t]*{_NUMERAL}[ \t]*[回章节](?![^\n]*[。！？；，,].)[^\n]*)"
    rf"|(?P<en>(?i:chapter|letter|stave)[ \t]+(?:[0-9]+|{_ROMAN}|(?i:{_WORD}))\b[^\n]*)"
    r")[ \t\r]*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """`start` is the character its heading begins at; it lasts to the next one's start."""

    title: str
    start: int


def chapters(text: str) -> Sequence[Chapter]:
    """In their order: Markdown headings, `第…回` or `第…章`, `Chapter …`. Empty where fewer than
    two are found, since one heading divides nothing.

    A heading that comes again word for word is counted where it comes last: before that it stands
    in a table of contents. Of Markdown headings the level that is used most divides the book.
    """
    found = list(_HEADING.finditer(text))
    if marked := [match for match in found if match["marked"]]:
        levels = [len(match.group().lstrip(" \t\u3000").split()[0]) for match in marked]
        most = max(sorted(set(levels)), key=levels.count)
        found = [match for match, level in zip(marked, levels, strict=True) if level == most]
    last: dict[str, int] = {}
    for match in found:
        title = " ".join(_title(match).split())
        if len(title) <= LONGEST_HEADING:
            last[title] = match.start()
    ordered = sorted((start, title) for title, start in last.items())
    return [Chapter(title, start) for start, title in ordered] if len(ordered) > 1 else []


def _title(heading: re.Match[str]) -> str:
    """Without the marks that close a Markdown heading: `## One ##`."""
    marked: str | None = heading["marked"]
    if marked is None:
        return heading["zh"] or heading["en"]
    return marked[0] + marked[1:].rstrip(" \t\r").rstrip(" \t#")
