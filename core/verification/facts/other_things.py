"""Detect a text that names other goods than those of the user's events.

Example: "The trekking poles you viewed" to a user who viewed only socks. The text is compared with
the catalogue's titles by characters or words. Nothing is reported if they share any, or if a title
may call the goods differently ("the shoes", 宝贝).
"""

import re
from collections.abc import Sequence, Set

from core.text.language import simplified_table
from core.verification.copy_text.surroundings import surroundings_of
from core.verification.findings import CharRange

_NEAR = 48
_HAN = re.compile(r"[一-龥]")
_HAN_GOODS_AFTER = re.compile(
    r"的?(?:[那这][一两几]?[箱袋罐桶束双件款台条支瓶套辆盏盒枚副顶把张本部只块份根床架组间对株盆提包幅])?"
    r"(?P<thing>[一-龥]{2,})"
)
_GENERAL_HAN_GOODS = re.compile(
    r"[^，。]{0,4}(?:宝贝|商品|好物|单品|东西|产品|款式|心头好|礼物|套餐|店|那家|这家|清单|订单|记录|服务|品牌|内容|页面|系列"
    r"|鞋|包包|手机|衣|裙|裤|书|房|车型|线路|路线|酒|游|票|课)|(?:已|正|今|明|又|都|还|现|刚|快|将|可|终|也|很|好久|时间)"
)
_GOODS_BEFORE = re.compile(
    r"\b(?:the|that|those|these|this) (?P<thing>[a-z][a-z'’ -]{2,40}?),? $", re.IGNORECASE
)
_GOODS_AFTER = re.compile(
    r" (?:at )?(?:the|that|those|a|an|our|two|three|some) (?P<thing>[a-z][a-z'’ -]{2,40})",
    re.IGNORECASE,
)
_GENERAL_GOODS = re.compile(
    r"\b(?:items?|things?|ones?|pieces?|products?|pairs?|styles?|looks?|sets?|kits?|gifts?|orders?|goods"
    r"|deals?|picks?|page|shop|store|listing|collection|range|brand|shoes?|trainers|sneakers|boots?"
    r"|phones?|laptops?|tablets?|watch(?:es)?|bags?|trips?|breaks?|stays?|holidays?|homes?|houses?|flats?"
    r"|apartments?|places?|property|rooms?|hotels?|outfits?|clothes|furniture|devices?|gadgets?"
    r"|toys?|plants?|books?|games?|films?|wines?|cars?|bikes?|dress(?:es)?|jackets?|tops?|tours?"
    r"|tickets?|shows?|beers?|perfumes?|fragrances?|time|way|day|last|first|second|few|lot)\b",
    re.IGNORECASE,
)
"""General words for goods, whose titles may contain only a more specific name."""
_WORD = re.compile(r"[a-z]{3,}")
_STOP_WORDS = frozenset(
    ["the", "and", "for", "with", "from", "you", "your", "our", "new", "pack", "set"]
)
_SHORTEST_TITLE = 2


def names_other_goods(text: str, act: CharRange, titles: Sequence[str]) -> bool:
    """Whether the act at `act` names specific goods and the text shares no word with any title.

    False if a title is in another script than the text, since it cannot be compared.
    """
    start, end = act
    before, after = surroundings_of(text, act, _NEAR)
    if _HAN.search(text):
        return _names_han_goods(text[start:end], after) and _shares_no_character(text, titles)
    return _names_goods(before, after) and _shares_no_word(text, titles)


def _names_han_goods(act: str, after: str) -> bool:
    if not (act.endswith("的") or after.startswith("的") or act.endswith(("那", "这"))):
        return False
    goods = _HAN_GOODS_AFTER.match(after)
    return goods is not None and _GENERAL_HAN_GOODS.match(goods["thing"]) is None


def _names_goods(before: str, after: str) -> bool:
    goods = _GOODS_BEFORE.search(before) or _GOODS_AFTER.match(after)
    return goods is not None and _GENERAL_GOODS.search(goods["thing"]) is None


def _shares_no_character(text: str, titles: Sequence[str]) -> bool:
    table = simplified_table()
    characters = set(_HAN.findall(text.translate(table)))
    if not _words(text).isdisjoint(word for title in titles for word in _words(title)):
        return False
    of_titles = [set(_HAN.findall(title.translate(table))) for title in titles]
    return all(len(each) >= _SHORTEST_TITLE and not each & characters for each in of_titles)


def _shares_no_word(text: str, titles: Sequence[str]) -> bool:
    words, of_titles = _words(text), [_words(title) for title in titles]
    return all(of_titles) and not _some_alike(words, set().union(*of_titles))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold())) - _STOP_WORDS


def _some_alike(words: Set[str], others: Set[str]) -> bool:
    """Whether any two may be related: poles and pole, printer and printing, day and today."""
    if not {word[:4] for word in words}.isdisjoint(word[:4] for word in others):
        return True
    joined, joined_others = " ".join(words), " ".join(others)
    return any(map(joined.__contains__, others)) or any(map(joined_others.__contains__, words))
