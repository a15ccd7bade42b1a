"""Why an item is here, the passage with the quote marked, and quote beside source."""

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

WIDER = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters on each side of the quote, one step per press of More text; where the novel shows
chapters there is one step, the whole chapter."""
LONGEST_CHAPTER = 200_000
"""Characters; a longer one is too much for a page, and the text is widened by steps."""


@dataclass(frozen=True)
class PassageView:
    """How wide the text is shown (`step`), and which of several occurrences of the quote (`at`).

    `chapter`: the one the shown place lies in. `widens`: whether the next step is the whole of it.
    """

    step: int
    at: int | None
    chapter: ChapterSpan | None
    widens: bool

    @property
    def is_whole_chapter(self) -> bool:
        return self.widens and self.step > 0


def draw_evidence(sight: PrefetchedItem, *, hidden: bool = False, selectable: bool = False) -> str:
    """The right half of the desk: why the question is here, the passage, quote beside source; gives
    the drawing of the passage for `listen`, "" where there is none.

    `hidden`: the passage alone, as in blind mode. `selectable`: what is selected in it becomes the
    evidence.
    """
    if not sight.windows:
        with together():
            if not hidden:
                _draw_why(sight, WHOLE)
            notice(
                _("No text to show: the question has neither a novel nor its own context."),
                "quiet",
            )
        return ""
    item = sight.item
    rows = side_by_side(item.result, sight.windows) if item.result and not hidden else WHOLE
    quoted = rows if sight.windows[0].anchor is None else WHOLE
    view = _view(sight)
    place = sight.occurrences[view.at] if view.at is not None else None
    own = place is None or place in item.places
    windows = sight.windows
    if view.step or not own:
        windows = passages(
            engine(),
            item,
            WIDER[0 if view.widens else view.step],
            None if own else place,
            whole_chapter=view.is_whole_chapter,
        )
        if hidden:
            windows = [replace(window, marks=()) for window in windows]
    drawing = f"{item.id}:{view.step}:{view.at}:{int(hidden)}"
    if not hidden:
        _draw_why(sight, rows)
    with st.container(key="passage_card"):
        _draw_ways(sight, windows, view)
        with together():
            with inside("desk-card"):
                draw(_heading(sight, view))
                if where := _where(item, windows) if own and not hidden else None:
                    caption(where)
                begin = sight.windows[0].start if hidden and view.step else None
                draw_passage(windows, quoted, drawing, begin=begin)
                caption(_("Select text here to use it as evidence.") if selectable else None)
            if not hidden and item.judged and item.result and item.result.evidence.strip():
                draw_quote_diff(item.result, rows)
    return drawing


def _draw_why(sight: PrefetchedItem, rows: Sequence[ComparisonRow]) -> None:
    """One line: the weightiest reason with its pair of words; what else is to be known below it."""
    item = sight.item
    with together():
        if item.reasons:
            draw(_why(item, reasons_by_weight(item.reasons)[0], rows))
        elif item.outcome != "failed":
            name, meaning = term_name(OUTCOMES, item.outcome), term_meaning(OUTCOMES, item.outcome)
            notice(meaning, "quiet", title=_("{name}:").format(name=name))
        if item.error:
            notice(item.error.worded(_), "quiet")
        for warning in _warnings(item):
            notice(_(WARNING_TEXT[warning]), "quiet")


def _why(item: ItemDetail, reason: str, rows: Sequence[ComparisonRow]) -> str:
    """As HTML. Red where a word is altered, amber for every other flag."""
    is_altered = reason == "evidence_altered"
    tone = "red" if is_altered else "quiet" if item.outcome != "failed" else "amber"
    pair = word_pair(rows) if is_altered else None
    words = leading(_("{name}:").format(name=term_name(REASONS, reason)))
    if pair is not None:
        part, more = pair
        words += (
            f'<mark class="desk-source">{escape(shortened(part.source))}</mark> → '
            f'<mark class="desk-altered">{escape(shortened(part.quote))}</mark> '
        )
        if more:
            words += escape(_("and {n} more.").format(n=more)) + " "
    words += escape(failure_explanation(item, reason, rows))
    return f'<div class="desk-notice desk-why {tone}">{words}</div>'


def _heading(sight: PrefetchedItem, view: PassageView) -> str:
    """As HTML: which chapter and how far into the novel, and which place of the quote."""
    item = sight.item
    novel = item.source_title or _("Own context")
    title = view.chapter.title if view.chapter else novel
    words = f"<b {lang_of(title)}>{escape(title)}</b>"
    facts = [novel] if view.chapter else []
    if item.total_chars and item.source_title:
        depth = percent(_start(sight, view.at) / item.total_chars)
        facts.append(_("{depth} into the novel").format(depth=depth))
    if view.at is not None:
        total = len(sight.occurrences)
        many = total == MAX_LISTED_OCCURRENCES
        place = _("Place {n} of {total} or more") if many else _("Place {n} of {total}")
        facts.append(place.format(n=view.at + 1, total=total))
    words += "".join(f" <small>{escape(fact)}</small>" for fact in facts)
    return f'<h2 class="desk-passage-head">{words}</h2>'


def _view(sight: PrefetchedItem) -> PassageView:
    id_, places, at = sight.item.id, sight.occurrences, None
    step = TEXT_WIDER.of(id_).get()
    if len(places) > 1:
        own = next((n for n, place in enumerate(places) if place in sight.item.places), 0)
        chosen = QUOTE_PLACE.of(id_).get()
        at = min(own if chosen is None else chosen, len(places) - 1)
    start = _start(sight, at)
    chapter = chapter_at(engine(), sight.item, start)
    widens = chapter is not None and _adds_text(chapter, start)
    return PassageView(step, at, chapter, widens)


def _start(sight: PrefetchedItem, at: int | None) -> int:
    """The character of the text that the shown place, or else the shown text, begins at."""
    if at is not None:
        return sight.occurrences[at][0]
    anchor = sight.windows[0].anchor
    if anchor is not None:
        return anchor.start
    return sight.item.places[0][0] if sight.item.places else sight.windows[0].start


def _adds_text(chapter: ChapterSpan, start: int) -> bool:
    """Whether the chapter is more than the passage, and not too much for a page."""
    inside = start - PASSAGE_CHARS <= chapter.start and chapter.end <= start + PASSAGE_CHARS
    return not inside and chapter.end - chapter.start <= LONGEST_CHAPTER


def _draw_ways(sight: PrefetchedItem, windows: Sequence[TextWindow], view: PassageView) -> None:
    """The places of the quote, and more of the text, at the end of the heading's line."""
    if view.at is None:
        _draw_wider(sight, windows, view)
        return
    with st.container(horizontal=True, gap="xsmall", width="content", key="passage_ways"):
        _draw_places(sight, view.at)
        _draw_wider(sight, windows, view)


