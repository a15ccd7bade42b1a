"""Hide secrets in text: those this process was given, and whatever looks like one."""

import re
from collections.abc import Collection, Iterator, Mapping
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from core.errors import ConfigurationError
from core.settings import Settings

HIDDEN = "[hidden]"
_SHORTEST = 6
"""Characters; a shorter value is taken for an ordinary word, not a key."""

_IS_SECRET = re.compile(r"(?i)(?:(?:^|_)(?:key|token|pwd)|secret|passwd|password)$")
"""Names of environment variables and URL parameters whose values are secrets."""

_UP_TO_AT = re.compile(r"(?<!\S)\S*@")
"""Up to the last @, as passwords that contain one are often left unescaped."""
_USER = re.compile(r"://[^\s/:@]*:")
_KEY = re.compile(
    r"""\b(?:sk|pk|rk)-[\w-]{8,}
    | \b(?:gsk|hf|desk)_[\w-]{20,}
    | \bAIza[\w-]{20,}
    | (?i:(?<=\bbearer\s)|(?<=\bauthorization:\sbasic\s))[^\s"',}]+
    """,
    re.VERBOSE,
)
_NAMED = re.compile(
    r"""(?ix)
    ( \b \w* (?: (?: api | access | secret | private ) [_-]? key
              | password | passwd | pwd | secret | _token ) ["']? \s* [=:] \s*
    | [?&](?: key | token | sig ) =
    )
    (?: "[^"]+" | '[^']+' | [^\s&"'}]+ )
    """
)


def redact_secrets(text: str, known: Collection[str] = ()) -> str:
    """The text with `known` values, passwords in addresses, and what looks like a key hidden."""
    for value in sorted(known, key=len, reverse=True):
        text = text.replace(value, HIDDEN)
    text = _UP_TO_AT.sub(_without_password, text)
    return _NAMED.sub(rf"\1{HIDDEN}", _KEY.sub(HIDDEN, text))


def _without_password(address: re.Match[str]) -> str:
    user = _USER.search(address[0], 0, len(address[0]) - 2)
    return f"{address[0][: user.end()]}{HIDDEN}@" if user else address[0]


def known_secrets(settings: Settings, environ: Mapping[str, str]) -> frozenset[str]:
    """Keys of connections, other secrets of the environment by name, and the database's password.

    The password is given as written, percent-decoded and percent-encoded.
    """
    names = {name for name in environ if _IS_SECRET.search(name)} | _keys_of(settings, environ)
    secrets = {environ.get(name, "").strip() for name in names}
    secrets |= set(_in_address(settings.database_url))
    return frozenset(value for value in secrets if len(value) >= _SHORTEST)


def _keys_of(settings: Settings, environ: Mapping[str, str]) -> set[str]:
    from core.llm import load_connections  # noqa: PLC0415 - logs are set up before much is loaded

    try:
        connections = load_connections(settings.connections_file, environ)
    except ConfigurationError:
        return set()  # reported when a connection is used
    return {
        connection.api_key_env
        for connection in connections.by_name.values()
        if connection.api_key_env
    }


def _in_address(url: str) -> Iterator[str]:
    parts = urlsplit(url)
    passwords = [parts.password or ""]
    passwords += [value for name, value in parse_qsl(parts.query) if _IS_SECRET.search(name)]
    for password in passwords:
        yield from {password, unquote(password), quote(password, safe="")}
