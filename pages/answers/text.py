"""An answer with its sentences coloured by how far evidence supports them."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

import streamlit as st

from core.evidence_gate.assertions.citations import citations_of, cited_sentences
from core.evidence_gate.assertions.support import SentenceSupport, Support, sentence_support
from core.evidence_gate.evidence import Evidence
from core.text import Span
from pages.components.answers_wording import SUPPORT
from pages.components.html import draw, lang_of
from pages.components.language import _, _n
from pages.components.wording import term_name


class CitedSentences(NamedTuple):
    """Where a passage bears an answer out, and how much of the sentence that cites it it holds."""

    span: Span
    support: float


LEAST_WORDS = 3
"""A sentence of fewer, or of fewer than twice as many Chinese characters, states nothing."""


def shown_support(one: SentenceSupport) -> Support:
    """A fragment is never shown as supported: there is nothing in it that could be."""
    text = one.text
    words = max(len(text.split()), sum("\u4e00" <= mark <= "\u9fff" for mark in text) // 2)
    if one.support is Support.SUPPORTED and words < LEAST_WORDS:
        return Support.NO_CLAIM
    return one.support


def draw_answer(answer: str, evidence: Sequence[Evidence]) -> tuple[SentenceSupport, ...]:
    """Whole, and below it what its colours mean and what is missing of which sentence."""
    found = sentence_support(answer, evidence)
    draw(
        f'<div class="desk-passage desk-answer" {lang_of(answer)}>{_coloured(answer, found)}</div>'
    )
    kinds = [one for one in Support if any(shown_support(each) is one for each in found)]
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
        support = shown_support(one)
        said = term_name(SUPPORT, support.value)
        pieces.append(escape(answer[done : one.span.start]))
        text = escape(one.span.of(answer))
        pieces.append(f'<mark class="{support.value}" title="{escape(said)}">{text}</mark>')
        done = one.span.end
    return "".join(pieces) + escape(answer[done:])


def draw_evidence(
    evidence: Sequence[Evidence],
    cited: Mapping[str, CitedSentences],
    *,
    threshold: float | None = None,
) -> None:
    """Every passage with how much of the question it covers: whole with its marks where the answer
    cites it, the others folded. `cited` is by evidence_id; below `threshold` a passage is no
    evidence.
    """
    st.subheader(_("Evidence"))
    others = [one for one in evidence if one.evidence_id not in cited]
    _draw_passages([one for one in evidence if one.evidence_id in cited], cited, threshold)
    if not others:
        return
    label = _n(
        "{n} passage found but not cited",
        "{n} passages found but not cited",
        len(others),
    )
    with st.expander(label):
        _draw_passages(others, {}, threshold)


def cited_in(answer: str, evidence: Sequence[Evidence]) -> dict[str, CitedSentences]:
    """Where the evidence says what the answer marks as its source, by evidence_id."""
    citations = citations_of(cited_sentences(answer, evidence), evidence)
    return {one.evidence_id: CitedSentences(one.span, one.support) for one in citations}


def _draw_passages(
    evidence: Sequence[Evidence], cited: Mapping[str, CitedSentences], threshold: float | None
) -> None:
    for one in evidence:
        said = _("[{number}] {title} · covers {percent}% of the question").format(
            number=one.number, title=one.title, percent=round(100 * one.coverage)
        )
        if threshold is not None and one.coverage < threshold:
            said += " · " + _("below the evidence threshold")
        citation = cited.get(one.evidence_id)
        if citation is not None:
            said += " · " + _("contains {percent}% of the citing sentence").format(
                percent=round(100 * citation.support)
            )
        draw(f'<div class="desk-caption">{escape(said)}</div>')
        marked = _marked(one, citation.span) if citation else escape(one.text)
        draw(f'<div class="desk-passage desk-whole" {lang_of(one.text)}>{marked}</div>')


def _marked(one: Evidence, span: Span) -> str:
    text = one.text
    begins, ends = max(0, span.start - one.span.start), min(len(text), span.end - one.span.start)
    if begins >= ends:
        return escape(text)
    quote = f"<mark>{escape(text[begins:ends])}</mark>"
    return escape(text[:begins]) + quote + escape(text[ends:])
