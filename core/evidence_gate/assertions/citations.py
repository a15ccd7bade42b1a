"""Compare each sentence of an answer with the passages it cites with `[n]`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.errors import Sentence
from core.evidence_gate.assertions.citation_marks import cited_in, marked_spans, without_marks
from core.evidence_gate.assertions.claim_sentences import quotes_in
from core.evidence_gate.assertions.grounding import GroundedFacts, statements_in
from core.evidence_gate.assertions.quotations import OPENING
from core.evidence_gate.assertions.statements import fold
from core.evidence_gate.assertions.support import PARTLY_FROM, best_sentence, sentence_support
from core.evidence_gate.assertions.support_reasons import (
    CITES_NOTHING,
    DENIED,
    FEW_WORDS,
    NOT_THERE,
    NUMBER_MISSING,
    QUOTE_MISSING,
)
from core.evidence_gate.evidence import Citation, Evidence
from core.text import EvidenceMatcher, Span, normal_form
from core.text.language import negators
from core.text.language.words import TOKEN

_QUOTED_RIGHT = 0.95
"""Least similarity of an answer's quote to the text: typos pass, another word does not."""

# Phrases that introduce a quote and claim nothing themselves; those with a title are in
# `core.evidence_gate.assertions.claim_sentences`.
_INTRODUCES = re.compile(
    "(?:族谱|家谱|宗谱|谱|县志|方志|志|书|碑文|文献|资料|史料|记录)[中里上]?[又也还曾亦]?(?:有|所)?"
    "(?:记载|写道|说|载|记|云|曰|称)[：:，,]?"
    rf"(?=[{OPENING}])"
    r"|\b[Tt]he (?:chronicle|genealogy|records?|books?|text|passage|letters?|documents?)"
    rf"(?: also)? (?:says?|records?|tells? us|reads?)[:,]?(?=\s*[{OPENING}])"
)

