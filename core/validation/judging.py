"""Judge a reply by the conditions of source 000, properties 1, 2, 4 and 5."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import Sentence
from core.llm import FailedCall, FailureKind, ReadReply, ValidationReply
from core.questions import Question, QuestionType
from core.text import EvidenceMatch, EvidenceMatcher, NotFoundCause, Span
from core.validation.contexts import Book, Context, place_of
from core.validation.reasons import Confidence, FailureReason
from core.validation.result import Provenance, ValidationResult

REASONS_BY_CAUSE = {
    NotFoundCause.ALTERED: FailureReason.EVIDENCE_ALTERED,
    NotFoundCause.MISJOINED: FailureReason.EVIDENCE_MISJOINED,
    NotFoundCause.REWORDED: FailureReason.EVIDENCE_REWORDED,
    NotFoundCause.ABSENT: FailureReason.EVIDENCE_NOT_FOUND,
}


def answers_match(
    question_type: QuestionType, expected: Sequence[str], answered: Sequence[str]
) -> bool:
    """Single choice: equal lists. Multi choice: equal sets (source 000, property 1)."""
    if question_type is QuestionType.SINGLE_CHOICE:
        return list(expected) == list(answered)
    return set(expected) == set(answered)


def reasons_for(
    *,
    answer_matches: bool,
    evidence: FailureReason | None,
    is_answerable: bool,
    confidence: Confidence,
    threshold: Confidence,
) -> tuple[FailureReason, ...]:
    """The failed conditions, in order; none means valid (source 000, properties 4 and 5)."""
    reasons = []
    if not answer_matches:
        reasons.append(FailureReason.ANSWER_MISMATCH)
    if evidence is not None:
        reasons.append(evidence)
    if not is_answerable:
        reasons.append(FailureReason.NOT_ANSWERABLE)
    if confidence < threshold:
        reasons.append(FailureReason.LOW_CONFIDENCE)
    return tuple(reasons)


@dataclass(frozen=True, slots=True)
class QuoteLocation:
    """The result of looking a quote up; spans count from the start of the book.

    `elsewhere`: the quote is in the book, but outside the context the question was asked about.
    """

    match: EvidenceMatch
    elsewhere: bool = False

    @property
    def found(self) -> bool:
        return self.match.found and not self.elsewhere


def locate_quote(
    matcher: EvidenceMatcher, evidence: str, question: Question, context: Context, book: Book | None
) -> QuoteLocation:
    """Look the quote up in the context, else anywhere in the book (reading 55)."""
    if book is None or question.context is not None:
        return QuoteLocation(matcher.match(evidence, context.text))
    if len(context.text) == len(book.tokens.text):
        near = place_of(question, book.tokens)
        return QuoteLocation(matcher.match(evidence, book.prepared, near=near))
    inside = matcher.match(evidence, book.prepared.part(context.span.start, context.span.end))
    if not inside.found:
        anywhere = matcher.match(evidence, book.prepared, near=context.span.start)
        if anywhere.found:
            return QuoteLocation(anywhere, elsewhere=True)
    return QuoteLocation(inside.moved(context.span.start))


def judge_reply(
    question: Question,
    context: Context,
    read_reply: ReadReply[ValidationReply],
    located: QuoteLocation,
    threshold: Confidence,
    provenance: Provenance,
) -> ValidationResult:
    """The verdict on a question that got a readable reply."""
    reply, match = read_reply.value, located.match
    matches = answers_match(question.question_type, question.answer, reply.answer)
    reasons = reasons_for(
        answer_matches=matches,
        evidence=_evidence_reason(reply.evidence, located),
        is_answerable=reply.is_answerable,
        confidence=Confidence.parse(reply.confidence),
        threshold=threshold,
    )
    return ValidationResult(
        question=question.to_dict(),
        is_valid=not reasons,
        model_answer=list(reply.answer),
        answer_matches=matches,
        evidence=reply.evidence,
        evidence_found=located.found,
        evidence_similarity=match.similarity,
        is_answerable=reply.is_answerable,
        confidence=reply.confidence,
        failure_reasons=[reason.value for reason in reasons],
        reasoning=reply.reasoning,
        evidence_verdict=match.verdict.value,
        matched_text=match.matched_text,
        span=_pair(match.span) if match.span else None,
        fragments=[_pair(fragment) for fragment in match.fragments],
        context_span=_pair(context.span),
        differences=[difference.to_dict() for difference in match.differences],
        warnings=[*context.warnings, *match.warnings],
        raw_reply=read_reply.raw,
        provenance=provenance,
    )


def _evidence_reason(evidence: str, located: QuoteLocation) -> FailureReason | None:
    if located.elsewhere:
        return FailureReason.EVIDENCE_ELSEWHERE
    if located.found:
        return None
    if not evidence.strip():
        return FailureReason.EVIDENCE_EMPTY
    return REASONS_BY_CAUSE[located.match.cause or NotFoundCause.ABSENT]


def _pair(span: Span) -> tuple[int, int]:
    return span.start, span.end


def unjudged_result(
    question: Question, context: Context, failed: FailedCall, provenance: Provenance
) -> ValidationResult:
    """The result of a question without a usable reply: failed, with an infrastructure reason
    (reading 45).
    """
    return replace(
        _failed(question, failed.kind, Sentence.from_error(failed.error)),
        context_span=_pair(context.span),
        raw_reply=failed.raw,
        provenance=provenance,
    )


def crashed_result(question: Question, error: Exception) -> ValidationResult:
    """The result of a question on which this program itself failed; the others go on."""
    message = f"{type(error).__name__}: {error}"[:2000]
    return _failed(question, FailureKind.CRASHED, Sentence.verbatim(message))


def _failed(question: Question, kind: FailureKind, error: Sentence) -> ValidationResult:
    return ValidationResult(
        question=question.to_dict(),
        is_valid=False,
        model_answer=[],
        answer_matches=False,
        evidence="",
        evidence_found=False,
        evidence_similarity=0.0,
        is_answerable=False,
        confidence=Confidence.LOW.label,
        failure_reasons=[kind.value],
        error=error,
    )
