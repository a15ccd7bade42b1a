"""An answer with its sentences coloured by how far evidence supports them."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from core.answers.citing import citations_of, held_sentences
from core.answers.evidence import Evidence
from core.answers.support import SentenceSupport, Support, sentence_support
from core.text import Span
from pages.parts.answers_words import SUPPORT
from pages.parts.html import draw, lang_of
from pages.parts.language import _, _n
from pages.parts.words import named


def draw_answer(answer: str, evidence: Sequence[Evidence]) -> tuple[SentenceSupport, ...]:
    """Whole, and below it what its colours mean and what is missing of which sentence."""
    found = sentence_support(answer, evidence)
    draw(
        f'<div class="desk-passage desk-answer" {lang_of(answer)}>{_coloured(answer, found)}</div>'
    )
    kinds = [one for one in Support if any(each.support is one for each in found)]
    named_kinds = "".join(
        f'<span><mark class="{one.value}">{escape(_(SUPPORT[one].name))}</mark> '
        f"{escape(_(SUPPORT[one].meaning))}</span>"
        for one in kinds
    )
    draw(f'<div class="desk-legend">{named_kinds}</div>')
    missing = [one for one in found if one.is_claim and not one.is_grounded]
    if missing:
        rows = "".join(
            f"<li><span {lang_of(one.text)}>“{escape(one.text)}”</span> "
            f"{escape(' '.join(why.worded(_) for why in one.why))}</li>"
            for one in missing
        )
        draw(f'<ul class="desk-findings">{rows}</ul>')
    return found


def _coloured(answer: str, found: Sequence[SentenceSupport]) -> str:
    pieces, done = [], 0
    for one in found:
        said = named(SUPPORT, one.support.value)
        pieces.append(escape(answer[done : one.span.start]))
        text = escape(one.span.of(answer))
        pieces.append(f'<mark class="{one.support.value}" title="{escape(said)}">{text}</mark>')
        done = one.span.end
    return "".join(pieces) + escape(answer[done:])


def draw_evidence(
    evidence: Sequence[Evidence],
    cited: Mapping[str, Sequence[Span]],
    *,
    threshold: float | None = None,
) -> None:
    """Every passage with how much of the question it covers: whole with its marks where the answer
    cites it, the others folded. Below `threshold` a passage is no evidence.
    """
    st.subheader(_("Evidence"))
    others = [one for one in evidence if one.evidence_id not in cited]
    _draw_passages([one for one in evidence if one.evidence_id in cited], cited, threshold)
    if not others:
        return
    label = _n(
        "{n} passage was found and is not cited",
        "{n} passages were found and are not cited",
        len(others),
    )
    with st.expander(label):
        _draw_passages(others, {}, threshold)


def cited_in(answer: str, evidence: Sequence[Evidence]) -> dict[str, list[Span]]:
    """Where the evidence says what the answer marks as its source, by evidence_id."""
    found: dict[str, list[Span]] = {}
    for one in citations_of(held_sentences(answer, evidence), evidence):
        found.setdefault(one.evidence_id, []).append(one.span)
    return found


def _draw_passages(
    evidence: Sequence[Evidence], cited: Mapping[str, Sequence[Span]], threshold: float | None
) -> None:
    for one in evidence:
        said = _("[{number}] {title} · covers {percent} % of the question").format(
            number=one.number, title=one.title, percent=round(100 * one.coverage)
        )
        if threshold is not None and one.coverage < threshold:
            said += " · " + _("too little to count as evidence")
        draw(f'<div class="desk-caption">{escape(said)}</div>')
        marked = _marked(one, cited.get(one.evidence_id, []))
        draw(f'<div class="desk-passage desk-whole" {lang_of(one.text)}>{marked}</div>')


def _marked(one: Evidence, spans: Sequence[Span]) -> str:
    text, start, done = one.text, one.span.start, 0
    pieces = []
    for span in sorted(spans):
        begins, ends = max(done, span.start - start), min(len(text), span.end - start)
        if begins < ends:
            pieces.append(escape(text[done:begins]))
            pieces.append(f"<mark>{escape(text[begins:ends])}</mark>")
            done = ends
    return "".join(pieces) + escape(text[done:])
