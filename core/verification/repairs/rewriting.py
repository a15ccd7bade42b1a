"""Ask a model to rewrite a copy under the constraints of a repair (source 001, section 5)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.llm import (
    Completion,
    FailureKind,
    LLMClient,
    LLMError,
    Prompt,
    PromptTemplateManager,
    UnreadableReply,
)
from core.llm.finish_reasons import UNFINISHED
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.llm.reply_formats import model_schema
from core.llm.retries import RETRIES, ask_within
from core.llm.sanitizing import without_unstorable
from core.locale import language_of, wording
from core.validation import Outage
from core.verification.model_source import ModelSource, prompt_language
from core.verification.repairs.repair_steps import RewriteRequest, Rewriting

TEMPLATE = "copy_rewrite_prompt"
TIMEOUT_S = 120.0
LONGEST = 10_000
"""Characters of a reply's text at most; no copy is that long."""

MOST_WORDS = 200
"""Words of the policy's lists in the prompt at most; the reply is checked against all of them."""


class ModelRewriter:
    """Rewrite copy with a model.

    A client is opened for each text and closed again, since repairs run in threads of any number.
    Call `rewrite` outside of an event loop (`asyncio.to_thread(repair, ...)`).
    """

    def __init__(
        self,
        open_writer: Callable[[], LLMClient],
        *,
        prompts: PromptTemplateManager | None = None,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._open = open_writer
        self._prompts = prompts or PromptTemplateManager()
        self._timeout_s = timeout_s
        self._retries = retries
        self._sleep = sleep
        self._outage = Outage()
        self._down: LLMError | None = None

    def rewrite(self, request: RewriteRequest) -> Rewriting:
        """Raises LLMError when no usable text came within `timeout_s`, all tries together.

        After a refused key, or repeated failures to answer, it fails without another call.
        """
        if self._down is not None:
            raise self._down
        try:
            written = asyncio.run(self._written(rewrite_prompt(request, self._prompts)))
        except LLMError as error:
            if self._outage.saw(error.kind.value) or error.kind is FailureKind.AUTH:
                self._down = error
            raise
        self._outage.saw(None)
        return written

    async def _written(self, prompt: Prompt) -> Rewriting:
        answered, client = await ask_within(
            self._open,
            prompt,
            read_rewriting,
            self._timeout_s,
            retries=self._retries,
            sleep=self._sleep,
        )
        return Rewriting(answered.value, ModelSource.from_call(client, prompt, answered.completion))


def rewrite_prompt(request: RewriteRequest, prompts: PromptTemplateManager) -> Prompt:
    """The prompt for a request, in the language of its locale."""
    say = wording(language_of(request.locale))
    claims = request.claims
    allowed = (
        *claims.referenced_events,
        *claims.brands,
        *claims.holidays,
        *claims.referenced_item_ids,
    )
    prompt = prompts.render(
        TEMPLATE,
        prompt_language(request.locale),
        {
            "item": request.item,
            "text": request.text,
            "locale": request.locale,
            "channel": request.channel,
            "problems": _lines(problem.translate(say) for problem in request.problems),
            "wrong": _lines(sentence.translate(say) for sentence in request.wrong),
            "avoid": _lines(request.avoid),
            "claims": _lines(allowed),
            "items": _lines(request.items),
            "words": ", ".join(request.words[:MOST_WORDS]) or "-",
            "max_length": "-" if request.max_length is None else str(request.max_length),
            "min_length": str(request.min_length),
            "word_units": str(request.word_units),
            "exclamations": str(request.max_exclamations),
            "emoji": str(request.max_emoji),
            "links": "allowed" if request.links else "forbidden",
            "prices": "allowed" if request.prices else "forbidden",
        },
    )
    return replace(prompt, reply_schema=model_schema(_Written))


class _Written(BaseModel):
    """The reply of the model: a text, or null where it leaves the copy to a person."""

    model_config = ConfigDict(frozen=True, strict=True)

    text: str | None

    @field_validator("text")
    @classmethod
    def _is_a_copy(cls, value: str | None) -> str | None:
        if value is None:
            return None
        text = without_unstorable(value).strip()
        if not text or len(text) > LONGEST:
            raise ValueError("empty or endless")
        return text


def read_rewriting(completion: Completion) -> str | None:
    """The text of a reply; None where it says that a person must decide.

    Raises UnreadableReply, also for a reply that was cut off.
    """
    raw = completion.text

    def written() -> str | None:
        reply = read_json_object(raw, ("text",))
        if completion.finish_reason in UNFINISHED:
            raise UnreadableReply(
                "The reply was cut off at the output limit. Raise max_output_tokens.", raw=raw
            )
        try:
            return _Written.model_validate(reply).text
        except ValidationError:
            raise UnreadableReply(
                "The reply's text is empty, not text, or longer than {limit} characters. Retry.",
                raw=raw,
                limit=LONGEST,
            ) from None

    return read_typed(raw, completion.finish_reason, written)


def _lines(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items) or "-"
