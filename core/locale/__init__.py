"""The desk's sentences in English and Chinese.

English is the source text. The other languages are gettext catalogues, compiled in memory when one
is first asked for, so that no compiled catalogue can go stale beside its source.
"""

from core.locale.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Wording, language_of, wording
from core.locale.marking import N_, N_n, plural_form

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "N_",
    "N_n",
    "Wording",
    "language_of",
    "plural_form",
    "wording",
]
