"""Checks whether a reworded English clause is still whole."""

import re

from core.verification.repairs.guards.repair_losses import Loss, Rewritten

_VERB = (
    r"(?:is|are|was|were|has|have|comes?|just|now|lands?|fits?|ships?|opens?|returns?|arrives?)\b"
)
_PLACES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # As a subject, or the object of a preposition or of a verb such as "meet".
        rf"(?:^|[:!?.—]\s)our (?:[\w'’%-]+ ){{1,6}}{_VERB}(?! waiting)",
        r"^our (?:range|choice|selection) of\b",
        r"^[-•*·] our [\w'’-]+ [\w'’-]+",
        r"\b(?:with|using|from|by|on|in|of|at|for) our [\w'’-]+ [\w'’-]+",
        r"\b(?:meet|try|taste|discover|explore) our [\w'’-]+",
        r"\bget our [\w'’-]+ [\w'’-]+ delivered",
        # As a predicate; no "a" for several things.
        r"\b(?:is|was|['’]s|get|has|have|with|as) (?:an?|our) [\w'’-]+ [\w'’-]+",
        r"(?:\b(?:is|are|was|were|tastes?|feels?|looks?|sounds?)|['’]s)"
        r"(?: very| truly| really)? [\w-]+$",
    )
)
"""Places in which a stand-in for a superlative, such as "our", is proven to fit."""
_IS_OURS = re.compile(r"\b(?:it|he|she|they)(?:['’]s|['’]re| is| are) our\b", re.I)
_BROKEN_PHRASE = re.compile(
    r"\b(?:are|were) an?\b|\ban? (?:[\w-]+ )?ones\b|\bis money off|^prices\b"
    r"|(?:^|[,.;:!?] ?)is at a special",
    re.I,
)
_MADE_OURS = re.compile(
    r"\b(?:made|built|created|designed|launched|opened|put together|come up with|need|want|deserve"
    r"|offers?|make|become|became) our\b",
    re.IGNORECASE,
)
"""Verbs before a wrong "our": what somebody makes or wants is "a" thing, not yet ours."""
_IN_A_PLACE = re.compile(
    r"(?:^|[.!?:] )(?!Our|Your|My|The|We)[A-Z][\w-]+(?: [a-z-]+)? in [A-Z]"
    r"|\b[Aa]n? [a-z]+ (?:[a-z-]+ ){1,3}in [A-Z]"
)
"""A bare thing and its place, as "Tacos in Boston" is left of "The best tacos in Boston"."""
_HOLLOW = re.compile(r"\bvery (?:fine|great|popular|good|big|special|excellent)$", re.IGNORECASE)
_OF_SOMEBODY = re.compile(r"(?<!it)(?<!that)(?<!here)(?<!there)['’]s\s*$", re.I)
_SCOPE = re.compile(
    r"\b(?:in (?:the|our|this) (?:whole |entire )?(?:city|town|county|country|state|region|world"
    r"|industry|area|business|neighbo[u]?rhood)|on (?:earth|the (?:market|planet))|of all time"
    r"|ever(?: made)?|(?:of|in|than) any|of (?:your|my|our|their) \w+|you(?:['’]ll"
    r"| will| can| could))\b",
    re.IGNORECASE,
)
"""The scope of a superlative, which does not fit its stand-in."""
_SUPERLATIVE = re.compile(
    r"\b(?:only|best|most|first|last|perfect|[a-z]{3,}est|ever)\b|#1", re.IGNORECASE
)
_YOURS = re.compile(r"\byou(?:r|['’]ve|['’]d)?\b", re.I)
_DEFINITE = re.compile(r"(?:^|[:.!?—-]\s)(?:the|that|those|this|these) [\w-]+", re.I)
_LINKED = re.compile(r"[\w-]\.[a-z]{2,}")
_OF_A_PRICE = frozenset(("is", "are", "now", "at", "a", "special", "price"))
_RANKED = re.compile(r"\b(?:voted|named|ranked|crowned|awarded|rated|won)\b", re.IGNORECASE)
_STAND_IN = re.compile(r"[a-z'’ -]+", re.IGNORECASE)
_FEWEST_WORDS = 2

