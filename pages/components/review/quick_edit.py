"""Changes made without the editor: the label by a letter, the evidence by selecting it."""

from collections.abc import Sequence
from dataclasses import replace

from core.review import Recheck, recheck
from core.services.results import ItemDetail
from core.services.review import (
    Edit,
    Event,
    discard_edit,
    evidence_source,
    keep_edit,
    unsaved_edit,
)
from core.validation.reasons import OF_EVIDENCE
from pages.components.action import refuse
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.language import _
from pages.components.review import claims
from pages.components.review.choices import Choice
from pages.components.review.draft import initial_draft

LONGEST_EVIDENCE = 2000
"""Characters; a longer selection is a passage, not evidence."""


def edit_by_choice(state: Drawn, reviewer: str, events: Sequence[Event], choice: Choice) -> None:
    """Keep the change as an unsaved edit, to be saved (Enter) or discarded (Esc)."""
    claims.mark_acted()
    if not is_still_shown(state):
        return
    item_id = state[0]
    initial = initial_draft(item_id, events)
    edit = unsaved_edit(engine(), item_id, reviewer) or initial
    if choice.letter is not None:
        edit = with_letter(edit, choice.letter)
    elif choice.span is not None:
        edit = _with_evidence(item_id, edit, choice.span)
    if edit == initial:
        discard_edit(engine(), item_id, reviewer)
    else:
        keep_edit(engine(), item_id, reviewer, edit)


def with_letter(edit: Edit, letter: str) -> Edit:
    """The edit with a letter chosen: it replaces the label of a single choice, and is toggled in a
    multiple choice. A letter that no option has changes nothing.
    """
    if letter not in {option.letter for option in edit.options}:
        return edit
    if edit.question_type == "single_choice":
        return edit.answered([letter])
    return edit.answered(set(edit.answer) ^ {letter})


def _with_evidence(item_id: int, edit: Edit, span: tuple[int, int]) -> Edit:
    """The edit with these characters [start, end) as its evidence, without outer spaces."""
    text = evidence_source(engine(), item_id).text
    start, end = span
    quote = text[start:end]
    if len(quote) > LONGEST_EVIDENCE:
        refuse(_("The selection is too long for evidence. Select one or two sentences."))
        return edit
    start += len(quote) - len(quote.lstrip())
    quote = quote.strip()
    if not quote:
        return edit
    return replace(edit, quote=quote, evidence=(start, start + len(quote)))


def recheck_edit(item: ItemDetail, edit: Edit) -> Recheck:
    """Check the edit with the matcher and the stored reply; the model is not asked."""
    asks_the_same = edit.question == item.question and item.choice == {
        option.letter: option.text for option in edit.options
    }
    model_answer = item.result.model_answer if item.result and item.judged else None
    return recheck(
        edit.answer, model_answer, asks_the_same=asks_the_same, quote_found=_quote_found(item, edit)
    )


def _quote_found(item: ItemDetail, edit: Edit) -> bool | None:
    """Whether the edit's evidence is found, or without one the model's quote as it was judged; None
    without either.
    """
    if edit.quote.strip():
        return evidence_source(engine(), item.id).look_up(edit.quote).found
    if not item.judged or item.result is None or not item.result.evidence.strip():
        return None
    return not OF_EVIDENCE & set(item.result.failure_reasons)
