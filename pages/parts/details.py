"""Where a verdict came from, and what people decided about it."""

import streamlit as st

from core.results import Item
from core.review import Event
from core.validation import ValidationResult, shown_similarity
from pages.parts.html import badges, caption, table, verbatim
from pages.parts.language import _
from pages.parts.words import ACTIONS, VERDICTS, named, said, tone


def draw_standing(decision: Event | None) -> None:
    """Above everything else: what was decided on this item, by whom and when."""
    if decision is None:
        return
    said = _("Decided: {decision}, by {reviewer}, {when}").format(
        decision=named(ACTIONS, decision.action),
        reviewer=decision.reviewer,
        when=_when(decision),
    )
    badges([(said, tone(ACTIONS, decision.action))])


def _when(event: Event) -> str:
    return f"{event.at:%Y-%m-%d %H:%M} UTC"


def draw_history(events: list[Event]) -> None:
    if not events:
        return
    caption(_("History"))
    table(
        [_("When"), _("Who"), _("Decision"), _("Comment")],
        [
            [
                _when(event),
                event.reviewer,
                named(ACTIONS, event.action) + (f" ({_('taken back')})" if event.undone else ""),
                event.comment,
            ]
            for event in events
        ],
    )


def draw_details(item: Item) -> None:
    """Similarity, positions, model, prompt and the raw reply, folded away until wanted."""
    with st.expander(_("Figures, prompt and raw reply")):
        table([_("What"), _("Value")], [[name, value] for name, value in _facts(item) if value])
        if item.result and item.result.raw_reply:
            caption(_("Raw reply, word for word"))
            verbatim(item.result.raw_reply)


def _facts(item: Item) -> list[tuple[str, str]]:
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
            (_("Quote"), said(VERDICTS, result.evidence_verdict)),
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
