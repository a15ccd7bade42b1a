"""The offline baseline, which quotes sentences of the evidence instead of asking a model."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.evidence_gate.answer_writer import DraftAnswer, Turn
from core.evidence_gate.assertions.answer_type import without_source_phrase
from core.evidence_gate.assertions.question_subject import QuestionSubject
from core.evidence_gate.assertions.sentence_selection import answer_type_of
from core.evidence_gate.evidence import Evidence
from core.evidence_gate.intent import Intent, QueryIntentClassifier
from core.text.language import is_heading, quotable_spans, supported_language
from core.text.language.units import HAN
from core.text.retrieval import Coverage, index_terms

EXTRACTIVE = "extractive"

_LEAST_ADDED_SHARE = 0.25
"""The least share of the question that a second sentence must add to the first."""
_LEAST_SHARE = 0.2
"""The least share of the question that a quoted sentence must cover."""
_RANK_PENALTY = 0.02
"""Subtracted from a sentence's share for each rank of its passage, as the search compared all
texts.
"""

_PARAGRAPH = re.compile(f"\\n[ \\t]*\\n|(?<=[{HAN}。！？])\\n")
"""The end of a paragraph: a blank line, as English books have wrapped lines, or any line break
after Chinese.
"""
_LONGEST_BEFORE = 4_000
"""Most characters of the paragraph before a quote in which its subject may be named."""

_ANSWER = {
    "zh": "根据《{title}》记载：“{quote}”[{number}]",
    "en": "According to “{title}”: “{quote}” [{number}]",
}
_CANNOT_CHAT = {
    "zh": "这里没有接入模型，只能摘引资料，不能闲谈或发表看法。请问一个资料里有记载的问题。",
    "en": "No model is set up here: documents can be quoted, but there is nobody to chat with or to "  # noqa: E501
    "give an opinion. Ask about something that the documents tell.",
}
_NOTHING = {
    "zh": "现有资料没有记载这一点，无法据此回答。",
    "en": "The documents at hand do not say this, so it cannot be answered from them.",
}


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A sentence that may be quoted. `share`: the share of the question that it covers, weighted by
    rarity in the evidence. `before`: the heading above it and its paragraph up to the quote.
    """

    evidence: Evidence
    quote: str
    before: str
    terms: frozenset[str]
    share: float


class ExtractiveWriter:
    """Quotes the one or two sentences with most of the question's words; it uses no model.

    The same question and evidence always give the same answer.
    """

    name = EXTRACTIVE
    model = "extractive-1"
    is_baseline = True

    async def write(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",  # noqa: ARG002 - a baseline has no persona
        memory: Sequence[Turn] = (),  # noqa: ARG002 - nor a memory of the session
    ) -> DraftAnswer:
        language_key = supported_language(language)
        chosen = _choose_sentences(query, evidence)
        if QueryIntentClassifier().classify(query).intent is Intent.CONTEXT_PREFERENCE:
            return DraftAnswer(_CANNOT_CHAT[language_key], abstained=True)
        if not chosen:
            return DraftAnswer(_NOTHING[language_key], abstained=True)
        parts = [
            _ANSWER[language_key].format(
                title=candidate.evidence.title,
                quote=candidate.quote,
                number=candidate.evidence.number,
            )
            for candidate in chosen
        ]
        return DraftAnswer(("" if language_key == "zh" else " ").join(parts))


def _choose_sentences(query: str, evidence: Sequence[Evidence]) -> list[_Candidate]:
    coverage, sentences = _candidates(query, evidence)
    answer_type, subject = answer_type_of(query, evidence), QuestionSubject.from_query(query)
    usable = [
        candidate
        for candidate in sentences
        if candidate.share >= _LEAST_SHARE
        and answer_type.is_possible_in(candidate.quote)
        and answer_type.is_answered_by(
            candidate.quote, f"{candidate.evidence.title}\n{candidate.evidence.text}"
        )
        and subject.is_named_in(
            f"{candidate.evidence.title}\n{candidate.before}\n{candidate.quote}",
            f"{candidate.evidence.title}\n{candidate.evidence.text}",
        )
        and subject.mentions_event(candidate.quote)
    ]
    if not usable:
        return []
    best, *others = sorted(
        usable,
        key=lambda candidate: candidate.share - _RANK_PENALTY * candidate.evidence.number,
        reverse=True,
    )
    for second in others:
        joint_share = coverage.share(best.quote + second.quote, best.terms | second.terms)
        if joint_share - best.share >= _LEAST_ADDED_SHARE:
            return [best, second]
    return [best]


def _candidates(query: str, evidence: Sequence[Evidence]) -> tuple[Coverage, list[_Candidate]]:
    """Return the sentences that may be quoted; a heading's words count for sentences below it."""
    sentences = [
        (passage, *context)
        for passage in evidence
        for context in _sentences_with_context(passage.text)
    ]
    terms = [frozenset(index_terms(f"{heading}\n{quote}")) for _, heading, _, quote in sentences]
    frequencies = Counter(term for sentence_terms in terms for term in sentence_terms)
    coverage = Coverage.from_query(without_source_phrase(query), frequencies, len(sentences))
    return coverage, [
        _Candidate(
            passage,
            quote,
            f"{heading}\n{before}",
            sentence_terms,
            coverage.share(heading + quote, sentence_terms),
        )
        for (passage, heading, before, quote), sentence_terms in zip(sentences, terms, strict=True)
    ]


def _sentences_with_context(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield (heading or "", preceding text of the paragraph, sentence) for each sentence."""
    heading, paragraph, previous_start = "", 0, 0
    for start, end in quotable_spans(text):
        quote = text[start:end].strip()
        breaks = (match.end() for match in _PARAGRAPH.finditer(text, previous_start, start))
        paragraph, previous_start = max([paragraph, *breaks]), start
        if is_heading(quote):
            heading = quote
        # A quotation mark inside the sentence would end the quote too early.
        elif not set('“”"') & set(quote):
            yield heading, text[max(paragraph, start - _LONGEST_BEFORE) : start], quote