_SHUT = re.compile(r"\b(?:closed|closing|our hours)\b", re.IGNORECASE)
"""Opening hours, which are wrong where the day is not named any more."""


_A_THING = re.compile(r"(?:an?|the) [a-z-]+", re.IGNORECASE)
"""A bare noun, such as "A cup" for "A perfect cup", which says nothing."""
_TAP_TWICE = re.compile(r"\btap\b,? (?:or|and) tap\b", re.IGNORECASE)


def is_proven_english(clause: Rewritten, loss: Loss) -> bool:
    """Whether a reworded clause has none of the known faults."""
    removed = " ".join(change.before for change in clause.changes if change.kind != "equal")
    if _SHUT.search(clause.new) or _is_broken(clause) or _is_out_of_place(clause, removed, loss):
        return False
    if _YOURS.search(removed) and not _SUPERLATIVE.search(removed):
        # "The lamp in your cart" without the cart
        return not _DEFINITE.search(clause.new) and not _IS_OURS.search(clause.new)
    if re.match(r"tap\b", clause.new.strip(), re.IGNORECASE):
        return True
    return _begins_whole(clause) and _object_stays(clause) and _stand_ins_fit(clause, loss.after)


def _is_out_of_place(clause: Rewritten, removed: str, loss: Loss) -> bool:
    """Whether a clause reads like "Tacos in Boston", "are an ones" or "Tap or tap", or lost its
    link beside another way to act.
    """
    if _LINKED.search(removed) and _was_another_way(clause, loss.after):
        return True
    tapped = clause.new.casefold().lstrip().removeprefix("or ").startswith("tap")
    twice = tapped and _TAP_TWICE.search(loss.after)
    placed = _SUPERLATIVE.search(removed) and _IN_A_PLACE.search(clause.new)
    bare = _SUPERLATIVE.search(removed) and _A_THING.fullmatch(clause.new.strip())
    return bool(twice or placed or bare or _BROKEN_PHRASE.search(clause.new))


def _was_another_way(clause: Rewritten, after: str) -> bool:
    """Whether another way to act follows a clause, as in "Check your plan, or open the app"."""
    return re.search(rf"{re.escape(clause.new.strip())}[,;]\s?or\b", after) is not None


_VERB_ALONE = re.compile(r"(?:is|are|was|were|has|have|and|but|or|nor|so)\b", re.IGNORECASE)


def _begins_whole(clause: Rewritten) -> bool:
    """Whether the clause kept its beginning.

    Not "closes on Sunday" after a link, nor "Sound" for "Flawless sound".
    """
    first, old, new = clause.changes[0], clause.old.strip(), clause.new.strip()
    if first.kind == "delete" and _LINKED.search(first.before):
        return False
    if first.kind != "equal" and _VERB_ALONE.match(new) and "?" not in new:
        return False
    if first.kind != "equal" and len(new.split()) < _FEWEST_WORDS <= len(old.split()):
        return False
    return not (new[:1].islower() and old[:1].isupper())


_BARE_ARTICLE = re.compile(
    r"\b(?:the|an?|our) (?:just|only|is|are|was|were|has|have|and|or|in|on|at|of|with)\b",
    re.IGNORECASE,
)
_EMPTY_SCOPE = re.compile(r"\bof its kind\b", re.IGNORECASE)


def _is_broken(clause: Rewritten) -> bool:
    """Whether a word lost its noun or superlative: "With the just two days away", "a powerful
    blender of its kind".
    """
    articles = len(_BARE_ARTICLE.findall(clause.new)) > len(_BARE_ARTICLE.findall(clause.old))
    return articles or _EMPTY_SCOPE.search(clause.new) is not None


