"""The action bar while something is pending: a change, a contradiction, or a blind answer.

Enter confirms and Escape cancels (keys.js); if a reason contradicts the decision, Enter presses
Cancel.
"""

from collections.abc import Callable, Collection
from html import escape
from typing import Any

import streamlit as st

from core.errors import DeskError
from core.review import AnswerCheck, QuoteCheck, Recheck
from core.services.results import ItemDetail
from core.services.review import (
    ContradictionError,
    Edit,
    Queue,
    checked,
    discard_edit,
    evidence_source,
)
from core.validation.reasons import OF_EVIDENCE
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.item_navigation import go_to_item
from pages.components.language import N_, _, translate
from pages.components.review import claims, decisions
from pages.components.review.changes import field_name
from pages.components.review.draft import EditedDraft
from pages.components.review.draft_actions import save_draft
from pages.components.review.failure_explanation import reasons_by_weight
from pages.components.review.filter_state import undecided
from pages.components.review.prefetch import next_prefetched
from pages.components.review.quick_edit import recheck_edit
from pages.components.wording import ACTIONS, REASONS, REVIEW_REASONS, term_name

QUOTES = {
    QuoteCheck.FOUND: N_("quote found"),
    QuoteCheck.NOT_FOUND: N_("quote not found"),
    QuoteCheck.NONE: N_("no quote to look up"),
}
ANSWERS = {
    AnswerCheck.AGREE: N_("answers agree"),
    AnswerCheck.DIFFER: N_("answers differ"),
    AnswerCheck.NO_REPLY: N_("no model answer to compare with"),
    AnswerCheck.OTHER_QUESTION: N_("the stored answer is for the previous wording"),
}


def draw_change_bar(
    item: ItemDetail, draft: EditedDraft, state: Drawn, queue: Queue, edit: Callable[[], None]
) -> None:
    """Draw what the unsaved edit changes, what the checks now say, and Save and next (Enter)."""
    refusal = _refusal(draft.drawn, item.id)
    body = f"<b>{_changes_html(draft)}</b> {escape(refusal or _rechecked(item, draft))}"
    st.html(f'<div class="desk-said" role="status">{body}</div>', width="stretch")
    _draw_act("edit_change", _("Edit"), edit, shortcut="E")
    _draw_act("discard_change", _("Discard changes"), _discard, draft)
    _draw_act(
        "save_change",
        _("Save and next"),
        _save,
        draft,
        state,
        queue,
        type="primary",
        disabled=refusal is not None,
    )


def draw_contradiction_bar(
    error: ContradictionError, state: Drawn, queue: Queue, reviewer: str
) -> None:
    """Ask whether to decide against the chosen reasons; Cancel is the default."""
    act = term_name(ACTIONS, error.action)
    reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in error.reasons)
    sentence = _("The reason “{reasons}” implies that the question is faulty.").format(
        reasons=reasons
    )
    question = _("{act} anyway?").format(act=act)
    body = f"<b>{escape(question)}</b> {escape(sentence)}"
    st.html(f'<div class="desk-said" role="alert">{body}</div>', width="stretch")
    confirm = decisions.confirm_contradiction
    label = _("{act} anyway").format(act=act)
    _draw_act("contradiction_do", label, confirm, state, error.action, queue, reviewer)
    dismiss = decisions.dismiss_contradiction
    _draw_act("contradiction_back", _("Cancel"), dismiss, type="primary")


def draw_blind_bar(letters: Collection[str], answer: Callable[[], None]) -> None:
    """Draw the letters chosen so far for a question with several answers, and Answer (Enter)."""
    chosen = _(", ").join(letter.upper() for letter in sorted(letters))
    sentence = _("Your answer: {letters}").format(letters=chosen)
    st.html(
        f'<div class="desk-said" role="status"><b>{escape(sentence)}</b></div>', width="stretch"
    )
    _draw_act("answer_now", _("Answer"), answer, type="primary")


def _draw_act(key: str, label: str, act: Callable[..., None], *args: Any, **options: Any) -> None:
    action(label, act, right=None, key=key, args=args, **options)


def _refusal(edit: Edit, item_id: int) -> str | None:
    """Why the edit cannot be stored as it is; None if it can."""
    try:
        checked(evidence_source(engine(), item_id), edit.correction)
    except DeskError as error:
        return translate(error)
    return None


def _changes_html(draft: EditedDraft) -> str:
    """HTML: the old and the new label, and the names of the other changed fields."""
    before, after = draft.initial, draft.drawn
    parts = []
    if before.answer != after.answer:
        letters = (_(", ").join(side.answer).upper() or "–" for side in (before, after))
        arrow = " → ".join(map(escape, letters))
        parts.append(escape(_("Label {change}")).format(change=arrow))
    parts += [escape(name) for name in changed_fields(before, after)]
    return escape(_(", ")).join(parts) + "."


def changed_fields(before: Edit, after: Edit) -> list[str]:
    """The names of the fields that an edit changes, except the label."""
    old = {option.letter: option.text for option in before.options}
    new = {option.letter: option.text for option in after.options}
    fields = [
        "question" if before.question != after.question else "",
        "question_type" if before.question_type != after.question_type else "",
        *(f"choice.{letter}" for letter in {**old, **new} if old.get(letter) != new.get(letter)),
        "evidence" if before.evidence != after.evidence else "",
    ]
    return [field_name(field) for field in fields if field]


def _rechecked(item: ItemDetail, draft: EditedDraft) -> str:
    recheck: Recheck = recheck_edit(item, draft.drawn)
    is_label_changed = draft.initial.answer != draft.drawn.answer
    is_evidence_changed = draft.initial.evidence != draft.drawn.evidence
    if is_label_changed and is_evidence_changed:
        template = _(
            "Re-checked with the new label and evidence (stored reply): {quote}, {answers}."
        )
    elif is_label_changed:
        template = _("Re-checked with the new label (stored reply): {quote}, {answers}.")
    elif is_evidence_changed:
        template = _("Re-checked with the new evidence (stored reply): {quote}, {answers}.")
    else:
        template = _("Re-checked (stored reply): {quote}, {answers}.")
    quote = _(QUOTES[recheck.quote])
    if recheck.quote is QuoteCheck.NOT_FOUND and not draft.drawn.quote.strip():
        # The model's quote is called what its flag calls it on the same page.
        flags = [reason for reason in reasons_by_weight(item.reasons) if reason in OF_EVIDENCE]
        quote = term_name(REASONS, flags[0]).lower() if flags else quote
    return template.format(quote=quote, answers=_(ANSWERS[recheck.answers]))


def _discard(draft: EditedDraft) -> None:
    claims.mark_acted()
    discard_edit(engine(), draft.item_id, draft.reviewer)
    draft.redraw()


def _save(draft: EditedDraft, state: Drawn, queue: Queue) -> None:
    """Store the correction and go to the next item."""
    claims.mark_acted()
    if not is_still_shown(state) or not save_draft(draft, draft.drawn, decisions.reasons()):
        return
    draft.redraw()
    claims.mark_decided(draft.item_id, draft.reviewer)
    go_to_item(draft.item_id, next_prefetched(undecided(queue), draft.item_id, draft.reviewer))
