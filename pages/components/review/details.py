"""Where a verdict came from, and what people decided about it."""

from collections.abc import Sequence

import streamlit as st

from core.services.results import ItemDetail
from core.services.review import Event, State, VisibleEvents
from core.validation import ValidationResult, shown_similarity
from pages.components.html import badges, caption, notice, table, verbatim
from pages.components.language import _
from pages.components.review.history import moment
from pages.components.wording import DONE_ACTS, REASONS, VERDICTS, Tone, term_label, term_name


def draw_standing(seen: VisibleEvents, reader: str | None, run_id: int) -> None:
    """Above everything else: what was decided, by whom and when, or what is wanted of whom."""
    if seen.blind:
        notice(
            _(
                "Second review requested. Decide independently: earlier decisions stay hidden "
                "until you do."
            ),
            "amber",
        )
    elif seen.state == State.SECOND:
        notice(
            _(
                "This question needs a second review by somebody else: you have already decided "
                "or requested it."
            ),
            "amber",
        )
    elif seen.state == State.DISPUTED:
        notice(_("The two reviews of this question differ. It awaits a final decision."), "amber")
    elif seen.state == State.SETTLED:
        notice(_("This question has a final decision."), "quiet")
    elif seen.earlier is not None:
        notice(
            _("{decision}. A later run raised new flags: {reasons}. Decide again.").format(
                decision=_decision_text(seen.earlier, run_id),
                reasons=_(", ").join(term_name(REASONS, reason) for reason in seen.new_reasons),
            ),
            "amber",
        )
    words: list[tuple[str, Tone]] = []
    if seen.decision is not None:
        words.append((_decision_text(seen.decision, run_id), "quiet"))
    if seen.assignee is not None:
        to_me = seen.assignee == reader
        said = _("Assigned to you") if to_me else _("Assigned to {name}").format(name=seen.assignee)
        words.append((said, "quiet"))
    if words:
        badges(words)


def stated_decision(seen: VisibleEvents) -> Event | None:
    """The decision that `draw_standing` states: the one that stands, else the earlier one of a
    question that is asked again.
    """
    if seen.decision is not None or seen.blind or seen.state in _STATED_AS_A_STATE:
        return seen.decision
    return seen.earlier


_STATED_AS_A_STATE = (State.SECOND, State.DISPUTED, State.SETTLED)


def beyond_standing(seen: VisibleEvents, run_id: int) -> Sequence[Event]:
    """The events, unless `draw_standing` states all they tell: one decision of another run,
    without a note, reasons or an edit.
    """
    stated = stated_decision(seen)
    if stated is None or stated.run_id == run_id or len(seen.events) > 1:
        return seen.events
    has_more = stated.comment or stated.reasons or stated.revision_id or stated.answer
    return seen.events if has_more else ()


def _decision_text(event: Event, run_id: int) -> str:
    """Who decided and when, and in which run where it was another one."""
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
    """Similarity, positions, model, prompt and the raw reply, folded away until wanted."""
    folded = st.expander(_("Details, prompt and raw reply"), key="figures", on_change="rerun")
    if not folded.open:
        return
    with folded:
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
    made = result.provenance
    if item.judged:
        facts += [
            (_("Similarity"), _similarity(result)),
            (_("Quote"), term_label(VERDICTS, result.evidence_verdict)),
            (
                _("Matched characters"),
                ", ".join(f"{start}–{end}" for start, end in result.places),
            ),
        ]
    return [
        *facts,
        (_("Connection"), f"{made.connection} · {made.model}".strip(" ·")),
        (
            _("Prompt"),
            f"{made.template_id} {made.template_version} · {made.prompt_hash[:12]}",
        ),
        (
            _("Tokens sent and received"),
            f"{made.prompt_tokens} / {made.completion_tokens}" if made.prompt_tokens else "",
        ),
        (_("Attempts and seconds"), f"{made.attempts} / {made.latency_s:.1f}"),
    ]


def _similarity(result: ValidationResult) -> str:
    """Nothing where nothing was quoted."""
    return shown_similarity(result.evidence_similarity) if result.evidence.strip() else ""
