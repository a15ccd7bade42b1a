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


def draw_standing(seen: VisibleEvents, reader: str | None) -> None:
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
    elif (earlier := stated_earlier(seen)) is not None:
        notice(
            _(
                "{done} by {reviewer}, {when}. A later run raised new flags: {reasons}. Decide "
                "again."
            ).format(
                done=term_label(DONE_ACTS, earlier.action),
                reviewer=earlier.reviewer,
                when=moment(earlier.at),
                reasons=_(", ").join(term_name(REASONS, reason) for reason in seen.new_reasons),
            ),
            "amber",
        )
    words: list[tuple[str, Tone]] = []
    if seen.decision is not None:
        said = _("{done} by {reviewer}, {when}").format(
            done=term_label(DONE_ACTS, seen.decision.action),
            reviewer=seen.decision.reviewer,
            when=moment(seen.decision.at),
        )
        words.append((said, "quiet"))
    if seen.assignee is not None:
        to_me = seen.assignee == reader
        said = _("Assigned to you") if to_me else _("Assigned to {name}").format(name=seen.assignee)
        words.append((said, "quiet"))
    if words:
        badges(words)


def stated_earlier(seen: VisibleEvents) -> Event | None:
    """The earlier decision that `draw_standing` states of a question that is asked again."""
    return None if seen.blind or seen.state in _SAID_OTHERWISE else seen.earlier


_SAID_OTHERWISE = (State.SECOND, State.DISPUTED, State.SETTLED)


def beyond_standing(seen: VisibleEvents) -> Sequence[Event]:
    """The events without the one that `draw_standing` states, unless it has more to tell: a note,
    reasons, an edit, or that it was undone.
    """
    stated = stated_earlier(seen)
    return [event for event in seen.events if event != stated or _tells_more(event)]


def _tells_more(event: Event) -> bool:
    return bool(event.comment or event.reasons or event.revision_id or event.answer or event.undone)


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
