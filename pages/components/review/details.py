"""The review state of an item, and the details of its verdict."""

from collections.abc import Sequence

import streamlit as st

from core.services.results import ItemDetail
from core.services.review import Event, State, VisibleEvents
from core.validation import ValidationResult, shown_similarity
from pages.components.html import badges, caption, notice, table, verbatim
from pages.components.language import _
from pages.components.review.history import moment
from pages.components.wording import DONE_ACTS, REASONS, VERDICTS, Tone, term_label, term_name


def draw_review_state(visible: VisibleEvents, reader: str | None, run_id: int) -> None:
    """Draw what was decided, by whom and when, or what is awaited from whom."""
    if visible.blind:
        notice(
            _(
                "Second review requested. Decide independently: earlier decisions stay hidden "
                "until you do."
            ),
            "amber",
        )
    elif visible.state == State.SECOND:
        notice(
            _(
                "This question needs a second review by somebody else: you have already decided "
                "or requested it."
            ),
            "amber",
        )
    elif visible.state == State.DISPUTED:
        notice(_("The two reviews of this question differ. It awaits a final decision."), "amber")
    elif visible.state == State.SETTLED:
        notice(_("This question has a final decision."), "quiet")
    elif visible.earlier is not None:
        notice(
            _("{decision}. A later run raised new flags: {reasons}. Decide again.").format(
                decision=_decision_text(visible.earlier, run_id),
                reasons=_(", ").join(term_name(REASONS, reason) for reason in visible.new_reasons),
            ),
            "amber",
        )
    labels: list[tuple[str, Tone]] = []
    if visible.decision is not None:
        labels.append((_decision_text(visible.decision, run_id), "quiet"))
    if visible.assignee is not None:
        is_mine = visible.assignee == reader
        label = (
            _("Assigned to you")
            if is_mine
            else _("Assigned to {name}").format(name=visible.assignee)
        )
        labels.append((label, "quiet"))
    if labels:
        badges(labels)


def stated_decision(visible: VisibleEvents) -> Event | None:
    """The decision that `draw_review_state` names: the current one, else the earlier one of a
    question that is to be decided again.
    """
    if visible.decision is not None or visible.blind or visible.state in _STATES_WITH_NOTICE:
        return visible.decision
    return visible.earlier


_STATES_WITH_NOTICE = (State.SECOND, State.DISPUTED, State.SETTLED)


def history_events(visible: VisibleEvents, run_id: int) -> Sequence[Event]:
    """The events to list as history; none if `draw_review_state` says it all: a single decision of
    another run, without a note, reasons or an edit.
    """
    stated = stated_decision(visible)
    if stated is None or stated.run_id == run_id or len(visible.events) > 1:
        return visible.events
    has_more = stated.comment or stated.reasons or stated.revision_id or stated.answer
    return visible.events if has_more else ()


def _decision_text(event: Event, run_id: int) -> str:
    """Who decided and when, and in which run if it was another one."""
    template = (
        _("{done} by {reviewer}, {when}")
        if event.run_id == run_id
        else _("{done} by {reviewer}, {when}, in run #{run}")
    )
    return template.format(
        done=term_label(DONE_ACTS, event.action),
        reviewer=event.reviewer,
        when=moment(event.at),
        run=event.run_id,
    )


def draw_details(item: ItemDetail) -> None:
    """Draw similarity, positions, model, prompt and raw reply in an expander, read when opened."""
    expander = st.expander(_("Details, prompt and raw reply"), key="figures", on_change="rerun")
    if not expander.open:
        return
    with expander:
        table([_("Field"), _("Value")], [[name, value] for name, value in _facts(item) if value])
        if item.result and item.result.raw_reply:
            caption(_("Raw reply"))
            verbatim(item.result.raw_reply)
        elif item.result:
            caption(_("The raw reply was not stored."))


def _facts(item: ItemDetail) -> list[tuple[str, str]]:
    facts = [
        (_("Item"), item.item_key),
        (_("Position in tokens"), "{}–{}".format(*item.position) if item.position else ""),
        (_("Tokeniser"), str(item.spec.get("tokenizer", ""))),
    ]
    result = item.result
    if result is None:
        return facts
    origin = result.provenance
    if item.judged:
        facts += [
            (_("Similarity"), _similarity(result)),
            (_("Quote"), term_label(VERDICTS, result.evidence_verdict)),
            (
                _("Matched characters"),
                _(", ").join(f"{start}–{end}" for start, end in result.places),
            ),
        ]
    return [
        *facts,
        (_("Connection"), f"{origin.connection} · {origin.model}".strip(" ·")),
        (
            _("Prompt"),
            f"{origin.template_id} {origin.template_version} · {origin.prompt_hash[:12]}",
        ),
        (
            _("Tokens sent and received"),
            f"{origin.prompt_tokens} / {origin.completion_tokens}" if origin.prompt_tokens else "",
        ),
        (_("Attempts and seconds"), f"{origin.attempts} / {origin.latency_s:.1f}"),
    ]


def _similarity(result: ValidationResult) -> str:
    """The similarity, or "" if nothing was quoted."""
    return shown_similarity(result.evidence_similarity) if result.evidence.strip() else ""
