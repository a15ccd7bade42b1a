"""Changes made without the editor: the label by a letter, the evidence by selecting it."""

from collections.abc import Sequence
from dataclasses import replace

from core.review.recheck import Recheck, recheck
from core.services.results import ItemDetail
from core.services.review import (
    Edit,
    Event,
    discard_edit,
    edit_in_hand,
    evidence_source,
    keep_edit,
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
"""Characters; a longer selection is a passage and no evidence."""


def edit_by_choice(state: Drawn, name: str, events: Sequence[Event], choice: Choice) -> None:
    """Keeps the change with the edit in hand, to be saved (Enter) or discarded (Esc)."""
    claims.mark_acted()
    if not is_still_shown(state):
        return
    item_id = state[0]
    beginning = initial_draft(item_id, events)
    edit = edit_in_hand(engine(), item_id, name) or beginning
    if choice.letter is not None:
        edit = with_letter(edit, choice.letter)
    elif choice.span is not None:
        edit = _with_evidence(item_id, edit, choice.span)
    if edit == beginning:
        discard_edit(engine(), item_id, name)
    else:
        keep_edit(engine(), item_id, name, edit)


def with_letter(edit: Edit, letter: str) -> Edit:
    """In a single choice the letter takes the place of the label; in a multiple one it is toggled.
    A letter that no option has changes nothing.
    """
    if letter not in {option.letter for option in edit.options}:
        return edit
    if edit.question_type == "single_choice":
        return edit.answered([letter])
    return edit.answered(set(edit.answer) ^ {letter})


def _with_evidence(item_id: int, edit: Edit, span: tuple[int, int]) -> Edit:
    text = evidence_source(engine(), item_id).text
    start, end = span
    words = text[start:end]
    if len(words) > LONGEST_EVIDENCE:
        refuse(_("The selection is too long for evidence. Select one or two sentences."))
        return edit
    start += len(words) - len(words.lstrip())
    words = words.strip()
    if not words:
        return edit
    return replace(edit, quote=words, evidence=(start, start + len(words)))


def recheck_edit(item: ItemDetail, edit: Edit) -> Recheck:
    """The edit against the matcher and the stored reply; the model is not asked."""
    asks_the_same = edit.question == item.question and item.choice == {
        option.letter: option.text for option in edit.options
    }
    answered = item.result.model_answer if item.result and item.judged else None
    return recheck(
        edit.answer, answered, asks_the_same=asks_the_same, quote_found=_quote_found(item, edit)
    )


def _quote_found(item: ItemDetail, edit: Edit) -> bool | None:
    """Of the edit's own evidence where it has one, else of the model's quote as it was judged."""
    if edit.quote.strip():
        return evidence_source(engine(), item.id).look_up(edit.quote).found
    if not item.judged or item.result is None or not item.result.evidence.strip():
        return None
    return not OF_EVIDENCE & set(item.result.failure_reasons)
