"""Measure how far each sentence of an answer is supported by the evidence it cites."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from core.errors import Sentence
from core.evidence_gate.assertions.citation_marks import MarkedSentence, marked_sentences
from core.evidence_gate.assertions.claim_sentences import claims, quotes_in, without_source_named
from core.evidence_gate.assertions.claim_terms import (
    counts_in,
    numbers_in,
    supported_share,
    weighed_terms,
)
from core.evidence_gate.assertions.grounding import GroundedFacts, statements_in
from core.evidence_gate.assertions.new_names import new_names
from core.evidence_gate.assertions.statements import fold
from core.evidence_gate.assertions.support_reasons import (
    CITES_NOTHING,
    DENIED,
    FEW_WORDS,
    NAME_MISSING,
    NOT_THERE,
    NUMBER_MISSING,
    QUOTE_CHANGED,
    QUOTE_MISSING,
)
from core.evidence_gate.evidence import Evidence
from core.text import (
    EvidenceMatch,
    EvidenceMatcher,
    EvidenceVerdict,
    PreparedText,
    Span,
    normal_form,
)
from core.text.language import negators, sentence_spans

SUPPORTED_FROM, PARTLY_FROM = 0.6, 0.35
"""Least shares of a sentence's terms found together in the evidence, for SUPPORTED and PARTLY."""

_MATCHER = EvidenceMatcher()
_OTHER_YEAR = re.compile(
    r"次年|翌年|[前后]一年|隔年"
    r"|\b(?:the )?(?:year (?:after|before)|(?:next|following|previous) year)\b"
)
"""Words that turn the year next to them into another one."""
_CLAUSE = re.compile(r"[。！？!?，,；;：:\n]|\.(?=\s|$)|\band\b|\bbut\b")


class Support(StrEnum):
    """The degree of support. A PARTLY supported claim is not grounded. NO_CLAIM: a greeting, a
    question, an opinion, or a statement that nothing is known.
    """

    SUPPORTED = "supported"
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"
    NO_CLAIM = "no_claim"


@dataclass(frozen=True, slots=True)
class SentenceSupport:
    """The support of the sentence at `span` of the answer. `cited` and `supporting` are numbers of
    evidence; `score` in [0, 1] is the share of the sentence's terms that the best evidence has;
    `why` names what is missing.
    """

    span: Span
    text: str
    support: Support
    cited: tuple[int, ...] = ()
    supporting: tuple[int, ...] = ()
    score: float = 0.0
    why: tuple[Sentence, ...] = ()

    @property
    def is_claim(self) -> bool:
        return self.support is not Support.NO_CLAIM

    @property
    def is_grounded(self) -> bool:
        """Whether it claims nothing, or is supported and has a citation."""
        return not self.is_claim or (self.support is Support.SUPPORTED and bool(self.cited))


def sentence_support(
    answer: str, evidence: Sequence[Evidence], *, beside: Sequence[Evidence] = ()
) -> tuple[SentenceSupport, ...]:
    """Compare every sentence of the answer with what it cites, or with all evidence if it cites
    none.

    A missing quote, number or name, or a negation on one side, makes a sentence unsupported,
    however many of its words are in the evidence. A name may be in any passage that the sentence
    cites, or in `beside`.
    """
    passages = {passage.number: _prepared_passage(passage) for passage in evidence}
    return tuple(
        _check_sentence(sentence, passages, beside) for sentence in marked_sentences(answer)
    )


def best_sentence(claim: str, evidence: Evidence) -> Span:
    """Return the span, in the source, of the evidence sentence with the most terms of `claim`."""
    passage = _prepared_passage(evidence)
    spans = passage.sentences
    if not spans:
        return evidence.span
    terms = weighed_terms(without_source_named(claim))
    best = max(
        spans, key=lambda span: supported_share(terms, weighed_terms(span.of(evidence.text)))
    )
    start = evidence.span.start
    return Span(start + best.start, start + best.end)


@dataclass
class _Passage:
    evidence: Evidence
    grounds: GroundedFacts = field(init=False)
    prepared: PreparedText = field(init=False)
    sentences: list[Span] = field(init=False)

    def __post_init__(self) -> None:
        text = self.evidence.text
        self.grounds = GroundedFacts([self.evidence])
        self.prepared = PreparedText.from_text(text)
        self.sentences = [Span(start, end) for start, end in sentence_spans(text)]
        terms = [weighed_terms(span.of(text)) for span in self.sentences]
        # A statement may continue in the next sentence, so neighbours are also compared together.
        self.windows = [*terms, *({**first, **second} for first, second in pairwise(terms))]
        self.numbers = numbers_in(f"{self.evidence.title}\n{text}")
        self.counts = counts_in(text)
        self.title = weighed_terms(self.evidence.title)

    def share(self, terms: Mapping[object, float]) -> float:
        """Return the largest share of the terms in one sentence or two neighbours, plus title."""
        shares = (supported_share(terms, {**window, **self.title}) for window in self.windows)
        return max(shares, default=0.0)

    def in_its_words(self, claim: str) -> str:
        """Remove the statements that the passage makes in another form: 1370 for 洪武三年."""
        folded, parts, copied_to = fold(claim), [], 0
        for statement in statements_in(folded.text):
            span = folded.original(statement.start, statement.end)
            if span.of(claim) not in self.evidence.text and self.grounds.supporting(statement):
                parts.append(claim[copied_to : span.start])
                copied_to = span.end
        return "".join(parts) + claim[copied_to:]

    def denies_otherwise(self, claim: str, terms: Mapping[object, float]) -> bool:
        """Whether claim and passage differ in negation: the claim affirms what only negated clauses
        have, or denies what no negated clause has.
        """
        affirmed, denied = set[object](), set[object]()
        for clause in _CLAUSE.split(self.evidence.text):
            (denied if negators(normal_form(clause)) else affirmed).update(weighed_terms(clause))
        if negators(normal_form(claim)):
            return denied.isdisjoint(terms)
        return not (set(terms) & denied) <= affirmed


