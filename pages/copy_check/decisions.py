"""Decisions on a result of a check: store them, undo them, and go to the next result."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import sha256

from core.services.verification import (
    AuditFilter,
    HumanDecision,
    RepairAction,
    acts_of,
    audit_neighbours,
    audit_page,
    audit_row,
    decide_repair,
    record_verdict,
    undo_act,
)
from core.verification import Verdict
from pages.components.action import refuse
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.item_navigation import go_to_item, is_current_item
from pages.components.language import _
from pages.components.page_state import COPY_DECIDED, COPY_NOTE
from pages.components.status_line import set_status
from pages.components.wording import term_name
from pages.copy_check.editor import close_editor, is_open, open_editor, typed_text
from pages.copy_check.wording import REPAIR_ACTS, candidate_name, verdict_name


def store_verdict(state: Drawn, verdict: Verdict, audit_filter: AuditFilter, reviewer: str) -> None:
    """Store the reviewer's own verdict and go on."""
    key = f"copy:{state[0]}:{reviewer}:{state[1]}:{verdict.value}"
    store = partial(
        record_verdict, engine(), state[0], reviewer, verdict, COPY_NOTE.get(), idempotency_key=key
    )
    _act(state, store, verdict_name(verdict), audit_filter)


def store_repair_decision(
    state: Drawn, action: RepairAction, step: int, audit_filter: AuditFilter, reviewer: str
) -> None:
    """Store that a repair is accepted or dismissed, and go on."""
    key = f"copy:{state[0]}:{reviewer}:{state[1]}:{action.value}:{step}"
    store = partial(
        decide_repair,
        engine(),
        state[0],
        reviewer,
        action,
        step=step,
        comment=COPY_NOTE.get(),
        idempotency_key=key,
    )
    _act(state, store, term_name(REPAIR_ACTS, action.value), audit_filter)


def open_repair_editor(state: Drawn) -> None:
    """Open the editor; nothing is stored yet."""
    if is_still_shown(state):
        open_editor(state[0])


def store_edited_text(state: Drawn, step: int, audit_filter: AuditFilter, reviewer: str) -> None:
    """Verify the edited text, store it as the decision, and go on."""
    text = typed_text(state[0])
    key = f"copy:{state[0]}:{reviewer}:{state[1]}:edit:{sha256(text.encode()).hexdigest()[:16]}"
    store = partial(
        decide_repair,
        engine(),
        state[0],
        reviewer,
        RepairAction.EDIT,
        step=step,
        text=text,
        comment=COPY_NOTE.get(),
        idempotency_key=key,
    )
    if is_current_item(state[0]):
        store()
        close_editor()
        _set_saved_status(state[0], term_name(REPAIR_ACTS, RepairAction.EDIT.value))
        _go_to_next_undecided(state[0], audit_filter)


def undo_copy_act(state: Drawn, reviewer: str) -> None:
    """Undo the decision on this result, else the latest of this session, and go there."""
    if not is_still_shown(state):
        return
    target = state[0]
    if not _has_own_act(target, reviewer):
        recent = reversed(COPY_DECIDED.get())
        target = next((result_id for result_id in recent if _has_own_act(result_id, reviewer)), 0)
    if not target:
        refuse(_("Nothing to undo."))
        return
    latest_act_id = max(act.id for act in acts_of(engine(), target))
    key = f"copy:undo:{target}:{latest_act_id}:{reviewer}"
    undo_act(engine(), target, reviewer, idempotency_key=key)
    set_status(_("Undone: your decision on {place}.").format(place=_result_label(target)))
    go_to_item(state[0], target)


def move_to_result(state: Drawn, audit_filter: AuditFilter, *, forward: bool) -> None:
    if not is_current_item(state[0]):
        return
    target = audit_neighbours(engine(), audit_filter, state[0])[forward]
    if target is None:
        refuse(_("No more results in that direction."))
    else:
        close_editor()
        COPY_NOTE.set("")  # the note belonged to the previous result
        go_to_item(state[0], target)


def _has_own_act(result_id: int, reviewer: str) -> bool:
    """Whether the reviewer has a decision there that is not undone."""
    return any(
        act.reviewer == reviewer and not act.undone and act.action != "undo"
        for act in acts_of(engine(), result_id)
    )


def _act(state: Drawn, store: Callable[[], object], act: str, audit_filter: AuditFilter) -> None:
    if is_open(state[0]):
        return  # a press on the old bar, before the editor's bar was drawn
    if is_still_shown(state):
        store()
        _set_saved_status(state[0], act)
        _go_to_next_undecided(state[0], audit_filter)


def _set_saved_status(result_id: int, act: str) -> None:
    template = _("Saved: {act}, {place}. Undo (U)")
    set_status(template.format(act=act, place=_result_label(result_id)))


def _result_label(result_id: int) -> str:
    line = audit_row(engine(), result_id).line
    return _("check #{check}, {candidate}").format(
        check=line.check_id, candidate=candidate_name(line.candidate)
    )


def _go_to_next_undecided(result_id: int, audit_filter: AuditFilter) -> None:
    """Go to the next undecided result of the list, from the end back to the start."""
    COPY_DECIDED.set((*COPY_DECIDED.get(), result_id))
    COPY_NOTE.set("")
    waiting = replace(audit_filter, decided=HumanDecision.NOTHING)
    following = audit_neighbours(engine(), waiting, result_id)[1]
    if following is None:
        first_page = audit_page(engine(), waiting, limit=1)
        following = first_page[0].id if first_page else None
    if following is None:
        refuse(_("Nothing left to decide in this list."))
    else:
        go_to_item(result_id, following)
