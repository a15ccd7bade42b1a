"""Errors that a user can act on; each message says what to do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Translate = Callable[[str], str]


def _untranslated(text: str) -> str:
    return text


def _filled(message: str, params: Mapping[str, object], translate: Translate) -> str:
    """The translated template; sentences among `params`, also in tuples, are translated too."""
    template = translate(message)
    if not params:
        return template
    return template.format(**{name: _word(value, translate) for name, value in params.items()})


def _word(value: object, translate: Translate) -> object:
    if isinstance(value, tuple):
        return translate(", ").join(str(_word(item, translate)) for item in value)
    return value.translate(translate) if isinstance(value, DeskError | Sentence) else value


class DeskError(Exception):
    """An error whose message is a sentence with the fix, to be shown as it is.

    `message` is a format template and `params` fill it, so that a page can show the same error in
    the reader's language: `error.translate(gettext)`.
    """

    def __init__(self, message: str, /, **params: object) -> None:
        self.message = message
        self.params = params
        super().__init__(message, params)

    def translate(self, translate: Translate = _untranslated) -> str:
        return _filled(self.message, self.params, translate)

    def __str__(self) -> str:
        return self.translate()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A translatable message with its parameters, fit to be stored and translated later."""

    message: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)

    @classmethod
    def from_error(cls, error: DeskError) -> "Sentence":
        plain = {
            name: value if isinstance(value, int | float) else str(_word(value, _untranslated))
            for name, value in error.params.items()
        }
        return cls(error.message, plain)

    @classmethod
    def stored(cls, record: Mapping[str, Any]) -> "Sentence":
        """From a stored record of `message` and `params`."""
        return cls(record["message"], dict(record["params"]))

    @classmethod
    def verbatim(cls, text: str) -> "Sentence":
        """Text of another program, which is never translated."""
        return cls("{said}", {"said": text})

    def translate(self, translate: Translate = _untranslated) -> str:
        return _filled(self.message, self.params, translate)

    def __str__(self) -> str:
        return self.translate()


class InputError(DeskError):
    """An unusable file, row or argument; names the place, the problem and the fix."""

    def __init__(
        self,
        message: str,
        /,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
        **params: object,
    ) -> None:
        super().__init__(message, **params)
        self.file = file
        self.line = line
        self.field = field

    def translate(self, translate: Translate = _untranslated) -> str:
        places = []
        if self.file:
            places.append(self.file)
        if self.line is not None:
            places.append(translate("line {line}").format(line=self.line))
        if self.field:
            places.append(translate("field {field}").format(field=self.field))
        sentence = super().translate(translate)
        if not places:
            return sentence
        where, *more = places
        for place in more:
            where = translate("{where}, {place}").format(where=where, place=place)
        return translate("{name}: {value}").format(name=where, value=sentence)


class ConfigurationError(DeskError):
    """A missing or invalid setting, connection or environment variable."""


class NotFoundError(DeskError):
    """A named run, item, source or template that does not exist."""


class ForbiddenError(DeskError):
    """An action that the user's role does not allow; says whom to ask."""
