"""Why an item was flagged, the passage with the quote marked, and quote beside source."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

import streamlit as st

from core.services.results import (
    PASSAGE_CHARS,
    AnchorKind,
    ChapterSpan,
    ComparisonRow,
    ItemDetail,
    PassageAnchor,
    TextWindow,
    chapter_at,
    passages,
    side_by_side,
)
from core.text import EvidenceWarning
from core.text.matching.verdicts import MAX_LISTED_OCCURRENCES
from core.validation import WARNING_TEXT
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import caption, draw, inside, lang_of, leading, notice, together
from pages.components.language import _
from pages.components.page_state import QUOTE_PLACE, TEXT_WIDER
from pages.components.passage import WHOLE, draw_passage
from pages.components.rates import percent
from pages.components.review.failure_explanation import (
    failure_explanation,
    reasons_by_weight,
    word_pair,
)
from pages.components.review.prefetch import PrefetchedItem
from pages.components.review.quote_diff import draw_quote_diff, shortened
from pages.components.wording import OUTCOMES, REASONS, term_meaning, term_name

STEPS = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters shown on each side of the quote, one step per press of More text; a novel with
chapters has a single step, the whole chapter."""
LONGEST_CHAPTER = 200_000
"""Characters; a longer chapter is too much for a page, so its text is widened in steps."""


@dataclass(frozen=True)
class PassageView:
    """How wide the text is shown (`step`), and which of several occurrences of the quote (`at`).

    `chapter`: the one that contains the shown place. `widens`: the only further step is to show all
    of it.
    """

    step: int
    at: int | None
    chapter: ChapterSpan | None
    widens: bool

    @property
    def is_whole_chapter(self) -> bool:
        return self.widens and self.step > 0


def draw_evidence(
    prefetched: PrefetchedItem, *, hidden: bool = False, selectable: bool = False
) -> str:
    """Draw the right half of the desk: why the question was flagged, the passage, and quote beside
    source. Return the id of the drawn passage for `listen`, "" if there is none.

    `hidden`: draw the passage alone, as in blind mode. `selectable`: selected text becomes the
    evidence.
    """
    if not prefetched.windows:
        with together():
            if not hidden:
                _draw_why(prefetched, WHOLE)
            notice(
                _("No text to show: the question has neither a novel nor its own context."),
                "quiet",
            )
        return ""
    item = prefetched.item
    rows = side_by_side(item.result, prefetched.windows) if item.result and not hidden else WHOLE
    passage_rows = rows if prefetched.windows[0].anchor is None else WHOLE
    view = _view(prefetched)
    place = prefetched.occurrences[view.at] if view.at is not None else None
    is_own = place is None or place in item.places
    windows = prefetched.windows
    if view.step or not is_own:
        windows = passages(
            engine(),
            item,
            STEPS[0 if view.widens else view.step],
            None if is_own else place,
            whole_chapter=view.is_whole_chapter,
        )
        if hidden:
            windows = [replace(window, marks=()) for window in windows]
    drawing = f"{item.id}:{view.step}:{view.at}:{int(hidden)}"
    if not hidden:
        _draw_why(prefetched, rows)
    with st.container(key="passage_card"):
        _draw_passage_buttons(prefetched, windows, view)
        with together():
            with inside("desk-card"):
                draw(_heading_html(prefetched, view))
                if label := _shown_text_label(item, windows) if is_own and not hidden else None:
                    caption(label)
                begin = prefetched.windows[0].start if hidden and view.step else None
                draw_passage(windows, passage_rows, drawing, begin=begin)
                caption(_("Select text here to use it as evidence.") if selectable else None)
            if not hidden and item.judged and item.result and item.result.evidence.strip():
                draw_quote_diff(item.result, rows)
    return drawing


def _draw_why(prefetched: PrefetchedItem, rows: Sequence[ComparisonRow]) -> None:
    """Draw the most important reason with the changed words, and below it errors and warnings."""
    item = prefetched.item
    with together():
        if item.reasons:
            draw(_why_html(item, reasons_by_weight(item.reasons)[0], rows))
        elif item.outcome != "failed":
            name, meaning = term_name(OUTCOMES, item.outcome), term_meaning(OUTCOMES, item.outcome)
            notice(meaning, "quiet", title=_("{name}:").format(name=name))
        if item.error:
            notice(item.error.translate(_), "quiet")
        for warning in _warnings(item):
            notice(_(WARNING_TEXT[warning]), "quiet")


def _why_html(item: ItemDetail, reason: str, rows: Sequence[ComparisonRow]) -> str:
    """HTML of a reason: red for an altered quote, amber for any other flag."""
    is_altered = reason == "evidence_altered"
    tone = "red" if is_altered else "quiet" if item.outcome != "failed" else "amber"
    pair = word_pair(rows) if is_altered else None
    html = leading(_("{name}:").format(name=term_name(REASONS, reason)))
    if pair is not None:
        part, n_more = pair
        html += (
            f'<mark class="desk-source">{escape(shortened(part.source))}</mark> → '
            f'<mark class="desk-altered">{escape(shortened(part.quote))}</mark> '
        )
        if n_more:
            html += escape(_("and {n} more.").format(n=n_more)) + " "
    html += escape(failure_explanation(item, reason, rows))
    return f'<div class="desk-notice desk-why {tone}">{html}</div>'


