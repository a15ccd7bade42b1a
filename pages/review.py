"""One flagged question beside its evidence, and the decision on it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import NotFoundError
from core.results import Item
from core.review import ClaimedError, Queue, Seen, count, next_item, seen
from core.runs.leaks import LEAKED
from core.validation import ValidationResult, shown_similarity
from pages.parts import identity
from pages.parts.actions import draw_actions, may_decide
from pages.parts.claims import hold, hold_next, let_go, said_of
from pages.parts.corrected import draw_corrected
from pages.parts.correcting import draw_editor
from pages.parts.desk import engine
from pages.parts.details import draw_details, draw_standing
from pages.parts.editing import InHand, has_begun, is_correcting
from pages.parts.evidence import draw_evidence
from pages.parts.filters import draw_filters, undecided
from pages.parts.guidelines import draw_guidelines
from pages.parts.history import draw_history
from pages.parts.html import badges, caption, notice, together, verbatim
from pages.parts.language import _, worded
from pages.parts.moving import arrived, wanted
from pages.parts.places import link
from pages.parts.progress import draw_progress
from pages.parts.question import draw_question
from pages.parts.rates import percent
from pages.parts.ready import Sight, make_ready, read
from pages.parts.similar import draw_similar
from pages.parts.trouble import database_trouble
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


def draw_item(sight: Sight, queue: Queue, reviewer: str | None, *, refused: str) -> DeltaGenerator:
    """The item and the bar; gives the place above the evidence where progress goes afterwards."""
    shown = sight.item
    left, right = st.columns([9, 11], gap="large")
    known = seen(engine(), shown.id, reviewer)
    decides = reviewer is not None and not refused and may_decide(known)
    hand: InHand | None = None
    with left:
        with together():
            if refused:
                notice(refused, "amber")
            draw_standing(known, reviewer)
            draw_heading(shown)
        if reviewer and decides:
            hand = draw_correction(shown, reviewer, known)
        with together():
            if hand is None:
                draw_question(shown)
            draw_reading(shown)
            draw_history(shown.id, known.events)
        if LEAKED in shown.reasons:
            link("depth", _("See what it was asked in"), run=shown.run_id, item=shown.id)
        draw_guidelines()
        draw_similar(shown)
        draw_details(shown)
    with right:
        above = st.container()
        draw_evidence(sight)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    draw_actions(shown.id, queue, known, claimed=not refused, hand=hand)
    return above


def draw_correction(shown: Item, reviewer: str, known: Seen) -> InHand | None:
    """The editor in place of the question, or above it what came of a correction."""
    if is_correcting(shown.id):
        return draw_editor(shown, reviewer, known.events)
    draw_corrected(shown, reviewer, known.events)
    if has_begun(shown.id, reviewer, known.events):
        notice(_("You have begun to correct this question. Go on with E."), "quiet")
    return None


def draw_empty(queue: Queue, reviewer: str | None) -> None:
    if count(engine(), Queue()) == 0 and queue == Queue():
        notice(
            _("Nothing waits for a decision. Start a run to find questions worth looking at."),
            "green",
        )
        link("runs", _("Go to the runs"))
    elif reviewer and next_item(engine(), queue) is not None:
        notice(
            _(
                "Nothing of this queue is left for you: the rest is with somebody else at the "
                "moment, given to others, or you have skipped it or decided on it. Choose other "
                "filters above."
            ),
            "quiet",
        )
    else:
        notice(_("No question fits these filters. Choose others above."), "quiet")


def opened(queue: Queue, reviewer: str | None) -> tuple[int | None, str]:
    """The item to show, claimed for the reviewer, and in words why it could not be claimed."""
    item_id = wanted()
    if reviewer is None:
        return item_id or next_item(engine(), queue), ""
    if item_id is None:
        return hold_next(queue, reviewer), ""
    try:
        hold(item_id, reviewer)
    except ClaimedError as error:
        return item_id, said_of(error)
    return item_id, ""


def prepare(queue: Queue, item_id: int, reviewer: str) -> None:
    """The next item is claimed and read; what is no longer looked at is given back."""
    following = make_ready(undecided(queue), item_id, reviewer)
    let_go(reviewer, but={item_id, following or item_id})


@st.fragment
def draw_desk(queue: Queue, reviewer: str | None) -> None:
    """The item and all that is done to it: each press draws it anew and not the page around it."""
    if identity.reviewer() != reviewer:  # a name was just given here
        st.rerun()
    with database_trouble():
        _draw_desk(queue, reviewer)


def _draw_desk(queue: Queue, reviewer: str | None) -> None:
    try:
        item_id, refused = opened(queue, reviewer)
        if item_id is None:
            draw_empty(queue, reviewer)
            arrived(None)
            return
        above = draw_item(read(item_id), queue, reviewer, refused=refused)
    except NotFoundError as error:
        notice(worded(error))
        arrived(wanted())
        return
    if reviewer:
        prepare(queue, item_id, reviewer)
    with above:
        draw_progress(queue, reviewer)


draw_desk(draw_filters(), identity.reviewer())
