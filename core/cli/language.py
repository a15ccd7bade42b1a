"""The language a command speaks: --language before it, DESK_LANGUAGE, else the system's locale."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from core.errors import ConfigurationError, Translate
from core.locale import DEFAULT_LANGUAGE, LANGUAGES, N_, N_n, language_of, wording

__all__ = ["N_", "N_n", "_", "_n", "chosen_language", "language", "speaking", "translate"]

OPTION = "--language"
VARIABLE = "DESK_LANGUAGE"
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""As POSIX ranks them."""
_LANGUAGE: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)


class Translatable(Protocol):
    """An error, a stored sentence, a warning of an import and the like."""

    def translate(self, translate: Translate, /) -> str: ...


def language() -> str:
    return _LANGUAGE.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language of `LANGUAGES`."""
    token = _LANGUAGE.set(code)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


def _(message: str) -> str:
    """Return the sentence in the command's language."""
    return wording(language())(message)


def _n(singular: str, plural: str, n: int, **params: object) -> str:
    """Return the form for `n`, with `{n}` and what else `params` name filled in."""
    return wording(language()).count(singular, plural, n, **params)


def translate(message: Translatable) -> str:
    return message.translate(_)


def chosen_language(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language for these arguments. Raises ConfigurationError for an unknown DESK_LANGUAGE; an
    unknown --language is left to the parser.
    """
    given = _given_before_command(arguments)
    if given in LANGUAGES:
        return given
    chosen = environ.get(VARIABLE)
    if chosen:
        if chosen not in LANGUAGES:
            raise ConfigurationError(
                "{name} is {value!r}. Set it to one of: {allowed}.",
                name=VARIABLE,
                value=chosen,
                allowed=", ".join(LANGUAGES),
            )
        return chosen
    return language_of(next(filter(None, map(environ.get, _LOCALES)), None))


def _given_before_command(arguments: Sequence[str]) -> str | None:
    """The last --language before the command, which may have an option of that name itself."""
    given = None
    rest = iter(arguments)
    for argument in rest:
        if argument == OPTION:
            given = next(rest, None)
        elif argument.startswith(f"{OPTION}="):
            given = argument.partition("=")[2]
        elif not argument.startswith("-"):
            break
    return given