def _heading_html(prefetched: PrefetchedItem, view: PassageView) -> str:
    """HTML: the chapter, how far into the novel it is, and which place of the quote is shown."""
    item = prefetched.item
    novel = item.source_title or _("Own context")
    title = view.chapter.title if view.chapter else novel
    html = f"<b {lang_of(title)}>{escape(title)}</b>"
    facts = [novel] if view.chapter else []
    if item.total_chars and item.source_title:
        depth = percent(_start(prefetched, view.at) / item.total_chars)
        facts.append(_("{depth} into the novel").format(depth=depth))
    if view.at is not None:
        total = len(prefetched.occurrences)
        may_be_more = total == MAX_LISTED_OCCURRENCES
        place_text = _("Place {n} of {total} or more") if may_be_more else _("Place {n} of {total}")
        facts.append(place_text.format(n=view.at + 1, total=total))
    html += "".join(f" <small>{escape(fact)}</small>" for fact in facts)
    return f'<h2 class="desk-passage-head">{html}</h2>'


def _view(prefetched: PrefetchedItem) -> PassageView:
    item_id, places, at = prefetched.item.id, prefetched.occurrences, None
    step = TEXT_WIDER.of(item_id).get()
    if len(places) > 1:
        own_place = next(
            (n for n, place in enumerate(places) if place in prefetched.item.places), 0
        )
        chosen = QUOTE_PLACE.of(item_id).get()
        at = min(own_place if chosen is None else chosen, len(places) - 1)
    start = _start(prefetched, at)
    chapter = chapter_at(engine(), prefetched.item, start)
    widens = chapter is not None and _adds_text(chapter, start)
    return PassageView(step, at, chapter, widens)


def _start(prefetched: PrefetchedItem, at: int | None) -> int:
    """The character at which the shown place of the quote begins, or else the shown text."""
    if at is not None:
        return prefetched.occurrences[at][0]
    anchor = prefetched.windows[0].anchor
    if anchor is not None:
        return anchor.start
    return prefetched.item.places[0][0] if prefetched.item.places else prefetched.windows[0].start


def _adds_text(chapter: ChapterSpan, start: int) -> bool:
    """Whether the chapter has more text than the passage, and not too much for a page."""
    is_within_passage = (
        start - PASSAGE_CHARS <= chapter.start and chapter.end <= start + PASSAGE_CHARS
    )
    return not is_within_passage and chapter.end - chapter.start <= LONGEST_CHAPTER


def _draw_passage_buttons(
    prefetched: PrefetchedItem, windows: Sequence[TextWindow], view: PassageView
) -> None:
    """Draw the buttons for other places of the quote and for more text, beside the heading."""
    if view.at is None:
        _draw_wider(prefetched, windows, view)
        return
    with st.container(horizontal=True, gap="xsmall", width="content", key="passage_ways"):
        _draw_places(prefetched, view.at)
        _draw_wider(prefetched, windows, view)


def _draw_places(prefetched: PrefetchedItem, at: int) -> None:
    last = len(prefetched.occurrences) - 1
    for label, name, key, target in (
        ("←", _("Previous place"), "Left", at - 1),
        ("→", _("Next place"), "Right", at + 1),
    ):
        action(
            label,
            QUOTE_PLACE.of(prefetched.item.id).set,
            right=None,
            key=f"place_{key}",
            args=(target,),
            disabled=not 0 <= target <= last,
            shortcut=key,
            help=name,
        )


def _draw_wider(
    prefetched: PrefetchedItem, windows: Sequence[TextWindow], view: PassageView
) -> None:
    if view.widens:
        label, step, ended = _("Whole chapter"), 1, False
        if view.is_whole_chapter:
            label, step = _("Passage only"), 0
    else:
        label, step = _("More text"), view.step + 1
        ended = (windows[0].start == 0 and windows[0].end == windows[0].total) or step == len(STEPS)
    action(
        label,
        TEXT_WIDER.of(prefetched.item.id).set,
        right=None,
        key="more",
        args=(step,),
        disabled=ended,
        shortcut="V",
    )


def _warnings(item: ItemDetail) -> list[str]:
    """The warnings of the result, without those that a reason already implies."""
    implied = EvidenceWarning.NEGATION_LEFT_OUT if "evidence_misjoined" in item.reasons else None
    return (
        [warning for warning in item.result.warnings if warning != implied] if item.result else []
    )


def _shown_text_label(item: ItemDetail, windows: Sequence[TextWindow]) -> str | None:
    """What the shown text is; None if it is simply the quote's own passage."""
    if anchor := windows[0].anchor:
        return _anchor_label(item, anchor)
    if item.evidence is not None:
        return _("The evidence used by the depth test is marked:")
    if item.judged and "evidence_reworded" in item.reasons:
        return _("The closest match is marked, at depth {depth}:").format(depth=percent(item.depth))
    return None


def _anchor_label(item: ItemDetail, anchor: PassageAnchor) -> str:
    """Why the quote is not shown, and what is shown instead."""
    text_label = {
        AnchorKind.EVIDENCE: _("The evidence text of the question's file is marked:"),
        AnchorKind.POSITION: _("The passage at the question's position begins:"),
        AnchorKind.CONTEXT: _("The text given to the model begins:")
        if item.result or item.own_context is not None
        else _("The novel begins:"),
    }[anchor.kind]
    if "position_out_of_range" in item.reasons:
        why = _("The position lies outside the novel.")
    elif item.judged and item.result:
        has_quote = bool(item.result.evidence.strip())
        why = _("The quote was not found.") if has_quote else _("The model gave no quote.")
    else:
        return text_label
    return _("{why} {shown}").format(why=why, shown=text_label)
