"""A question and its options, word for word; who chose which is a mark and never a colour."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape

from core.services.results import ItemDetail
from pages.components.html import draw, lang_of, verbatim
from pages.components.language import _


@dataclass(frozen=True, slots=True)
class AnswerMarks:
    """Letters by who chose them. `new`: the label as it is being changed, None where it is not.
    `picked`: chosen in blind mode, and not stored yet.
    """

    label: Collection[str] = ()
    model: Collection[str] = ()
    new: Collection[str] | None = None
    picked: Collection[str] = ()


def draw_question(
    item: ItemDetail, *, new: Collection[str] | None = None, choosable: bool = False
) -> None:
    """With the label and the model's answer marked. `choosable`: a press on an option sets it."""
    answered = item.result.model_answer if item.result and item.judged else ()
    marks = AnswerMarks(item.labelled, answered, new)
    draw_options(item.question, item.choice, marks, choosable=choosable)


def draw_unmarked_question(item: ItemDetail, picked: Collection[str]) -> None:
    """Without label and model's answer, to be answered blind."""
    draw_options(item.question, item.choice, AnswerMarks(picked=picked), choosable=True)


def draw_options(
    question: str, choice: Mapping[str, str], marks: AnswerMarks, *, choosable: bool = False
) -> None:
    verbatim(question, "desk-verbatim desk-question")
    options = "".join(
        _option(letter, text, marks, choosable=choosable) for letter, text in choice.items()
    )
    draw(f'<div class="desk-options">{options}</div>')


def _option(letter: str, text: str, marks: AnswerMarks, *, choosable: bool) -> str:
    is_new = marks.new is not None and letter in marks.new and letter not in marks.label
    css = "desk-option selected" if is_new or letter in marks.picked else "desk-option"
    press = f' role="button" tabindex="0" data-letter="{escape(letter)}"' if choosable else ""
    return (
        f'<div class="{css}" {lang_of(text)}{press}><b>{escape(letter.upper())}</b>'
        f"<span>{escape(text)}</span>{''.join(_marks(letter, marks))}</div>"
    )


def _marks(letter: str, marks: AnswerMarks) -> list[str]:
    found = []
    if letter in marks.label:
        gone = marks.new is not None and letter not in marks.new
        found.append(_mark("label gone" if gone else "label", _("Label"), gone=gone))
    elif marks.new is not None and letter in marks.new:
        found.append(_mark("new", _("New label")))
    if letter in marks.model:
        found.append(_mark("model", _("Model")))
    return found


def _mark(css: str, name: str, *, gone: bool = False) -> str:
    tag = "s" if gone else "small"
    return f'<{tag} class="desk-mark {css}">{escape(name)}</{tag}>'
