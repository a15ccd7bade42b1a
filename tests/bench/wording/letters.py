"""Letters and characters exchanged: another word is content, what is no word is a slip."""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.text.language.dictionary import is_english_word
from tests.bench.evidence.books import Book
from tests.bench.evidence.cases import Case, Maker, QuoteClass, Target
from tests.bench.wording import chinese, english
from tests.bench.wording.exchanged import place_of
from tests.bench.wording.lists import groups, in_script
from tests.bench.wording.moved import ENGLISH_WORD

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LEAST_USES = 3
# How often a pair of characters stands in the books, from which on it is read as a word.
_HAN_USES = 5
# Spellings of one word.
_SPELLINGS = re.compile("[sz]e|[ei]n|gr[ae]y|sh[eo]w|[iy]|ph?|ck?")


@functools.lru_cache(16)
def vocabulary(text: str) -> Counter[str]:
    """Lower-case words and how often they are used."""
    return Counter(re.findall(r"(?<![\w’'-])[a-z]+(?![\w’'-])", text))


@functools.lru_cache(16)
def _uses(text: str) -> Counter[str]:
    return Counter(text[at : at + 2] for at in range(len(text) - 1))


def is_word(word: str, books: Sequence[Book]) -> bool:
    """Whether any of the books uses it, or a list of these classes or a spell checker holds it."""
    small = word.lower()
    if small in _listed() or is_english_word(small):
        return True
    return any(vocabulary(book.text)[small] for book in books)


@functools.cache
def _listed() -> frozenset[str]:
    """Every word of the English lists."""
    return frozenset(re.findall("[a-z]+", " ".join(english.EXCHANGED.values())))


def one_letter_off(word: str) -> Iterator[str]:
    """Other words by one letter exchanged, left out or put in; no plural."""
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
        for letter in _LETTERS:
            yield word[:at] + letter + word[at + 1 :]
            yield word[:at] + letter + word[at:]


def letter_makes_word(maker: Maker) -> Iterator[Case | None]:
    """One letter makes another word that is used in the book."""
    known = vocabulary(maker.book.text)
    sites = maker.sites(ENGLISH_WORD)
    while sites:
        site = maker.rng.choice(sites)
        word = site.group()
        others = [
            other
            for other in dict.fromkeys(one_letter_off(word))
            if known[other] >= _LEAST_USES and len(other) >= 3 and not _same_word(word, other)
        ]
        if not others:
            yield None
            continue
        other = maker.rng.choice(others)
        yield maker.replaced(place_of(site), other, f"{word} → {other}")


def _same_word(one: str, other: str) -> bool:
    """The same, or spellings of one word: surprise and surprize."""
    simple = _SPELLINGS.sub("", one) == _SPELLINGS.sub("", other)
    return one == other or one + "s" == other or other + "s" == one or simple


def look_alike(maker: Maker, *, makes_word: bool) -> Iterator[Case | None]:
    """A character is one that looks like it, and makes a word with its neighbour, or none."""
    alike = groups(in_script(chinese.LOOK_ALIKES, maker.book))
    sites = maker.sites(re.compile(f"[{''.join(each for group in alike for each in group)}]"))
    books = [maker.book, *maker.others]
    while sites:
        site = maker.rng.choice(sites)
        character = site.group()
        others = [each for group in alike if character in group for each in group]
        other = maker.rng.choice([each for each in others if each != character])
        text = site.string
        before, after = text[site.start() - 1 : site.start()], text[site.end() : site.end() + 1]
        if not (before + after).isalpha() or len(before + after) < 2:
            yield None
            continue
        uses = max(
            _uses(book.text)[pair] for book in books for pair in (before + other, other + after)
        )
        fits = uses >= _HAN_USES if makes_word else uses == 0
        made = maker.replaced(place_of(site), other, f"{character} → {other}") if fits else None
        yield made


def other_word_by_look(maker: Maker) -> Iterator[Case | None]:
    return look_alike(maker, makes_word=True)


def slip_by_look(maker: Maker) -> Iterator[Case | None]:
    return look_alike(maker, makes_word=False)


CHANGED: Sequence[QuoteClass] = (
    QuoteClass(
        "one letter makes another word",
        "a letter exchanged, left out or put in; the book uses the other word too",
        Target.NONE,
        letter_makes_word,
        frozenset({"en"}),
    ),
    QuoteClass(
        "a look-alike makes another word",
        "己 已, 人 入, ...; with a neighbour it is a pair that the book uses 5 times or more",
        Target.NONE,
        other_word_by_look,
        frozenset({"zh"}),
    ),
)
SAME: Sequence[QuoteClass] = (
    QuoteClass(
        "a look-alike slip",
        "the same where no novel of the folder has the pair it makes",
        Target.NEARLY_ALL,
        slip_by_look,
        frozenset({"zh"}),
        measured=True,
    ),
)
