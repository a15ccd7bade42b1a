"""One result of a depth test: question, evidence in its context, reply and outcome."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.charts import format_tokens
from core.depth import Control, Outcome, ResultEntry
from core.services.results import (
    PASSAGE_CHARS,
    DepthItem,
    ShownContext,
    context_shown,
    neighbours,
    spec_of,
)
from core.services.runs import Run
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice, table, verbatim
from pages.components.language import _
from pages.components.navigation import link
from pages.components.page_state import DEPTH_WIDER
from pages.components.passage import WHOLE, centre, draw_passage
from pages.components.question import AnswerMarks, draw_options
from pages.components.rates import percent
from pages.components.wording import Tone, term_meaning, term_name, term_tone
from pages.depth.cell import place_label, query_of
from pages.depth.wording import CONTROLS, NOT_ASKED, OUTCOMES

WIDER = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters on each side of the evidence, one step per press of Show more."""


def draw_result(run: Run, item: DepthItem) -> None:
    _draw_ways(run, item)
    left, right = st.columns([9, 11], gap="large")
    with left:
        _draw_heading(item)
        entry = item.entry
        draw_options(
            entry.question, entry.choice, AnswerMarks(entry.correct_answer, entry.model_answer)
        )
        badges(_badges(item))
        _draw_trouble(item)
        if entry.raw_reply is not None:
            caption(_("Raw reply"))
            verbatim(entry.raw_reply)
        elif entry.outcome.answered:
            caption(_("The raw reply was not stored."))
        with st.expander(_("Details and prompt")):
            table(
                [_("Field"), _("Value")], [[name, value] for name, value in _facts(item) if value]
            )
    with right:
        _draw_context(item, imported=spec_of(run).imported is not None)


def _draw_ways(run: Run, item: DepthItem) -> None:
    """Draw links back to the cell and to its other questions, of the outcome in the address."""
    outcome_name = st.query_params.get("outcome", "")
    outcomes = [outcome for outcome in Outcome if outcome.value == outcome_name]
    query = {"run": run.id, **query_of(item.place), "outcome": outcome_name if outcomes else None}
    previous_id, next_id = neighbours(engine(), item.run_id, item.place, outcomes, item.id)
    with st.container(horizontal=True):
        link("depth", _("Back to {place}").format(place=_back(item)), **query)
        if previous_id is not None:
            link("depth", _("Previous question"), **query, item=previous_id)
        if next_id is not None:
            link("depth", _("Next question"), **query, item=next_id)


def _back(item: DepthItem) -> str:
    return place_label(item.place) or _("the heatmap")


def _draw_heading(item: DepthItem) -> None:
    entry = item.entry
    caption(
        _("run {run}").format(run=f"#{item.run_id}"),
        _("line {line}").format(line=item.line),
        _("{n} tokens").format(n=format_tokens(entry.test_context_length))
        if entry.test_context_length
        else None,
        term_name(CONTROLS, entry.control) if entry.control else None,
        _depth(entry),
    )


def _depth(entry: ResultEntry) -> str | None:
    if entry.depth is None:
        return None
    if entry.target_depth is None:
        return _("depth {depth}").format(depth=percent(entry.depth))
    return _("target depth {aimed}, actual {reached}").format(
        aimed=percent(entry.target_depth), reached=percent(entry.depth)
    )


def _badges(item: DepthItem) -> list[tuple[str, Tone]]:
    entry = item.entry
    words: list[tuple[str, Tone]] = [
        (term_name(OUTCOMES, entry.outcome), term_tone(OUTCOMES, entry.outcome))
    ]
    if item.leaked:
        words.append((_("also answered without evidence"), "amber"))
    return words


def _draw_trouble(item: DepthItem) -> None:
    """Draw why there is no answer, and the result's warnings."""
    entry = item.entry
    text = entry.error_sentence.translate(_) if entry.error_sentence else ""
    if not entry.outcome.answered:
        reason = str(entry.metrics.get("failure", entry.outcome))
        meaning = term_meaning(NOT_ASKED, reason) or term_meaning(OUTCOMES, entry.outcome)
        if not text.startswith(meaning):  # as "The model refused to answer. ..." says it itself
            notice(meaning, "quiet")
    if text:
        notice(text, "quiet")
    for sentence in item.warnings:
        notice(_(sentence), "amber")


def _draw_context(item: DepthItem, *, imported: bool) -> None:
    step = DEPTH_WIDER.of(item.id).get()
    context = context_shown(engine(), item, WIDER[step])
    if context is None or (imported and not context.intact):
        notice(_no_context(item, imported=imported), "quiet")
        return
    if not context.intact:
        notice(
            _("The novel has changed since then, so this is not the context the model was given.")
        )
    caption(*_where(item, context))
    drawing = f"{item.id}:{step}"
    draw_passage([context.passage], WHOLE, drawing, wide=True)
    is_whole = len(context.passage.text) == context.passage.total
    action(
        _("Show more of the text"),
        DEPTH_WIDER.of(item.id).set,
        right=None,
        key=f"depth_more_{item.id}",
        args=(step + 1,),
        disabled=is_whole or step + 1 == len(WIDER),
        shortcut="V",
    )
    centre(drawing)


def _no_context(item: DepthItem, *, imported: bool) -> str:
    if item.entry.control == Control.CLOSED_BOOK:
        return term_meaning(CONTROLS, Control.CLOSED_BOOK)
    if not imported or item.entry.outcome is Outcome.DID_NOT_FIT:
        return _("No context was built, so the question was not asked.")
    if not item.entry.metrics.get("pieces"):
        return _("The imported file contains neither the context nor how it was built.")
    return _("The context cannot be rebuilt: its novel is not in the library with these questions.")


def _where(item: DepthItem, context: ShownContext) -> list[str]:
    metrics = item.entry.metrics
    if not context.passage.marks:
        return [_("The evidence could not be marked in this context. It begins:")]
    lines = [_("Context around the evidence")]
    if item.entry.depth is not None:
        lines.append(
            _("{before} tokens before, {after} after").format(
                before=f"{metrics.get('prefix_length', 0):,}",
                after=f"{metrics.get('suffix_length', 0):,}",
            )
        )
    return lines


def _facts(item: DepthItem) -> list[tuple[str, str]]:
    entry = item.entry
    metrics = entry.metrics
    return [
        (_("Item"), entry.item_key),
        (_("Model"), entry.model),
        (_("Attempt"), str(entry.repeat + 1)),
        (_("Tokens of the context"), _number(entry.actual_context_tokens)),
        (_("Planned prompt tokens"), _number(entry.planned_prompt_tokens)),
        (_("Billed prompt tokens"), _number(entry.billed_prompt_tokens)),
        (_("Tokens received"), _number(entry.completion_tokens)),
        (_("Calls and seconds"), _calls(metrics)),
        (
            _("Options as shown"),
            _(", ").join(
                f"{shown_letter.upper()} = {own_letter.upper()}"
                for shown_letter, own_letter in metrics.get("options_shown", {}).items()
            ),
        ),
        (_("Prompt"), str(metrics.get("prompt_hash", ""))[:12]),
        (_("Context"), (entry.context_hash or "")[:12]),
        (_("Parsed as"), entry.parsing_status),
    ]


def _calls(metrics: Mapping[str, Any]) -> str:
    if "attempts" not in metrics:
        return ""
    return f"{metrics['attempts']} / {metrics.get('latency_s', 0)}"


def _number(tokens: int | None) -> str:
    return "" if tokens is None else f"{tokens:,}"
