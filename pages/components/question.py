"""A question and its options, verbatim; choices are shown by marks, not by colour alone."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape

from core.services.results import ItemDetail
from pages.components.html import draw, lang_of, verbatim
from pages.components.language import _


@dataclass(frozen=True, slots=True)
class AnswerMarks:
    """Letters by who chose them. `new`: the label being edited, if any. `picked`: chosen in blind
    mode, not stored yet.
    """

    label: Collection[str] = ()
    model: Collection[str] = ()
    new: Collection[str] | None = None
    picked: Collection[str] = ()


def draw_question(
    item: ItemDetail, *, new: Collection[str] | None = None, choosable: bool = False
) -> None:
    """Draw a question with its label and the model's answer; `choosable` options set the label."""
    model_answer = item.result.model_answer if item.result and item.judged else ()
    marks = AnswerMarks(item.labelled, model_answer, new)
    draw_options(item.question, item.choice, marks, choosable=choosable)


def draw_unmarked_question(item: ItemDetail, picked: Collection[str]) -> None:
    """Draw a question without its label and the model's answer, for blind mode."""
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
    marks_html = []
    if letter in marks.label:
        is_removed = marks.new is not None and letter not in marks.new
        marks_html.append(
            _mark("label gone" if is_removed else "label", _("Label"), is_removed=is_removed)
        )
    elif marks.new is not None and letter in marks.new:
        marks_html.append(_mark("new", _("New label")))
    if letter in marks.model:
        marks_html.append(_mark("model", _("Model")))
    return marks_html


def _mark(css: str, name: str, *, is_removed: bool = False) -> str:
    tag = "s" if is_removed else "small"
    return f'<{tag} class="desk-mark {css}">{escape(name)}</{tag}>'
