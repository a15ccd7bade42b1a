"""SQLite's file in a database's address, also where the address is one of SQLite's own URIs."""

from urllib.parse import parse_qsl, quote, unquote, urlencode

from core.errors import ConfigurationError

_SCHEME = "sqlite:///"
_YES = ("true", "yes", "on", "y", "t", "1")
"""As SQLAlchemy reads `uri=`."""
_OF_THE_DRIVER = frozenset(
    {"timeout", "isolation_level", "detect_types", "check_same_thread", "cached_statements"}
)
_IN_EFFECT = frozenset({("mode", "rw"), ("mode", "rwc"), ("cache", "private")})
"""What a plain address means anyway."""


def plain_address(address: str) -> str:
    """The address with SQLite's URI (`?uri=true`) replaced by the file that it names, so that one
    file has one name; any other address as it is.

    Raises ConfigurationError for options that the desk cannot honour, such as mode=ro.
    """
    location, _, query = address.partition("?")
    options = parse_qsl(query, keep_blank_values=True)
    if not location.startswith(_SCHEME) or dict(options).get("uri", "").lower() not in _YES:
        return address
    file = unquote(location.removeprefix(_SCHEME))
    if file.startswith("file:"):
        uri, _, more = file.removeprefix("file:").partition("#")[0].partition("?")
        file = unquote(_without_host(uri))
        options += parse_qsl(more, keep_blank_values=True)
    kept = [(name, value) for name, value in options if name in _OF_THE_DRIVER]
    refused = [
        f"{name}={value}"
        for name, value in options
        if name not in {"uri", *_OF_THE_DRIVER} and (name, value) not in _IN_EFFECT
    ]
    if refused:
        raise ConfigurationError(
            "The database address has options that are not supported ({options}). Use "
            "sqlite:///FILE.",
            options=", ".join(refused),
        )
    return f"{_SCHEME}{quote(file, safe='/:')}" + (f"?{urlencode(kept)}" if kept else "")


def sqlite_file(address: str) -> str:
    """The file of an SQLite address as SQLAlchemy reads it; empty or `:memory:` for none."""
    location = plain_address(address).partition("?")[0]
    return unquote(location.partition("://")[2].removeprefix("/"))


def _without_host(uri: str) -> str:
    """SQLite takes `///FILE` and `//localhost/FILE`, and refuses every other host."""
    if not uri.startswith("//"):
        return uri
    host, slash, path = uri.removeprefix("//").partition("/")
    if host not in {"", "localhost"}:
        raise ConfigurationError(
            "The database address names the host {host}. Use sqlite:///FILE.", host=host
        )
    return slash + path