def _draw_places(sight: PrefetchedItem, at: int) -> None:
    last = len(sight.occurrences) - 1
    for label, name, key, to in (
        ("←", _("Previous place"), "Left", at - 1),
        ("→", _("Next place"), "Right", at + 1),
    ):
        action(
            label,
            QUOTE_PLACE.of(sight.item.id).set,
            right=None,
            key=f"place_{key}",
            args=(to,),
            disabled=not 0 <= to <= last,
            shortcut=key,
            help=name,
        )


def _draw_wider(sight: PrefetchedItem, windows: Sequence[TextWindow], view: PassageView) -> None:
    if view.widens:
        label, step, ended = _("Whole chapter"), 1, False
        if view.is_whole_chapter:
            label, step = _("Passage only"), 0
    else:
        label, step = _("More text"), view.step + 1
        ended = (windows[0].start == 0 and windows[0].end == windows[0].total) or step == len(WIDER)
    action(
        label,
        TEXT_WIDER.of(sight.item.id).set,
        right=None,
        key="more",
        args=(step,),
        disabled=ended,
        shortcut="V",
    )


def _warnings(item: ItemDetail) -> list[str]:
    """What the reasons do not say already."""
    said = EvidenceWarning.NEGATION_LEFT_OUT if "evidence_misjoined" in item.reasons else None
    return [one for one in item.result.warnings if one != said] if item.result else []


def _where(item: ItemDetail, windows: Sequence[TextWindow]) -> str | None:
    """What the shown text is, when it is not simply the quote's own passage."""
    if anchor := windows[0].anchor:
        return _anchored(item, anchor)
    if item.evidence is not None:
        return _("The evidence used by the depth test is marked:")
    if item.judged and "evidence_reworded" in item.reasons:
        return _("The closest match is marked, at depth {depth}:").format(depth=percent(item.depth))
    return None


def _anchored(item: ItemDetail, anchor: PassageAnchor) -> str:
    """Why the quote is not shown, and what is."""
    shown = {
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
        return shown
    return _("{why} {shown}").format(why=why, shown=shown)
