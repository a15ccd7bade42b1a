"""Draw an answer with its sentences coloured by their support in the evidence."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

import streamlit as st

from core.evidence_gate import (
    Evidence,
    SentenceSupport,
    Support,
    citations_of,
    cited_sentences,
    sentence_support,
)
from core.text import Span
from pages.components.answers_wording import SUPPORT
from pages.components.html import draw, lang_of
from pages.components.language import _, _n
from pages.components.wording import term_name


class CitedSentences(NamedTuple):
    """The part of a passage that an answer cites.

    `support` is the share of the citing sentence that it covers, in [0, 1].
    """

    span: Span
    support: float


LEAST_WORDS = 3
"""The fewest words of a claim; two Chinese characters count as one word."""


def shown_support(sentence: SentenceSupport) -> Support:
    """The support to show: a supported fragment, too short for a claim, is NO_CLAIM."""
    text = sentence.text
    words = max(
        len(text.split()), sum("\u4e00" <= character <= "\u9fff" for character in text) // 2
    )
    if sentence.support is Support.SUPPORTED and words < LEAST_WORDS:
        return Support.NO_CLAIM
    return sentence.support


def draw_answer(answer: str, evidence: Sequence[Evidence]) -> tuple[SentenceSupport, ...]:
    """Draw the coloured answer, the legend, and what each unsupported claim lacks."""
    sentences = sentence_support(answer, evidence)
    draw(
        f'<div class="desk-passage desk-answer" {lang_of(answer)}>'
        f"{_coloured(answer, sentences)}</div>"
    )
    kinds = [
        kind for kind in Support if any(shown_support(sentence) is kind for sentence in sentences)
    ]
    named_kinds = "".join(
        f'<span><mark class="{kind.value}">{escape(_(SUPPORT[kind].name))}</mark> '
        f"{escape(_(SUPPORT[kind].meaning))}</span>"
        for kind in kinds
    )
    draw(f'<div class="desk-legend">{named_kinds}</div>')
    missing = [sentence for sentence in sentences if sentence.is_claim and not sentence.is_grounded]
    if missing:
        rows = "".join(
            f"<li><span {lang_of(sentence.text)}>“{escape(sentence.text)}”</span> "
            f"{escape(' '.join(why.translate(_) for why in sentence.why))}</li>"
            for sentence in missing
        )
        draw(f'<ul class="desk-findings">{rows}</ul>')
    return sentences


def _coloured(answer: str, sentences: Sequence[SentenceSupport]) -> str:
    parts, end_of_last = [], 0
    for sentence in sentences:
        support = shown_support(sentence)
        label = term_name(SUPPORT, support.value)
        parts.append(escape(answer[end_of_last : sentence.span.start]))
        text = escape(sentence.span.of(answer))
        parts.append(f'<mark class="{support.value}" title="{escape(label)}">{text}</mark>')
        end_of_last = sentence.span.end
    return "".join(parts) + escape(answer[end_of_last:])


def draw_evidence(
    evidence: Sequence[Evidence],
    cited: Mapping[str, CitedSentences],
    *,
    threshold: float | None = None,
) -> None:
    """Draw each passage with its coverage of the question; uncited ones are folded.

    `cited` is keyed by evidence_id. A passage whose coverage is below `threshold` is marked.
    """
    st.subheader(_("Evidence"))
    uncited = [passage for passage in evidence if passage.evidence_id not in cited]
    _draw_passages(
        [passage for passage in evidence if passage.evidence_id in cited], cited, threshold
    )
    if not uncited:
        return
    label = _n(
        "{n} passage found but not cited",
        "{n} passages found but not cited",
        len(uncited),
    )
    with st.expander(label):
        _draw_passages(uncited, {}, threshold)


def cited_in(answer: str, evidence: Sequence[Evidence]) -> dict[str, CitedSentences]:
    """The cited part of each passage that the answer names as its source, by evidence_id."""
    citations = citations_of(cited_sentences(answer, evidence), evidence)
    return {
        citation.evidence_id: CitedSentences(citation.span, citation.support)
        for citation in citations
    }


def _draw_passages(
    evidence: Sequence[Evidence], cited: Mapping[str, CitedSentences], threshold: float | None
) -> None:
    for passage in evidence:
        label = _("[{number}] {title} · covers {percent}% of the question").format(
            number=passage.number, title=passage.title, percent=round(100 * passage.coverage)
        )
        if threshold is not None and passage.coverage < threshold:
            label += " · " + _("below the evidence threshold")
        citation = cited.get(passage.evidence_id)
        if citation is not None:
            label += " · " + _("contains {percent}% of the citing sentence").format(
                percent=round(100 * citation.support)
            )
        draw(f'<div class="desk-caption">{escape(label)}</div>')
        marked = _marked(passage, citation.span) if citation else escape(passage.text)
        draw(f'<div class="desk-passage desk-whole" {lang_of(passage.text)}>{marked}</div>')


def _marked(passage: Evidence, span: Span) -> str:
    text = passage.text
    start, end = (
        max(0, span.start - passage.span.start),
        min(len(text), span.end - passage.span.start),
    )
    if start >= end:
        return escape(text)
    quote = f"<mark>{escape(text[start:end])}</mark>"
    return escape(text[:start]) + quote + escape(text[end:])
