"""The base of judges, classifiers and finders that ask a model over a connection of their own."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from core.llm import Completion, LLMClient, PromptTemplateManager
from core.llm.retries import RETRIES, ask_within

T = TypeVar("T")


@dataclass(frozen=True)
class ModelAsker:
    """Opens a client for each call and closes it; all attempts must end within `timeout_s`."""

    open_client: Callable[[], LLMClient]
    prompts: PromptTemplateManager = field(default_factory=PromptTemplateManager, kw_only=True)
    timeout_s: float = field(default=60.0, kw_only=True)
    retries: int = field(default=RETRIES, kw_only=True)
    sleep: Callable[[float], Awaitable[None]] = field(default=asyncio.sleep, kw_only=True)

    async def ask_model(
        self,
        template: str,
        language: str,
        variables: Mapping[str, str],
        read: Callable[[Completion], T],
        schema: Mapping[str, Any],
    ) -> tuple[T, str]:
        """Return the result of `read` on the reply, and the name of the connection. `schema`: the
        JSON schema of the reply, for endpoints that support one. Raises LLMError if no usable reply
        came.
        """
        prompt = self.prompts.render(template, language, variables)
        answered, client = await ask_within(
            self.open_client,
            replace(prompt, reply_schema=schema),
            read,
            self.timeout_s,
            retries=self.retries,
            sleep=self.sleep,
        )
        return answered.value, client.name
