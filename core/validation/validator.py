"""Source 000: a model answers a question alone, quotes its evidence, and the quote is looked up."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.llm import (
    Answered,
    Failed,
    LLMClient,
    Prompt,
    PromptTemplateManager,
    ValidationReply,
    ask,
    read_validation_reply,
)
from core.llm.client import Completion
from core.questions import Question, QuestionType, parse_question
from core.text import (
    EvidenceMatch,
    EvidenceMatcher,
    Span,
    Tokenizer,
    guess_language,
    load_tokenizer,
)
from core.validation.contexts import Book, Context, ContextMode, SkippedQuestion, context_for
from core.validation.reasons import Confidence, FailureReason
from core.validation.result import Provenance, ValidationResult

OnSkip = Callable[[int, SkippedQuestion], None]
OnResult = Callable[[int, ValidationResult], None]

TEMPLATE = "validation_prompt"


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


class QuestionValidator:
    """Validates questions one at a time or in batches (source 000, "QuestionValidator 类").

    Args:
        llm_client: who answers; one call per question plus up to 3 retries (readings 45, 54).
        prompt_manager: renders `validation_prompt` in English or Chinese.
        similarity_threshold: quotes at or above it, in [0, 1], may be found.
        confidence_threshold: high, medium or low; a reply below it fails the question.
        tokenizer: the ruler `position` is counted in; cl100k_base when not given (reading 51).
        language: of the prompt; the question's own when not given.
    """

    def __init__(
        self,
        llm_client: LLMClient,
        prompt_manager: PromptTemplateManager,
        similarity_threshold: float = 0.8,
        confidence_threshold: str = "medium",
        *,
        tokenizer: Tokenizer | None = None,
        language: str | None = None,
    ) -> None:
        self._client = llm_client
        self._prompts = prompt_manager
        self._matcher = EvidenceMatcher(similarity_threshold)
        self._threshold = Confidence.parse(confidence_threshold)
        self._tokenizer = tokenizer
        self._language = language

    async def validate_question(
        self, question: Question | Mapping[str, Any], context: str
    ) -> ValidationResult:
        """Asks about `context` alone. Raises AuthenticationFailed, and nothing else of a call's.

        A timeout or an unreadable reply is a failed result whose reason is the machinery's
        (reading 45).
        """
        asked = question if isinstance(question, Question) else parse_question(question)
        return await self.validate_in(asked, Context(context, Span(0, len(context))), book=None)

    async def validate_item(
        self, question: Question, book: Book | None, mode: ContextMode = ContextMode.POSITION
    ) -> ValidationResult:
        """One item of a run: takes its context, asks, judges. Raises SkippedQuestion."""
        return await self.validate_in(question, context_for(question, book, mode), book)

    async def validate_batch(
        self,
        questions: Sequence[Question | Mapping[str, Any]],
        novel_tokens: Sequence[int],
        concurrency: int = 5,
        *,
        mode: ContextMode = ContextMode.POSITION,
        on_skip: OnSkip | None = None,
    ) -> list[ValidationResult]:
        """Results in the questions' order, without the skipped ones (readings 46, 53).

        `on_skip(index, skipped)` hears of every question that was not asked. A refused key stops
        the batch: AuthenticationFailed is raised.
        """
        asked = [q if isinstance(q, Question) else parse_question(q) for q in questions]
        book = Book.from_tokens(novel_tokens, self._tokenizer or load_tokenizer())
        results: dict[int, ValidationResult] = {}
        await self.validate_each(
            asked,
            book,
            concurrency,
            mode=mode,
            on_result=results.__setitem__,
            on_skip=on_skip or (lambda _index, _skipped: None),
        )
        return [results[index] for index in sorted(results)]

    async def validate_each(
        self,
        questions: Sequence[Question],
        book: Book | None,
        concurrency: int = 5,
        *,
        mode: ContextMode = ContextMode.POSITION,
        on_result: OnResult,
        on_skip: OnSkip,
    ) -> None:
        """Hands over every outcome as it comes, under the question's index."""
        waiting = iter(enumerate(questions))

        async def work() -> None:
            for index, question in waiting:
                try:
                    result = await self.validate_item(question, book, mode)
                except SkippedQuestion as skipped:
                    on_skip(index, skipped)
                else:
                    on_result(index, result)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(max(1, min(concurrency, len(questions)))):
                    group.create_task(work())
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None

    def prompt_for(self, question: Question, context: Context) -> Prompt:
        language = self._language or guess_language(question.question + context.text[:2000])
        return self._prompts.render(
            TEMPLATE,
            language,
            {
                "item": question.item_key,
                "question": question.question,
                "question_type": question.question_type.value,
                "choice": question.choice,
                "context": context.text,
            },
        )

    async def validate_in(
        self, question: Question, context: Context, book: Book | None
    ) -> ValidationResult:
        """Asks about `context`; a quote that is not in it is then looked for in all of `book`."""
        prompt = self.prompt_for(question, context)

        def read(completion: Completion) -> ValidationReply:
            return read_validation_reply(
                completion.text, question.choice, question.question_type, completion.finish_reason
            )

        asked = await ask(self._client, prompt, read)
        provenance = self._provenance(prompt, asked, book)
        if isinstance(asked, Failed):
            return _not_judged(question, context, asked, provenance)
        return self._judged(question, context, book, asked, provenance)

    def _judged(
        self,
        question: Question,
        context: Context,
        book: Book | None,
        asked: Answered[ValidationReply],
        provenance: Provenance,
    ) -> ValidationResult:
        reply = asked.value
        match, elsewhere = self._look_up(reply.evidence, question, context, book)
        matches = answers_match(question.question_type, question.answer, reply.answer)
        reasons = reasons_for(
            answer_matches=matches,
            evidence=_evidence_reason(reply.evidence, match, elsewhere=elsewhere),
            is_answerable=reply.is_answerable,
            confidence=Confidence.parse(reply.confidence),
            threshold=self._threshold,
        )
        return ValidationResult(
            question=question.to_dict(),
            is_valid=not reasons,
            model_answer=list(reply.answer),
            answer_matches=matches,
            evidence=reply.evidence,
            evidence_found=match.found and not elsewhere,
            evidence_similarity=match.similarity,
            is_answerable=reply.is_answerable,
            confidence=reply.confidence,
            failure_reasons=[reason.value for reason in reasons],
            reasoning=reply.reasoning,
            evidence_verdict=match.verdict.value,
            matched_text=match.matched_text,
            span=(match.span.start, match.span.end) if match.span else None,
            context_span=(context.span.start, context.span.end),
            differences=[
                {
                    "claimed": difference.claimed,
                    "source": difference.source,
                    "kind": difference.kind,
                }
                for difference in match.differences
            ],
            warnings=[*context.warnings, *match.warnings],
            raw_reply=asked.raw,
            provenance=provenance,
        )

    def _look_up(
        self, evidence: str, question: Question, context: Context, book: Book | None
    ) -> tuple[EvidenceMatch, bool]:
        """The match in the context, else the one elsewhere in the book; spans in the book's."""
        if book is None or question.context is not None:
            return self._matcher.match(evidence, context.text), False
        if len(context.text) == len(book.tokens.text):
            return self._matcher.match(evidence, book.prepared), False
        inside = self._matcher.match(evidence, context.text)
        if not inside.found:
            anywhere = self._matcher.match(evidence, book.prepared, near=context.span.start)
            if anywhere.found:
                return anywhere, True
        return _moved(inside, context.span.start), False

    def _provenance(
        self, prompt: Prompt, asked: Answered[ValidationReply] | Failed, book: Book | None
    ) -> Provenance:
        return Provenance(
            connection=self._client.name,
            model=self._client.model,
            template_id=prompt.template_id,
            template_version=prompt.version,
            template_hash=prompt.template_hash,
            prompt_hash=prompt.content_hash,
            tokenizer=book.tokens.tokenizer_name if book else "",
            attempts=asked.attempts,
            prompt_tokens=asked.usage.prompt_tokens,
            completion_tokens=asked.usage.completion_tokens,
            latency_s=round(asked.latency_s, 3),
            reused=isinstance(asked, Answered) and asked.completion.reused,
        )


def _evidence_reason(
    evidence: str, match: EvidenceMatch, *, elsewhere: bool
) -> FailureReason | None:
    if elsewhere:
        return FailureReason.EVIDENCE_ELSEWHERE
    if match.found:
        return None
    if not evidence.strip():
        return FailureReason.EVIDENCE_EMPTY
    if match.verdict.value == "altered":
        return FailureReason.EVIDENCE_ALTERED
    return FailureReason.EVIDENCE_NOT_FOUND


def _moved(match: EvidenceMatch, offset: int) -> EvidenceMatch:
    """The same match, counted from the start of the book."""

    def move(span: Span) -> Span:
        return Span(span.start + offset, span.end + offset)

    if not offset:
        return match
    return replace(
        match,
        span=move(match.span) if match.span else None,
        fragments=tuple(move(span) for span in match.fragments),
        occurrences=tuple(move(span) for span in match.occurrences),
    )


def _not_judged(
    question: Question, context: Context, failed: Failed, provenance: Provenance
) -> ValidationResult:
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
        failure_reasons=[failed.kind.value],
        context_span=(context.span.start, context.span.end),
        error=failed.message,
        raw_reply=failed.raw,
        provenance=provenance,
    )