@functools.lru_cache(maxsize=64)
def _prepared_passage(evidence: Evidence) -> _Passage:
    """Prepare a passage, cached for all sentences of an answer and for later answers."""
    return _Passage(evidence)


def _check_sentence(
    sentence: MarkedSentence, passages: Mapping[int, _Passage], cited_evidence: Sequence[Evidence]
) -> SentenceSupport:
    if not claims(sentence.text):
        return SentenceSupport(sentence.span, sentence.text, Support.NO_CLAIM, sentence.cited)
    missing = [
        Sentence(NOT_THERE, {"number": number})
        for number in sentence.cited
        if number not in passages
    ]
    cited = [passages[number] for number in sentence.cited if number in passages]
    compared_passages = cited or ([] if sentence.cited else list(passages.values()))
    named_in = [*(passage.evidence for passage in cited), *cited_evidence]
    verdicts = [
        (
            _compare(sentence.text, passage, named_in or [passage.evidence]),
            passage.evidence.number,
        )
        for passage in compared_passages
    ]
    best = max(
        (verdict for verdict, _ in verdicts), key=_rank, default=_Verdict(Support.UNSUPPORTED, 0.0)
    )
    reasons = [*missing, *([] if sentence.cited else [Sentence(CITES_NOTHING)]), *best.why]
    return SentenceSupport(
        span=sentence.span,
        text=sentence.text,
        support=best.support,
        cited=sentence.cited,
        supporting=tuple(
            number for verdict, number in verdicts if verdict.support is Support.SUPPORTED
        ),
        score=best.score,
        why=tuple(reasons),
    )


@dataclass(frozen=True, slots=True)
class _Verdict:
    support: Support
    score: float
    why: tuple[Sentence, ...] = ()


_ORDER = (Support.UNSUPPORTED, Support.PARTLY, Support.SUPPORTED)


def _rank(verdict: _Verdict) -> tuple[int, float]:
    return _ORDER.index(verdict.support), verdict.score


def _compare(sentence: str, passage: _Passage, named_in: Sequence[Evidence]) -> _Verdict:
    quotes, claim = quotes_in(sentence), without_source_named(sentence)
    errors: list[Sentence] = []
    for quote in quotes:
        match = _MATCHER.match(quote, passage.prepared)
        if match.found:
            claim = claim.replace(quote, " ")
        else:
            errors.append(_quote_error(match))
    claim = passage.in_its_words(claim)
    terms = weighed_terms(claim)
    score = passage.share(terms) if terms else float(not errors)
    missing = {
        number: written
        for number, written in numbers_in(claim).items()
        if number not in passage.numbers
    }
    # 三口 is missing where the passage has only 一口, even if it has three of something else.
    missing |= {
        number: written
        for unit, counted in counts_in(claim).items()
        for number, written in counted.items()
        if number not in passage.counts.get(unit, counted) and number not in missing
    }
    missing |= {
        match[0]: match[0]
        for match in _OTHER_YEAR.finditer(sentence)
        if match[0] not in passage.evidence.text
    }
    errors += [Sentence(NUMBER_MISSING, {"number": written}) for written in missing.values()]
    errors += _name_errors(passage.in_its_words(sentence), named_in)
    if not errors and score >= SUPPORTED_FROM and passage.denies_otherwise(claim, terms):
        errors.append(Sentence(DENIED))
    if errors:
        return _Verdict(Support.UNSUPPORTED, score, tuple(errors))
    if score >= SUPPORTED_FROM:
        return _Verdict(Support.SUPPORTED, score)
    reasons = (Sentence(FEW_WORDS, {"percent": round(100 * score)}),)
    return _Verdict(Support.PARTLY if score >= PARTLY_FROM else Support.UNSUPPORTED, score, reasons)


def _name_errors(sentence: str, named_in: Sequence[Evidence]) -> list[Sentence]:
    texts = "\n".join(f"{passage.title}\n{passage.text}" for passage in named_in)
    cited = "".join(
        f"[{number}]" for number in dict.fromkeys(passage.number for passage in named_in)
    )
    return [
        Sentence(NAME_MISSING, {"name": name, "cited": cited})
        for name in new_names(sentence, texts)
    ]


def _quote_error(match: EvidenceMatch) -> Sentence:
    if match.verdict is EvidenceVerdict.ALTERED and match.differences:
        changed = match.differences[0]
        return Sentence(QUOTE_CHANGED, {"claimed": changed.claimed, "source": changed.source})
    return Sentence(QUOTE_MISSING)
