"""The bar of a final decision: why opinions differ, a note, what holds, and the way on."""

from collections.abc import Sequence

import streamlit as st

from core.review import Action, Cause, Event, Queue, Seen, State
from pages.parts import deciding, identity, settling
from pages.parts.actions import KEYS, draw_refusal, keyed, toggle_keys
from pages.parts.correcting import is_correcting
from pages.parts.html import caption
from pages.parts.keys import FINAL_KEYS, draw_keys, listen
from pages.parts.language import _
from pages.parts.looked_at import Drawn, remember_drawn
from pages.parts.words import ACTIONS, CAUSES, meaning, named

TAKE_KEYS = ("Q", "W")


def draw_final_bar(
    item_id: int, queue: Queue, seen: Seen, said: Sequence[Event], *, claimed: bool
) -> None:
    """To be drawn last. `said`: the opinions as they are numbered on the page. Not `claimed`, as
    when somebody else holds the item: the way through the queue alone.
    """
    state = (item_id, seen.last_event_id)
    name = identity.reviewer()
    with st.bottom:
        draw_refusal()
        if st.session_state.get("keys_shown"):
            draw_keys(FINAL_KEYS)
        if name is None:
            identity.ask("adjudicate")
        decides = claimed and seen.state == State.DISPUTED
        if name and decides:
            _draw_cause(item_id)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if name and decides and not is_correcting(item_id):  # its Save is the decision then
                _draw_decisions(state, queue, said, name)
            if name:
                final = seen.decision.id if seen.state == State.SETTLED and seen.decision else None
                keyed("undo", item_id, _("Undo"), "U", settling.undone, state, final, name)
            keyed("back", item_id, _("Previous"), "K", settling.gone_back, queue, item_id, name)
            on = name if queue.states == (State.DISPUTED,) else None
            keyed("next", item_id, _("Next"), "J", deciding.gone_on, queue, item_id, on)
            keyed("keys", item_id, _("Help"), "H", toggle_keys)
    listen()
    remember_drawn(state)


def _draw_cause(item_id: int) -> None:
    """Why the opinions differ, with the sentence that explains what is chosen."""
    numbers = {cause.value: n for n, cause in enumerate(Cause, start=1)}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        chosen = st.pills(
            _("Cause"),
            list(numbers),
            format_func=lambda one: f"{numbers[one]} {named(CAUSES, one)}",
            key=f"causes_{item_id}",
            label_visibility="collapsed",
            width="stretch",
            wrap=True,
        )
        st.text_input(
            _("Note"),
            st.session_state.get(f"comment_{item_id}", ""),
            key=deciding.field(item_id),
            placeholder=_("Note (N)"),
            label_visibility="collapsed",
            max_chars=4000,
            on_change=deciding.noted,
            args=(item_id,),
            width=200,
        )
    caption(
        meaning(CAUSES, chosen)
        if chosen
        else _("Why do the opinions differ? Choose a cause, then decide.")
    )


def _draw_decisions(state: Drawn, queue: Queue, said: Sequence[Event], name: str) -> None:
    for action in Action:
        keyed(
            action,
            state[0],
            named(ACTIONS, action),
            KEYS[action],
            settling.settled,
            state,
            action,
            None,
            queue,
            name,
        )
    keys = dict(enumerate(TAKE_KEYS, start=1))
    for number, one in enumerate(said, start=1):
        if one.revision_id is not None:
            keyed(
                f"take_{number}",
                state[0],
                _("Correction {n}").format(n=number),
                keys.get(number),
                settling.settled,
                state,
                Action.FIX,
                one.revision_id,
                queue,
                name,
            )
