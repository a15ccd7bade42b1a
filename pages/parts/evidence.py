"""Why an item is here, the passage with the quote marked, and quote beside source."""

from collections.abc import Mapping
from html import escape

import streamlit as st

from core.results import PASSAGE_CHARS, Item, Part, Passage, compare, passage
from core.validation import WARNING_TEXT
from pages.parts.desk import engine
from pages.parts.html import caption, lang_of, notice, notices
from pages.parts.language import _
from pages.parts.rates import percent
from pages.parts.words import REASONS, meaning, named, tone

WIDER = (PASSAGE_CHARS, 4 * PASSAGE_CHARS, 16 * PASSAGE_CHARS)
"""Characters on each side of the quote, one step per press of Show more."""

CENTRE = """<script>/* {drawing} */
(() => {{
  const until = performance.now() + 3000;
  let placed = null, height = 0;
  const centre = () => {{
    const mark = document.querySelector(".desk-passage[data-drawing='{drawing}'] mark");
    const box = mark && mark.closest(".desk-passage");
    if (box && box.clientHeight && (box !== placed || box.scrollHeight !== height)) {{
      const down = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
      box.scrollTop += down - box.clientHeight / 3;
      [placed, height] = [box, box.scrollHeight];
    }}
    if (performance.now() < until) requestAnimationFrame(centre);
  }};
  centre();
}})();
</script>"""
"""Brings the mark into view: for three seconds whenever its box is drawn anew or fonts change its
height, and never again after that, so that it does not fight the reader's own scrolling. A script
runs again only when its text differs, so it is numbered.
"""


def draw_evidence(item: Item) -> None:
    """The right half of the desk: one sentence per reason, then the text itself."""
    notices(
        (named(REASONS, reason), _sentence(item, reason), tone(REASONS, reason))
        for reason in item.reasons
    )
    if item.error:
        notice(item.error.worded(_), "quiet")
    for warning in item.result.warnings if item.result else ():
        notice(_(WARNING_TEXT[warning]), "quiet")
    step = int(st.session_state.get(f"wider_{item.id}", 0))
    found = passage(engine(), item, WIDER[step])
    if found is None:
        notice(_("There is no text to show: the question has neither a novel nor a context."))
        return
    parts = parts_of(item, found)
    if where := _where(item, found):
        caption(where)
    drawing = f"{item.id}:{step}"
    draw_passage(found, parts or [], drawing)
    if item.judged and item.result and item.result.evidence.strip():
        draw_comparison(item.result.evidence.strip(), parts)
    whole = found.start == 0 and found.end == found.total
    st.button(
        _("Show more of the text"),
        key=f"more_{item.id}",
        shortcut="V",
        disabled=whole or step + 1 == len(WIDER),
        on_click=_widen,
        args=(item.id, step + 1),
    )
    st.html(CENTRE.format(drawing=drawing), unsafe_allow_javascript=True)


def _where(item: Item, found: Passage) -> str | None:
    """What the shown text is, when it is not simply the quote's own passage."""
    if "position_out_of_range" in item.reasons:
        return _("The position lies outside the novel. The novel begins:")
    if not item.judged or item.result is None:
        return None
    if found.marked:
        if "evidence_not_found" not in item.reasons:
            return None
        return _("The nearest text is marked, at depth {depth}:").format(depth=percent(found.depth))
    if item.result.matched_text:
        near = item.result.matched_text
        return _("The quote was not located. The nearest text reads: {text}").format(text=near)
    return _("The quote was not located. The text the question was asked about begins:")


def _widen(item_id: int, step: int) -> None:
    st.session_state[f"wider_{item_id}"] = step


def _sentence(item: Item, reason: str) -> str:
    """What the reason means, with this item's own figures where they explain it."""
    said = meaning(REASONS, reason)
    result = item.result
    if reason == "answer_mismatch" and result and not result.model_answer:
        return _("The model chose no option.")
    if result is None or reason not in ("evidence_altered", "evidence_not_found"):
        return said
    alike = _("Similarity {similarity}.").format(similarity=f"{result.evidence_similarity:.2f}")
    changes = "; ".join(map(_change, result.differences))
    return f"{said} {alike} {changes}".strip()


def _change(difference: Mapping[str, str]) -> str:
    """What the source says and what the quote made of it."""
    source, claimed = difference.get("source", ""), difference.get("claimed", "")
    if not claimed:
        return _("left out: {text}").format(text=source)
    if not source:
        return _("added: {text}").format(text=claimed)
    return f"{source} → {claimed}"


def draw_passage(passage: Passage, parts: list[Part], drawing: str) -> None:
    """Grey surroundings, the matched span marked, and what the quote changed marked within it."""
    marked = "".join(
        f"<em>{escape(part.source)}</em>" if part.altered else escape(part.source)
        for part in parts
        if part.source
    )
    lead = "……" if passage.start else ""
    trail = "……" if passage.end < passage.total else ""
    body = f"<mark>{marked or escape(passage.marked)}</mark>" if passage.marked else ""
    lang = lang_of(passage.before + passage.after)
    st.html(
        f'<div class="desk-passage" data-drawing="{drawing}" {lang}>'
        f"{lead}{escape(passage.before)}{body}"
        f"{escape(passage.after)}{trail}</div>"
    )


def draw_comparison(quote: str, parts: list[Part] | None) -> None:
    """Quote above source, differences coloured; without a located source the quote alone."""
    if parts is None or not any(part.altered for part in parts):
        label = _("Quote") if parts is None else _("Quote, as in the source")
        said = f"<small>{escape(label)}</small><span>{escape(quote)}</span>"
    else:
        left = "".join(_side(part.quote, "del" if part.altered else "") for part in parts)
        right = "".join(_side(part.source, "ins" if part.altered else "") for part in parts)
        said = (
            f"<small>{escape(_('Quote'))}</small><span>{left}</span>"
            f"<small>{escape(_('Source'))}</small><span>{right}</span>"
        )
    st.html(f'<div class="desk-compare" {lang_of(quote)}>{said}</div>')


def _side(text: str, tag: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>" if tag and text else escape(text)


def parts_of(item: Item, passage: Passage | None) -> list[Part] | None:
    """Quote and matched passage in comparable parts; None when nothing was located."""
    if item.result is None or passage is None or not passage.marked:
        return None
    return compare(item.result.evidence.strip(), passage.marked)
