"""One frozen Settings, read once at the edge (app, worker, command line)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import ConfigurationError

DESK_VERSION = "0.1.0"
DEFAULT_TOKENIZER = "cl100k_base"


@dataclass(frozen=True)
class Settings:
    """Every environment name the desk reads; README lists them with their defaults."""

    database_url: str = "sqlite:///data/desk.db"
    connections_file: Path = Path("connections.toml")
    prices_file: Path = Path("prices.toml")
    tokenizer: str = DEFAULT_TOKENIZER
    max_upload_mb: int = 50
    log_level: str = "INFO"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """DATABASE_URL, DESK_CONNECTIONS, DESK_PRICES, DESK_TOKENIZER, DESK_MAX_UPLOAD_MB,
        DESK_LOG_LEVEL.
        """
        given = os.environ if environ is None else environ
        return cls(
            database_url=given.get("DATABASE_URL") or cls.database_url,
            connections_file=Path(given.get("DESK_CONNECTIONS") or cls.connections_file),
            prices_file=Path(given.get("DESK_PRICES") or cls.prices_file),
            tokenizer=given.get("DESK_TOKENIZER") or cls.tokenizer,
            max_upload_mb=_positive(given, "DESK_MAX_UPLOAD_MB", cls.max_upload_mb),
            log_level=given.get("DESK_LOG_LEVEL") or cls.log_level,
        )

    @property
    def max_upload_bytes(self) -> int:
        return self.max_upload_mb * 1024 * 1024


def _positive(environ: Mapping[str, str], name: str, default: int) -> int:
    raw = environ.get(name)
    if not raw:
        return default
    try:
        value = int(raw)
    except ValueError:
        value = 0
    if value < 1:
        raise ConfigurationError(
            "{name} is {value!r}. Set it to a whole number of at least 1.", name=name, value=raw
        )
    return value
