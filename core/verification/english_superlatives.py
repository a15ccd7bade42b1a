"""English superlatives made plain: the article before them, and what they are measured by after.

"The best coffee in town is back" is "Great coffee is back"; "our duvet is the warmest anywhere" is
"our duvet is very warm".
"""

import re
from collections.abc import Iterator, Sequence

from core.verification.replaced_words import WordEdit, tidied, written
from core.verification.text_measures import has_han

_NEAR, _FAR = 40, 120
"""Characters before and after a word that are read for its article, its noun and its measure."""

_CLAUSE_END = re.compile(r"[.;:!?—–](?:\s|$)|$")
_PLACE = (
    r"(?:in|of|on|across|around)\s(?:(?:all|the whole of|the|our)\s)?(?:world|town|country|market|"
    r"business|"
    r"industry|city|uk|us|usa|britain|america|england|europe|planet|earth|universe|year|high "
    r"street|net|"
    r"internet|web|known universe|season|shop|galaxy|neighbou?rhood)\b"
)
_EVER = (
    r"ever (?:made|built|sold|seen|created|produced|baked|designed|brewed|sewn|known|offered|"
    r"released)\b"
    r"|ever\b"
)
_YOU_EVER = (
    r"(?:that\s)?(?:you can buy|money can buy|(?:you|we)(?:['’]ve|['’]ll| have| "
    r"will)?\s(?:ever\s)(?:own|"
    r"need|use|find|wear|try|tried|taste|tasted|buy|have|seen|made|had|worn|owned|used|slept on|"
    r"offered|"
    r"sold))\b"
)
_NAMED_PLACE = r"(?-i:in [A-Z][a-z]+(?: [A-Z][a-z]+)?)(?=\s?[.,;:!?]|$)"
_MEASURE = re.compile(
    rf"\s?,?\s(?:{_PLACE}|{_NAMED_PLACE}|anywhere(?: else)?\b|(?:of|on) all time\b|"
    rf"{_EVER}|on sale anywhere\b|"
    rf"around\b(?=\s?[.,!?]|$)|bar none\b|hands down\b|by far\b|under the sun\b|{_YOU_EVER})",
    re.IGNORECASE,
)
_INTENSE = r"(?:very|absolute|absolutely|simply|single|undisputed|truly|really)"
_ARTICLE = re.compile(
    rf"(?P<of>\b(?:one|some)\sof\s)?\b(?P<det>the|an?)\s(?:{_INTENSE}\s){{0,2}}$"
    r"|\b(?:very|absolute|absolutely|simply)\s$",
    re.IGNORECASE,
)
_NOUN_PHRASE = re.compile(
    r"\s((?:[A-Za-z'’-]+\s){0,4}?[A-Za-z'’-]+)(?=\s?(?:[.,;:!?—–]|$)|\s(?:in|of|on|at|for|to|with|"
    r"from|and|"
    r"or|is|are|was|by|you|we|that|this|now|back|here|ever|when|has|have|your|made|drops|ships|"
    r"lands|"
    r"starts|starting|today|tonight|until|does|just|so|as|our|the|who|which|will|can|anywhere|"
    r"around)\b)"
)
_NO_NOUN = frozenset(
    re.findall(
        r"\S+",
        "in of on at for to with from and or is are by you we that this now ever around when "
        "since yet so it",
    )
)
_COUNTED = frozenset(
    re.findall(
        r"\S+",
        "way time place gift choice name brand thing day start match moment reason idea present "
        "companion answer solution addition treat fit finish end deal night morning weekend "
        "evening spot chance opportunity partner base backdrop excuse introduction pick option "
        "alternative snack mix blend balance",
    )
)
_MASS = frozenset(
    re.findall(
        r"\S+",
        "coffee tea quality value service chocolate food music sound skincare bread cheese wine "
        "beer advice care comfort support news fun fabric leather wool linen furniture hair skin "
        "sleep rest weather stuff gear luggage clothing footwear jewellery jewelry marmalade jam "
        "honey cream taste flavour flavor performance protection coverage power style savings "
        "craftsmanship staff oak pine cotton silk steel timber leather denim wood clay glass stock "
        "produce seafood beef pasta sushi rice milk butter ingredients equipment tuition training",
    )
)
_IS = re.compile(
    r"(?:\b(?:is|are|was|were|be|been|being|as|becomes?|makes?|like|it's|that's|deserves?|find|"
    r"found|give|"
    r"gives|for|call(?:ed)?|named|than)|['’]s|['’]re)\s(?:(?:you|simply|quite|just|dad|mum|mom|her|"
    r"him|"
    r"them|probably|possibly)\s)?$",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\b(?:and|or|with)\s$", re.IGNORECASE)
_ONLY_NEEDED = re.compile(
    r"\b(?P<the>[Tt]he) only(?: one)? (?P<thing>[\w-]+(?: [\w-]+)?) (?:that )?(?P<who>you|your \w+)"
    r"(?:['’]ll| will) ever (?:need|want|use|own|buy|wear)\b"
)
_ALONE = re.compile(r"(?:[,;:(–—-]\s?|^)$")


def stands_alone(text: str, edits: Sequence[WordEdit]) -> bool:
    """Whether a superlative has no noun and no verb, as in "Costumes, cheapest anywhere": the plain
    word would not stand there.
    """
    if has_han(text):
        return False
    return any(
        by and _ALONE.search(text, max(0, start - _NEAR), start) and _noun_of(text, end, by) is None
        for (start, end), by in edits
    )


_BEGINS = re.compile(r"(?:^|[.!?\n])\s{0,2}$")


def applied(text: str, edits: Sequence[WordEdit]) -> str:
    """The text with all edits made; English is put right around each."""
    if has_han(text):
        return tidied(written(text, edits))
    if not edits:
        return tidied(_ONLY_NEEDED.sub(_loved, text))
    around = sorted([*(_in_place(text, edit) for edit in edits), *_measures(text, edits)])
    return tidied(written(text, around))


def _loved(match: re.Match[str]) -> str:
    """As in: "The only bag you'll ever need" as "A bag you will love"."""
    article = _a(match["thing"])
    article = article.capitalize() if match["the"] == "The" else article
    return f"{article}{match['thing']} {match['who']} will love"


def _measures(text: str, edits: Sequence[WordEdit]) -> Iterator[WordEdit]:
    """What only a superlative needs, such as "in town", in the clause after each."""
    reach = 0
    for (_, end), by in edits:
        if not by or end < reach:
            continue
        stop = _CLAUSE_END.search(text, end, end + _FAR)
        measure = _MEASURE.search(text, end, stop.start() if stop else end)
        if measure:
            reach = measure.end()
            yield WordEdit(measure.span(), "")


def _in_place(text: str, edit: WordEdit) -> WordEdit:
    """The edit with the article before it, which goes or becomes another one."""
    (start, end), by = edit
    if not by:
        return edit
    left = _ARTICLE.search(text, max(0, start - _NEAR), start)
    at = left.start() if left else start
    if left and left["det"] and not re.match(r"(?:our|an?)\b", by):
        noun = _noun_of(text, end, by)
        if noun:
            by = _article(noun, by, text[max(0, at - _NEAR) : at], left) + by
        elif _IS.search(text, max(0, at - _NEAR), at):
            # "Our duvet is the warmest" is about nothing but warmth.
            by = "excellent" if by == "great" else f"very {by}"
        else:
            by = f"our {by}"
    begins = _BEGINS.search(text, max(0, at - 3), at)
    return WordEdit((at, end), by[:1].upper() + by[1:] if begins else by)


def _noun_of(text: str, end: int, by: str) -> str | None:
    """The last word of the noun phrase that stands there; a rule may bring its noun: "lovely "
    "gift"."""
    if " " in by:
        return by.rsplit(maxsplit=1)[-1].lower()
    phrase = _NOUN_PHRASE.match(text[end : end + _FAR])
    if phrase is None or phrase[1].split()[0].lower() in _NO_NOUN:
        return None
    return phrase[1].split()[-1].lower().rstrip("'’")


def _article(noun: str, by: str, before: str, left: re.Match[str]) -> str:
    plural = _is_plural(noun)
    if left["of"]:
        return "one of our " if left["of"].lower().startswith("one") else "some of our "
    if left["det"].lower() != "the":
        return _a(by)
    if noun in _MASS or plural:
        return ""
    if _JOINED.search(before) or _IS.search(before):
        return _a(by)
    return _a(by) if noun in _COUNTED else "our "


def _is_plural(noun: str) -> bool:
    if noun in ("people", "feet", "children"):
        return True
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "'s", "’s"))


def _a(word: str) -> str:
    return "an " if word[:1].lower() in "aeiou" else "a "
