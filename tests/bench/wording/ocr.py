"""Slips of a scanner, and of fingers: what makes no other word is written form."""

import re
from collections.abc import Iterator, Sequence

from tests.bench.evidence import typos
from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.wording import chinese
from tests.bench.wording.letters import is_word
from tests.bench.wording.lists import groups, in_script

GENERATOR = """\
Scanning errors: each letter slips with the probability stated, at least one in a quote. Of ten
slips eight are of a table (e c, h b, n u, l 1 i, o 0, rn m, cl d, vv w, s 5 ...), one loses the
letter, one puts another in its place. Where a slip makes another word (one of a novel of the folder
or of a list) the quote is counted apart; each passage is tried 20 times for either.
"Scanned as it comes" takes quotes of 100
to 400 characters with whatever slips they get; before words were content about 83, 42 and 28 % of
them were found, near the 83, 47 and 27 % that were first reported with another generator. In
Chinese a slip takes a look-alike, where the character has one."""
_PAIRS = "rn m|m rn|cl d|d cl|vv w|w vv|ii u|li h|nn m|in m|ri n"
_SINGLE = """
e co|c eo|h bk|b hl|n ur|u nv|l 1it|i l1j|t fl|f tl|o 0ec|a os|s 5a|g q9|q g|r vt|v yr|y vg|k hx
j i|x z|z 2|p q|I l1|O 0Q|B 8R|S 5|C GO|G C6|E FB|H N|N H|T IF|D O|M N|W V
"""
_CONFUSED = {
    one: others.split() for one, others in (entry.split(" ", 1) for entry in _PAIRS.split("|"))
} | {
    one: list(others)
    for one, others in (entry.split() for entry in _SINGLE.strip().replace("\n", "|").split("|"))
}
_TRIES = 20
_LONG = 100
_TOKEN = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")


def noisy(passage: str, share: float, maker: Maker, *, least: int = 1) -> str:
    """The passage with each letter slipped by chance, at least `least` (0 or 1) of them."""
    if maker.book.language == "zh":
        return _noisy_han(passage, share, maker)
    letters = [at for at, letter in enumerate(passage) if letter.isascii() and letter.isalpha()]
    if not letters:
        return passage
    slipped = {at for at in letters if maker.rng.random() < share}
    slipped |= {maker.rng.choice(letters)} if least and not slipped else set()
    written, at = [], 0
    while at < len(passage):
        taken, instead = _slip(passage, at, maker) if at in slipped else (1, passage[at])
        written.append(instead)
        at += taken
    return "".join(written)


def _slip(passage: str, at: int, maker: Maker) -> tuple[int, str]:
    """How many letters from `at` on are read as what."""
    rng, kind = maker.rng, maker.rng.random()
    if kind < 0.1:
        return 1, ""
    pair = passage[at : at + 2]
    if kind < 0.9 and pair in _CONFUSED and rng.random() < 0.5:
        return 2, rng.choice(_CONFUSED[pair])
    if kind < 0.9 and passage[at] in _CONFUSED:
        return 1, rng.choice(_CONFUSED[passage[at]])
    return 1, rng.choice([each for each in "abcdefghijklmnoprstuvwy" if each != passage[at]])


def _noisy_han(passage: str, share: float, maker: Maker) -> str:
    alike = groups(in_script(chinese.LOOK_ALIKES, maker.book))
    others = {each: [o for o in group if o != each] for group in alike for each in group}
    able = [at for at, character in enumerate(passage) if character in others]
    if not able:
        return passage
    count = max(1, round(share * len(passage)))
    written = list(passage)
    for at in maker.rng.sample(able, min(count, len(able))):
        written[at] = maker.rng.choice(others[passage[at]])
    return "".join(written)


def makes_word(passage: str, quote: str, maker: Maker) -> bool:
    """Whether a token of the quote that the passage has not is a word of a book."""
    had = set(_TOKEN.findall(passage))
    books = [maker.book, *maker.others]
    return any(
        token.isalpha() and is_word(token, books)
        for token in _TOKEN.findall(quote)
        if token not in had
    )


def ocr(share: float, *, word: bool) -> Make:
    """`word`: some slip makes another word, else none does."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            place = maker.passage()
            passage = maker.text(place) if place else ""
            tries = (noisy(passage, share, maker) for _ in range(_TRIES if place else 0))
            fits = (quote for quote in tries if makes_word(passage, quote, maker) == word)
            quote = next(fits, passage)
            yield Case(quote, place) if quote != passage else None

    return make


def as_scanned(share: float) -> Make:
    """Whatever the slips make, and also where there are none, in longer quotes."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            place = maker.passage()
            if place is None or len(place) < _LONG:
                yield None
                continue
            yield Case(noisy(maker.text(place), share, maker, least=0), place)

    return make


def _ocr_class(share: float, *, word: bool) -> QuoteClass:
    return QuoteClass(
        f"scanning errors, {share:.0%}" + (", one makes another word" if word else ""),
        "letters read as others" + (", at least one word read as another" if word else ""),
        Target.NEARLY_ALL,
        ocr(share, word=word),
        frozenset({"en"}),
        measured=True,
    )


CLASSES: Sequence[QuoteClass] = (
    *(_ocr_class(share, word=word) for word in (False, True) for share in (0.01, 0.03, 0.05)),
    *(
        QuoteClass(
            f"scanned as it comes, {share:.0%}",
            f"the same, whatever they make, or none; of {_LONG} to 400 characters",
            Target.NEARLY_ALL,
            as_scanned(share),
            frozenset({"en"}),
            measured=True,
        )
        for share in (0.01, 0.03, 0.05)
    ),
    QuoteClass(
        "typing errors",
        "of tests/bench/evidence/typos.py: one letter in twenty at the most, none makes a word of"
        " the book",
        Target.NEARLY_ALL,
        typos.typos,
        frozenset({"en"}),
    ),
)
