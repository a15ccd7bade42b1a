"""Quotes that say something else than their source: none of them may be accepted."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.text import Span
from tests.bench.evidence import words
from tests.bench.evidence.books import fold
from tests.bench.evidence.cases import Case, Maker, QuoteClass, Target

# [12] may be the mark of a note, which says nothing.
DIGIT = re.compile(r"(?<![\[［〔])[0-9](?![\]］〕])")
_COMMON = 5


def _place(match: re.Match[str]) -> Span:
    return Span(match.start(), match.end())


def digit_changed(maker: Maker) -> Iterator[Case | None]:
    sites = maker.sites(DIGIT)
    while sites:
        site = maker.rng.choice(sites)
        other = maker.rng.choice([digit for digit in "0123456789" if digit != site.group()])
        yield maker.replaced(_place(site), other)


def numeral_changed(maker: Maker) -> Iterator[Case | None]:
    chinese = maker.book.language == "zh"
    sites = maker.sites(words.HAN_NUMERAL if chinese else words.ENGLISH_NUMBER)
    while sites:
        site = maker.rng.choice(sites)
        written = _other_han(site.group(), maker) if chinese else _other_english(site, maker)
        yield maker.replaced(_place(site), *written) if written else None


def _other_han(numeral: str, maker: Maker) -> tuple[str, str] | None:
    value = words.HAN_VALUES.get(numeral)
    if value is None:
        return None
    size = 10 ** (len(str(value)) - 1)
    other = maker.rng.randrange(size, 10 * size)
    if other == value:
        return None
    if maker.rng.random() < 0.2:
        return str(other), "in digits"
    return ("两" if other == 2 else words.han_numeral(other)), "in words"


def _other_english(site: re.Match[str], maker: Maker) -> tuple[str, str] | None:
    word = site.group()
    family = next(family for family in words.NUMBER_FAMILIES if word in family)
    other = maker.rng.choice([each for each in family if each != word])
    text = maker.book.text
    around = text[max(0, site.start() - 12) : site.end() + 12].split(word, 1)
    alone = not any(words.ENGLISH_NUMBER.search(part.replace("-", " ")) for part in around)
    if alone and other in words.DIGITS_OF and maker.rng.random() < 0.2:
        return str(words.DIGITS_OF[other]), "in digits"
    return other, "in words"


def negation_removed(maker: Maker) -> Iterator[Case | None]:
    chinese = maker.book.language == "zh"
    sites = maker.sites(words.HAN_NEGATION if chinese else words.ENGLISH_NEGATION)
    while sites:
        site = maker.rng.choice(sites)
        word, place = site.group(), _place(site)
        if chinese:
            yield maker.replaced(place, "", word)
            continue
        stem, contracted, _ = word.rpartition("n’t") if "’" in word else word.rpartition("n't")
        if contracted:
            yield maker.replaced(place, maker.rng.choice(words.UNDENIED.get(stem, [stem])), "n’t")
            continue
        other = maker.rng.choice(words.UNDENIED[word])
        if not other:
            place = Span(place.start, place.end + 1)
        yield maker.replaced(place, other, word)


def negation_inserted(maker: Maker) -> Iterator[Case | None]:
    if maker.book.language == "zh":
        yield from _inserted_han(maker)
    else:
        yield from _inserted_english(maker)


def _inserted_han(maker: Maker) -> Iterator[Case | None]:
    said, told = maker.sites(words.HAN_ASSERTION), maker.sites(words.HAN_COMMAND)
    while said and told:
        if maker.rng.random() < 0.15:
            site, negator = maker.rng.choice(told), maker.rng.choice("别莫休勿")
        else:
            site = maker.rng.choice(said)
            kinds = (
                ("不", "不", "未") if site.group() in "是能会敢肯要" else ("不", "没", "没有", "未")
            )
            negator = maker.rng.choice(kinds)
        yield maker.replaced(_place(site), negator + site.group(), negator)


def _inserted_english(maker: Maker) -> Iterator[Case | None]:
    verbs = maker.sites(words.ENGLISH_AUXILIARY)
    articles, withs = maker.sites(words.ENGLISH_ARTICLE), maker.sites(words.ENGLISH_WITH)
    while verbs and articles and withs:
        draw, rng = maker.rng.random(), maker.rng
        if draw < 0.8:
            site = rng.choice(verbs)
            verb = site.group()
            contracted = words.WITH_NT.get(verb, verb + "n’t")
            kinds = {
                "not": f"{verb} not",
                "never": f"{verb} never",
                "n’t": contracted,
                "n't": contracted.replace("’", "'"),
                "hardly": f"{verb} hardly",
            }
            variant = rng.choice(["not", "not", "not", "never", "n’t", "n't", "hardly"])
            yield maker.replaced(_place(site), kinds[variant], variant)
        elif draw < 0.9:
            yield maker.replaced(_place(rng.choice(articles)), "no", "no")
        else:
            yield maker.replaced(_place(rng.choice(withs)), "without", "without")


def name_replaced(maker: Maker) -> Iterator[Case | None]:
    return _names(maker, rare=False, places=False)


def place_replaced(maker: Maker) -> Iterator[Case | None]:
    return _names(maker, rare=False, places=True)


def rare_name_replaced(maker: Maker) -> Iterator[Case | None]:
    return _names(maker, rare=True, places=False)


def _names(maker: Maker, *, rare: bool, places: bool) -> Iterator[Case | None]:
    """One use of a name replaced by another name (place by place), of which half are common."""
    sites, uses = _named(maker)
    common = [name for name in uses if uses[name] >= _COMMON]
    everyone = list(uses)
    wanted = [
        site
        for site in sites
        if (uses[site.group()] < _COMMON) == rare and (rare or _is_place(site) == places)
    ]
    # A name first, so that the hero does not fill the class.
    names = sorted({site.group() for site in wanted})
    uses_of = {name: [site for site in wanted if site.group() == name] for name in names}
    while names and common:
        name = maker.rng.choice(names)
        other = maker.rng.choice(common if maker.rng.random() < 0.5 else everyone)
        alike = (other in words.PLACES) == (name in words.PLACES)
        if words.same_person(name, other) or not (alike or rare):
            yield None
        else:
            yield maker.replaced(_place(maker.rng.choice(uses_of[name])), other)


def name_invented(maker: Maker) -> Iterator[Case | None]:
    """One use of a name that is common in the book replaced by what is no name in it."""
    sites, uses = _named(maker)
    names = sorted(name for name in uses if uses[name] >= _COMMON)
    uses_of = {name: [site for site in sites if site.group() == name] for name in names}
    invented = _invented_han if maker.book.language == "zh" else _invented_english
    while names:
        name = maker.rng.choice(names)
        variant, other = invented(name, maker)
        known = fold(other) in maker.book.folded and variant != "pronoun"
        site = maker.rng.choice(uses_of[name])
        yield None if known else maker.replaced(_place(site), other, variant)


def _invented_han(name: str, maker: Maker) -> tuple[str, str]:
    rng = maker.rng
    if rng.random() < 0.2 and name not in words.PLACES:
        return "pronoun", rng.choice("他她")
    if rng.random() < 0.25 and name not in words.PLACES:
        given = "".join(rng.sample(words.HAN_GIVEN, rng.choice([1, 2])))
        return "another name", rng.choice(words.HAN_SURNAMES) + given
    ending = next((end for end in words.HAN_ENDINGS if name.endswith(end)), "")
    at = rng.randrange(max(1, len(name) - len(ending)))
    taken = words.HAN_SURNAMES if at == 0 else words.HAN_GIVEN
    return "one character", name[:at] + rng.choice(taken) + name[at + 1 :]


def _invented_english(name: str, maker: Maker) -> tuple[str, str]:
    rng = maker.rng
    if rng.random() < 0.4:
        return "another name", rng.choice(words.OTHER_NAMES)
    letters = list(name)
    places = rng.sample(range(len(name)), 2 if len(name) > 4 and rng.random() < 0.5 else 1)
    for at in places:
        alphabet = "aeiou" if letters[at].lower() in "aeiou" else "bcdfghjklmnprstvwz"
        letter = rng.choice([each for each in alphabet if each != letters[at].lower()])
        letters[at] = letter.upper() if letters[at].isupper() else letter
    return ("one letter" if len(places) == 1 else "two letters"), "".join(letters)


def _is_place(site: re.Match[str]) -> bool:
    return site.group() in words.PLACES


def _named(maker: Maker) -> tuple[list[re.Match[str]], Counter[str]]:
    """Every use of a name, and how often each is used in the book."""
    if maker.book.language == "zh":
        # Of the casts known, the one that is this book's.
        sites = max((maker.sites(pattern) for pattern in words.HAN_NAMES), key=len)
        return sites, Counter(site.group() for site in sites)
    everything = Counter(re.findall(r"[A-Za-z]+", maker.book.text))
    sites = [
        site
        for site in maker.sites(words.ENGLISH_NAME)
        if everything[site.group().lower()] * 10 <= everything[site.group()]
    ]
    return sites, Counter({site.group(): everything[site.group()] for site in sites})


def absent(maker: Maker) -> Iterator[Case | None]:
    """Passages of another novel that the book does not hold."""
    while maker.others:
        other = maker.rng.choice(maker.others)
        place = maker.passage(book=other)
        quote = place.of(other.text) if place else ""
        yield Case(quote, None, f"from {other.name}") if _new(quote, maker) else None


def _new(quote: str, maker: Maker) -> bool:
    return bool(quote) and fold(quote) not in maker.book.folded


CLASSES: Sequence[QuoteClass] = (
    QuoteClass("digit changed", "one Arabic digit is another", Target.NONE, digit_changed),
    QuoteClass(
        "numeral changed",
        "a Chinese numeral or English number word is another, one in five written in digits",
        Target.NONE,
        numeral_changed,
    ),
    QuoteClass(
        "negation inserted",
        "不 没 未 别 ... before a verb; not, never, n’t, hardly after one; no for a, without for"
        " with",
        Target.NONE,
        negation_inserted,
    ),
    QuoteClass(
        "negation removed",
        "the same the other way round",
        Target.NONE,
        negation_removed,
    ),
    QuoteClass(
        "name replaced",
        "a person used at least 5 times in the book is another one of the book",
        Target.NONE,
        name_replaced,
    ),
    QuoteClass(
        "place replaced",
        "a place used at least 5 times in the book is another one of the book",
        Target.NONE,
        place_replaced,
    ),
    QuoteClass(
        "rare name replaced",
        "a name used 1 to 4 times in the book is another one of the book",
        Target.NONE,
        rare_name_replaced,
        measured=True,
    ),
    QuoteClass(
        "name invented",
        "a name used at least 5 times in the book is one that is none of the book's: a letter or"
        " two or a character exchanged, another name, in Chinese a pronoun",
        Target.NONE,
        name_invented,
    ),
    QuoteClass("absent", "passages of another novel", Target.NONE, absent),
)
