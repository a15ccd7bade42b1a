"""The language of a command: --language before it, else DESK_LANGUAGE, else the system's locale."""

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
"""Environment variables of the locale, in the order of POSIX."""
_LANGUAGE: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)


class Translatable(Protocol):
    """A message with a `translate` method, such as an error or a stored sentence."""

    def translate(self, translate: Translate, /) -> str: ...


def language() -> str:
    return _LANGUAGE.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use a language of `LANGUAGES` inside the context."""
    token = _LANGUAGE.set(code)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


def _(message: str) -> str:
    """Return the sentence in the command's language."""
    return wording(language())(message)


def _n(singular: str, plural: str, n: int, **params: object) -> str:
    """Return the form for `n`, with `{n}` and `params` filled in."""
    return wording(language()).count(singular, plural, n, **params)


def translate(message: Translatable) -> str:
    return message.translate(_)


def chosen_language(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language for these arguments. Raises ConfigurationError for an unknown DESK_LANGUAGE.

    An unknown --language is left to the parser.
    """
    option = _option_before_command(arguments)
    if option in LANGUAGES:
        return option
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


def _option_before_command(arguments: Sequence[str]) -> str | None:
    """The last --language before the command; a command may have an option of the same name."""
    value = None
    remaining = iter(arguments)
    for argument in remaining:
        if argument == OPTION:
            value = next(remaining, None)
        elif argument.startswith(f"{OPTION}="):
            value = argument.partition("=")[2]
        elif not argument.startswith("-"):
            break
    return value
