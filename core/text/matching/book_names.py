"""Find the names and words of a book by how it uses them; no list of names is needed.

In Latin letters a name is a word that stays capitalised. Chinese has no capitals: there a name is
what looks and is used like one (`core.text.language.chinese_names`), and any word may be a name.
"""

import re
from collections import Counter
from collections.abc import Iterable

from core.text.language.chinese_names import chinese_names
from core.text.language.chinese_words import chinese_words

_CAPITAL, _SMALL = "A-ZÀ-ÖØ-Þ", "a-zß-öø-ÿ"
_REST_OF_NAME = rf"(?:(?<=[DO])['’][{_CAPITAL}])?[{_SMALL}]+(?:[A-Z][a-z]+)*"
_AFTER_TITLE = "|".join(
    rf"(?<=\b{title}\.\s.)" for title in ("Mr", "Mrs", "Ms", "Dr", "St", "Capt", "Col")
)
_CAPITALISED = re.compile(rf"[{_CAPITAL}]{_REST_OF_NAME}")
# A capital after a small letter, a comma or a title is not that of a sentence's beginning.
_INSIDE_SENTENCE = re.compile(rf"[{_CAPITAL}](?:(?<=[a-z,;]\s.)|{_AFTER_TITLE}){_REST_OF_NAME}")
_SMALL_WORD = re.compile(r"(?<![A-Za-z'’])[a-zß-öø-ÿ]+")
# Uses of a name with a capital, inside sentences or anywhere, per use in small letters.
_CAPITALS_PER_SMALL = 5
_CAPITALS_EVERYWHERE_PER_SMALL = 10
# Uses of a name that only begins sentences.
_SURELY_ENOUGH = 5
# Uses with a capital, per use in small letters, of a word that is a name at times.
_CAPITALS_AT_TIMES = 0.1


class BookNames(frozenset[str]):
    """The names of a book in their normalised form.

    `words` may be names too: in Latin letters those that are names at times, in Chinese all words.
    `likely` are the Chinese words that look and are used like names.
    """

    words: frozenset[str]
    likely: frozenset[str]

    def __new__(
        cls, names: Iterable[str] = (), words: Iterable[str] = (), likely: Iterable[str] = ()
    ) -> "BookNames":
        self = super().__new__(cls, names)
        self.likely = frozenset(likely)
        self.words = frozenset(words)
        return self


def names_in(text: str) -> BookNames:
    """Return the names of a text, which its quotes must keep; 0.5 s per million characters."""
    always, at_times = _latin_names(text)
    words = chinese_words(text)
    sure, likely = chinese_names(text, words)
    return BookNames(always | sure, at_times | words.keys(), likely)


def _latin_names(text: str) -> tuple[set[str], set[str]]:
    """Return (names, words that are names at times)."""
    capitals, inside = (
        Counter[str](pattern.findall(text)) for pattern in (_CAPITALISED, _INSIDE_SENTENCE)
    )
    small = Counter(_SMALL_WORD.findall(text)) if capitals else Counter[str]()
    always, at_times = set(), set()
    for word, everywhere in capitals.items():
        uses = inside[word]
        # The apostrophe of O'Brien is not part of a normalised word.
        folded = re.sub("['’]", "", word).casefold()
        in_small = small[folded]
        if (uses or everywhere >= _SURELY_ENOUGH) and (
            uses > in_small * _CAPITALS_PER_SMALL
            or everywhere >= in_small * _CAPITALS_EVERYWHERE_PER_SMALL
        ):
            always.add(folded)
        elif uses > 1 and uses >= in_small * _CAPITALS_AT_TIMES:
            at_times.add(folded)
    return always, at_times
