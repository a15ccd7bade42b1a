"""One way to reach a model: what connections.toml says about it, checked."""

import re
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeFloat,
    PositiveFloat,
    PositiveInt,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from core.llm.price import Price
from core.llm.reply_formats import ReplyFormat

ENDPOINTS = ("openai", "embeddings")
"""Kinds that are reached over the network."""

OPENAI_URL = "https://api.openai.com/v1"
_OPENAI_HOSTS = re.compile(
    r"(?:.*\.)?api\.openai\.com|.*\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)"
)
"""OpenAI's own and Azure's, with its regions and its clouds for governments and China."""
_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


_SHAPES_REPLIES = {
    "base_url",
    "max_output_tokens",
    "temperature",
    "json_mode",
    "omit",
    "extra_body",
}


class Connection(BaseModel):
    """One entry of connections.toml (docs/connections.md).

    Timeouts in seconds, prices per million tokens; `batch_size` texts go into one call of an
    embeddings connection, with `query_prefix` or `passage_prefix` before each when passages are
    searched; `omit` names body fields the endpoint does not accept, `extra_body` adds or replaces
    some. `reply_format` None: `json_mode` decides, and the desk may know better
    (core.services.runs.reply_formats). Holds the name of a key's variable, never a key; without
    `key_required` an endpoint is asked without a key while the variable is not set.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[\w][\w .:-]{0,63}$")
    kind: Literal["openai", "embeddings", "lexical", "recorded"] = "openai"
    model: str = Field(min_length=1)
    base_url: str = OPENAI_URL
    api_key_env: str | None = None
    key_required: bool = True
    timeout_s: PositiveFloat = 120.0
    max_concurrency: PositiveInt = 64
    requests_per_minute: PositiveInt | None = None
    tokens_per_minute: PositiveInt | None = None
    max_output_tokens: PositiveInt = 1024
    temperature: NonNegativeFloat = 0.0
    json_mode: bool = False
    reply_format: ReplyFormat | None = None
    batch_size: PositiveInt = 64
    query_prefix: str = ""
    passage_prefix: str = ""
    input_price: _Amount | None = None
    output_price: _Amount | None = None
    cached_input_price: _Amount | None = None
    currency: str = Field(default="", pattern=r"^([A-Z]{3})?$")
    context_window: PositiveInt | None = None
    tokenizer: str | None = None
    omit: tuple[str, ...] = ()
    extra_body: dict[str, Any] = Field(default={}, repr=False)

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, given: str) -> str:
        address = urlsplit(given.strip())
        if address.scheme not in ("http", "https") or not address.hostname:
            raise PydanticCustomError("not_an_address", "no full address")
        if address.username or address.password or address.query:
            raise PydanticCustomError("more_than_an_address", "user, password or query")
        address_alone = given.strip().rstrip("/").removesuffix("/chat/completions")
        return address_alone.removesuffix("/embeddings")

    @field_validator("api_key_env")
    @classmethod
    def _is_a_name(cls, given: str | None) -> str | None:
        if given is not None and not _VARIABLE.fullmatch(given):
            raise ValueError("write the name of the environment variable, not the key")
        return given

    @model_validator(mode="before")
    @classmethod
    def _openai_needs_a_key(cls, given: Any) -> Any:
        if not isinstance(given, dict) or "api_key_env" in given:
            return given
        if given.get("kind", "openai") in ENDPOINTS and "base_url" not in given:
            return {**given, "api_key_env": "OPENAI_API_KEY"}
        return given

    @property
    def is_endpoint(self) -> bool:
        return self.kind in ENDPOINTS

    @property
    def output_limit_field(self) -> str:
        """OpenAI's newer models refuse max_tokens; most other servers know nothing else."""
        host = urlsplit(self.base_url).hostname or ""
        return "max_completion_tokens" if _OPENAI_HOSTS.fullmatch(host) else "max_tokens"

    @property
    def reply_settings(self) -> str:
        """Everything besides the model that shapes a reply; equal text, equal settings. Without a
        format of its own it reads as it did before there was one.
        """
        more = set() if self.reply_format is None else {"reply_format"}
        return self.model_dump_json(include=_SHAPES_REPLIES | more)

    @property
    def sets_format_itself(self) -> bool:
        """Whether its fields for `omit` and `extra_body` leave no choice of a format."""
        return "response_format" in (*self.omit, *self.extra_body)

    @property
    def asked_format(self) -> ReplyFormat:
        """The form in which replies are asked for first; what is refused is not asked for again."""
        if self.sets_format_itself:
            return ReplyFormat.PROMPT
        if self.reply_format is not None:
            return self.reply_format
        return ReplyFormat.JSON_OBJECT if self.json_mode else ReplyFormat.PROMPT

    def asking_for(self, found: ReplyFormat | None) -> "Connection":
        """The same, asked for replies in the strongest form of what its own entry says and what was
        found that its endpoint keeps to; an entry that names one is left as it is.
        """
        if found is None or self.reply_format is not None or self.sets_format_itself:
            return self
        if self.json_mode and found is not ReplyFormat.JSON_SCHEMA:
            return self
        return (
            self if found is self.asked_format else self.model_copy(update={"reply_format": found})
        )

    @property
    def own_price(self) -> Price | None:
        """What the connection itself says its model charges, None unless it says both prices."""
        if self.input_price is None or self.output_price is None:
            return None
        return Price(
            prompt=self.input_price,
            completion=self.output_price,
            cached_prompt=self.cached_input_price,
            currency=self.currency,
            source="connections.toml",
        )

    def asking(self, model: str) -> "Connection":
        """The same endpoint asked for another model, whose price its own one is not."""
        if not model or model == self.model:
            return self
        unknown = {"input_price": None, "output_price": None, "cached_input_price": None}
        return self.model_copy(update={"model": model, **unknown})


LEXICAL = Connection(name="lexical", kind="lexical", model="lexical-1")
