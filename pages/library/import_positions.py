"""Positions of questions that are about to be imported, looked up by their evidence."""

from collections import Counter
from collections.abc import Mapping

import streamlit as st
from streamlit.typing import UploadedFile

from core.questions import ReadQuestions, evidence_of, place_rows
from core.validation import Certainty, FoundPosition
from pages.components.html import caption
from pages.components.language import N_, _
from pages.components.page_state import POSITIONS_CHOICE
from pages.library.import_reading import positions_of

CERTAINTY: Mapping[Certainty, str] = {
    Certainty.EXACT: N_("exact match"),
    Certainty.CLOSE: N_("close match"),
    Certainty.NOT_FOUND: N_("evidence not found"),
}
CHOICES: Mapping[str, tuple[str, tuple[Certainty, ...]]] = {
    "exact": (N_("Store exact"), (Certainty.EXACT,)),
    "close": (N_("Store exact and close"), (Certainty.EXACT, Certainty.CLOSE)),
    "none": (N_("Store none"), ()),
}


def draw_positions(
    upload: UploadedFile,
    read: ReadQuestions,
    source_id: int | None,
    tokenizer: str,
) -> dict[int, FoundPosition]:
    """Draw the positions found and return them by line, for rows with evidence and neither position
    nor context. Nothing is stored.
    """
    looked_up = {
        row.line: text
        for row in read.questions
        if row.question.position is None
        and row.question.context is None
        and (text := evidence_of(row.question.extra))
    }
    if source_id is None or not looked_up:
        return {}
    with st.spinner(_("Looking up evidence…")):
        lookups = positions_of(source_id, tokenizer, tuple(looked_up.values()))
    found_positions = dict(zip(looked_up, lookups, strict=True))
    counts = Counter(match.certainty for match in found_positions.values())
    st.subheader(_("Positions in the novel"))
    caption(*(f"{counts[kind]:,} {_(name)}" for kind, name in CERTAINTY.items() if counts[kind]))
    st.segmented_control(
        _("Positions found by evidence"),
        list(CHOICES),
        default="exact",
        format_func=lambda choice: _(CHOICES[choice][0]),
        required=True,
        key=POSITIONS_CHOICE.of(upload.file_id).name,
    )
    return found_positions


def chosen_positions(
    upload: UploadedFile, read: ReadQuestions, found_positions: Mapping[int, FoundPosition]
) -> ReadQuestions:
    """The rows with the positions that the reader chose to store."""
    choice = POSITIONS_CHOICE.of(upload.file_id).get()
    certainties = CHOICES[choice][1]
    positions = {
        line: match.position
        for line, match in found_positions.items()
        if match.position is not None and match.certainty in certainties
    }
    return place_rows(read, positions)
