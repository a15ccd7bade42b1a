"""Rewrite a reply's tables and check boxes as lines of words: "B: yes", "Answer: B"."""

import re

_RULE = re.compile(r"\s*\|?[\s:|-]*-{2,}[\s:|-]*")
_BOX = re.compile(
    r"(?m:^)[^\S\n]*(?:[-+*•]\s+|\d+[.)]\s+)?"
    r"(?:\[(?P<mark>[ xX✓✔√✗]?)\]|(?P<ticked>[☑☒✅🗹◉●⦿])\ufe0f?|(?P<empty>[☐□◯○⬜▢])\ufe0f?)"
    r"[^\S\n]*(?P<option>[^\n]*)"
)


_EMPTY = re.compile(r"[☐□◯○⬜▢]|\[ \]")
_NEXT_BOX = re.compile(
    r"(?<=\S)[^\S\n]+(?=(?:\[[ xX✓✔√✗]\]|[☑☒✅🗹◉●⦿☐□◯○⬜▢]\ufe0f?)\s*[(\[]?[A-Za-z])"
)


def with_tables_as_lines(text: str) -> str:
    """The text with tables of one row as lines of "heading: cell"; other tables are unchanged."""
    if "|" not in text:
        return text
    lines = text.split("\n")
    result: list[str] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end].strip().startswith("|"):
            end += 1
        rows = [_cells(line) for line in lines[at:end] if not _RULE.fullmatch(line)]
        if len(rows) == 2 and len(rows[0]) == len(rows[1]) > 1 and end - at == 3:
            result += [f"{head}: {cell}" for head, cell in zip(*rows, strict=True)]
        else:
            result += lines[at : max(end, at + 1)]
        at = max(end, at + 1)
    return "\n".join(result)


def with_boxes_as_words(text: str) -> str:
    """The text with ": yes" or ": no" after each line with a box, if some boxes are empty."""
    text = _NEXT_BOX.sub("\n", text) if _EMPTY.search(text) else text
    boxes = list(_BOX.finditer(text))
    if not any(_is_empty(box) for box in boxes):
        return text
    return _BOX.sub(lambda box: f"{box['option']}: {'no' if _is_empty(box) else 'yes'}", text)


def _is_empty(box: re.Match[str]) -> bool:
    return box["empty"] is not None or (box["mark"] is not None and not box["mark"].strip())


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
