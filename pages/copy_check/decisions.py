"""What a press on a result of a check stores, and where it goes from there."""

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
    say_verdict,
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
from pages.copy_check.editor import close_editor, is_open, open_editor, typed
from pages.copy_check.wording import REPAIR_ACTS, candidate_name, verdict_name


def store_verdict(state: Drawn, verdict: Verdict, chosen: AuditFilter, name: str) -> None:
    """The reviewer's own verdict."""
    key = f"copy:{state[0]}:{name}:{state[1]}:{verdict.value}"
    store = partial(
        say_verdict, engine(), state[0], name, verdict, COPY_NOTE.get(), idempotency_key=key
    )
    _act(state, store, verdict_name(verdict), chosen)


def store_repair_decision(
    state: Drawn, action: RepairAction, step: int, chosen: AuditFilter, name: str
) -> None:
    """A repair is taken as it is, or none of it."""
    key = f"copy:{state[0]}:{name}:{state[1]}:{action.value}:{step}"
    store = partial(
        decide_repair,
        engine(),
        state[0],
        name,
        action,
        step=step,
        comment=COPY_NOTE.get(),
        idempotency_key=key,
    )
    _act(state, store, term_name(REPAIR_ACTS, action.value), chosen)


def store_edit(state: Drawn) -> None:
    """Opens the editor; nothing is decided by that."""
    if is_still_shown(state):
        open_editor(state[0])


def saved(state: Drawn, step: int, chosen: AuditFilter, name: str) -> None:
    """The text in the editor is verified again and taken."""
    text = typed(state[0])
    key = f"copy:{state[0]}:{name}:{state[1]}:edit:{sha256(text.encode()).hexdigest()[:16]}"
    store = partial(
        decide_repair,
        engine(),
        state[0],
        name,
        RepairAction.EDIT,
        step=step,
        text=text,
        comment=COPY_NOTE.get(),
        idempotency_key=key,
    )
    if is_current_item(state[0]):
        store()
        close_editor()
        _tell_stored(state[0], term_name(REPAIR_ACTS, RepairAction.EDIT.value))
        _go_on_after(state[0], chosen)


def undo_copy_act(state: Drawn, name: str) -> None:
    """Takes back what was done on this result, else the latest of this session, and goes there."""
    if not is_still_shown(state):
        return
    target = state[0]
    if not _mine(target, name):
        done = reversed(COPY_DECIDED.get())
        target = next((one for one in done if _mine(one, name)), 0)
    if not target:
        refuse(_("Nothing to undo."))
        return
    last = max(act.id for act in acts_of(engine(), target))
    key = f"copy:undo:{target}:{last}:{name}"
    undo_act(engine(), target, name, idempotency_key=key)
    set_status(_("Undone: your decision on {place}.").format(place=_place(target)))
    go_to_item(state[0], target)


def move_to_result(state: Drawn, chosen: AuditFilter, *, forward: bool) -> None:
    if not is_current_item(state[0]):
        return
    target = audit_neighbours(engine(), chosen, state[0])[forward]
    if target is None:
        refuse(_("No more results in that direction."))
    else:
        close_editor()
        COPY_NOTE.set("")  # it was written for the one that is left
        go_to_item(state[0], target)


def _mine(result_id: int, name: str) -> bool:
    """Whether something of the reviewer's stands there."""
    return any(
        act.reviewer == name and not act.undone and act.action != "undo"
        for act in acts_of(engine(), result_id)
    )


def _act(state: Drawn, store: Callable[[], object], act: str, chosen: AuditFilter) -> None:
    if is_open(state[0]):
        return  # on the bar that the editor's own has not yet taken the place of
    if is_still_shown(state):
        store()
        _tell_stored(state[0], act)
        _go_on_after(state[0], chosen)


def _tell_stored(result_id: int, act: str) -> None:
    said = _("Saved: {act}, {place}. Undo (U)")
    set_status(said.format(act=act, place=_place(result_id)))


def _place(result_id: int) -> str:
    line = audit_row(engine(), result_id).line
    return _("check #{check}, {candidate}").format(
        check=line.check_id, candidate=candidate_name(line.candidate)
    )


def _go_on_after(result_id: int, chosen: AuditFilter) -> None:
    """To the next one of the list that nobody has decided on; past the end it begins anew."""
    COPY_DECIDED.set((*COPY_DECIDED.get(), result_id))
    COPY_NOTE.set("")
    waiting = replace(chosen, decided=HumanDecision.NOTHING)
    following = audit_neighbours(engine(), waiting, result_id)[1]
    if following is None:
        first = audit_page(engine(), waiting, limit=1)
        following = first[0].id if first else None
    if following is None:
        refuse(_("Nothing left to decide in this list."))
    else:
        go_to_item(result_id, following)
