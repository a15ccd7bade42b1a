"""Errors of connections.toml, each as one sentence with its fix."""

import re
import tomllib

from pydantic import ValidationError

from core.errors import ConfigurationError, Sentence
from core.files import system_reason

_KEY_FIELDS = frozenset({"api_key", "key", "token", "apikey", "secret", "password"})
_PLACE = re.compile(r"at line (\d+), column (\d+)")


_KEY_IN_FILE = Sentence(
    "{file}: connection {name}: {field}: keys must not be stored in the file. Name the "
    "environment variable in api_key_env."
)
_BY_FIELD = {
    "api_key_env": Sentence(
        "{file}: connection {name}: {field}: write the name of the environment variable, not the "
        "key."
    ),
    "name": Sentence(
        "{file}: connection {name}: {field}: use a name of up to 64 letters, digits, spaces and "
        ". : _ - that starts with a letter or digit."
    ),
    "kind": Sentence(
        "{file}: connection {name}: {field}: write openai, embeddings, lexical or recorded."
    ),
}
_BY_FAULT = {
    "extra_forbidden": Sentence(
        "{file}: connection {name}: {field}: unknown field. See docs/connections.md for all fields."
    ),
    "not_an_address": Sentence(
        "{file}: connection {name}: {field}: write a full address such as http://localhost:8000/v1."
    ),
    "more_than_an_address": Sentence(
        "{file}: connection {name}: {field}: write it without user, password or query; keys go in "
        "api_key_env."
    ),
    "missing": Sentence(
        "{file}: connection {name}: {field} is missing. Add it (see docs/connections.md)."
    ),
    "greater_than": Sentence("{file}: connection {name}: {field}: write a number greater than 0."),
    "greater_than_equal": Sentence(
        "{file}: connection {name}: {field}: write a number of at least 0."
    ),
    "bool_type": Sentence(
        "{file}: connection {name}: {field}: write true or false, without quotation marks."
    ),
    "string_type": Sentence("{file}: connection {name}: {field}: write a text in quotation marks."),
}
_INVALID = Sentence("{file}: connection {name}: {field}: invalid value. See docs/connections.md.")


def unusable_entry(file: str, name: str, error: ValidationError) -> ConfigurationError:
    """The error for the connection's first fault; never shows a value, which may be a key."""
    fault = error.errors(include_input=False, include_url=False)[0]
    kind, field = str(fault["type"]), str(fault["loc"][0]) if fault["loc"] else "name"
    if kind == "extra_forbidden" and field.lower() in _KEY_FIELDS:
        sentence = _KEY_IN_FILE
    elif kind != "extra_forbidden" and field in _BY_FIELD:
        sentence = _BY_FIELD[field]
    else:
        sentence = _BY_FAULT.get(kind, _INVALID)
    return ConfigurationError(sentence.message, file=file, name=name or "?", field=field)


def outside_a_connection(file: str, name: str) -> ConfigurationError:
    return ConfigurationError(
        "{file}: {name} is outside a connection. Put it under a line such as [my-model].",
        file=file,
        name=name,
    )


def unreadable_file(file: str, error: OSError | ValueError) -> ConfigurationError:
    """The error for a file that cannot be opened, is not UTF-8 or is not TOML."""
    if isinstance(error, OSError):
        return ConfigurationError(
            "Cannot read {file} ({reason}). Set DESK_CONNECTIONS to a readable file.",
            file=file,
            reason=system_reason(error),
        )
    if not isinstance(error, tomllib.TOMLDecodeError):
        return ConfigurationError(
            "Cannot read {file}: it is not UTF-8. Save it as UTF-8.", file=file
        )
    if place := _PLACE.search(str(error)):
        return ConfigurationError(
            "{file} is not valid TOML at line {line}, column {column}. Correct it there.",
            file=file,
            line=place[1],
            column=place[2],
        )
    return ConfigurationError(
        "{file} is not valid TOML: it ends too early. Close what is left open at its end.",
        file=file,
    )
