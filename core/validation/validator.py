"""Validate questions (source 000): a model answers and quotes, and the quote is looked up."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.errors import DeskError, InputError
from core.llm import (
    Completion,
    FailedCall,
    LLMClient,
    Prompt,
    PromptTemplateManager,
    ReadReply,
    ValidationReply,
    ask,
    read_validation_reply,
)
from core.llm.openai_api.billed_usage import PROMPT_CUT, USAGE_UNKNOWN, is_cut
from core.llm.reply_formats import reply_schema
from core.questions import Question, parse_question
from core.text import EvidenceMatcher, Span, Tokenizer, WordRule, guess_language, load_tokenizer
from core.validation.contexts import Book, Context, ContextMode, SkippedQuestion, context_for
from core.validation.judging import (
    QuoteLocation,
    crashed_result,
    judge_reply,
    locate_quote,
    unjudged_result,
)
from core.validation.placeholders import refuse_placeholder
from core.validation.reasons import Confidence, SkipReason
from core.validation.result import Provenance, ValidationResult

OnSkip = Callable[[int, SkippedQuestion], None]
OnResult = Callable[[int, ValidationResult], None]

TEMPLATE = "validation_prompt"

INLINE_CHARACTERS = 20_000
"""A longer text of a row's own is searched in a thread: on the event loop it would block others."""

_log = logging.getLogger(__name__)


