"""One word of a list exchanged for another of its group: the quote says something else."""

import re
from collections.abc import Iterator, Sequence

from core.text import Span
from tests.bench.evidence.books import fold
from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.wording import chinese, english
from tests.bench.wording.lists import any_of, exchanged, groups, in_script

# Words that all stand for one another where a passage is told of another person throughout.
_THROUGHOUT = {
    "en": (("I", "he"), ("he", "I"), ("he", "she"), ("she", "he"), ("you", "we"), ("we", "they")),
    "zh": (("我", "他"), ("他", "我"), ("你", "我"), ("我", "你")),
}


def place_of(match: re.Match[str]) -> Span:
    return Span(match.start(), match.end())


def word_exchanged(name: str) -> Make:
    """A word first, then one of its uses: rare words count as much as common ones."""

    def make(maker: Maker) -> Iterator[Case | None]:
        language = maker.book.language
        lists = groups(in_script(exchanged(language)[name], maker.book))
        uses = uses_of([word for group in lists for word in group], maker)
        words = sorted(uses)
        while words:
            word = maker.rng.choice(words)
            others = [other for group in lists if word in group for other in group if other != word]
            other = maker.rng.choice(others)
            site = maker.rng.choice(uses[word])
            fits = language == "en" or not _beside(other, site)
            yield maker.replaced(place_of(site), other, f"{word} → {other}") if fits else None

    return make


def uses_of(words: Sequence[str], maker: Maker) -> dict[str, list[re.Match[str]]]:
    """Where each of the words stands; the longest that fits is the one that stands there."""
    uses: dict[str, list[re.Match[str]]] = {}
    for site in maker.sites(any_of(words, maker.book.language)):
        uses.setdefault(site.group(), []).append(site)
    return uses


def _beside(other: str, site: re.Match[str]) -> bool:
    """东西 is no place: where the other word stands beside it, both are one word."""
    text = site.string
    before = text[max(0, site.start() - len(other)) : site.start()]
    return other in (before, text[site.end() : site.end() + len(other)])


def throughout(maker: Maker) -> Iterator[Case | None]:
    """Every "he" of a passage is an "I", and so on."""
    language = maker.book.language
    while True:
        one, other = maker.rng.choice(_THROUGHOUT[language])
        place = maker.passage()
        passage = maker.text(place) if place else ""
        quote = any_of([one], language).sub(other, passage)
        changed = place and quote != passage and fold(quote) not in maker.book.folded
        yield Case(quote, place, f"{one} → {other}") if changed else None


def left_out(words: str) -> Make:
    """One of the words left out: only, also; 只 都."""

    def make(maker: Maker) -> Iterator[Case | None]:
        uses = uses_of(in_script(words, maker.book).split(), maker)
        found = sorted(uses)
        while found:
            word = maker.rng.choice(found)
            yield without(maker, place_of(maker.rng.choice(uses[word])), word)

    return make


def without(maker: Maker, site: Span, word: str) -> Case | None:
    """A passage without a word, and with one space where it stood."""
    spaced = maker.book.text[site.end : site.end + 1] == " "
    return maker.replaced(Span(site.start, site.end + spaced), "", f"{word} left out")


def put_in(words: str, before: re.Pattern[str]) -> Make:
    """One of the words put in before what `before` finds."""

    def make(maker: Maker) -> Iterator[Case | None]:
        sites = maker.sites(before)
        space = "" if maker.book.language == "zh" else " "
        choices = in_script(words, maker.book).split()
        while sites:
            site, word = maker.rng.choice(sites), maker.rng.choice(choices)
            added = f"{word}{space}{site.group()}"
            yield maker.replaced(place_of(site), added, f"{word} put in")

    return make


def by_language(makes: dict[str, Make]) -> Make:
    def make(maker: Maker) -> Iterator[Case | None]:
        return makes[maker.book.language](maker)

    return make


_PREDICATE = re.compile(
    r"(?<=[a-z] )(?:was|were|is|are|had|could|would|will|came|went|said|saw|knew)(?= [a-z])"
)
_HAN_PREDICATE = re.compile("(?<=[我你他他们])(?:是|会|要|想|来|去|说|說|听|聽|看|见|見|问|問)")
_SENTENCE_END = re.compile("(?<=[\u4e00-\u9fff])(?=[，。；！])(?<![吗嗎么麼乎呢])")


def _changed(name: str, what: str, make: Make, *languages: str) -> QuoteClass:
    return QuoteClass(name, what, Target.NONE, make, frozenset(languages or ("en", "zh")))


def _of_lists() -> Iterator[QuoteClass]:
    names = dict.fromkeys([*english.EXCHANGED, *chinese.EXCHANGED])
    for name in names:
        languages = [each for each in ("en", "zh") if name in exchanged(each)]
        what = "a word of the list is another of its group"
        yield _changed(name, what, word_exchanged(name), *languages)


CLASSES: Sequence[QuoteClass] = (
    *_of_lists(),
    _changed("pronouns throughout", "every he an I, every 他 a 我, and so on", throughout),
    _changed(
        "only, also, 只, 都 left out",
        "one of only, even, just, also ...; 只 才 都 也 亦 ...",
        by_language({"en": left_out(english.FOCUS), "zh": left_out(chinese.FOCUS)}),
    ),
    _changed(
        "only, also, 只, 都 put in",
        "the same before a verb",
        by_language(
            {
                "en": put_in(english.FOCUS, _PREDICATE),
                "zh": put_in(chinese.FOCUS, _HAN_PREDICATE),
            }
        ),
    ),
    _changed(
        "吗 么 乎 put in", "at a mark: a question", put_in(chinese.PARTICLES, _SENTENCE_END), "zh"
    ),
    _changed("岂 put in", "before a verb: a question", put_in("岂", _HAN_PREDICATE), "zh"),
)
