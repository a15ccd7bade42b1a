"""English and Chinese as equals: gettext catalogues read from .po files.

The .po files are compiled in memory when a language is first asked for, so that no compiled
catalogue can go stale beside its source.
"""

from core.locale.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Wording, language_of, wording

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "Wording", "language_of", "wording"]
