"""A connection to a model: one entry of connections.toml, checked."""

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
"""Hosts of OpenAI and of Azure, with its regions and its clouds for governments and China."""
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
    some. `reply_format` None: `json_mode` decides, unless the endpoint was found to keep to a
    stronger format (core.services.runs.reply_formats). Holds the name of a key's variable, never a
    key; without `key_required` an endpoint is asked without a key while the variable is not set.
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
    def _is_an_address(cls, value: str) -> str:
        address = urlsplit(value.strip())
        if address.scheme not in ("http", "https") or not address.hostname:
            raise PydanticCustomError("not_an_address", "no full address")
        if address.username or address.password or address.query:
            raise PydanticCustomError("more_than_an_address", "user, password or query")
        address_alone = value.strip().rstrip("/").removesuffix("/chat/completions")
        return address_alone.removesuffix("/embeddings")

    @field_validator("api_key_env")
    @classmethod
    def _is_a_name(cls, value: str | None) -> str | None:
        if value is not None and not _VARIABLE.fullmatch(value):
            raise ValueError("write the name of the environment variable, not the key")
        return value

    @model_validator(mode="before")
    @classmethod
    def _openai_needs_a_key(cls, value: Any) -> Any:
        if not isinstance(value, dict) or "api_key_env" in value:
            return value
        if value.get("kind", "openai") in ENDPOINTS and "base_url" not in value:
            return {**value, "api_key_env": "OPENAI_API_KEY"}
        return value

    @property
    def is_endpoint(self) -> bool:
        return self.kind in ENDPOINTS

    @property
    def output_limit_field(self) -> str:
        """The body's field for the output limit: OpenAI's newer models refuse max_tokens, and most
        other servers know only that.
        """
        host = urlsplit(self.base_url).hostname or ""
        return "max_completion_tokens" if _OPENAI_HOSTS.fullmatch(host) else "max_tokens"

    @property
    def reply_settings(self) -> str:
        """Everything besides the model that shapes a reply, as JSON to compare and store.

        `reply_format` is left out if None, so that the text equals those stored before the field
        existed.
        """
        optional = set() if self.reply_format is None else {"reply_format"}
        return self.model_dump_json(include=_SHAPES_REPLIES | optional)

    @property
    def sets_format_itself(self) -> bool:
        """Whether `omit` or `extra_body` names response_format, so that no format can be chosen."""
        return "response_format" in (*self.omit, *self.extra_body)

    @property
    def requested_format(self) -> ReplyFormat:
        """The format first asked for; a client that is refused it asks for a weaker one."""
        if self.sets_format_itself:
            return ReplyFormat.PROMPT
        if self.reply_format is not None:
            return self.reply_format
        return ReplyFormat.JSON_OBJECT if self.json_mode else ReplyFormat.PROMPT

    def with_format(self, verified: ReplyFormat | None) -> "Connection":
        """This connection, asking for `verified` if its endpoint was found to keep to that format.

        Unchanged if its own entry sets a format or already asks for one as strong.
        """
        if verified is None or self.reply_format is not None or self.sets_format_itself:
            return self
        if self.json_mode and verified is not ReplyFormat.JSON_SCHEMA:
            return self
        return (
            self
            if verified is self.requested_format
            else self.model_copy(update={"reply_format": verified})
        )

    @property
    def own_price(self) -> Price | None:
        """The price that the entry itself states; None unless it states both input and output."""
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
        """This connection with another `model`, without its prices, which are not that model's."""
        if not model or model == self.model:
            return self
        unknown = {"input_price": None, "output_price": None, "cached_input_price": None}
        return self.model_copy(update={"model": model, **unknown})


LEXICAL = Connection(name="lexical", kind="lexical", model="lexical-1")
