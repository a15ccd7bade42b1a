"""Reading a catalogue and choosing a language."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

HERE = Path(__file__).parent
DEFAULT_LANGUAGE = "en"
LANGUAGES = {"en": "English", "zh_CN": "简体中文"}
"""Language code -> its name in that language."""
FORMER = HERE / "former_wordings.json"
TRANSLATED = tuple(language for language in LANGUAGES if language != DEFAULT_LANGUAGE)
"""Languages with a catalogue; the default language is the code itself."""


@dataclass(frozen=True)
class Wording:
    """The desk's sentences in one language; in English the message itself.

    A sentence stored by an earlier release is shown in its present wording.
    """

    language: str
    catalogue: NullTranslations
    singulars: Mapping[str, str] = field(default_factory=dict)
    """Plural forms -> the singular that the catalogue lists them under."""

    def __call__(self, message: str) -> str:
        if not message:
            return ""  # gettext answers the empty message with the catalogue's header
        today = former_wordings().get(message, message)
        return self.catalogue.gettext(self.singulars.get(today, today))

    def count(self, singular: str, plural: str, n: int, **params: object) -> str:
        """The form for `n`, with `params` and `{n}` filled in, the latter as in 1,320."""
        return self.catalogue.ngettext(singular, plural, n).format(n=f"{n:,}", **params)


@lru_cache
def former_wordings() -> Mapping[str, str]:
    """Sentence stored by an earlier release -> its present wording."""
    former: dict[str, str] = json.loads(FORMER.read_text("utf-8"))
    return former


def catalogue_file(language: str) -> Path:
    """The catalogue of a language of `TRANSLATED`."""
    return HERE / language / "LC_MESSAGES" / "desk.po"


@lru_cache
def wording(language: str) -> Wording:
    """The wording of a language of `LANGUAGES`. Raises KeyError for any other."""
    LANGUAGES[language]
    return _compiled(language) if language in TRANSLATED else Wording(language, NullTranslations())


def _compiled(language: str) -> Wording:
    # Imported here, so that users of the library without translations need no Babel.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = BytesIO()
    with catalogue_file(language).open("rb") as file:
        catalogue = read_po(file, locale=language)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    # A stored sentence is either form, without its number, so the first form is used for both:
    # no language of `TRANSLATED` has more than one.
    singulars = {forms[1]: forms[0] for message in catalogue if (forms := _forms(message.id))}
    return Wording(language, GNUTranslations(compiled), singulars)


def _forms(message_id: object) -> tuple[str, str] | None:
    return message_id if isinstance(message_id, tuple) else None


def language_of(locale: str | None) -> str:
    """The language for a browser's locale such as `zh-CN`, `zh-Hant-TW` or `en-GB`."""
    return "zh_CN" if (locale or "").lower().startswith("zh") else DEFAULT_LANGUAGE
