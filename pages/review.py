"""One flagged question beside its evidence, and the decision on it."""

import streamlit as st

from core.errors import NotFoundError
from core.results import Item, item
from core.review import Queue, count, history, next_item, shown_history, standing
from core.runs.depth_items import LEAKED
from core.validation import ValidationResult, shown_similarity
from pages.parts import address, identity
from pages.parts.actions import draw_actions
from pages.parts.desk import engine
from pages.parts.details import draw_details, draw_history, draw_standing
from pages.parts.evidence import draw_evidence
from pages.parts.html import badges, caption, notice, verbatim
from pages.parts.language import _, worded
from pages.parts.places import link
from pages.parts.question import draw_question
from pages.parts.queue import draw_filters, draw_progress
from pages.parts.rates import percent
from pages.parts.words import CONFIDENCE, OUTCOMES, REASONS, named, said, tone


def draw_heading(shown: Item) -> None:
    depth = shown.depth
    caption(
        shown.source_title or _("own context"),
        _("line {line}").format(line=shown.line),
        _("depth {depth}").format(depth=percent(depth)) if depth is not None else None,
        _("run {run}").format(run=f"#{shown.run_id}"),
    )


def draw_reading(shown: Item) -> None:
    """What the model made of the question."""
    words = [(_named(shown, reason), tone(REASONS, reason)) for reason in shown.reasons]
    if shown.outcome != "failed":
        words.insert(0, (named(OUTCOMES, shown.outcome), tone(OUTCOMES, shown.outcome)))
    if shown.judged and shown.result:
        if shown.result.is_answerable:
            words.append((_("Answerable"), "green"))
        if "low_confidence" not in shown.reasons:
            sure = said(CONFIDENCE, shown.result.confidence)
            words.append((_("Confidence: {level}").format(level=sure), "quiet"))
        if shown.result.evidence.strip():
            words.append((_similarity(shown, shown.result), "quiet"))
    badges(words)
    if LEAKED in shown.reasons:
        link("depth", _("See what it was asked in"), run=shown.run_id, item=shown.id)
    if shown.result and shown.result.reasoning:
        caption(_("The model's reasoning"))
        verbatim(shown.result.reasoning)


def _named(shown: Item, reason: str) -> str:
    """The reason; a confidence that is too low also says how low."""
    name = named(REASONS, reason)
    if reason != "low_confidence" or shown.result is None:
        return name
    level = said(CONFIDENCE, shown.result.confidence)
    return _("{reason}: {value}").format(reason=name, value=level)


def _similarity(shown: Item, result: ValidationResult) -> str:
    """How alike the quote is; of a misjoined one, how alike its parts are."""
    misjoined = "evidence_misjoined" in shown.reasons
    said = _("similarity of its parts {value}") if misjoined else _("similarity {value}")
    return said.format(value=shown_similarity(result.evidence_similarity))


def draw_item(shown: Item, queue: Queue) -> None:
    left, right = st.columns([9, 11], gap="large")
    name = identity.reviewer()
    events = shown_history(engine(), shown.id, name) if name else history(engine(), shown.id)
    with left:
        draw_standing(standing(events))
        draw_heading(shown)
        draw_question(shown)
        draw_reading(shown)
        draw_history(events)
        draw_details(shown)
    with right:
        draw_progress(queue)
        draw_evidence(shown)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    draw_actions(shown.id, queue, events)


def draw_empty(queue: Queue) -> None:
    if count(engine(), Queue()) == 0 and queue == Queue():
        notice(
            _("Nothing waits for a decision. Start a run to find questions worth looking at."),
            "green",
        )
        link("runs", _("Go to the runs"))
    else:
        notice(_("No question fits these filters. Choose others above."), "quiet")


queue = draw_filters()
item_id = address.number("item") or next_item(engine(), queue)
if item_id is None:
    draw_empty(queue)
else:
    address.put("item", item_id)
    try:
        draw_item(item(engine(), item_id), queue)
    except NotFoundError as error:
        notice(worded(error))
