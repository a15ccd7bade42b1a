"""What is never told: the secrets that this process was given, and whatever looks like one."""

import re
from collections.abc import Collection, Iterator, Mapping
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from core.errors import ConfigurationError
from core.settings import Settings

HIDDEN = "[hidden]"
_SHORTEST = 6
"""A shorter value is a word of many lines, and no key."""

_IS_SECRET = re.compile(r"(?i)(?:(?:^|_)(?:key|token|pwd)|secret|passwd|password)$")
"""Names of variables and of an address's parts whose values are secrets."""

_UP_TO_AT = re.compile(r"(?<!\S)\S*@")
"""Up to the last @: a password that holds such a sign is often written as it is."""
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


def redact_secrets(said: str, known: Collection[str] = ()) -> str:
    """`known` values are hidden, and passwords in addresses and whatever looks like a key."""
    for value in sorted(known, key=len, reverse=True):
        said = said.replace(value, HIDDEN)
    said = _UP_TO_AT.sub(_without_password, said)
    return _NAMED.sub(rf"\1{HIDDEN}", _KEY.sub(HIDDEN, said))


def _without_password(address: re.Match[str]) -> str:
    user = _USER.search(address[0], 0, len(address[0]) - 2)
    return f"{address[0][: user.end()]}{HIDDEN}@" if user else address[0]


def known_secrets(settings: Settings, environ: Mapping[str, str]) -> frozenset[str]:
    """The keys that the connections name, what else of the environment is named as a secret, and
    the database's password; as they are written there, and as they are meant.
    """
    names = {name for name in environ if _IS_SECRET.search(name)} | _keys_of(settings, environ)
    found = {environ.get(name, "").strip() for name in names}
    found |= set(_in_address(settings.database_url))
    return frozenset(value for value in found if len(value) >= _SHORTEST)


def _keys_of(settings: Settings, environ: Mapping[str, str]) -> set[str]:
    from core.llm import load_connections  # noqa: PLC0415 - logs are set up before much is loaded

    try:
        known = load_connections(settings.connections_file, environ)
    except ConfigurationError:
        return set()  # whoever asks a connection will say so
    return {one.api_key_env for one in known.by_name.values() if one.api_key_env}


def _in_address(url: str) -> Iterator[str]:
    parts = urlsplit(url)
    said = [parts.password or ""]
    said += [value for name, value in parse_qsl(parts.query) if _IS_SECRET.search(name)]
    for password in said:
        yield from {password, unquote(password), quote(password, safe="")}