class QuestionValidator:
    """Validates questions one at a time or in batches (source 000, "QuestionValidator 类").

    Args:
        llm_client: the model; one call per question plus up to 3 retries (readings 45, 54).
        prompt_manager: renders `validation_prompt` in English or Chinese.
        similarity_threshold: quotes at or above it, in [0, 1], may be found.
        confidence_threshold: high, medium or low; a reply below it fails the question.
        tokenizer: whose tokens `position` counts; cl100k_base when not given (reading 51).
        language: of the prompt; the question's own when not given.
        wording: whether a different word keeps a quote from being found (reading 63).
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
        wording: WordRule = WordRule.STRICT,
    ) -> None:
        self._client = llm_client
        self._prompts = prompt_manager
        self._matcher = EvidenceMatcher(similarity_threshold, wording=wording)
        self._threshold = Confidence.parse(confidence_threshold)
        self._tokenizer = tokenizer
        self._language = language

    async def validate_question(
        self, question: Question | Mapping[str, Any], context: str
    ) -> ValidationResult:
        """Ask about `context` alone. Of a call's errors it raises only AuthenticationFailed.

        A timeout or an unreadable reply gives a failed result with an infrastructure reason
        (reading 45).
        """
        parsed = question if isinstance(question, Question) else parse_question(question)
        return await self.validate_in(parsed, Context(context, Span(0, len(context))), book=None)

    async def validate_item(
        self, question: Question, book: Book | None, mode: ContextMode = ContextMode.POSITION
    ) -> ValidationResult:
        """Validate one item of a run: take its context, ask, judge. Raises SkippedQuestion."""
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

        `on_skip(index, skipped)` is called for every question that was not asked; without it they
        are logged. A refused key stops the batch: AuthenticationFailed is raised. A row that is not
        a question raises InputError, with its number as the line, before anything is asked. One
        whose position is not a range of tokens is skipped, unless the position is not needed.
        """
        skip = on_skip or _log_skip
        parsed: dict[int, Question] = {}
        for index, row in enumerate(questions):
            try:
                parsed[index] = _parsed(row, mode)
            except SkippedQuestion as skipped:
                skip(index, skipped)
            except InputError as refused:
                raise _in_line(refused, index + 1) from None
        book = await asyncio.to_thread(self._book, novel_tokens)
        results: dict[int, ValidationResult] = {}
        indexes = list(parsed)
        await self.validate_each(
            [*parsed.values()],
            book,
            concurrency,
            mode=mode,
            on_result=lambda at, result: results.__setitem__(indexes[at], result),
            on_skip=lambda at, skipped: skip(indexes[at], skipped),
        )
        return [results[index] for index in sorted(results)]

    def _book(self, novel_tokens: Sequence[int]) -> Book:
        book = Book.from_tokens(novel_tokens, self._tokenizer or load_tokenizer())
        book.prepared.build_index()
        return book

    async def validate_each(
        self,
        questions: Sequence[Question],
        book: Book | None,
        concurrency: int = 5,
        *,
        mode: ContextMode = ContextMode.POSITION,
        on_result: OnResult,
        on_skip: OnSkip,
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Report every outcome as it comes, with the question's index.

        Once `goes_on` returns False, nothing more is asked, and calls in flight are awaited. A
        question with an unexpected error fails alone, with the reason `crashed`.
        """
        waiting = iter(enumerate(questions))

        async def work() -> None:
            while goes_on() and (following := next(waiting, None)):
                index, question = following
                try:
                    result = await self.validate_item(question, book, mode)
                except SkippedQuestion as skipped:
                    on_skip(index, skipped)
                    continue
                except DeskError:
                    raise
                except Exception as error:  # noqa: BLE001 - a poisoned item fails alone
                    result = crashed_result(question, error)
                on_result(index, result)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(max(1, min(concurrency, len(questions)))):
                    group.create_task(work())
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None

    def prompt_for(self, question: Question, context: Context) -> Prompt:
        language = self._language or guess_language(question.question + context.text[:2000])
        prompt = self._prompts.render(
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
        schema = reply_schema(ValidationReply, question.choice)
        return replace(prompt, reply_schema=schema, call_id=question.item_key)

    async def validate_in(
        self, question: Question, context: Context, book: Book | None
    ) -> ValidationResult:
        """Ask about `context`; a quote that is not in it is then searched for in all of `book`."""
        prompt = self.prompt_for(question, context)

        def read(completion: Completion) -> ValidationReply:
            raw = completion.text
            reply = read_validation_reply(
                raw, question.choice, question.question_type, completion.finish_reason
            )
            return refuse_placeholder(reply, raw, prompt, question, context, book)

        outcome = await ask(self._client, prompt, read)
        provenance = self._provenance(prompt, outcome, book)
        context = replace(context, warnings=(*context.warnings, *self._billing(prompt, outcome)))
        if isinstance(outcome, FailedCall):
            return unjudged_result(question, context, outcome, provenance)
        located = await self._located(outcome.value.evidence, question, context, book)
        return judge_reply(question, context, outcome, located, self._threshold, provenance)

    async def _located(
        self, evidence: str, question: Question, context: Context, book: Book | None
    ) -> QuoteLocation:
        """Locate the quote; in a thread if a long text has to be prepared for it first."""
        is_ready = book is not None and question.context is None
        if is_ready or len(context.text) <= INLINE_CHARACTERS:
            return locate_quote(self._matcher, evidence, question, context, book)
        return await asyncio.to_thread(
            locate_quote, self._matcher, evidence, question, context, book
        )

    def _billing(
        self, prompt: Prompt, outcome: ReadReply[ValidationReply] | FailedCall
    ) -> tuple[str, ...]:
        """Warnings about a cut prompt or an unknown usage, by what the endpoint billed."""
        if isinstance(outcome, FailedCall) or outcome.completion.reused:
            return ()
        cut = (PROMPT_CUT,) if is_cut(prompt, outcome.completion.usage) else ()
        return (*cut, *((USAGE_UNKNOWN,) if outcome.usage.estimated_calls else ()))

    def _provenance(
        self, prompt: Prompt, outcome: ReadReply[ValidationReply] | FailedCall, book: Book | None
    ) -> Provenance:
        return Provenance(
            connection=self._client.name,
            model=self._client.model,
            template_id=prompt.template_id,
            template_version=prompt.version,
            template_hash=prompt.template_hash,
            prompt_hash=prompt.content_hash,
            tokenizer=book.tokens.tokenizer_name if book else "",
            attempts=outcome.attempts,
            prompt_tokens=outcome.usage.prompt_tokens,
            completion_tokens=outcome.usage.completion_tokens,
            latency_s=round(outcome.latency_s, 3),
            reused=isinstance(outcome, ReadReply) and outcome.completion.reused,
        )


def _parsed(row: Question | Mapping[str, Any], mode: ContextMode) -> Question:
    """Parse a row. Raises InputError, or SkippedQuestion for an unusable position that is needed.

    A position that is unusable and not needed is left out.
    """
    if isinstance(row, Question):
        return row
    try:
        return parse_question(row)
    except InputError as refused:
        if refused.field != "position":
            raise
        question = parse_question({**row, "position": None})
        if question.context is None and mode is ContextMode.POSITION:
            reason = SkipReason.POSITION_INVALID
            raise SkippedQuestion(reason, refused.message, **refused.params) from None
        return question


def _in_line(refused: InputError, number: int) -> InputError:
    params: dict[str, Any] = dict(refused.params)
    return InputError(refused.message, line=number, field=refused.field, **params)


def _log_skip(index: int, skipped: SkippedQuestion) -> None:
    _log.error("question %s skipped (%s): %s", index + 1, skipped.reason.value, skipped)
