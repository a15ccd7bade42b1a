"""Quotes that differ in spelling alone: British, contracted, abbreviated, variant characters."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.evidence.noise import other_script
from tests.bench.wording import spellings
from tests.bench.wording.exchanged import place_of, uses_of
from tests.bench.wording.ocr import makes_word

_ARTICLE = re.compile(r"(?<=[a-z] )(?:a|an|the)(?= [a-z]{3,})(?! few| little| many| great| good)")
_LONG_WORD = re.compile(r"(?<![\w’'-])[a-z]{7,}(?![\w’'-])")
_LIGATURE = re.compile("ffi|ffl|ff|fi|fl")
_SIGNS = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_RADICAL_FORMS = (
    "见⻅长⻓门⻔马⻢鱼⻥鸟⻦青⻘页⻚风⻛飞⻜食⻝车⻋西⻄"
    "母⺟民⺠角⻆骨⻣鬼⻤龙⻰龟⻳麦⻨黄⻩齐⻬齿⻮贝⻉"
)
_RADICALS = dict(zip(_RADICAL_FORMS[::2], _RADICAL_FORMS[1::2], strict=True))
# Signs of the blocks of radicals and compatibility characters, by the character they stand for.
_COMPATIBLE = {
    unicodedata.normalize("NFKC", chr(code)): chr(code)
    for code in [*range(0x2F00, 0x2FD6), *range(0xF900, 0xFA6E)]
    if unicodedata.name(chr(code), "")
}
_SUPPLEMENT = re.compile(f"[{''.join(_RADICALS)}]")


def spelt_otherwise(lines: str) -> Make:
    """A spelling first, then one of its uses, as in `exchanged.word_exchanged`."""
    forms = spellings.pairs(lines)

    def make(maker: Maker) -> Iterator[Case | None]:
        straight = {form.replace("’", "'"): form for form in forms}
        uses = uses_of([*dict.fromkeys([*forms, *straight])], maker)
        words = sorted(uses)
        while words:
            word = maker.rng.choice(words)
            other = maker.rng.choice(forms[straight.get(word, word)])
            yield _rewritten(maker, maker.rng.choice(uses[word]), other)

    return make


def _rewritten(maker: Maker, site: re.Match[str], other: str) -> Case | None:
    """A passage with another spelling at `site`, also where `Maker.replaced` sees no change."""
    place = maker.passage(place_of(site))
    if place is None:
        return None
    text = maker.book.text
    quote = text[place.start : site.start()] + other + text[site.end() : place.end]
    return Case(quote, place, f"{site.group()} → {other}", site.start() - place.start)


def at_sites(pattern: re.Pattern[str], write: Callable[[str, Maker], str]) -> Make:
    """One place of the pattern is written otherwise."""

    def make(maker: Maker) -> Iterator[Case | None]:
        sites = maker.sites(pattern)
        while sites:
            site = maker.rng.choice(sites)
            other = write(site.group(), maker)
            yield _rewritten(maker, site, other) if other != site.group() else None

    return make


def article_exchanged(article: str, maker: Maker) -> str:
    return maker.rng.choice([other for other in ("a", "the") if other[0] != article[0]])


def article_left_out(maker: Maker) -> Iterator[Case | None]:
    sites = maker.sites(_ARTICLE)
    text = maker.book.text
    while sites:
        site = maker.rng.choice(sites)
        place = maker.passage(place_of(site))
        quote = text[place.start : site.start()] + text[site.end() + 1 : place.end] if place else ""
        # At the edge a passage without its article is a passage.
        inside = place and place.start < site.start()
        yield Case(quote, place, f"{site.group()} left out") if inside else None


def hyphenated(word: str, maker: Maker) -> str:
    at = maker.rng.randrange(3, len(word) - 2)
    return word[:at] + maker.rng.choice(["-\n", "\u00ad\n", "¬\n", "- \n"]) + word[at:]


def ligature_lost(letters: str, maker: Maker) -> str:
    return maker.rng.choice(["", " ", "\ufffd"])


def making_no_word(make: Make) -> Make:
    """Without the cases in which something of the quote is another word."""

    def made(maker: Maker) -> Iterator[Case | None]:
        for case in make(maker):
            word = case and case.truth and makes_word(maker.text(case.truth), case.quote, maker)
            yield None if word else case

    return made


def ligature_sign(letters: str, _maker: Maker) -> str:
    return _SIGNS[letters]


def all_rewritten(change: Callable[[str, Maker], str]) -> Make:
    """A class that rewrites the whole of a passage."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            place = maker.passage()
            passage = maker.text(place) if place else ""
            quote = change(passage, maker)
            yield Case(quote, place) if quote != passage else None

    return make


def radicals(passage: str, _maker: Maker) -> str:
    return _SUPPLEMENT.sub(lambda sign: _RADICALS[sign.group()], passage)


def compatible(passage: str, maker: Maker) -> str:
    return "".join(
        _COMPATIBLE[each] if each in _COMPATIBLE and maker.rng.random() < 0.5 else each
        for each in passage
    )


def variants(passage: str, maker: Maker) -> str:
    forms = spellings.pairs(spellings.VARIANTS)
    return "".join(maker.rng.choice(forms[each]) if each in forms else each for each in passage)


def scripts(passage: str, maker: Maker) -> str:
    return other_script(passage, maker)[0] if passage else ""


def _same(name: str, what: str, make: Make, *languages: str) -> QuoteClass:
    return QuoteClass(name, what, Target.NEARLY_ALL, make, frozenset(languages or ("en", "zh")))


CLASSES: Sequence[QuoteClass] = (
    _same("British and American", "honour honor ...", spelt_otherwise(spellings.BRITISH), "en"),
    _same("joined and hyphenated", "to-day, any one, ...", spelt_otherwise(spellings.JOINED), "en"),
    _same("contractions", "do not, don’t, ...", spelt_otherwise(spellings.CONTRACTED), "en"),
    _same("abbreviations", "Mr. Mister, & ...", spelt_otherwise(spellings.ABBREVIATED), "en"),
    _same("an article exchanged", "a the", at_sites(_ARTICLE, article_exchanged), "en"),
    _same("an article left out", "a, an, the", article_left_out, "en"),
    _same("hyphenated at a line's end", "in a word", at_sites(_LONG_WORD, hyphenated), "en"),
    _same("a ligature as a sign", "ﬁ ﬂ ﬀ", at_sites(_LIGATURE, ligature_sign), "en"),
    _same(
        "a ligature lost",
        "fi, fl, ff are nothing, a space or U+FFFD; what is left is no word",
        making_no_word(at_sites(_LIGATURE, ligature_lost)),
        "en",
    ),
    _same("variant characters", "every 裏 a 裡, 群 羣 ...", all_rewritten(variants), "zh"),
    _same("the other script", "OpenCC s2t, s2tw, s2hk", all_rewritten(scripts), "zh"),
    _same("radicals", "U+2E80: ⻅ ⻓ ⻔ ...", all_rewritten(radicals), "zh"),
    _same("compatibility characters", "U+2F00, U+F900", all_rewritten(compatible), "zh"),
)
