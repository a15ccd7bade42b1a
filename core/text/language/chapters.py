"""Find the chapters of a novel by its headings."""

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
    """A chapter, from the character `start` of its heading to the start of the next chapter."""

    title: str
    start: int


def find_chapters(text: str) -> Sequence[Chapter]:
    """Return the chapters in order, by Markdown headings, `第…回` or `第…章`, and `Chapter …`; none
    if fewer than two are found, since one heading divides nothing.

    Of a heading that is repeated word for word only the last counts: the earlier ones are in a
    table of contents. Of Markdown headings only those of the most frequent level count.
    """
    headings = list(_HEADING.finditer(text))
    if marked := [match for match in headings if match["marked"]]:
        levels = [len(match.group().lstrip(" \t\u3000").split()[0]) for match in marked]
        main_level = max(sorted(set(levels)), key=levels.count)
        headings = [
            match for match, level in zip(marked, levels, strict=True) if level == main_level
        ]
    last_starts: dict[str, int] = {}
    for match in headings:
        title = " ".join(_title(match).split())
        if len(title) <= LONGEST_HEADING:
            last_starts[title] = match.start()
    ordered = sorted((start, title) for title, start in last_starts.items())
    return [Chapter(title, start) for start, title in ordered] if len(ordered) > 1 else []


def _title(heading: re.Match[str]) -> str:
    """Return the text of a heading, without the marks that close a Markdown one: `## One ##`."""
    marked: str | None = heading["marked"]
    if marked is None:
        return heading["zh"] or heading["en"]
    return marked[0] + marked[1:].rstrip(" \t\r").rstrip(" \t#")