_LEADS_IN = re.compile(
    r"\W*(?:for|at|on|from|via|in|with|by|only|just|now|or|and|here|as|starting"
    r"|plus)\b|\s?[,;:(—–>-]",
    re.IGNORECASE,
)
_PRICE_OR_LINK = re.compile(
    r"[\w-]\.[a-z]{2,}|[$£€¥]\s?\d|\b(?:dollars|pounds|euros|bucks)\b", re.IGNORECASE
)


_COSTS = re.compile(r"costs? [^,.]* and", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:an?|the|our|your)\s*$", re.IGNORECASE)


def _object_stays(clause: Rewritten) -> bool:
    """Whether a removed link or price stood beside the sentence or before a noun: not so in "check
    <link> for the menu" and "a tuning runs about $130".
    """
    so_far = ""
    for kind, before, after in clause.changes:
        cut = kind == "delete" and so_far.strip() and _PRICE_OR_LINK.search(before)
        stood_apart = _LEADS_IN.match(before) or _COSTS.fullmatch(before.strip())
        before_noun = _ARTICLE.search(so_far) is not None
        if cut and not stood_apart and not before_noun and so_far.rstrip()[-1:].isalnum():
            return False
        so_far += after
    return True


def _stand_ins_fit(clause: Rewritten, text: str) -> bool:
    """Whether every stand-in for a superlative fits where it was put; `text` is the whole copy."""
    new = clause.new.strip()
    text_after = text[max(0, text.find(new)) + len(new) :]
    context, so_far = new + re.split(r"[,.!?;:\n](?:\s|$)", text_after, maxsplit=1)[0], ""
    faults = (
        _IS_OURS.search(context),
        _RANKED.search(new),
        _MADE_OURS.search(new),
        _HOLLOW.search(new),
    )
    if any(fault is not None for fault in faults):
        return False
    if re.search(r"\bhere$", new) and not re.search(r"\bhere\b", clause.old):
        return False  # "Your coupon is here"
    at_a_price = "at a special price" in context
    for n, (kind, _, after) in enumerate(clause.changes):
        following = "".join(change.after for change in clause.changes[n + 1 :])
        of_price = at_a_price and set(after.split()) <= _OF_A_PRICE
        if kind in ("replace", "insert") and _is_a_stand_in(after) and not of_price:
            if following.startswith("-") or so_far.endswith("-"):
                return False
            fits = any(place.search(context) for place in _PLACES)
            if _SCOPE.search(new) or _OF_SOMEBODY.search(so_far):
                return False
            if not fits and not _is_an_attribute(after, so_far, following):
                return False
        so_far += after
    return True


def _is_a_stand_in(words: str) -> bool:
    """Whether words put in are a stand-in: no name, call to tap, price or bare article."""
    bare = re.sub(r"^an? (?=[A-Z])", "", words.strip())
    is_name = bare[:1].isupper() and not re.match(
        r"(?:Our|An?|Very|Great|Excellent|Popular)\b", bare
    )
    apart = re.search(
        r"\btap\b|\bprice\b|\bspecial\b|\bnow\b|\blearn\b|\bhere\b", bare, re.IGNORECASE
    )
    is_article = bare in ("a", "an")
    return bool(_STAND_IN.fullmatch(bare)) and not is_article and not is_name and not apart


_TAKES_ATTRIBUTES = re.compile(
    r"(?:^|[,:;—-] ?|\b(?:and|or|an?|our|your|my|with|have|has|for|of|are|is|very"
    r"|plus|at|offer|offers)) ?$",
    re.IGNORECASE,
)


def _is_an_attribute(after: str, so_far: str, following: str) -> bool:
    """Whether one adjective replaced another before a noun, as in "an unbeatable fit"."""
    alone = len(after.split()) == 1 and after.strip().lower() != "our"
    return (
        alone
        and re.match(r"\s?[A-Za-z]", following) is not None
        and _TAKES_ATTRIBUTES.search(so_far) is not None
    )