SHORTEST_QUOTE = 5
"""In words or Chinese characters; anything shorter in quotation marks is a term, not a quote."""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence at `span` of an answer.

    `marked`: the numbers it cites. `supported_by`: the numbers of the evidence that supports it,
    among the marked ones if it marks any; `scores`: the share of it that is in each of these, 0 to
    1. `near`: the numbers of evidence that has a part or a quote of it and contradicts nothing.
    `quotes_found`: False if one of its quotes is in none of the compared passages. `invents`: an
    opinion contains invented facts (`core.evidence_gate.assertions.preference_answers`). `why`:
    what is missing.
    """

    span: Span
    text: str
    marked: tuple[int, ...]
    supported_by: tuple[int, ...]
    scores: tuple[float, ...]
    quotes_found: bool
    why: tuple[Sentence, ...] = ()
    invents: bool = False
    near: tuple[int, ...] = ()

    @property
    def supported(self) -> bool:
        return bool(self.supported_by)

    @property
    def score(self) -> float:
        return max(self.scores, default=0.0)

    @property
    def cites(self) -> tuple[int, ...]:
        """The numbers to show as its citations, also where the writer marked none."""
        return self.supported_by


def cited_sentences(answer: str, evidence: Sequence[Evidence]) -> tuple[CitedSentence, ...]:
    """Compare each sentence with the evidence it marks, or with all evidence if it marks none.

    A passage supports it if it has its words (`core.evidence_gate.assertions.support`) and every
    quote, and states its dates, reigns and counts in any form.
    """
    matcher = EvidenceMatcher(_QUOTED_RIGHT)
    passages = [_Passage(passage, GroundedFacts([passage])) for passage in evidence]
    spans = marked_spans(answer, whole_quotes=True)
    return tuple(_check_sentence(span.of(answer), span, passages, matcher) for span in spans)


def citations_of(
    sentences: Sequence[CitedSentence], evidence: Sequence[Evidence]
) -> list[Citation]:
    """Return the evidence that supports sentences citing it, in the order of its first use."""
    by_number = {passage.number: passage for passage in evidence}
    best: dict[int, tuple[float, CitedSentence]] = {}
    for sentence in sentences:
        for number, score in zip(sentence.cites, sentence.scores, strict=False):
            if number not in best or best[number][0] < score:
                best[number] = (score, sentence)
    return [_citation(by_number[number], *matched) for number, matched in best.items()]


class _Passage(NamedTuple):
    evidence: Evidence
    grounds: GroundedFacts


class _Verdict(NamedTuple):
    """The comparison of a sentence with a passage. `score` is None where the passage does not
    support it; `near`: it has a part of it nevertheless. `quotes`: the quotes that were found.
    """

    score: float | None
    quotes: set[str]
    why: list[Sentence]
    near: bool = False


def _check_sentence(
    text: str, span: Span, passages: Sequence[_Passage], matcher: EvidenceMatcher
) -> CitedSentence:
    marked = cited_in(text)
    claim = without_marks(text)
    quotes = {
        quote
        for quote in quotes_in(claim)
        if len(TOKEN.findall(normal_form(quote))) >= SHORTEST_QUOTE
    }
    cited_evidence = [passage.evidence for passage in passages if passage.evidence.number in marked]
    verdicts = {
        passage.evidence.number: _compare(claim, quotes, passage, cited_evidence, matcher)
        for passage in passages
        if not marked or passage.evidence.number in marked
    }
    scores = {
        number: verdict.score for number, verdict in verdicts.items() if verdict.score is not None
    }
    numbers = {passage.evidence.number for passage in passages}
    reasons = [
        Sentence(NOT_THERE, {"number": number}) for number in marked if number not in numbers
    ]
    reasons += [reason for verdict in verdicts.values() for reason in verdict.why]
    return CitedSentence(
        span,
        text,
        marked,
        tuple(scores),
        tuple(scores.values()),
        quotes <= set[str]().union(*(verdict.quotes for verdict in verdicts.values())),
        () if scores else tuple(_unique(reasons)),
        near=tuple(number for number, verdict in verdicts.items() if verdict.near),
    )


def _unique(reasons: Sequence[Sentence]) -> Iterable[Sentence]:
    return {(reason.message, tuple(reason.params.items())): reason for reason in reasons}.values()


def _compare(
    claim: str,
    quotes: set[str],
    passage: _Passage,
    cited_evidence: Sequence[Evidence],
    matcher: EvidenceMatcher,
) -> _Verdict:
    matched = {quote for quote in quotes if matcher.match(quote, passage.evidence.text).found}
    claim = _INTRODUCES.sub("", claim)
    supports = sentence_support(claim, [passage.evidence], beside=cited_evidence)
    pieces = [piece for piece in supports if piece.is_claim]
    reasons = [
        reason for piece in pieces for reason in piece.why if reason.message != CITES_NOTHING
    ]
    if matched != quotes:
        reasons.append(Sentence(QUOTE_MISSING))
    folded = fold(claim)
    reasons += [
        Sentence(
            NUMBER_MISSING, {"number": folded.original(statement.start, statement.end).of(claim)}
        )
        for statement in statements_in(folded.text)
        if not passage.grounds.supporting(statement)
    ]
    if not reasons and pieces and all(piece.supporting for piece in pieces):
        return _Verdict(min(piece.score for piece in pieces), matched, reasons, near=True)
    best_score = max((piece.score for piece in pieces), default=0.0)
    # If only the passage has a negation, its own sentence can replace this one correctly.
    mild_reasons = (FEW_WORDS,) if negators(normal_form(claim)) else (FEW_WORDS, DENIED)
    is_mild = all(reason.message in mild_reasons for reason in reasons)
    return _Verdict(
        None, matched, reasons, near=is_mild and (bool(matched) or best_score >= PARTLY_FROM)
    )


def _citation(passage: Evidence, support: float, sentence: CitedSentence) -> Citation:
    """Create the citation, quoting the passage's sentence that is most similar to the answer's."""
    span = best_sentence(without_marks(sentence.text), passage)
    quote = passage.text[span.start - passage.span.start : span.end - passage.span.start]
    return Citation(
        number=passage.number,
        evidence_id=passage.evidence_id,
        title=passage.title,
        confidence=round(passage.coverage, 3),
        support=round(support, 3),
        source_id=passage.source_id,
        span=span,
        quote=quote,
    )
