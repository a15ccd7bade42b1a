"""One answer with every step between the question and it (source 002, "Trace")."""

from collections.abc import Iterator
from html import escape
from typing import Any
from uuid import uuid4

import streamlit as st

from core.errors import Sentence
from core.services.access import Right
from core.services.answers import evidence_of, give_feedback
from core.text import Span
from pages.answers.text import CitedSentences, draw_answer, draw_evidence
from pages.components.action import action, draw_outcome
from pages.components.answers_wording import (
    INTENTS,
    JUDGED,
    gate_badge,
    mode_badge,
    writer_name,
)
from pages.components.app_context import engine, settings
from pages.components.html import badges, caption, draw, lang_of, notice, table, verbatim
from pages.components.identity import reviewer
from pages.components.language import _
from pages.components.page_state import FEEDBACK_GIVEN
from pages.components.wording import term_label


def draw_trace(record: dict[str, Any]) -> None:
    mode, status = record["policy_mode"], record["gate"]["status"]
    _draw_question(record)
    badges(
        [
            mode_badge(mode, record["answer_text"]),
            gate_badge(status, mode),
        ]
    )
    _draw_gate(record)
    evidence = [evidence_of(passage) for passage in record["evidence"]]
    if mode == "normal":
        draw_answer(record["answer_text"], evidence)
        caption(_("Written by {name}").format(name=writer_name(record["writer"]["connection"])))
    else:
        verbatim(record["answer_text"], "desk-passage")
        caption(_("Preset text of the NPC, not written by a model."))
    _draw_left_out(record)
    _draw_feedback(record["trace_id"])
    if evidence:
        draw_evidence(evidence, _cited(record), threshold=settings().gate_threshold)
    with st.expander(_("All steps")):
        _draw_steps(record["tool_calls"])


def _cited(record: dict[str, Any]) -> dict[str, CitedSentences]:
    """Cited sentences by evidence_id; older records have only `confidence`, their support."""
    return {
        citation["evidence_id"]: CitedSentences(
            Span(*citation["span"]), citation.get("support", citation["confidence"])
        )
        for citation in record["citations"]
    }


def _draw_question(record: dict[str, Any]) -> None:
    query, intent = record["query"], record["intent"]
    marks = [(*match["span"], match["keyword"]) for match in intent["matched"]] if intent else []
    parts, end_of_last = [], 0
    for start, end, keyword in sorted(marks):
        if start >= end_of_last:
            parts.append(escape(query[end_of_last:start]))
            parts.append(f'<mark title="{escape(keyword)}">{escape(query[start:end])}</mark>')
            end_of_last = end
    marked = "".join(parts) + escape(query[end_of_last:])
    draw(f'<div class="desk-asked" {lang_of(query)}>{marked}</div>')


def _draw_gate(record: dict[str, Any]) -> None:
    gate = record["gate"]
    cited = _("Citations: {found} found, {required} required").format(
        found=gate["citations_count"], required=gate["required"]
    )
    caption(*_intended(record["intent"]), cited)
    if gate["reason"]:
        reason = Sentence.stored(gate["reason"])
        notice(reason.translate(_), "red" if gate["status"] == "error" else "amber")


def _intended(intent: dict[str, Any] | None) -> Iterator[str]:
    """The intent of the question, and what decided it."""
    if intent is None:
        yield _("The intent of the question could not be determined.")
        return
    by = _("by rules") if intent["by"] == "rule" else intent["by"]
    yield _("The question {intent} ({by})").format(
        intent=term_label(INTENTS, intent["intent"]), by=by
    )
    if rule := intent["rule"]:
        yield _("rules: {intent}").format(intent=term_label(INTENTS, rule["intent"]))
    if not intent["matched"]:
        yield _("no keyword matched, treated as a factual question")


def _draw_left_out(record: dict[str, Any]) -> None:
    """Draw what was written and withheld by the gate."""
    draft = record["draft"]
    if not draft:
        return
    if record["left_out"] or (record["policy_mode"] != "normal" and not draft["abstained"]):
        with st.expander(_("Written but withheld")):
            verbatim(draft["text"], "desk-passage")
            if why := _why_left_out(record):
                draw(why)
    removed = [assertion for assertion in record["assertions"] if not assertion["stays"]]
    if removed:
        table(
            [_("Written"), _("Shown instead"), _("Kind")],
            [
                [assertion["text"], assertion["replacement"], assertion["kind"]]
                for assertion in removed
            ],
        )


def _why_left_out(record: dict[str, Any]) -> str:
    rows = "".join(
        f"<li><span {lang_of(sentence['text'])}>“{escape(sentence['text'])}”</span> "
        f"{escape(' '.join(Sentence(**why).translate(_) for why in sentence['why']))}</li>"
        for sentence in record["sentences"]
        if sentence["span"] in record["left_out"] and sentence["why"]
    )
    return f'<ul class="desk-findings">{rows}</ul>' if rows else ""


def _draw_steps(calls: list[dict[str, Any]]) -> None:
    table(
        [_("Step"), _("Status"), _("Details")],
        [
            [
                call["name"],
                call["status"],
                ", ".join(
                    f"{key}: {value}"
                    for key, value in call.items()
                    if key not in ("name", "status")
                ),
            ]
            for call in calls
        ],
    )


def _draw_feedback(trace_id: str) -> None:
    """Draw the buttons that rate the gate; a rating is undone on the Feedback view."""
    feedback_field = FEEDBACK_GIVEN.of(trace_id)
    if feedback_field.get():
        notice(_("Saved. See it under Feedback."), "quiet")
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        caption(_("Was the gate right?"))
        for judgement in JUDGED:
            action(
                term_label(JUDGED, judgement),
                _judge,
                right=Right.REVIEW,
                key=f"{feedback_field.name}_{judgement}",
                args=(trace_id, judgement),
            )
    draw_outcome()


def _judge(trace_id: str, judgement: str) -> None:
    by = reviewer() or ""
    give_feedback(engine(), trace_id, judgement, by=by, idempotency_key=uuid4().hex)
    FEEDBACK_GIVEN.of(trace_id).set(value=True)
