"""What a correction changes, field by field, what was beside what is now."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from rapidfuzz.distance import Indel

from core.questions import FieldChange
from core.text.language.scripts import UNSPACED
from pages.components.html import draw, lang_of
from pages.components.language import N_, _
from pages.components.wording import term_label

FIELDS = {
    "question": N_("Question"),
    "question_type": N_("Type"),
    "choice": N_("Order of the options"),
    "answer": N_("Answer"),
    "position": N_("Position in tokens"),
    "context": N_("Context"),
    "evidence": N_("Evidence"),
}

TYPES = {"single_choice": N_("Single choice"), "multi_choice": N_("Multiple choice")}


def draw_changes(changes: Sequence[FieldChange]) -> None:
    """Nothing where nothing is changed."""
    if changes:
        draw(changes_html(changes))


def changes_html(changes: Sequence[FieldChange]) -> str:
    head = "".join(f"<small>{escape(name)}</small>" for name in (_("Before"), _("After")))
    body = "".join(_row(change) for change in changes)
    return f'<div class="desk-beside">{head}{body}</div>'


def field_name(field: str) -> str:
    """What the desk calls a field of a row; an extra field by its own name."""
    if field.startswith("choice."):
        return _("Option {letter}").format(letter=field.removeprefix("choice.").upper())
    return term_label(FIELDS, field)


def _row(change: FieldChange) -> str:
    name = escape(field_name(change.field))
    before, after = _shown(change.field, change.before), _shown(change.field, change.after)
    old, new = marked(before, after)
    return (
        f'<i class="alone">{name}</i>'
        f"<span {lang_of(before)}>{old}</span><span {lang_of(after)}>{new}</span>"
    )


def marked(before: str, after: str) -> tuple[str, str]:
    """Both texts as HTML with what only one of them has marked, to the last comma."""
    if not before or not after:
        return _tagged("del", before) or "–", _tagged("ins", after) or "–"
    old, new = [], []
    for kept, gone, come in _pieces(before, after):
        old.append(escape(kept) + _tagged("del", gone))
        new.append(escape(kept) + _tagged("ins", come))
    return "".join(old), "".join(new)


_Piece = tuple[str, str, str]
"""What both say, then what only the old text does, then what only the new one does."""

_TYPED = re.compile(rf"[^\W_{UNSPACED}]+|.", re.DOTALL)
"""Words whole, Chinese by character, and every mark and space."""


def _pieces(before: str, after: str) -> Iterator[_Piece]:
    """What is changed on both sides of a mark, or of a single character, is one change."""
    old, new = _TYPED.findall(before), _TYPED.findall(after)
    gone = come = ""
    for step in Indel.opcodes(old, new):
        left = "".join(old[step.src_start : step.src_end])
        right = "".join(new[step.dest_start : step.dest_end])
        is_last = step.src_end == len(old) and step.dest_end == len(new)
        stays = is_last or sum(one.isalnum() for one in left) > 1
        if step.tag == "equal" and (stays or not (gone or come)):
            if gone or come:
                yield "", gone, come
            yield left, "", ""
            gone = come = ""
        else:
            gone, come = gone + left, come + right
    if gone or come:
        yield "", gone, come


def _tagged(tag: str, text: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>" if text else ""


def _shown(field: str, value: Any) -> str:
    if value is None:
        return ""
    if field == "question_type":
        return term_label(TYPES, value)
    if field in ("answer", "choice"):
        return ", ".join(letter.upper() for letter in value)
    if field == "position":
        return f"{value['start_pos']}–{value['end_pos']}"
    return value if isinstance(value, str) else str(value)
