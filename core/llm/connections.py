"""All connections to models, read from connections.toml and the environment.

Keys come from environment variables only. They are never stored, logged or shown: a Connection
holds the variable's name, not its value.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.errors import ConfigurationError, NotFoundError
from core.files import path_may_exist
from core.llm.client import LLMClient
from core.llm.connection import LEXICAL, OPENAI_URL, Connection
from core.llm.connection_errors import outside_a_connection, unreadable_file, unusable_entry
from core.llm.embeddings import Embedder
from core.llm.recorded.recorded_client import RecordedClient

DEFAULT_MODEL = "gpt-4o-mini"
OPENAI = "openai"
"""The connection that the environment describes."""


@dataclass(frozen=True)
class Connections:
    """Connections by name, always with `lexical`; iterates over those that answer questions."""

    by_name: Mapping[str, Connection]

    def __iter__(self) -> Iterator[Connection]:
        return (entry for entry in self.by_name.values() if entry.kind != "embeddings")

    @property
    def embeddings(self) -> tuple[Connection, ...]:
        """Connections that provide vectors and answer no questions."""
        return tuple(entry for entry in self.by_name.values() if entry.kind == "embeddings")

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def named(self, name: str) -> Connection:
        try:
            return self.by_name[name]
        except KeyError:
            pass
        if name == OPENAI:
            raise NotFoundError(
                "The connection openai is not set up. Set OPENAI_API_KEY (or OPENAI_BASE_URL for "
                "your own endpoint), or add it to connections.toml."
            )
        raise NotFoundError(
            "There is no connection {name}. Add it to connections.toml or use one of: {known}.",
            name=name,
            known=", ".join(self.by_name),
        )


def load_connections(path: Path, environ: Mapping[str, str]) -> Connections:
    """`lexical`, `openai` if the environment describes it, and what the file adds or replaces.

    A missing file is fine unless DESK_CONNECTIONS asks for it. Raises ConfigurationError naming
    file, connection, field and fix.
    """
    if environ.get("DESK_CONNECTIONS") and not path_may_exist(path):
        raise ConfigurationError(
            "File {path} does not exist. Correct DESK_CONNECTIONS, or create the file.",
            path=str(path),
        )
    built_in = {LEXICAL.name: LEXICAL}
    if from_environment := _openai_from(environ):
        built_in[from_environment.name] = from_environment
    from_file: dict[str, Connection] = {}
    for name, fields in _tables(path):
        connection = _parsed(path.name, name, fields)
        if connection.name in from_file or connection.name == LEXICAL.name:
            raise ConfigurationError(
                "{file}: the connection {name} appears twice. Give each its own name.",
                file=path.name,
                name=connection.name,
            )
        from_file[connection.name] = connection
    return Connections({**built_in, **from_file})


class KeyStatus(StrEnum):
    SET = "set"
    MISSING = "missing"
    NOT_NEEDED = "not needed"


def key_status(connection: Connection, environ: Mapping[str, str]) -> KeyStatus:
    """Whether the connection's key is set; never the key itself."""
    if not connection.is_endpoint or connection.api_key_env is None:
        return KeyStatus.NOT_NEEDED
    if environ.get(connection.api_key_env, "").strip():
        return KeyStatus.SET
    return KeyStatus.MISSING if connection.key_required else KeyStatus.NOT_NEEDED


def open_client(
    connection: Connection,
    environ: Mapping[str, str],
    *,
    replies: Mapping[str, str] | None = None,
    shared_by: str | None = None,
) -> LLMClient:
    """A client for the connection; `replies` (item -> raw reply) feeds a recorded one.

    `shared_by` is the address of the database through which several processes share the
    connection's limits. Raises ConfigurationError naming the variable of a missing or unusable
    key, or for a connection that gives embeddings.
    """
    if connection.kind == "embeddings":
        raise ConfigurationError(
            "{name} provides embeddings and cannot answer questions. Choose a model connection.",
            name=connection.name,
        )
    if connection.kind == "recorded":
        return RecordedClient(replies or {}, name=connection.name, label=connection.model)
    if connection.kind == "lexical":
        from core.llm.lexical_client import LexicalClient  # noqa: PLC0415 - loads numpy

        return LexicalClient(name=connection.name)
    from core.llm.openai_api.openai_client import OpenAIClient  # noqa: PLC0415 - loads openai, 1 s

    return OpenAIClient(connection, _key(connection, environ), shared_by=shared_by)


def open_embedder(
    connection: Connection, environ: Mapping[str, str], *, shared_by: str | None = None
) -> Embedder:
    """Like `open_client`, for a connection of the kind "embeddings"."""
    if connection.kind != "embeddings":
        raise ConfigurationError(
            'The connection {name} provides no embeddings. Choose one with kind = "embeddings".',
            name=connection.name,
        )
    from core.llm.openai_api.openai_client import OpenAIEmbedder  # noqa: PLC0415 - loads openai, 1 s

    return OpenAIEmbedder(connection, _key(connection, environ), shared_by=shared_by)


def _key(connection: Connection, environ: Mapping[str, str]) -> str | None:
    if connection.api_key_env is None:
        return None
    key = environ.get(connection.api_key_env, "").strip()
    if not key and not connection.key_required:
        return None
    if not key:
        raise ConfigurationError(
            "The connection {name} needs a key. Set the environment variable {variable}.",
            name=connection.name,
            variable=connection.api_key_env,
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigurationError(
            "The key in {variable} contains invalid characters. Set the variable again.",
            variable=connection.api_key_env,
        )
    return key


def _openai_from(environ: Mapping[str, str]) -> Connection | None:
    """The connection that OPENAI_* variables describe; its key is optional with OPENAI_BASE_URL."""
    base_url, key = environ.get("OPENAI_BASE_URL", ""), environ.get("OPENAI_API_KEY", "")
    if not (base_url or key):
        return None
    fields = {
        "base_url": base_url or OPENAI_URL,
        "model": environ.get("OPENAI_MODEL") or DEFAULT_MODEL,
        "api_key_env": "OPENAI_API_KEY",
        "key_required": not base_url,
    }
    return _parsed("environment", OPENAI, fields)


def _tables(path: Path) -> Iterator[tuple[str, Any]]:
    """(name, fields) of every `[name]` table and every `[[connection]]` entry."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return
    except OSError as error:
        raise unreadable_file(str(path), error) from None
    except ValueError as error:
        raise unreadable_file(path.name, error) from None
    for name, fields in content.items():
        if name == "connection" and isinstance(fields, list):
            yield from ((str(entry.get("name", "")), entry) for entry in fields)
        else:
            yield name, fields


def _parsed(file: str, name: str, fields: Any) -> Connection:
    if not isinstance(fields, dict):
        raise outside_a_connection(file, name)
    try:
        return Connection.model_validate({"name": name, **fields})
    except ValidationError as error:
        raise unusable_entry(file, name, error) from None
