"""A suggested fix in the review: asked for, read beside its evidence, opened in the editor or left.

It is never applied by itself: the editor begins with it, and a person stores it.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from core.answer_loop.config import Config
from core.answer_loop.fix_generators import LEXICAL
from core.answer_loop.fixes import FixKind
from core.errors import DeskError
from core.services.answers import leave_loop
from core.services.answers.fix_suggestions import (
    Suggestion,
    SuggestionStatus,
    suggest_fix,
    suggestion_of,
)
from core.services.answers.loops import RULES
from core.services.results import ItemDetail, Mark, TextWindow
from core.services.review import Event, evidence_source
from pages.components.action import action, guarded
from pages.components.answers_wording import evaluator_name, judges_itself
from pages.components.app_context import configured_connections, engine
from pages.components.debounce import Drawn
from pages.components.fragment import fragment
from pages.components.html import caption, notice, plain, verbatim
from pages.components.item_navigation import is_current_item
from pages.components.language import N_, _, translate
from pages.components.page_state import (
    FIX_EVALUATOR,
    FIX_EVALUATOR_CHOSEN,
    FIX_GENERATOR,
    FIX_GENERATOR_CHOSEN,
    FIX_REPLACES,
    StateKey,
)
from pages.components.passage import WHOLE, draw_passage
from pages.components.review import claims
from pages.components.review.actions import keyed
from pages.components.review.changes import draw_changes
from pages.components.review.draft import begin_with, draft_exists
from pages.components.run_progress import REFRESH_S

KINDS = {
    FixKind.CORRECTED_ANSWER: N_("Suggested: change the answer."),
    FixKind.REWRITTEN_QUESTION: N_("Suggested: rewrite the question."),
}
AROUND = 30
"""Characters of the text shown on each side of the evidence."""


def ask_for_fix(state: Drawn, reviewer: str) -> None:
    """For the button (G). While one is on its way a second press asks for nothing."""
    claims.mark_acted()
    item_id = state[0]
    if not is_current_item(item_id):
        return
    before = suggestion_of(engine(), item_id, reviewer)
    if before is not None and before.progress is SuggestionStatus.RUNNING:
        return
    after = before.loop_id if before else 0
    suggest_fix(
        engine(),
        item_id,
        generator=FIX_GENERATOR_CHOSEN.get() or LEXICAL,
        evaluator=FIX_EVALUATOR_CHOSEN.get() or RULES,
        config=Config.from_environment(),
        by=reviewer,
        idempotency_key=f"fix:{item_id}:{reviewer}:{after}",
    )


def draw_suggestion(item: ItemDetail, state: Drawn, reviewer: str, events: Sequence[Event]) -> None:
    """What the reviewer asked for last, unless they left it, or the way to ask (G); redraws itself
    while it is made. That nothing came of it is said once, and is no card on the page.
    """
    if item.outcome != "failed":
        return
    found = suggestion_of(engine(), item.id, reviewer)
    if found is not None and found.progress is SuggestionStatus.RUNNING:
        fragment(REFRESH_S)(_draw_waiting)(item.id, reviewer)
        return
    if found is not None and not found.is_left:
        if found.progress is SuggestionStatus.READY:
            _draw_card(item, reviewer, events, found)
            return
        st.toast(_failure(found))
        leave_loop(engine(), found.loop_id, reviewer)
    keyed("suggest", _("Suggest a fix"), "G", ask_for_fix, state, reviewer, quiet=True)


def _failure(found: Suggestion) -> str:
    if found.progress is SuggestionStatus.NOTHING:
        return plain(" ".join([_("No better version was found."), found.why]))
    stopped = found.error.worded(_) if found.error else _("Cancelled.")
    return plain(_("Could not suggest a fix. {why}").format(why=stopped))


def _draw_card(item: ItemDetail, reviewer: str, events: Sequence[Event], found: Suggestion) -> None:
    with st.container(border=True, key="suggestion"):
        st.subheader(_("Suggested fix"))
        _draw_ready(item, reviewer, events, found)
        caption(
            _("suggested by {name}").format(name=generator_name(found.generator)),
            _("evaluated by {name}").format(name=evaluator_name(found.evaluator)),
        )
        if judges_itself(found.generator, found.evaluator):
            notice(_("The same model generates and evaluates, so it judges itself."), "amber")
        _hands(item.id, reviewer, events, found)


def draw_who_suggests(item: ItemDetail) -> None:
    """Who suggests and who judges; without a connection there is nothing to choose."""
    models = [one.name for one in configured_connections() if one.kind == "openai"]
    if item.outcome != "failed" or not models:
        return
    try:
        usual = Config.from_environment().LLM_MUTI_AGENT
    except DeskError as error:
        notice(translate(error))
        return
    if usual in models:
        FIX_EVALUATOR_CHOSEN.begin(usual)
    with st.expander(_("Model for suggestions (G)"), key="who_suggests"):
        by, judge = [LEXICAL, *models], [RULES, *models]
        _draw_who(_("Suggests fixes"), by, generator_name, FIX_GENERATOR, FIX_GENERATOR_CHOSEN)
        _draw_who(_("Evaluates fixes"), judge, evaluator_name, FIX_EVALUATOR, FIX_EVALUATOR_CHOSEN)


def _draw_who(
    label: str,
    names: list[str],
    worded: Callable[[str], str],
    field: StateKey[str],
    kept: StateKey[str],
) -> None:
    """A page that is left forgets its widgets; who was chosen stays chosen."""

    def keep() -> None:
        kept.set(field.get())

    field.set(kept.get() if kept.get() in names else names[0])
    st.selectbox(label, names, format_func=worded, key=field.name, on_change=guarded(keep))


def generator_name(connection: str) -> str:
    return _("baseline (no model)") if connection == LEXICAL else connection


def _draw_waiting(item_id: int, reviewer: str) -> None:
    found = suggestion_of(engine(), item_id, reviewer)
    if found is None or found.progress is not SuggestionStatus.RUNNING:
        st.rerun()
    notice(_("Looking for a fix. You can continue meanwhile."), "quiet")


def _draw_ready(
    item: ItemDetail, reviewer: str, events: Sequence[Event], found: Suggestion
) -> None:
    said = KINDS.get(found.kind) if found.kind else None
    if said:
        st.text(_(said))
    draw_changes(found.changes)
    verbatim(found.why)
    _draw_evidence(item.id, found)
    if found.outcome == "unevaluated":
        notice(_("This suggestion was not evaluated. Check it carefully."), "amber")
    elif found.outcome == "capped":
        notice(_("This suggestion did not pass its checks:"), "amber")
        for point in found.open_points:
            verbatim(point)
    if draft_exists(item.id, reviewer, events) and FIX_REPLACES.get() == found.loop_id:
        notice(
            _(
                "You have started editing this question. Opening the suggestion replaces your "
                "changes."
            ),
            "amber",
        )


def _draw_evidence(item_id: int, found: Suggestion) -> None:
    caption(_("Evidence"))
    if (place := found.evidence) is None:
        verbatim(found.quote)
        notice(_("The quote was not found in the text."), "amber")
        return
    text = evidence_source(engine(), item_id).text
    start, end = max(0, place.start - AROUND), min(len(text), place.end + AROUND)
    window = TextWindow(start, len(text), text[start:end], (Mark(place.start, place.end, 1),))
    draw_passage([window], WHOLE, f"fix-{found.loop_id}")


def _hands(item_id: int, reviewer: str, events: Sequence[Event], found: Suggestion) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        if found.edit is not None:
            replaces = FIX_REPLACES.get() == found.loop_id
            action(
                _("Replace my changes") if replaces else _("Open in the editor"),
                _open,
                right=None,
                key=f"fix_open_{found.loop_id}",
                args=(item_id, reviewer, events, found),
                shortcut="O",
            )
        leave = _("Dismiss") if found.edit is not None else _("Close")
        action(leave, _leave, right=None, key=f"fix_leave_{found.loop_id}", args=(reviewer, found))


def _open(item_id: int, reviewer: str, events: Sequence[Event], found: Suggestion) -> None:
    """Asks once more where a correction has been begun."""
    claims.mark_acted()
    if draft_exists(item_id, reviewer, events) and FIX_REPLACES.get() != found.loop_id:
        FIX_REPLACES.set(found.loop_id)
        return
    FIX_REPLACES.clear()
    if found.edit is not None:
        begin_with(item_id, reviewer, found.edit)


def _leave(reviewer: str, found: Suggestion) -> None:
    FIX_REPLACES.clear()
    leave_loop(engine(), found.loop_id, reviewer)
