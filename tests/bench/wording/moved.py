"""Any word of the book exchanged, moved, left out or put in: the quote says something else."""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.text import Span
from tests.bench.evidence.books import fold
from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.wording import chinese, english
from tests.bench.wording.exchanged import by_language, place_of, without
from tests.bench.wording.lists import in_script

ENGLISH_WORD = re.compile(r"(?<![\w’'.-])[a-z]{3,}(?![\w’'-])")
# A word between an article and a preposition or a mark is mostly a noun.
_NOUN = re.compile(r"(?<=\bthe )[a-z]{4,}(?= (?:of|in|on|to|was|is|had|and|with|at)\b|[,.;])")
_NOUN_PHRASE = re.compile(r"(?<=[a-z] )[a-z]{4,}(?= (?:of|in|on|was|had)\b)")
_ARTICLES = frozenset(("the", "and", "any"))
_HAN_PAIR = re.compile("[\u4e00-\u9fff]{2}")
_LEAST_USES = 3
_HAN_USES, _HAN_TIES = 20, 25
"""A pair of characters is taken for a word if used so often, and more often so than by chance."""


@functools.lru_cache(8)
def han_words(text: str) -> frozenset[str]:
    """Two-character words of a book, told by how much more often they stand together."""
    pairs = Counter(
        text[at : at + 2] for at in range(len(text) - 1) if _HAN_PAIR.match(text, at, at + 2)
    )
    single = Counter(text)
    total = max(1, len(text))
    least = max(_LEAST_USES, min(_HAN_USES, total // 20_000))
    return frozenset(
        pair
        for pair, count in pairs.items()
        if count >= least and count * total >= _HAN_TIES * single[pair[0]] * single[pair[1]]
    )


def _han_sites(maker: Maker) -> list[re.Match[str]]:
    words = sorted(han_words(maker.book.text))
    return maker.sites(re.compile("|".join(words))) if words else []


def any_noun(maker: Maker) -> Iterator[Case | None]:
    """A noun is another noun of the book, a two-character word another one."""
    sites = _han_sites(maker) if maker.book.language == "zh" else maker.sites(_NOUN)
    words = sorted({site.group() for site in sites})
    while words:
        site, other = maker.rng.choice(sites), maker.rng.choice(words)
        word = site.group()
        # "Window" and "windows" are of another class.
        alike = word[:4] == other[:4] or set(word) & set(other) == set(word)
        yield None if alike else maker.replaced(place_of(site), other, f"{word} → {other}")


def neighbours_exchanged(maker: Maker) -> Iterator[Case | None]:
    """Two words beside one another change places."""
    chinese_book = maker.book.language == "zh"
    words = _han_sites(maker) if chinese_book else maker.sites(ENGLISH_WORD)
    beside = [
        (one, other)
        for one, other in pairwise(words)
        if one.string[one.end() : other.start()] == ("" if chinese_book else " ")
        and one.group() != other.group()
    ]
    while beside:
        one, other = maker.rng.choice(beside)
        yield _turned(one, other, maker)


def nouns_exchanged(maker: Maker) -> Iterator[Case | None]:
    """Dog bit man: two nouns of a passage stand in each other's place."""
    words = _han_sites(maker) if maker.book.language == "zh" else maker.sites(_NOUN)
    apart = [
        (one, other)
        for one, other in pairwise(words)
        if 0 < other.start() - one.end() <= 40 and one.group() != other.group()
    ]
    while apart:
        one, other = maker.rng.choice(apart)
        yield _turned(one, other, maker)


def _turned(one: re.Match[str], other: re.Match[str], maker: Maker) -> Case | None:
    between = one.string[one.end() : other.start()]
    turned = f"{other.group()}{between}{one.group()}"
    place = Span(one.start(), other.end())
    return maker.replaced(place, turned, f"{one.group()} ↔ {other.group()}")


def word_left_out(maker: Maker) -> Iterator[Case | None]:
    """Any word but an article, inside the passage."""
    sites = _han_sites(maker) if maker.book.language == "zh" else maker.sites(ENGLISH_WORD)
    while sites:
        site = maker.rng.choice(sites)
        kept = site.group() in _ARTICLES
        yield None if kept else without(maker, place_of(site), site.group())


def character_left_out(maker: Maker) -> Iterator[Case | None]:
    """A function word of one character."""
    sites = maker.sites(re.compile(f"[{in_script('在是从把被之其所以而则若因与及', maker.book)}]"))
    while sites:
        site = maker.rng.choice(sites)
        yield without(maker, place_of(site), site.group())


def word_put_in(adjectives: str, adverbs: str) -> Make:
    """An adjective before a noun, or an adverb before a verb."""

    def make(maker: Maker) -> Iterator[Case | None]:
        is_han = maker.book.language == "zh"
        nouns = _han_sites(maker) if is_han else maker.sites(_NOUN)
        verbs = maker.sites(_HAN_VERB if is_han else _VERB)
        space = "" if is_han else " "
        while nouns and verbs:
            sites, words = maker.rng.choice([(nouns, adjectives), (verbs, adverbs)])
            site = maker.rng.choice(sites)
            word = maker.rng.choice(in_script(words, maker.book).split()).replace("_", " ")
            if fold(word) in fold(maker.book.text[max(0, site.start() - 12) : site.end() + 12]):
                yield None
                continue
            added = f"{word}{space}{site.group()}"
            yield maker.replaced(place_of(site), added, f"{word} put in")

    return make


_VERB = re.compile(r"(?<=[a-z] )(?:[a-z]{3,}ed|came|went|said|saw|gave|took|told)(?= [a-z])")
_HAN_VERB = re.compile("(?<=[我你他])(?:来|來|去|说|說|看|见|見|问|問|走|想|听|聽)")


def _changed(name: str, what: str, make: Make, *languages: str) -> QuoteClass:
    return QuoteClass(name, what, Target.NONE, make, frozenset(languages or ("en", "zh")))


CLASSES: Sequence[QuoteClass] = (
    _changed("any noun", "a noun or two-character word is another one of the book", any_noun),
    _changed("neighbours exchanged", "two words beside one another", neighbours_exchanged),
    _changed("nouns exchanged", "two nouns of a passage: dog bit man", nouns_exchanged),
    _changed("a word left out", "any word but an article", word_left_out),
    _changed(
        "a character left out", "a function word: 在 是 从 之 而 ...", character_left_out, "zh"
    ),
    _changed(
        "a word put in",
        "an adjective before a noun or an adverb before a verb",
        by_language(
            {
                "en": word_put_in(english.PUT_IN, english.ADVERBS_PUT_IN),
                "zh": word_put_in(chinese.PUT_IN, chinese.ADVERBS_PUT_IN),
            }
        ),
    ),
)
