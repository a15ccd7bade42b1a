"""Connections: who can be asked, read from connections.toml and the environment.

Keys come from environment variables only. They are never stored, logged or shown: a Connection
holds the variable's name, not its value.
"""

import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.errors import ConfigurationError, NotFoundError
from core.llm.client import LLMClient, Message, Prompt
from core.llm.connection import LEXICAL, OPENAI_URL, Connection
from core.llm.errors import LLMError
from core.llm.recorded_client import RecordedClient

DEFAULT_MODEL = "gpt-4o-mini"
_KEY_FIELDS = frozenset({"api_key", "key", "token", "apikey", "secret", "password"})
_CHECK = "Reply with the one word OK."


@dataclass(frozen=True)
class Connections:
    """All connections by name, `lexical` always among them."""

    by_name: Mapping[str, Connection]

    def __iter__(self) -> Iterator[Connection]:
        return iter(self.by_name.values())

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def named(self, name: str) -> Connection:
        try:
            return self.by_name[name]
        except KeyError:
            raise NotFoundError(
                "There is no connection {name}. Add it to connections.toml or use one of: {known}.",
                name=name,
                known=", ".join(self.by_name),
            ) from None


def load_connections(path: Path, environ: Mapping[str, str]) -> Connections:
    """`lexical`, `openai` when the environment describes it, and what the file adds or replaces.

    A missing file is fine. Raises ConfigurationError naming file, connection, field and fix.
    """
    found = {LEXICAL.name: LEXICAL}
    if from_environment := _openai_from(environ):
        found[from_environment.name] = from_environment
    own: dict[str, Connection] = {}
    for name, fields in _tables(path):
        connection = _parsed(path, name, fields)
        if connection.name in own or connection.name == LEXICAL.name:
            raise ConfigurationError(
                "{file}: the connection {name} is there twice. Give each its own name.",
                file=path.name,
                name=connection.name,
            )
        own[connection.name] = connection
    return Connections({**found, **own})


class KeyStatus(StrEnum):
    SET = "set"
    MISSING = "missing"
    NOT_NEEDED = "not needed"


def key_status(connection: Connection, environ: Mapping[str, str]) -> KeyStatus:
    """Whether the key is there; never the key."""
    if connection.kind != "openai" or connection.api_key_env is None:
        return KeyStatus.NOT_NEEDED
    there = environ.get(connection.api_key_env, "").strip()
    return KeyStatus.SET if there else KeyStatus.MISSING


def open_client(
    connection: Connection,
    environ: Mapping[str, str],
    *,
    replies: Mapping[str, str] | None = None,
    limits_database: Path | None = None,
) -> LLMClient:
    """A client for the connection; `replies` (item -> raw reply) feeds a recorded one.

    `limits_database` is an SQLite file through which several processes share the per-minute
    limits. Raises ConfigurationError naming the variable of a missing or unusable key.
    """
    if connection.kind == "recorded":
        return RecordedClient(replies or {}, name=connection.name, label=connection.model)
    if connection.kind == "lexical":
        from core.llm.lexical_client import LexicalClient  # noqa: PLC0415 - loads numpy

        return LexicalClient(name=connection.name)
    from core.llm.openai_client import OpenAIClient  # noqa: PLC0415 - loads openai, 1 s

    return OpenAIClient(connection, _key(connection, environ), limits_database=limits_database)


@dataclass(frozen=True)
class ConnectionTest:
    """What one tiny call showed; `error` words the failure in the reader's language."""

    ok: bool
    latency_s: float
    model: str
    sentence: str
    error: LLMError | None = None


async def test_connection(client: LLMClient) -> ConnectionTest:
    """One real call. Every failure of a call comes back as one sentence with the fix."""
    if client.kind != "openai":
        return ConnectionTest(
            ok=True,
            latency_s=0.0,
            model=client.model,
            sentence=f"{client.model} needs no connection.",
        )
    prompt = Prompt(
        task="connection_test",
        template_id="",
        version="",
        language="en",
        template_hash="",
        variables={},
        messages=(Message("user", _CHECK),),
    )
    started = time.perf_counter()
    try:
        completion = await client.complete(prompt)
    except LLMError as error:
        waited = time.perf_counter() - started
        return ConnectionTest(
            ok=False, latency_s=waited, model=client.model, sentence=str(error), error=error
        )
    said = f"{completion.model} answered in {completion.latency_s:.2f} s."
    return ConnectionTest(
        ok=True, latency_s=completion.latency_s, model=completion.model, sentence=said
    )


test_connection.__test__ = False  # type: ignore[attr-defined] # pytest would run it otherwise


def _key(connection: Connection, environ: Mapping[str, str]) -> str | None:
    if connection.api_key_env is None:
        return None
    key = environ.get(connection.api_key_env, "").strip()
    if not key:
        raise ConfigurationError(
            "The connection {name} needs a key. Set the environment variable {variable}.",
            name=connection.name,
            variable=connection.api_key_env,
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigurationError(
            "The key in {variable} holds characters that no key has. Set the variable again.",
            variable=connection.api_key_env,
        )
    return key


def _openai_from(environ: Mapping[str, str]) -> Connection | None:
    base_url, key = environ.get("OPENAI_BASE_URL", ""), environ.get("OPENAI_API_KEY", "")
    if not (base_url or key):
        return None
    fields = {
        "base_url": base_url or OPENAI_URL,
        "model": environ.get("OPENAI_MODEL") or DEFAULT_MODEL,
        "api_key_env": "OPENAI_API_KEY" if key or not base_url else None,
    }
    return _parsed(Path("environment"), "openai", fields)


def _tables(path: Path) -> Iterator[tuple[str, Any]]:
    """(name, fields) of every `[name]` table and every `[[connection]]` entry."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            "{file} cannot be read as TOML: {problem}. Correct that place.",
            file=path.name,
            problem=error,
        ) from None
    for name, fields in content.items():
        if name == "connection" and isinstance(fields, list):
            yield from ((str(entry.get("name", "")), entry) for entry in fields)
        else:
            yield name, fields


def _parsed(path: Path, name: str, fields: Any) -> Connection:
    if not isinstance(fields, dict):
        raise ConfigurationError(
            "{file}: {name} stands outside a connection. Put it under a line such as [my-model].",
            file=path.name,
            name=name,
        )
    try:
        return Connection.model_validate({"name": name, **fields})
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        field = str(first["loc"][0]) if first["loc"] else "name"
        raise ConfigurationError(
            "{file}: connection {name}: {field}: {problem}. docs/connections.md shows each field.",
            file=path.name,
            name=name or "?",
            field=field,
            problem=_problem(field, first["type"], first["msg"]),
        ) from None


def _problem(field: str, kind: str, message: str) -> str:
    if kind == "extra_forbidden" and field.lower() in _KEY_FIELDS:
        return "a key does not belong in a file; name its environment variable in api_key_env"
    if kind == "extra_forbidden":
        return "there is no such field"
    return message.removeprefix("Value error, ")
