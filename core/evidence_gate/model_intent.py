"""A model that says what a question wants, with the rules' answer beside it (source 002, P1)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from core.evidence_gate.intent import Intent, IntentClassifier, IntentResult, QueryIntentClassifier
from core.llm import (
    Completion,
    LLMClient,
    LLMError,
    PromptTemplateManager,
    UnreadableReply,
)
from core.llm.json_objects import read_json_object
from core.llm.reply_parsing import read_typed
from core.llm.retries import RETRIES, ask_within
from core.text.language.scripts import guess_language

TEMPLATE = "intent_prompt"
TIMEOUT_S = 60.0


class ModelIntentClassifier:
    """Opens a client for each question, asks, and closes it.

    `classify` is to be called outside of an event loop (`asyncio.to_thread`). A model that cannot
    be reached or read says nothing about the question: the rules' intent stands, and `failure`
    says why. AuthenticationFailed is such a failure too.
    """

    def __init__(
        self,
        open_client: Callable[[], LLMClient],
        *,
        rule: IntentClassifier | None = None,
        prompts: PromptTemplateManager | None = None,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._open = open_client
        self._rule = rule or QueryIntentClassifier()
        self._prompts = prompts or PromptTemplateManager()
        self._timeout_s = timeout_s
        self._retries = retries
        self._sleep = sleep

    def classify(self, query: str) -> IntentResult:
        rule = self._rule.classify(query)
        try:
            intent, name = asyncio.run(self._asked(query))
        except LLMError as error:
            return replace(rule, rule=rule, failure=str(error))
        return IntentResult(intent, rule.matched, name, rule)

    async def _asked(self, query: str) -> tuple[Intent, str]:
        prompt = self._prompts.render(TEMPLATE, guess_language(query), {"text": query})
        answered, client = await ask_within(
            self._open,
            prompt,
            read_intent,
            self._timeout_s,
            retries=self._retries,
            sleep=self._sleep,
        )
        return answered.value, client.name


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    intent: Literal["fact_seeking", "context_preference"]


def read_intent(completion: Completion) -> Intent:
    """Raises UnreadableReply."""
    raw = completion.text

    def typed() -> Intent:
        found = read_json_object(raw, ("intent",))
        try:
            return Intent(_Reply.model_validate(found).intent)
        except ValidationError:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name="intent",
            ) from None

    return read_typed(raw, completion.finish_reason, typed)
