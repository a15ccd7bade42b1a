"""What takes a decision back: the key one's own, a press that names it somebody else's."""

from core.services.review import (
    Event,
    history,
    last_decided_item,
    latest_own,
    my_batches,
    place_of,
    reviewer_id,
    take_back,
    undo,
)
from pages.components import address
from pages.components.action import refuse
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.item_navigation import go_to_item
from pages.components.language import _
from pages.components.review import claims
from pages.components.review.decisions import stored
from pages.components.status_line import set_status
from pages.components.wording import ACTIONS, term_name


def undo_last(state: Drawn, name: str) -> None:
    """Takes back what the reviewer did last on this item, or else elsewhere, and goes there; never
    what others did, nor one of what was done to many at once.
    """
    claims.mark_acted()
    if not is_still_shown(state):
        return
    item_id = state[0]
    own = latest_own(history(engine(), item_id), reviewer_id(engine(), name))
    if own is not None and own.batch_id is not None:
        set_status(_("That was a bulk action. Undo it in the bulk history:"), links_history=True)
        return
    here = _undone(item_id, name)
    if here is not False:
        return
    target = _undone_elsewhere(name)
    if target is not None:
        go_to_item(item_id, target)


def undo_at_end(name: str) -> None:
    """Where no question is left to show: takes back what the reviewer did last, and goes there."""
    claims.mark_acted()
    if (target := _undone_elsewhere(name)) is not None:
        address.put("item", target)


def _undone_elsewhere(name: str) -> int | None:
    """The item whose decision, the reviewer's latest, is taken back; None where why not is said."""
    target = last_decided_item(engine(), name)
    if target is not None and _undone(target, name):
        return target
    if target is None and _did_many(name):
        set_status(_("Nothing else to undo."), links_history=True)
    elif target is None:
        refuse(_("Nothing to undo."))
    return None


def _undone(item_id: int, name: str) -> bool | None:
    """False when there was nothing to undo, None when it was refused."""
    last = max((event.id for event in history(engine(), item_id)), default=0)
    made: list[Event | None] = []
    key = f"undo:{item_id}:{last}:{name}"
    if not stored(lambda: made.append(undo(engine(), item_id, name, idempotency_key=key))):
        return None
    if made[0] is None:
        return False
    _tell(made[0], name)
    return True


def undo_named(item_id: int, event_id: int, name: str) -> bool:
    """Whether the decision, whoever made it, still stood and is taken back; else why not is said on
    the page.
    """
    made: list[Event | None] = []
    key = f"undo:{item_id}:{event_id}:{name}"
    if not stored(
        lambda: made.append(take_back(engine(), item_id, name, event_id, idempotency_key=key))
    ):
        return False
    if made[0] is None:
        refuse(_("It was already undone, or a newer decision exists."))
        return False
    _tell(made[0], name)
    return True


def undo_result(state: Drawn, event_id: int, name: str) -> None:
    """Takes back the decision that the press named."""
    claims.mark_acted()
    if is_still_shown(state):
        undo_named(state[0], event_id, name)


def _tell(made: Event, name: str) -> None:
    """What was taken back and where; what was done to many since is another place's to undo."""
    undone = next(one for one in history(engine(), made.item_id) if one.id == made.undoes_id)
    at = place_of(engine(), made.item_id)
    said = (
        _("Undone: your {act} on run #{run}, line {line}.")
        if undone.reviewer_id == made.reviewer_id
        else _("Undone: {reviewer}'s {act} on run #{run}, line {line}.")
    )
    words = said.format(
        act=term_name(ACTIONS, undone.action).lower(),
        reviewer=undone.reviewer,
        run=at.run_id,
        line=at.line,
    )
    set_status(words, links_history=_did_many(name, undone))


def _did_many(name: str, since: Event | None = None) -> bool:
    """Whether the reviewer has done something to many, after that event, that is not taken back."""
    latest = my_batches(engine(), name, 1)
    return any(one.taken_back < one.n and (since is None or one.at > since.at) for one in latest)
