"""A question and its options, word for word, with the label and the model's answer marked."""

from html import escape

import streamlit as st

from core.results import Item
from pages.parts.html import lang_of, verbatim
from pages.parts.language import _


def draw_question(item: Item) -> None:
    verbatim(item.question, "desk-verbatim desk-question")
    answered = set(item.result.model_answer) if item.result and item.judged else set()
    st.html("".join(_option(item, letter, text, answered) for letter, text in item.choice.items()))


def _option(item: Item, letter: str, text: str, answered: set[str]) -> str:
    labelled, chosen = letter in item.labelled, letter in answered
    notes = [_("label")] if labelled else []
    if chosen:
        notes.append(_("model"))
    css = "right" if labelled else "wrong" if chosen else ""
    return (
        f'<div class="desk-option {css}" {lang_of(text)}><b>{escape(letter.upper())}</b>'
        f"<span>{escape(text)}</span><small>{escape(' · '.join(notes))}</small></div>"
    )
