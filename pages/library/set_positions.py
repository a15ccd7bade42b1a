"""Positions that the desk found for a stored set, confirmed in bulk."""

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from core.questions import Position
from core.services.access import Right
from core.services.library import (
    PositionOrigin,
    PositionProposal,
    SetSummary,
    confirm_positions,
    propose_positions,
    set_placement,
)
from core.validation import Certainty
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import caption, notice, table
from pages.components.language import N_, _, _n
from pages.library.import_positions import CERTAINTY

SHOWN = 20
SHOWN_CHARS = 120
ORIGINS: Mapping[PositionOrigin, str] = {
    PositionOrigin.EVIDENCE: N_("evidence in the row"),
    PositionOrigin.QUOTE: N_("quote from a passed validation"),
    PositionOrigin.NOTHING: N_("nothing to look up"),
}


def draw_set_positions(question_set: SetSummary) -> None:
    """Draw the positions found for a set's questions without one; looked up only when opened."""
    unplaced = set_placement(engine(), question_set.id).unplaced
    if question_set.source_id is None or not unplaced:
        return
    expander = st.expander(
        _n(
            "Find positions: {n} question has none",
            "Find positions: {n} questions have none",
            unplaced,
        ),
        key=f"positions_{question_set.id}",
        on_change="rerun",
    )
    if not expander.open:
        return
    with expander:
        with st.spinner(_("Looking up evidence…")):
            proposals = _proposals(question_set.id, question_set.tokenizer, unplaced)
        _draw(question_set.id, proposals)


@st.cache_resource(max_entries=4, ttl=600, show_spinner=False)
def _proposals(
    set_id: int,
    tokenizer: str,  # noqa: ARG001 - part of the cache's key
    unplaced: int,  # noqa: ARG001
) -> tuple[PositionProposal, ...]:
    """The proposals, looked up again when the tokeniser or the number of unplaced ones changes."""
    return propose_positions(engine(), set_id)


def _draw(set_id: int, proposals: tuple[PositionProposal, ...]) -> None:
    looked_up = [
        proposal for proposal in proposals if proposal.origin is not PositionOrigin.NOTHING
    ]
    counts = Counter(proposal.found.certainty for proposal in looked_up)
    named_counts = [(counts[kind], name) for kind, name in CERTAINTY.items()]
    named_counts.append((len(proposals) - len(looked_up), ORIGINS[PositionOrigin.NOTHING]))
    caption(*(f"{n:,} {_(name)}" for n, name in named_counts if n))
    table(
        [_("Line"), _("Question"), _("Found by"), _("Match"), _("Tokens")],
        [
            [
                str(proposal.line),
                proposal.question.question[:SHOWN_CHARS],
                _(ORIGINS[proposal.origin]),
                _match(proposal),
                _range(proposal.found.position),
            ]
            for proposal in proposals[:SHOWN]
        ],
    )
    if len(proposals) > SHOWN:
        caption(_("Showing the first {n} of {all}.").format(n=SHOWN, all=f"{len(proposals):,}"))
    if not (counts[Certainty.EXACT] or counts[Certainty.CLOSE]):
        notice(_("No evidence found. Let the model read the whole novel."), "quiet")
        return
    caption(_("Nothing is stored until you confirm. Each passage has 1,000 characters."))
    with st.container(horizontal=True):
        _draw_confirm(set_id, proposals, _("Confirm exact"), (Certainty.EXACT,))
        if counts[Certainty.CLOSE]:
            both = (Certainty.EXACT, Certainty.CLOSE)
            _draw_confirm(set_id, proposals, _("Confirm exact and close"), both)


def _draw_confirm(
    set_id: int,
    proposals: tuple[PositionProposal, ...],
    label: str,
    certainties: tuple[Certainty, ...],
) -> None:
    positions = {
        proposal.question_id: proposal.found.position
        for proposal in proposals
        if proposal.found.position is not None and proposal.found.certainty in certainties
    }
    action(
        _("{name}: {value}").format(name=label, value=len(positions)),
        _confirm,
        right=Right.RUN,
        key=f"confirm_{certainties[-1]}_{set_id}",
        args=(set_id, positions),
        disabled=not positions,
    )


def _confirm(set_id: int, positions: dict[int, Position]) -> str:
    stored = confirm_positions(engine(), set_id, positions)
    return _n("{n} position stored.", "{n} positions stored.", stored)


def _match(proposal: PositionProposal) -> str:
    """The certainty of the match; what was never looked up is not called missing."""
    if proposal.origin is PositionOrigin.NOTHING:
        return "–"
    return _(CERTAINTY[proposal.found.certainty])


def _range(position: Position | None) -> str:
    return f"{position.start_pos}–{position.end_pos}" if position else "–"
