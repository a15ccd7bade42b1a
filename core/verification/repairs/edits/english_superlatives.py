"""Replace English superlatives by plain words, with the article before and the scope after them.

"The best coffee in town is back" becomes "Great coffee is back"; "our duvet is the warmest
anywhere" becomes "our duvet is very warm".
"""

import re
from collections.abc import Iterator, Sequence

from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.edits.omitted_words import GENERAL_PRAISE
from core.verification.repairs.edits.replaced_words import WordEdit, apply_word_edits, tidy_text

_NEAR, _FAR = 40, 120
"""Characters before and after a superlative in which its article, noun and scope are read."""

_CLAUSE_END = re.compile(r"[.;:!?—–](?:\s|$)|$")
_PLACE = (
    r"(?:in|of|on|across|around)\s"
    r"(?:(?:all|the whole(?: of the)?|the entire|the whole of|the|our)\s)?"
    r"(?:world|town|country|market|business|"
    r"industry|city|uk|us|usa|britain|america|england|europe|planet|earth|universe|year|high "
    r"street|net|"
    r"internet|web|known universe|season|shop|galaxy|county|state|"
    r"region|area|village|capital|land|neighbou?rhood)\b"
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
_SCOPE = re.compile(
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
        "grip traction suction sound storage lighting ventilation cushioning insulation foam "
        "produce seafood beef pasta sushi rice milk butter ingredients equipment tuition training",
    )
)
_PREDICATE = re.compile(
    r"(?:\b(?:is|are|was|were|be|been|being|as|becomes?|makes?|like|it's|that's|deserves?|find|"
    r"found|give|"
    r"gives|for|call(?:ed)?|named|than)|['’]s|['’]re)\s(?:(?:you|simply|quite|just|dad|mum|mom|her|"
    r"him|"
    r"them|probably|possibly|hands down|by far|easily)\s)?$",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\b(?:and|or|with)\s$", re.IGNORECASE)
_ONLY_NEEDED = re.compile(
    r"\b(?P<the>[Tt]he) only(?: one)? (?P<thing>[\w-]+(?: [\w-]+)?) (?:that )?(?P<who>you|your \w+)"
    r"(?:['’]ll| will) ever (?:need|want|use|own|buy|wear)\b(?P<purpose> to\b)?"
)
_ALONE = re.compile(r"(?:[,;:(–—-]\s?|^)(?:the\s)?$", re.IGNORECASE)


def stands_alone(text: str, edits: Sequence[WordEdit]) -> bool:
    """Whether a superlative has no noun and no verb, as in "Costumes, cheapest anywhere": the plain
    word would not fit there.
    """
    if has_han(text):
        return False
    return any(
        by and _ALONE.search(text, max(0, start - _NEAR), start) and _noun_of(text, end, by) is None
        for (start, end), by in edits
    )


_SENTENCE_START = re.compile(r"(?:^|[.!?\n])\s{0,2}$")


def apply_superlative_edits(text: str, edits: Sequence[WordEdit]) -> str | None:
    """The text with all edits made, in English each with its article and its scope.

    None where praise is all that a clause says, as in "it is our best dish".
    """
    if has_han(text):
        return tidy_text(apply_word_edits(text, edits))
    if not edits:
        return tidy_text(_ONLY_NEEDED.sub(_you_will_love, text))
    placed = [_in_place(text, edit) for edit in _joined_praise(text, edits)]
    if None in placed:
        return None
    around = sorted([*(edit for edit in placed if edit), *_scope_edits(text, edits)])
    return tidy_text(apply_word_edits(text, around))


def _you_will_love(match: re.Match[str]) -> str:
    """Write "A bag you will love" for "The only bag you'll ever need"."""
    article = _a(match["thing"])
    article = article.capitalize() if match["the"] == "The" else article
    if match["purpose"]:
        return f"{article}{match['thing']} to"
    return f"{article}{match['thing']} {match['who']} will love"


def _scope_edits(text: str, edits: Sequence[WordEdit]) -> Iterator[WordEdit]:
    """Yield an edit for each scope, such as "in town", that only a superlative needs."""
    reach = 0
    for (_, end), by in edits:
        if not by or end < reach:
            continue
        stop = _CLAUSE_END.search(text, end, end + _FAR)
        measure = _SCOPE.search(text, end, stop.start() if stop else end)
        if measure:
            reach = measure.end()
            yield WordEdit(measure.span(), "")


_BETWEEN_TWO = re.compile(r"\s?(?:,|,?\sand)\s")
_POSSESSIVE = re.compile(
    r"\b(?:our|your|my|their|its|this|these|those|that|an?|[A-Za-z]+['’]s)\s$", re.I
)
_IS_POSSESSIVE = re.compile(
    r"\b(?:is|are|was|were|it['’]s|that['’]s|be)\s(?:our|your|my|their|its)\s$", re.I
)
_HAS = re.compile(
    r"\b(?:has|have|had|with|offers?|gets?|gives?|brings?|enjoy|makes?|need)\s$", re.IGNORECASE
)


def _joined_praise(text: str, edits: Sequence[WordEdit]) -> Iterator[WordEdit]:
    """Yield the edits, two words of general praise in a row as one: "unbeatable, one-of-a-kind"."""
    last: WordEdit | None = None
    for edit in edits:
        if last is None:
            last = edit
            continue
        between = text[last.span[1] : edit.span[0]]
        both = last.by in GENERAL_PRAISE and edit.by in GENERAL_PRAISE
        if both and _BETWEEN_TWO.fullmatch(between):
            last = WordEdit((last.span[0], edit.span[1]), last.by)
        else:
            yield last
            last = edit
    if last is not None:
        yield last


def _left_out(text: str, edit: WordEdit) -> WordEdit | None:
    """The edit without general praise before a noun; None where other words must replace it."""
    (start, end), by = edit
    general = by.removeprefix("our ") in GENERAL_PRAISE
    noun = _noun_of(text, end, "") if general else None
    if noun is None or text[end : end + 1] != " ":
        return None
    determiner = _ARTICLE.search(text, max(0, start - _NEAR), start)
    if determiner is None or determiner["det"] is None:
        bare = by.startswith("our ") or not _POSSESSIVE.search(text, max(0, start - _NEAR), start)
        begins = _SENTENCE_START.search(text, max(0, start - 3), start) is not None
        return (
            None
            if bare and not (begins and _stands_bare(noun) and not _is_all(text, end))
            else _without_word(text, start, end, "", begins)
        )
    if determiner["of"]:
        return None
    at = _before_adverb(text, determiner.start())
    before = text[max(0, at - _NEAR) : at]
    if _PREDICATE.search(before) or _HAS.search(before) or _JOINED.search(before):
        return None
    if determiner["det"].lower() != "the":
        return _without_word(text, start, end, "", begins=False)
    is_named = text[end + 1 : end + 2].isupper()
    article = "" if _stands_bare(noun) else "the " if is_named else "our "
    begins = _SENTENCE_START.search(text, max(0, at - 3), at) is not None
    return _without_word(text, at, end, article, begins)


def _is_all(text: str, end: int) -> bool:
    """Whether a clause is nothing but the noun: "Flawless sound, 30 hours of battery"."""
    phrase = _NOUN_PHRASE.match(text[end : end + _FAR])
    return phrase is not None and text[end + phrase.end() :].lstrip()[:1] in (",", ".", "!", "")


_ADVERB = re.compile(
    r"\b(?:easily|simply|quite simply|probably|possibly|arguably)\s$",
    re.IGNORECASE,
)


def _before_adverb(text: str, at: int) -> int:
    """Where the superlative's adverb before `at` begins, as in "easily the finest"; else `at`."""
    adverb = _ADVERB.search(text, max(0, at - _NEAR), at)
    return adverb.start() if adverb else at


def _stands_bare(noun: str) -> bool:
    """Whether a noun needs no article."""
    return noun in _MASS or noun.endswith("ing") or _is_plural(noun)


def _without_word(text: str, start: int, end: int, by: str, begins: bool) -> WordEdit:
    """The edit that writes `by` for a word and its space, as a capital where a sentence begins."""
    if not begins:
        return WordEdit((start, end + 1), by)
    if by:
        return WordEdit((start, end + 1), by.capitalize())
    return WordEdit((start, end + 2), text[end + 1 : end + 2].upper())


_OF_A_PLACE = re.compile(
    r"\b(?:the (?:world|country|county|city|town|nation|state|region|area|island|internet|industry)"
    r"|(?-i:(?!It|That|There|What|Here|Who|Let|He|She)[A-Z][a-z]+))['’]s $",
    re.IGNORECASE,
)
"""The place in "the county's #1 clinic", which becomes "our clinic"."""


def _in_place(text: str, edit: WordEdit) -> WordEdit | None:
    """The edit with the article before it changed; None where no word of praise fits."""
    (start, end), by = edit
    if not by:
        return edit
    if by in GENERAL_PRAISE and _IS_POSSESSIVE.search(text, max(0, start - _NEAR), start):
        return None
    if omitted := _left_out(text, edit):
        return omitted
    if owned := _OF_A_PLACE.search(text, max(0, start - _NEAR), start):
        if _PREDICATE.search(text, max(0, owned.start() - _NEAR), owned.start()):
            return WordEdit((owned.start(), end), _a(by) + by)
        begun = _SENTENCE_START.search(text, max(0, owned.start() - 3), owned.start())
        return WordEdit((owned.start(), end), "Our" if begun else "our")
    determiner = _ARTICLE.search(text, max(0, start - _NEAR), start)
    at = _before_adverb(text, determiner.start()) if determiner else start
    if determiner and determiner["det"] and not re.match(r"(?:our|an?)\b", by):
        noun = _noun_of(text, end, by)
        if noun:
            by = _article(noun, by, text[max(0, at - _NEAR) : at], determiner) + by
        elif _PREDICATE.search(text, max(0, at - _NEAR), at):
            # A predicate without a noun, as in "Our duvet is the warmest".
            by = "excellent" if by == "great" else f"very {by}"
        else:
            by = f"our {by}"
    plain = by.removeprefix("our ")
    if plain != by and plain in GENERAL_PRAISE and _PREDICATE.search(text, max(0, at - _NEAR), at):
        noun = _noun_of(text, end, "")
        by = plain if noun and _stands_bare(noun) else _a(plain) + plain
    begins = _SENTENCE_START.search(text, max(0, at - 3), at)
    return WordEdit((at, end), by[:1].upper() + by[1:] if begins else by)


def _noun_of(text: str, end: int, by: str) -> str | None:
    """The last word of the noun phrase after `end`, or of `by` where it has one ("lovely gift")."""
    if " " in by:
        return by.rsplit(maxsplit=1)[-1].lower()
    phrase = _NOUN_PHRASE.match(text[end : end + _FAR])
    if phrase is None or phrase[1].split()[0].lower() in _NO_NOUN:
        return None
    return phrase[1].split()[-1].lower().rstrip("'’")


def _article(noun: str, by: str, before: str, determiner: re.Match[str]) -> str:
    """The article, or other determiner, to write before `by`."""
    if determiner["of"]:
        return "one of our " if determiner["of"].lower().startswith("one") else "some of our "
    if determiner["det"].lower() != "the":
        return _a(by)
    if _stands_bare(noun):
        return ""
    if _JOINED.search(before) or _PREDICATE.search(before) or _HAS.search(before):
        return _a(by)
    return _a(by) if noun in _COUNTED else "our "


def _is_plural(noun: str) -> bool:
    if noun in ("people", "feet", "children"):
        return True
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "'s", "’s"))


def _a(word: str) -> str:
    return "an " if word[:1].lower() in "aeiou" else "a "
