"""Source 000: a model answers a question alone, quotes its evidence, and the quote is looked up."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.errors import DeskError, InputError
from core.llm import (
    FailedCall,
    LLMClient,
    Prompt,
    PromptTemplateManager,
    ReadReply,
    ValidationReply,
    ask,
    read_validation_reply,
)
from core.llm.billed_usage import PROMPT_CUT, USAGE_UNKNOWN, is_cut
from core.llm.client import Completion
from core.llm.reply_formats import reply_schema
from core.questions import Question, parse_question
from core.text import EvidenceMatcher, Span, Tokenizer, WordRule, guess_language, load_tokenizer
from core.validation.contexts import Book, Context, ContextMode, SkippedQuestion, context_for
from core.validation.judging import (
    QuoteLocation,
    crashed_result,
    judge_reply,
    locate,
    unjudged_result,
)
from core.validation.placeholders import refuse_placeholder
from core.validation.reasons import Confidence, SkipReason
from core.validation.result import Provenance, ValidationResult

OnSkip = Callable[[int, SkippedQuestion], None]
OnResult = Callable[[int, ValidationResult], None]

TEMPLATE = "validation_prompt"

INLINE_CHARACTERS = 20_000
"""A longer text of a row's own is searched in a thread: on the loop it would hold up others."""

_log = logging.getLogger(__name__)


class QuestionValidator:
    """Validates questions one at a time or in batches (source 000, "QuestionValidator 类").

    Args:
        llm_client: who answers; one call per question plus up to 3 retries (readings 45, 54).
        prompt_manager: renders `validation_prompt` in English or Chinese.
        similarity_threshold: quotes at or above it, in [0, 1], may be found.
        confidence_threshold: high, medium or low; a reply below it fails the question.
        tokenizer: the ruler `position` is counted in; cl100k_base when not given (reading 51).
        language: of the prompt; the question's own when not given.
        wording: whether another word keeps a quote from being found (reading 63).
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

        `on_skip(index, skipped)` hears of every question that was not asked; without it they are
        logged. A refused key stops the batch: AuthenticationFailed is raised. A row that is no
        question is refused before anything is asked: InputError, its number as the line. One whose
        position is no range of tokens is skipped, unless it is not read at its position.
        """
        skip = on_skip or _log_skip
        asked: dict[int, Question] = {}
        for index, given in enumerate(questions):
            try:
                asked[index] = _parsed(given, mode)
            except SkippedQuestion as skipped:
                skip(index, skipped)
            except InputError as refused:
                raise _in_line(refused, index + 1) from None
        book = await asyncio.to_thread(self._book, novel_tokens)
        results: dict[int, ValidationResult] = {}
        indexes = list(asked)
        await self.validate_each(
            [*asked.values()],
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
        """Hands over every outcome as it comes, under the question's index. Once `goes_on` says no,
        nothing more is asked, and what has been asked is waited for.

        A question on which anything else breaks fails alone, with the reason `crashed`.
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
        """Asks about `context`; a quote that is not in it is then looked for in all of `book`."""
        prompt = self.prompt_for(question, context)

        def read(completion: Completion) -> ValidationReply:
            raw = completion.text
            reply = read_validation_reply(
                raw, question.choice, question.question_type, completion.finish_reason
            )
            return refuse_placeholder(reply, raw, prompt, question, context, book)

        asked = await ask(self._client, prompt, read)
        provenance = self._provenance(prompt, asked, book)
        context = replace(context, warnings=(*context.warnings, *self._billing(prompt, asked)))
        if isinstance(asked, FailedCall):
            return unjudged_result(question, context, asked, provenance)
        located = await self._located(asked.value.evidence, question, context, book)
        return judge_reply(question, context, asked, located, self._threshold, provenance)

    async def _located(
        self, evidence: str, question: Question, context: Context, book: Book | None
    ) -> QuoteLocation:
        """In a thread where a long text is still to be made ready for it."""
        is_ready = book is not None and question.context is None
        if is_ready or len(context.text) <= INLINE_CHARACTERS:
            return locate(self._matcher, evidence, question, context, book)
        return await asyncio.to_thread(locate, self._matcher, evidence, question, context, book)

    def _billing(
        self, prompt: Prompt, asked: ReadReply[ValidationReply] | FailedCall
    ) -> tuple[str, ...]:
        """Warnings of what the endpoint billed, or did not say that it billed."""
        if isinstance(asked, FailedCall) or asked.completion.reused:
            return ()
        cut = (PROMPT_CUT,) if is_cut(prompt, asked.completion.usage) else ()
        return (*cut, *((USAGE_UNKNOWN,) if asked.usage.estimated_calls else ()))

    def _provenance(
        self, prompt: Prompt, asked: ReadReply[ValidationReply] | FailedCall, book: Book | None
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
            reused=isinstance(asked, ReadReply) and asked.completion.reused,
        )


def _parsed(given: Question | Mapping[str, Any], mode: ContextMode) -> Question:
    """Raises InputError, or SkippedQuestion where only its position cannot be used and is needed.

    Where it is not needed the question is asked without one.
    """
    if isinstance(given, Question):
        return given
    try:
        return parse_question(given)
    except InputError as refused:
        if refused.field != "position":
            raise
        question = parse_question({**given, "position": None})
        if question.context is None and mode is ContextMode.POSITION:
            reason = SkipReason.POSITION_INVALID
            raise SkippedQuestion(reason, refused.message, **refused.params) from None
        return question


def _in_line(refused: InputError, number: int) -> InputError:
    params: dict[str, Any] = dict(refused.params)
    return InputError(refused.message, line=number, field=refused.field, **params)


def _log_skip(index: int, skipped: SkippedQuestion) -> None:
    _log.error("question %s skipped (%s): %s", index + 1, skipped.reason.value, skipped)
