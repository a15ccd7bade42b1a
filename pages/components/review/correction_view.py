"""A stored correction: its changes, and the validation of the original beside its own."""

from collections.abc import Sequence

import streamlit as st

from core.services.results import ItemDetail
from core.services.review import (
    Event,
    RevalidationResult,
    can_revalidate,
    is_under_way,
    revalidate_soon,
    revision,
    standing,
)
from core.validation import ValidationResult, shown_similarity
from pages.components.action import action
from pages.components.app_context import engine, settings
from pages.components.fragment import fragment
from pages.components.html import badges, caption, notice, verbatim
from pages.components.language import _
from pages.components.review.changes import draw_changes
from pages.components.wording import (
    CONFIDENCE,
    OUTCOMES,
    REASONS,
    Tone,
    term_label,
    term_name,
    term_tone,
)

REFRESH_S = 0.5


def draw_correction_outcome(
    item: ItemDetail, reviewer: str | None, events: Sequence[Event]
) -> None:
    """Draw the correction in force after `events` (those the reader may see, `shown_history`);
    nothing if there is none. While it is being validated again this part redraws itself.

    Call it below the question. Without a reviewer no validation is offered.
    """
    decision = standing(events)
    if decision is None or decision.revision_id is None:
        return
    revision_id = decision.revision_id
    st.subheader(_("Edited question"))
    draw_changes(revision(engine(), revision_id).changes)
    waiting = is_under_way(engine(), revision_id)
    fragment(REFRESH_S if waiting else None)(_draw_validation)(item, revision_id, reviewer, waiting)


def _draw_validation(
    item: ItemDetail, revision_id: int, reviewer: str | None, was_waiting: bool
) -> None:
    waiting = is_under_way(engine(), revision_id)
    if was_waiting and not waiting:
        st.rerun()
    latest = revision(engine(), revision_id).latest
    if waiting:
        notice(_("Validating the edited question. You can continue meanwhile."), "quiet")
    if latest is not None:
        _draw_verdict(item, latest)
    elif not waiting:
        notice(_("The edited question has not been validated yet."), "amber")
    if not can_revalidate(item.spec):
        caption(_("Questions of a depth test cannot be re-validated here."))
    elif reviewer is not None:
        action(
            _("Validate the edited question again")
            if latest
            else _("Validate the edited question"),
            _validate_again,
            right=None,
            key=f"again_{revision_id}",
            args=(revision_id, reviewer),
            disabled=waiting,
        )


def _validate_again(revision_id: int, reviewer: str) -> None:
    revalidate_soon(engine(), revision_id, reviewer, settings=settings())


def _draw_verdict(item: ItemDetail, latest: RevalidationResult) -> None:
    before, after = st.columns(2)
    with before:
        caption(_("Validation of the original"))
        _draw_reading(item.outcome, item.reasons, item.result if item.judged else None)
    with after:
        caption(
            _("Re-validated by {reviewer}, {when}").format(
                reviewer=latest.asked_by, when=f"{latest.asked_at:%Y-%m-%d %H:%M} UTC"
            )
        )
        _draw_reading(latest.outcome, latest.reasons, latest.result if latest.judged else None)
        if latest.error:
            notice(latest.error.translate(_), "quiet")
        if not latest.judged:
            notice(_("This says nothing about the question. Validate again."), "quiet")
        provenance = latest.result.provenance if latest.judged and latest.result else None
        run_template = item.spec.get("template_hash")
        if provenance and run_template and provenance.template_hash != run_template:
            notice(_("The prompt template has changed since this run."), "amber")
    if latest.result and latest.result.reasoning:
        caption(_("The model's reasoning"))
        verbatim(latest.result.reasoning)


def _draw_reading(outcome: str, reasons: Sequence[str], result: ValidationResult | None) -> None:
    labels: list[tuple[str, Tone]] = [(term_name(OUTCOMES, outcome), term_tone(OUTCOMES, outcome))]
    labels += [(term_name(REASONS, reason), term_tone(REASONS, reason)) for reason in reasons]
    badges(labels)
    if result is None:
        return
    answer = _(", ").join(result.model_answer).upper() or "–"
    quoted = bool(result.evidence.strip())
    caption(
        _("answer {letters}").format(letters=answer),
        _("similarity {value}").format(value=shown_similarity(result.evidence_similarity))
        if quoted
        else None,
        _("Confidence: {level}").format(level=term_label(CONFIDENCE, result.confidence)),
    )
    if quoted:
        verbatim(result.evidence)
