"""A thing that a text names with an act, where the user's acts were all on other things.

"The trekking poles you viewed" to who viewed socks alone. The text and the titles of the catalogue
are compared by their characters or words, so that nothing is said where any of them is shared, or
where the thing may be called otherwise in a title ("the shoes", 宝贝).
"""

import re
from collections.abc import Sequence, Set

from core.text.language.scripts import simplified_table
from core.verification.copy_text.surroundings import around
from core.verification.findings import Span

_NEAR = 48
_HAN = re.compile(r"[一-龥]")
_HAN_THING_AFTER = re.compile(
    r"的?(?:[那这][一两几]?[箱袋罐桶束双件款台条支瓶套辆盏盒枚副顶把张本部只块份根床架组间对株盆提包幅])?"
    r"(?P<thing>[一-龥]{2,})"
)
_ANY_HAN_THING = re.compile(
    r"[^，。]{0,4}(?:宝贝|商品|好物|单品|东西|产品|款式|心头好|礼物|套餐|店|那家|这家|清单|订单|记录|服务|品牌|内容|页面|系列"
    r"|鞋|包包|手机|衣|裙|裤|书|房|车型|线路|路线|酒|游|票|课)|(?:已|正|今|明|又|都|还|现|刚|快|将|可|终|也|很|好久|时间)"
)
_THING_BEFORE = re.compile(
    r"\b(?:the|that|those|these|this) (?P<thing>[a-z][a-z'’ -]{2,40}?),? $", re.IGNORECASE
)
_THING_AFTER = re.compile(
    r" (?:at )?(?:the|that|those|a|an|our|two|three|some) (?P<thing>[a-z][a-z'’ -]{2,40})",
    re.IGNORECASE,
)
_ANY_THING = re.compile(
    r"\b(?:items?|things?|ones?|pieces?|products?|pairs?|styles?|looks?|sets?|kits?|gifts?|orders?|goods"
    r"|deals?|picks?|page|shop|store|listing|collection|range|brand|shoes?|trainers|sneakers|boots?"
    r"|phones?|laptops?|tablets?|watch(?:es)?|bags?|trips?|breaks?|stays?|holidays?|homes?|houses?|flats?"
    r"|apartments?|places?|property|rooms?|hotels?|outfits?|clothes|furniture|devices?|gadgets?"
    r"|toys?|plants?|books?|games?|films?|wines?|cars?|bikes?|dress(?:es)?|jackets?|tops?|tours?"
    r"|tickets?|shows?|beers?|perfumes?|fragrances?|time|way|day|last|first|second|few|lot)\b",
    re.IGNORECASE,
)
"""What a title may well call by its own name alone."""
_WORD = re.compile(r"[a-z]{3,}")
_NO_THINGS = frozenset(
    ["the", "and", "for", "with", "from", "you", "your", "our", "new", "pack", "set"]
)
_SHORTEST_TITLE = 2


def names_another(text: str, act: Span, titles: Sequence[str]) -> bool:
    """Whether the act at `act` is said to be on a thing and the text shares nothing with a title.

    Titles in another script than the text's may be of anything.
    """
    start, end = act
    before, after = around(text, act, _NEAR)
    if _HAN.search(text):
        return _has_han_thing(text[start:end], after) and _shares_no_character(text, titles)
    return _has_thing(before, after) and _shares_no_word(text, titles)


def _has_han_thing(act: str, after: str) -> bool:
    if not (act.endswith("的") or after.startswith("的") or act.endswith(("那", "这"))):
        return False
    thing = _HAN_THING_AFTER.match(after)
    return thing is not None and _ANY_HAN_THING.match(thing["thing"]) is None


def _has_thing(before: str, after: str) -> bool:
    thing = _THING_BEFORE.search(before) or _THING_AFTER.match(after)
    return thing is not None and _ANY_THING.search(thing["thing"]) is None


def _shares_no_character(text: str, titles: Sequence[str]) -> bool:
    table = simplified_table()
    own = set(_HAN.findall(text.translate(table)))
    if not _words(text).isdisjoint(word for title in titles for word in _words(title)):
        return False
    of_titles = [set(_HAN.findall(title.translate(table))) for title in titles]
    return all(len(each) >= _SHORTEST_TITLE and not each & own for each in of_titles)


def _shares_no_word(text: str, titles: Sequence[str]) -> bool:
    own, of_titles = _words(text), [_words(title) for title in titles]
    if not all(of_titles):
        return False
    return not _some_alike(own, set().union(*of_titles))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold())) - _NO_THINGS


def _some_alike(words: Set[str], others: Set[str]) -> bool:
    """Poles and pole, printer and printing; "day" in "today" is taken for alike, too."""
    if not {word[:4] for word in words}.isdisjoint(word[:4] for word in others):
        return True
    return any(
        word in joined
        for sought, joined in ((words, " ".join(others)), (others, " ".join(words)))
        for word in sought
    )
