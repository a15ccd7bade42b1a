"""English edits that a repair may offer: one check per kind of words removed (`admitted_edits`)."""

import re

from core.verification.repairs.guards.edit_kinds import GOES_ALONG, TAP, ClauseEdit

_ADVERB = re.compile(r"\b(?:\w+ly|quite|very|so|most|just)\s*$", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\s*(?:$|[,.;:!?]|(?:online|anywhere|everywhere|here|there|in|on|at|for|by|from|to|of|and|or|but"
    r"|is|are|was|were|down|ever|you|we|than|yet|now)\b)",
    re.IGNORECASE,
)
_OF_A_NOUN = re.compile(r"\b(?:ever|anywhere|money|you can|on (?:earth|the)|in \w+|of all)\b", re.I)
_AN_ARTICLE = re.compile(r"(?:the|our|an?|your|very|[\w'’]+['’]s)", re.IGNORECASE)
_A_STAND_IN = re.compile(r"(?:(?:our|an?|the) )?[a-z]+(?:-[a-z]+)?", re.IGNORECASE)


_A_CERTAIN = re.compile(r"\ban?\s*$", re.IGNORECASE)


def admits_english_boast(edit: ClauseEdit) -> bool:
    """Whether a superlative stood before its noun; not "low online" or "an absolutely layer"."""
    put = edit.put.strip()
    if not put and _OF_A_NOUN.search(edit.cut) and _NO_NOUN.match(edit.right):
        return True  # "ever made" after the noun
    if put and edit.cut.casefold().rstrip().endswith(f" {put.casefold()}"):
        return not _NO_NOUN.match(f"{put} {edit.right.lstrip()}")
    if put.casefold() in ("", "a", "an") and _A_CERTAIN.search(f"{edit.left} {put}"):
        # "A view" is too little where "an unrivalled view" was.
        return re.search(r"\bmost\b", edit.cut, re.IGNORECASE) is not None
    if _ADVERB.search(edit.left) or _NO_NOUN.match(edit.right):
        return False
    return not put or _A_STAND_IN.fullmatch(put) is not None


_LEADS_TO_A_PRICE = re.compile(
    r"\s?[,(—–-]?\s?(?:(?:starting|now|just|only|yours|plus|tickets?|all) )*"
    r"(?:for|from|at|just|only|now|under|with|[$£€]|\d|was|costs?|less)\b|\s?[,(—–-]?\s?[$£€]\d"
    r"|\s?,? ?\d",
    re.IGNORECASE,
)


def admits_english_price(edit: ClauseEdit) -> bool:
    """Whether a price went with the word that leads to it.

    Only "Get" or "special price" may be put in its place.
    """
    if edit.cut.rstrip().endswith("gets you") and edit.put.strip() == "Get":
        return True
    if edit.put.strip() and "special price" not in f"{edit.put}{edit.right}".casefold():
        return False
    return _LEADS_TO_A_PRICE.match(edit.cut) is not None


_OF_THE_THING = re.compile(r"(?:our |an? )?(?:limited-time|\w+)", re.IGNORECASE)


def admits_english_holiday(edit: ClauseEdit) -> bool:
    """Whether a holiday was left out, or became one word with or without an article."""
    put = edit.put.strip()
    return not put or _OF_THE_THING.fullmatch(put) is not None


_WANTS_A_PLACE = re.compile(
    r"\b(?:check|look|search|type|enter|track|ask|report|log|compare)\b",
    re.IGNORECASE,
)


def admits_english_link(edit: ClauseEdit) -> bool:
    """Whether a call to tap replaced a link, or no verb needs it as in "Check your street"."""
    tapped = TAP.search(edit.put) is not None
    return tapped or not _WANTS_A_PLACE.search(edit.left)


_PARTICIPLE = re.compile(r"\s?\w+(?:ed|ing|en)\b", re.IGNORECASE)
"""A participle that would be left bare, as "sock knitted" without "the greatest ever"."""


def admits_english_name(edit: ClauseEdit) -> bool:
    """Whether a brand replaced another, or a call to tap was added.

    An article, fillers or a capital may change as well.
    """
    cut, put = edit.cut.strip(), edit.put.strip()
    if GOES_ALONG.fullmatch(cut) or TAP.search(put):
        return True
    if _AN_ARTICLE.fullmatch(cut) or (
        not put and _OF_A_NOUN.match(cut) and not _PARTICIPLE.match(edit.right)
    ):
        return True
    return re.sub(r"^an? ", "", put)[:1].isupper() or not re.search(r"\w", cut)
