"""Which strings are words, by the lists of an English spell checker and a Chinese segmenter."""

import functools
import re

import rjieba
from spellchecker import SpellChecker

# The words of one and two letters; the list also has abbreviations of that length ("ln", "si").
_SHORT = frozenset(
    re.findall(
        r"\w+",
        "a i o ah am an as at ay be by do eh em go ha he hi ho id if im in is it la lo ma me mr ms "
        "my no of oh ok on or ox pa so st to up us we ye",
    )
)


# The list gives this count to words without one; the short ones among them are abbreviations.
_NEVER_COUNTED, _SHORT_WORD = 60, 4


@functools.cache
def _english_words() -> frozenset[str]:
    """Load about 140,000 words, with inflected forms and common names; 0.2 s and 15 MB, once."""
    listed = SpellChecker(language="en", distance=1).word_frequency.items()
    return frozenset(
        word.replace("'", "")
        for word, count in listed
        if len(word) > _SHORT_WORD or count > _NEVER_COUNTED
    )


def load_dictionaries() -> None:
    """Load both lists now instead of at the first look-up."""
    _english_words()
    is_chinese_word("词典")


def is_english_word(word: str) -> bool:
    """Whether a normalised word, or the one it is the possessive of, is in the list."""
    if len(word) < 3:
        return word in _SHORT
    words = _english_words()
    return word in words or (len(word) > 3 and word[-1] == "s" and word[:-1] in words)


@functools.lru_cache(maxsize=4096)
def is_chinese_word(characters: str) -> bool:
    """Whether two or more simplified characters are one word of a dictionary of 350,000."""
    return len(characters) > 1 and rjieba.cut(characters, hmm=False) == [characters]
