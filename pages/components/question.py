"""A question and its options, word for word, with the label and the model's answer marked."""

from collections.abc import Collection, Mapping
from html import escape

from core.services.results import ItemDetail
from pages.components.html import draw, lang_of, verbatim
from pages.components.language import _


def draw_question(item: ItemDetail) -> None:
    answered = item.result.model_answer if item.result and item.judged else ()
    draw_options(item.question, item.choice, item.labelled, answered)


def draw_options(
    question: str,
    choice: Mapping[str, str],
    labelled: Collection[str],
    answered: Collection[str],
) -> None:
    verbatim(question, "desk-verbatim desk-question")
    draw(
        "".join(
            _option(letter, text, right=letter in labelled, chosen=letter in answered)
            for letter, text in choice.items()
        )
    )


def _option(letter: str, text: str, *, right: bool, chosen: bool) -> str:
    notes = [_("label")] if right else []
    if chosen:
        notes.append(_("model"))
    css = "right" if right else "wrong" if chosen else ""
    return (
        f'<div class="desk-option {css}" {lang_of(text)}><b>{escape(letter.upper())}</b>'
        f"<span>{escape(text)}</span><small>{escape(' · '.join(notes))}</small></div>"
    )
