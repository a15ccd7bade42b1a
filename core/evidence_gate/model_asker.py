"""A small question to a model, over a connection of its own: the base of judges and finders."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from core.llm import Completion, LLMClient, PromptTemplateManager
from core.llm.retries import RETRIES, ask_within

T = TypeVar("T")


@dataclass(frozen=True)
class ModelAsker:
    """Opens a client for each question, asks, and closes it, all tries within `timeout_s`."""

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
        """What `read` makes of the reply, and the name of the connection that gave it. `schema` is
        the reply's, for endpoints that keep to one. Raises LLMError where no usable reply came.
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
