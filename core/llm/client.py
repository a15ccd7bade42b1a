"""A request (Prompt), the client that answers it (LLMClient) and its reply (Completion)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from core.llm.finish_reasons import finish_of
from core.llm.sanitizing import storable_reply


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt as a value.

    Clients that talk to a model send `messages`; offline clients read `task` and `variables`.
    For the tasks "validation" and "depth" the variables are: item (str), question (str),
    question_type (str), choice (Mapping letter -> option), context (str).

    `reply_schema` is the JSON Schema of a usable reply, for endpoints that enforce one. `call_id`
    tells the calls of one run apart; "" if the item does so. The reply may have `output_factor`
    times the connection's output limit.
    """

    task: str
    template_id: str
    version: str
    language: str
    template_hash: str
    variables: Mapping[str, Any]
    messages: tuple[Message, ...]
    reply_schema: Mapping[str, Any] | None = None
    call_id: str = ""
    output_factor: int = 1

    @cached_property
    def content_hash(self) -> str:
        """Hash of exactly what is sent; equal prompts have equal hashes."""
        sent = [[message.role, message.content] for message in self.messages]
        return hashlib.sha256(json.dumps(sent, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as billed by the endpoint; zero for offline clients. `estimated_calls` counts calls
    whose endpoint did not report tokens: theirs are estimated (core.llm.openai_api.billed_usage).
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    estimated_calls: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            self.estimated_calls + other.estimated_calls,
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply; `text` is verbatim except for characters that cannot be stored.

    `finish_reason`, in any provider's spelling, becomes one of core.llm.finish_reasons.
    """

    text: str
    model: str
    finish_reason: str = "stop"
    usage: Usage = Usage()
    latency_s: float = 0.0
    reused: bool = False
    """True if this is a stored reply and no call was made."""
    is_window_full: bool = False
    """Whether the reply was cut off before the output limit: the context window was full."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", storable_reply(self.text))
        object.__setattr__(self, "finish_reason", finish_of(self.finish_reason))


class LLMClient(Protocol):
    """Anything that answers a prompt: a model behind an endpoint, the baseline, a recording."""

    @property
    def name(self) -> str:
        """The connection's name, stored with every result."""
        ...

    @property
    def model(self) -> str: ...

    @property
    def kind(self) -> Literal["openai", "lexical", "recorded"]: ...

    async def complete(self, prompt: Prompt) -> Completion:
        """Make one call, without retries. Raises `core.llm.errors.LLMError`."""
        ...

    async def aclose(self) -> None: ...
