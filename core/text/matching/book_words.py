"""Which words a book and its language have, and the ways in which one word may be written."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from core.text.language.dictionary import is_english_word
from core.text.language.english_spelling import canonical_spelling, is_listed_spelling
from core.text.language.words import ENGLISH_NEGATORS


class Form(StrEnum):
    """How a written form differs.

    spelling: another spelling of the same words. misread: look-alike letters or one wrong letter,
    which make no word. article: a, an, the.
    """

    SPELLING = "spelling"
    MISREAD = "misread"
    ARTICLE = "article"


@dataclass(frozen=True)
class BookWords:
    """The words of a text.

    `holds`: whether normalised words occur in it. `near`: its words that are spelt like one.
    `names`: its words that are names. `is_english`: whether English word lists apply to it.
    """

    holds: Callable[[str], bool] = lambda _words: False
    near: Callable[[str], Sequence[str]] = lambda _word: ()
    names: Set[str] = frozenset()
    is_english: Callable[[], bool] = lambda: True

    def knows(self, word: str) -> bool:
        """Whether a word, or the one it is the possessive of, is of the language or of the text."""
        return (
            is_listed(word)
            or word in ENGLISH_NEGATORS
            or (len(word) > 2 and self.holds(word))
            or word in self.names
            or (len(word) > 3 and word[-1] == "s" and self.holds(word[:-1]))
        )

    def is_name(self, word: str) -> bool:
        return word in self.names or (word[-1] == "s" and word[:-1] in self.names)


NO_BOOK = BookWords()


def is_listed(word: str) -> bool:
    """Whether an English word is in a dictionary, in this spelling or another."""
    return (
        is_english_word(word)
        or is_listed_spelling(word)
        or is_english_word(canonical_spelling(word))
    )
