"""The offline baseline that answers without a model: sentences of the evidence, word for word."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.evidence_gate.answer_writer import DraftAnswer, Turn
from core.evidence_gate.assertions.answer_type import without_where_from
from core.evidence_gate.assertions.question_subject import QuestionSubject
from core.evidence_gate.assertions.told_sentences import asked_of
from core.evidence_gate.evidence import Evidence
from core.evidence_gate.intent import Intent, QueryIntentClassifier
from core.text.language.sentences import is_heading, quotable_spans
from core.text.language.units import HAN
from core.text.retrieval.coverage import Coverage
from core.text.retrieval.index_terms import index_terms

EXTRACTIVE = "extractive"

_ADDS = 0.25
"""Of the question, what two sentences must hold together that the first alone does not."""
_ENOUGH = 0.2
"""Of the question, what a sentence must hold to be quoted at all."""
_EARLIER = 0.02
"""What the rank of a passage takes off its sentences: the search saw all of the library."""

_PARAGRAPH = re.compile(f"\\n[ \\t]*\\n|(?<=[{HAN}。！？])\\n")
"""English books come with wrapped lines; a line of Chinese is a paragraph."""

_SAID = {
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
class _Found:
    """`share`: of the question, by rarity among all sentences of the evidence. `before` is what the
    paragraph says up to the quote, with the heading it stands under.
    """

    evidence: Evidence
    quote: str
    before: str
    terms: frozenset[str]
    share: float


class ExtractiveWriter:
    """Quotes the one or two sentences that hold most of the question's words; understands nothing.

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
        persona: str = "",  # noqa: ARG002 - a baseline has no voice
        memory: Sequence[Turn] = (),  # noqa: ARG002 - nor a memory
    ) -> DraftAnswer:
        spoken = "zh" if language.startswith("zh") else "en"
        chosen = _chosen(query, evidence)
        if QueryIntentClassifier().classify(query).intent is Intent.CONTEXT_PREFERENCE:
            return DraftAnswer(_CANNOT_CHAT[spoken], abstained=True)
        if not chosen:
            return DraftAnswer(_NOTHING[spoken], abstained=True)
        said = [
            _SAID[spoken].format(
                title=one.evidence.title, quote=one.quote, number=one.evidence.number
            )
            for one in chosen
        ]
        return DraftAnswer(("" if spoken == "zh" else " ").join(said))


def _chosen(query: str, evidence: Sequence[Evidence]) -> list[_Found]:
    asked, sentences = _sentences(query, evidence)
    wanted, subject = asked_of(query, evidence), QuestionSubject.from_query(query)
    found = [
        one
        for one in sentences
        if one.share >= _ENOUGH
        and wanted.may_be_in(one.quote)
        and wanted.is_answered_by(one.quote, f"{one.evidence.title}\n{one.evidence.text}")
        and subject.is_named_in(
            f"{one.evidence.title}\n{one.before}\n{one.quote}",
            f"{one.evidence.title}\n{one.evidence.text}",
        )
        and subject.happens_in(one.quote)
    ]
    if not found:
        return []
    first, *others = sorted(
        found, key=lambda one: one.share - _EARLIER * one.evidence.number, reverse=True
    )
    for other in others:
        together = asked.share(first.quote + other.quote, first.terms | other.terms)
        if together - first.share >= _ADDS:
            return [first, other]
    return [first]


def _sentences(query: str, evidence: Sequence[Evidence]) -> tuple[Coverage, list[_Found]]:
    """What a heading says goes for the sentences below it; it is not quoted itself."""
    read = [(one, *said) for one in evidence for said in _headed(one.text)]
    terms = [frozenset(index_terms(f"{heading}\n{quote}")) for _, heading, _, quote in read]
    known = Counter(term for each in terms for term in each)
    asked = Coverage.from_query(without_where_from(query), known, len(read))
    return asked, [
        _Found(one, quote, f"{heading}\n{before}", each, asked.share(heading + quote, each))
        for (one, heading, before, quote), each in zip(read, terms, strict=True)
    ]


def _headed(text: str) -> Iterator[tuple[str, str, str]]:
    """Each sentence with the heading it stands under, "" where it stands under none, and what its
    paragraph says before it.
    """
    heading, paragraph = "", 0
    for start, end in quotable_spans(text):
        quote = text[start:end].strip()
        paragraph = max(
            [paragraph, *(one.end() for one in _PARAGRAPH.finditer(text, paragraph, start))]
        )
        if is_heading(quote):
            heading = quote
        # A quotation mark inside would end the quote where it does not.
        elif not set('“”"') & set(quote):
            yield heading, text[paragraph:start], quote
