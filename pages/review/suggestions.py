"""A suggested fix: requested, shown with its evidence, then opened in the editor or dismissed.

It is never applied by itself: the editor starts with it, and a person saves it.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from core.answer_loop import Config, FixKind
from core.answer_loop.fix_generators import LEXICAL
from core.errors import DeskError
from core.services.answers import (
    Suggestion,
    SuggestionStatus,
    leave_loop,
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
from pages.components.review.draft import draft_exists, replace_draft
from pages.components.run_progress import REFRESH_S

KINDS = {
    FixKind.CORRECTED_ANSWER: N_("Suggested: change the answer."),
    FixKind.REWRITTEN_QUESTION: N_("Suggested: rewrite the question."),
}
AROUND = 30
"""Characters of the text shown on each side of the evidence."""


def ask_for_fix(state: Drawn, reviewer: str) -> None:
    """Request a suggestion (G); a second press while one is being made does nothing."""
    claims.mark_acted()
    item_id = state[0]
    if not is_current_item(item_id):
        return
    latest = suggestion_of(engine(), item_id, reviewer)
    if latest is not None and latest.progress is SuggestionStatus.RUNNING:
        return
    after = latest.loop_id if latest else 0
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
    """Draw the reviewer's latest suggestion unless they dismissed it, else the button that requests
    one (G); redraw while it is being made. A failed one is reported once, as a toast.
    """
    if item.outcome != "failed":
        return
    suggestion = suggestion_of(engine(), item.id, reviewer)
    if suggestion is not None and suggestion.progress is SuggestionStatus.RUNNING:
        fragment(REFRESH_S)(_draw_waiting)(item.id, reviewer)
        return
    if suggestion is not None and not suggestion.is_left:
        if suggestion.progress is SuggestionStatus.READY:
            _draw_card(item, reviewer, events, suggestion)
            return
        st.toast(_failure(suggestion))
        leave_loop(engine(), suggestion.loop_id, reviewer)
    keyed("suggest", _("Suggest a fix"), "G", ask_for_fix, state, reviewer, quiet=True)


def _failure(suggestion: Suggestion) -> str:
    if suggestion.progress is SuggestionStatus.NOTHING:
        return plain(" ".join([_("No better version was found."), suggestion.why]))
    stopped = suggestion.error.translate(_) if suggestion.error else _("Cancelled.")
    return plain(_("Could not suggest a fix. {why}").format(why=stopped))


def _draw_card(
    item: ItemDetail, reviewer: str, events: Sequence[Event], suggestion: Suggestion
) -> None:
    with st.container(border=True, key="suggestion"):
        st.subheader(_("Suggested fix"))
        _draw_ready(item, reviewer, events, suggestion)
        caption(
            _("suggested by {name}").format(name=generator_name(suggestion.generator)),
            _("evaluated by {name}").format(name=evaluator_name(suggestion.evaluator)),
        )
        if judges_itself(suggestion.generator, suggestion.evaluator):
            notice(_("The same model generates and evaluates, so it judges itself."), "amber")
        _draw_buttons(item.id, reviewer, events, suggestion)


def draw_suggestion_models(item: ItemDetail) -> None:
    """Draw which models suggest and evaluate; nothing without an API model to choose."""
    models = [
        connection.name for connection in configured_connections() if connection.kind == "openai"
    ]
    if item.outcome != "failed" or not models:
        return
    try:
        default_evaluator = Config.from_environment().LLM_MUTI_AGENT
    except DeskError as error:
        notice(translate(error))
        return
    if default_evaluator in models:
        FIX_EVALUATOR_CHOSEN.begin(default_evaluator)
    with st.expander(_("Model for suggestions (G)"), key="who_suggests"):
        generators, evaluators = [LEXICAL, *models], [RULES, *models]
        _draw_model_choice(
            _("Suggests fixes"), generators, generator_name, FIX_GENERATOR, FIX_GENERATOR_CHOSEN
        )
        _draw_model_choice(
            _("Evaluates fixes"), evaluators, evaluator_name, FIX_EVALUATOR, FIX_EVALUATOR_CHOSEN
        )


def _draw_model_choice(
    label: str,
    names: list[str],
    label_of: Callable[[str], str],
    field: StateKey[str],
    chosen: StateKey[str],
) -> None:
    """Draw the choice of a model; `chosen` keeps it, as a page that is left forgets its widgets."""

    def store_choice() -> None:
        chosen.set(field.get())

    field.set(chosen.get() if chosen.get() in names else names[0])
    st.selectbox(
        label, names, format_func=label_of, key=field.name, on_change=guarded(store_choice)
    )


def generator_name(connection: str) -> str:
    return _("baseline (no model)") if connection == LEXICAL else connection


def _draw_waiting(item_id: int, reviewer: str) -> None:
    suggestion = suggestion_of(engine(), item_id, reviewer)
    if suggestion is None or suggestion.progress is not SuggestionStatus.RUNNING:
        st.rerun()
    notice(_("Looking for a fix. You can continue meanwhile."), "quiet")


def _draw_ready(
    item: ItemDetail, reviewer: str, events: Sequence[Event], suggestion: Suggestion
) -> None:
    sentence = KINDS.get(suggestion.kind) if suggestion.kind else None
    if sentence:
        st.text(_(sentence))
    draw_changes(suggestion.changes)
    verbatim(suggestion.why)
    _draw_evidence(item.id, suggestion)
    if suggestion.outcome == "unevaluated":
        notice(_("This suggestion was not evaluated. Check it carefully."), "amber")
    elif suggestion.outcome == "capped":
        notice(_("This suggestion did not pass its checks:"), "amber")
        for point in suggestion.open_points:
            verbatim(point)
    if draft_exists(item.id, reviewer, events) and FIX_REPLACES.get() == suggestion.loop_id:
        notice(
            _(
                "You have started editing this question. Opening the suggestion replaces your "
                "changes."
            ),
            "amber",
        )


def _draw_evidence(item_id: int, suggestion: Suggestion) -> None:
    caption(_("Evidence"))
    if (place := suggestion.evidence) is None:
        verbatim(suggestion.quote)
        notice(_("The quote was not found in the text."), "amber")
        return
    text = evidence_source(engine(), item_id).text
    start, end = max(0, place.start - AROUND), min(len(text), place.end + AROUND)
    window = TextWindow(start, len(text), text[start:end], (Mark(place.start, place.end, 1),))
    draw_passage([window], WHOLE, f"fix-{suggestion.loop_id}")


def _draw_buttons(
    item_id: int, reviewer: str, events: Sequence[Event], suggestion: Suggestion
) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        if suggestion.edit is not None:
            replaces = FIX_REPLACES.get() == suggestion.loop_id
            action(
                _("Replace my changes") if replaces else _("Open in the editor"),
                _open,
                right=None,
                key=f"fix_open_{suggestion.loop_id}",
                args=(item_id, reviewer, events, suggestion),
                shortcut="O",
            )
        dismiss_label = _("Dismiss") if suggestion.edit is not None else _("Close")
        action(
            dismiss_label,
            _dismiss,
            right=None,
            key=f"fix_leave_{suggestion.loop_id}",
            args=(reviewer, suggestion),
        )


def _open(item_id: int, reviewer: str, events: Sequence[Event], suggestion: Suggestion) -> None:
    """Open the suggestion in the editor; to replace an unsaved edit takes a second press."""
    claims.mark_acted()
    if draft_exists(item_id, reviewer, events) and FIX_REPLACES.get() != suggestion.loop_id:
        FIX_REPLACES.set(suggestion.loop_id)
        return
    FIX_REPLACES.clear()
    if suggestion.edit is not None:
        replace_draft(item_id, reviewer, suggestion.edit)


def _dismiss(reviewer: str, suggestion: Suggestion) -> None:
    FIX_REPLACES.clear()
    leave_loop(engine(), suggestion.loop_id, reviewer)
