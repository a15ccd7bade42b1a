"""The settings of a new run: thresholds, wording of quotes, and the text given to the model."""

from typing import Any

import streamlit as st

from core.services.library import SetSummary
from core.text import AVAILABLE_TOKENIZERS, SIMILARITY_FLOOR, WordRule
from core.validation import ContextMode, Placement
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import (
    CONFIDENCE,
    CONTEXTS,
    WORDINGS,
    term_label,
    term_meaning,
    term_name,
)


def wording_from_address() -> WordRule:
    """The quote wording rule in the address, else the strict one."""
    address_wording = st.query_params.get("wording", "")
    return WordRule(address_wording) if address_wording in set(WordRule) else WordRule.STRICT


def draw_settings(question_set: SetSummary) -> dict[str, Any]:
    """Draw the thresholds, concurrency and tokeniser; return them as arguments of `new_spec`."""
    similarity = st.slider(
        _("Quote match threshold"),
        SIMILARITY_FLOOR,
        1.0,
        0.8,
        0.01,
        key="run_sim",
    )
    wording = st.segmented_control(
        _("Quote wording"),
        list(WordRule),
        default=wording_from_address(),
        format_func=lambda rule: term_name(WORDINGS, rule),
        required=True,
        key="run_wording",
    )
    caption(term_meaning(WORDINGS, wording))
    confidence = st.segmented_control(
        _("Minimum confidence to pass"),
        ["low", "medium", "high"],
        default="medium",
        format_func=lambda level: term_label(CONFIDENCE, level),
        required=True,
        key="run_confidence",
    )
    concurrency = st.number_input(_("Concurrency"), 1, 200, 5, key="run_concurrency")
    tokenizer = st.selectbox(
        _("Tokeniser for positions"),
        AVAILABLE_TOKENIZERS,
        index=AVAILABLE_TOKENIZERS.index(question_set.tokenizer),
        key=f"run_tokenizer_{question_set.id}",
    )
    return {
        "similarity_threshold": similarity,
        "wording": wording,
        "confidence_threshold": confidence,
        "concurrency": concurrency,
        "tokenizer": tokenizer,
    }


def choose_context(set_id: int, placement: Placement) -> ContextMode:
    """Draw the choice among contexts that fit some question, and what it skips; return it."""
    if not placement.positioned and not placement.unplaced:
        caption(_("Every question has its own text."))
        return placement.default_mode
    context = st.segmented_control(
        _("Text given to the model"),
        placement.modes,
        default=placement.default_mode,
        format_func=lambda mode: term_label(CONTEXTS, mode),
        required=True,
        key=f"run_context_{set_id}",
    )
    if placement.unplaced:
        _draw_unplaced(set_id, placement, context)
    return context


def _draw_unplaced(set_id: int, placement: Placement, context: ContextMode) -> None:
    """Draw how many questions have no position, what follows, and a link to find positions."""
    n, total = placement.unplaced, f"{placement.total:,}"
    if context is ContextMode.POSITION:
        message = _n(
            "{n} of {total} questions has no position and would be skipped. Choose the whole "
            "novel, or find its position first.",
            "{n} of {total} questions have no position and would be skipped. Choose the whole "
            "novel, or find their positions first.",
            n,
            total=total,
        )
        notice(message, "amber")
    else:
        message = _n(
            "{n} of {total} questions has no position. The model reads the whole novel for every "
            "question.",
            "{n} of {total} questions have no position. The model reads the whole novel for every "
            "question.",
            n,
            total=total,
        )
        caption(message)
    link("library", _("Find positions in the library"), set=set_id)
