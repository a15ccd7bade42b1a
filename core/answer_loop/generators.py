"""Generators of the answers in a loop (source 004, `_generate_answer_node`)."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.evidence_gate import Evidence
from core.evidence_gate.answer_writer import DraftAnswer
from core.evidence_gate.extractive import EXTRACTIVE, ExtractiveWriter
from core.llm import (
    Completion,
    FailedCall,
    FailureKind,
    LLMClient,
    LLMError,
    Message,
    Prompt,
    PromptTemplateManager,
    ask,
)
from core.llm.finish_reasons import UNFINISHED
from core.llm.replies.reasoning import visible_reply, without_reasoning
from core.llm.retries import RETRIES
from core.text.language import supported_language

FIRST, REVISION = "loop_generation_prompt", "loop_revision_prompt"


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """The content of the messages as fields, for a generator that does not read messages.

    `earlier`: the answers so far, oldest first; `suggestions`: empty before the first evaluation.
    """

    query: str
    evidence: Sequence[Evidence]
    language: str
    last_answer: str = ""
    suggestions: Sequence[str] = ()
    earlier: Sequence[str] = ()


class AnswerGenerator(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def is_baseline(self) -> bool: ...

    async def generate(
        self, messages: Sequence[Message], request: GenerationRequest
    ) -> DraftAnswer:
        """Generate the next answer. Raises LLMError when no usable reply came."""
        ...


class ModelGenerator:
    """Sends the messages, which come from `template`, to a model unchanged. `read` extracts the
    answer from a reply; `schema` is the JSON schema of replies in JSON.
    """

    is_baseline = False

    def __init__(
        self,
        client: LLMClient,
        *,
        prompts: PromptTemplateManager | None = None,
        template: str = FIRST,
        read: Callable[[Completion], str] | None = None,
        schema: Mapping[str, Any] | None = None,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._info = (prompts or PromptTemplateManager()).info(template)
        self._read = read or _answer
        self._schema = schema
        self._retries = retries
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def model(self) -> str:
        return self._client.model

    async def generate(
        self, messages: Sequence[Message], request: GenerationRequest
    ) -> DraftAnswer:
        prompt = Prompt(
            task=self._info.task,
            template_id=self._info.template_id,
            version=self._info.version,
            language=request.language,
            template_hash=self._info.hash,
            variables={},
            messages=tuple(messages),
            reply_schema=self._schema,
        )
        outcome = await ask(
            self._client, prompt, self._read, retries=self._retries, sleep=self._sleep
        )
        if isinstance(outcome, FailedCall):
            raise outcome.error
        return DraftAnswer(
            outcome.value, raw=outcome.raw, usage=outcome.usage, attempts=outcome.attempts
        )


def _answer(completion: Completion) -> str:
    if completion.finish_reason in UNFINISHED:
        raise LLMError(
            FailureKind.TRUNCATED, "The reply was cut off at the output limit. Raise max_tokens."
        )
    if not (text := without_reasoning(visible_reply(completion.text))):
        raise LLMError(FailureKind.EMPTY_REPLY, "The reply is empty. Retry.")
    return text


_NOTHING_ELSE = {
    "zh": "除此之外，现有资料没有提到。",
    "en": "Beyond this, the documents at hand do not say more.",
}


class ExtractiveGenerator:
    """The offline baseline: quotes the best sentences. A revision repeats the first answer and adds
    that the documents say no more, since the next best sentences fit less
    (docs/measurements/answer_loop.md).
    """

    name = EXTRACTIVE
    model = ExtractiveWriter.model
    is_baseline = True

    async def generate(
        self,
        messages: Sequence[Message],  # noqa: ARG002 - the baseline reads no messages
        request: GenerationRequest,
    ) -> DraftAnswer:
        if request.earlier:
            language_key = supported_language(request.language)
            return DraftAnswer(f"{request.earlier[0]} {_NOTHING_ELSE[language_key]}")
        return await ExtractiveWriter().write(
            request.query, request.evidence, language=request.language
        )
