"""The changes of a correction, field by field, before and after side by side."""

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
    """Draw the changes side by side; nothing if there are none."""
    if changes:
        draw(changes_html(changes))


def changes_html(changes: Sequence[FieldChange]) -> str:
    head = "".join(f"<small>{escape(name)}</small>" for name in (_("Before"), _("After")))
    body = "".join(_row(change) for change in changes)
    return f'<div class="desk-beside">{head}{body}</div>'


def field_name(field: str) -> str:
    """The label of a question's field; an extra field keeps its own name."""
    if field.startswith("choice."):
        return _("Option {letter}").format(letter=field.removeprefix("choice.").upper())
    return term_label(FIELDS, field)


def _row(change: FieldChange) -> str:
    name = escape(field_name(change.field))
    before, after = _text_of(change.field, change.before), _text_of(change.field, change.after)
    old, new = marked(before, after)
    return (
        f'<i class="alone">{name}</i>'
        f"<span {lang_of(before)}>{old}</span><span {lang_of(after)}>{new}</span>"
    )


def marked(before: str, after: str) -> tuple[str, str]:
    """HTML of both texts, with what only one of them contains in <del> or <ins>, even a comma."""
    if not before or not after:
        return _tagged("del", before) or "–", _tagged("ins", after) or "–"
    old, new = [], []
    for common, deleted, inserted in _pieces(before, after):
        old.append(escape(common) + _tagged("del", deleted))
        new.append(escape(common) + _tagged("ins", inserted))
    return "".join(old), "".join(new)


_Piece = tuple[str, str, str]
"""Text that both contain, text that only the old one does, text that only the new one does."""

_TOKEN = re.compile(rf"[^\W_{UNSPACED}]+|.", re.DOTALL)
"""A word, or a single Chinese character, mark or space."""


def _pieces(before: str, after: str) -> Iterator[_Piece]:
    """Compare two texts; changes on both sides of a mark or of one character make one change."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    deleted = inserted = ""
    for step in Indel.opcodes(old, new):
        old_text = "".join(old[step.src_start : step.src_end])
        new_text = "".join(new[step.dest_start : step.dest_end])
        is_last = step.src_end == len(old) and step.dest_end == len(new)
        is_separator = is_last or sum(char.isalnum() for char in old_text) > 1
        if step.tag == "equal" and (is_separator or not (deleted or inserted)):
            if deleted or inserted:
                yield "", deleted, inserted
            yield old_text, "", ""
            deleted = inserted = ""
        else:
            deleted, inserted = deleted + old_text, inserted + new_text
    if deleted or inserted:
        yield "", deleted, inserted


def _tagged(tag: str, text: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>" if text else ""


def _text_of(field: str, value: Any) -> str:
    if value is None:
        return ""
    if field == "question_type":
        return term_label(TYPES, value)
    if field in ("answer", "choice"):
        return _(", ").join(letter.upper() for letter in value)
    if field == "position":
        return f"{value['start_pos']}–{value['end_pos']}"
    return value if isinstance(value, str) else str(value)
