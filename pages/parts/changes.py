"""What a correction changes, field by field, what was beside what is now."""

from collections.abc import Sequence
from html import escape
from itertools import takewhile
from typing import Any

from core.questions import Change
from core.results import compare
from pages.parts.html import draw, lang_of
from pages.parts.language import N_, _
from pages.parts.words import said

FIELDS = {
    "question": N_("Question"),
    "question_type": N_("Type"),
    "choice": N_("Order of the options"),
    "answer": N_("Answer"),
    "position": N_("Position in tokens"),
    "context": N_("Context"),
    "evidence": N_("Evidence"),
}

TYPES = {"single_choice": N_("One right answer"), "multi_choice": N_("Several right answers")}


def draw_changes(changes: Sequence[Change]) -> None:
    """Nothing where nothing is changed."""
    if changes:
        draw(changes_html(changes))


def changes_html(changes: Sequence[Change]) -> str:
    head = f"<small>{escape(_('As it was'))}</small><small>{escape(_('Corrected'))}</small>"
    body = "".join(_row(change) for change in changes)
    return f'<div class="desk-beside">{head}{body}</div>'


def field_name(field: str) -> str:
    """What the desk calls a field of a row; an extra field by its own name."""
    if field.startswith("choice."):
        return _("Option {letter}").format(letter=field.removeprefix("choice.").upper())
    return said(FIELDS, field)


def _row(change: Change) -> str:
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
    for part in compare(before, after):
        alike = _alike(part.quote, part.source)
        old.append(escape(part.quote[:alike]) + _tagged("del", part.quote[alike:]))
        new.append(escape(part.source[:alike]) + _tagged("ins", part.source[alike:]))
    return "".join(old), "".join(new)


def _alike(before: str, after: str) -> int:
    """How many characters both begin with, where nothing but marks or a space follows in either:
    a word that differs is marked as a whole.
    """
    pairs = zip(before, after, strict=False)
    alike = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    rest = before[alike:] + after[alike:]
    return 0 if any(one.isalnum() for one in rest) else alike


def _tagged(tag: str, text: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>" if text else ""


def _shown(field: str, value: Any) -> str:
    if value is None:
        return ""
    if field == "question_type":
        return said(TYPES, value)
    if field in ("answer", "choice"):
        return ", ".join(letter.upper() for letter in value)
    if field == "position":
        return f"{value['start_pos']}–{value['end_pos']}"
    return value if isinstance(value, str) else str(value)
