"""Blind mode: label, model, reason, quote and history are hidden until the reviewer answers."""

from dataclasses import replace

import streamlit as st

from core.services.results import ItemDetail
from core.services.review import VisibleEvents, answer_blind, blind_answer
from pages.components import address
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.language import _
from pages.components.mirror import mirror
from pages.components.page_state import BLIND_LETTERS, SEEN_WITH_LABEL
from pages.components.review import claims
from pages.components.review.choices import Choice
from pages.components.review.decisions import try_store
from pages.components.review.prefetch import PrefetchedItem

ADDRESS = "blind"


def is_blind() -> bool:
    return st.query_params.get(ADDRESS) == "1"


def draw_blind_toggle() -> None:
    st.toggle(_("Blind mode"), value=is_blind(), **mirror("blind_mode", is_blind(), _switch_mode))


def _switch_mode(on: bool) -> None:
    address.put(ADDRESS, 1 if on else None)


def is_hidden(visible: VisibleEvents, item_id: int, reviewer: str) -> bool:
    """Whether label and model answer stay hidden until the reviewer answers. A question that they
    have seen with its label, or decided on, can no longer be answered blind.
    """
    seen_ids = SEEN_WITH_LABEL.get()
    acted = any(event.reviewer == reviewer and event.is_opinion for event in visible.events)
    answered = blind_answer(visible.events, reviewer) is not None
    if is_blind() and not acted and not answered and item_id not in seen_ids:
        return True
    SEEN_WITH_LABEL.set(seen_ids | {item_id})
    return False


def without_marks(prefetched: PrefetchedItem) -> PrefetchedItem:
    """The item with its quote marked nowhere in the passage."""
    windows = [replace(window, marks=()) for window in prefetched.windows]
    return replace(prefetched, windows=windows, occurrences=[])


def chosen_letters(item_id: int) -> frozenset[str]:
    """The letters chosen so far of a question with several answers."""
    chosen_for, letters = BLIND_LETTERS.get()
    return letters if chosen_for == item_id else frozenset()


def choose_blind(item: ItemDetail, state: Drawn, reviewer: str, choice: Choice) -> None:
    """Answer a single choice by the letter; in a multiple choice toggle it, and Enter answers."""
    claims.mark_acted()
    if choice.letter not in item.choice or not is_still_shown(state):
        return
    if item.question_type == "single_choice":
        _answer(item.id, reviewer, frozenset({choice.letter}))
    else:
        BLIND_LETTERS.set((item.id, chosen_letters(item.id) ^ {choice.letter}))


def answer_with_chosen(state: Drawn, reviewer: str) -> None:
    claims.mark_acted()
    if is_still_shown(state):
        _answer(state[0], reviewer, chosen_letters(state[0]))


def _answer(item_id: int, reviewer: str, letters: frozenset[str]) -> None:
    if try_store(lambda: answer_blind(engine(), item_id, reviewer, letters)):
        BLIND_LETTERS.clear()
