"""Edits of a reworded clause, and the kind of words that each of them removes."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.text.language import simplified_table
from core.verification.repairs.guards.repair_losses import Rewritten
from core.verification.repairs.text_edits import TextChange


class ClauseEdit(NamedTuple):
    """`cut` was replaced by `put`; `left` and `right` are the rest of the clause after the edit."""

    left: str
    cut: str
    put: str
    right: str


_NEAR = 1
"""Unchanged characters at most within one edit, as 出 between 无出其右 and 出众."""


def edits_of(clause: Rewritten) -> Iterator[ClauseEdit]:
    """Yield the edits of a clause in simplified characters; adjacent changes are one edit."""
    changes: list[TextChange] = []
    for change in clause.changes:
        is_near = change.kind != "equal" or len(change.before) <= _NEAR
        if changes and is_near and changes[-1].kind != "equal":
            _, before, after = changes.pop()
            changes.append(TextChange("replace", before + change.before, after + change.after))
        else:
            changes.append(change)
    for n, (_, before, after) in enumerate(changes):
        if before.strip().casefold() == after.strip().casefold():
            continue
        sides = (changes[:n], changes[n + 1 :])
        left, right = ("".join(change.after for change in side) for side in sides)
        yield ClauseEdit(*(simplified(words) for words in (left, before, after, right)))


def simplified(words: str) -> str:
    """The words in simplified characters, in which the frames are written."""
    return words.translate(simplified_table())


_PRICE = re.compile(
    r"[¥￥$€£]\s?\d|\d\s?(?:元|块)|[一二三四五六七八九十百千](?:元|块)|[毛角]钱|(?:原|现|售)价\d"
    r"|\b(?:dollars|pounds|euros|bucks|quid|squid)\b|\b(?:USD|EUR|GBP|TWD|CNY|RMB) ?\d",
    re.IGNORECASE,
)
_LINK = re.compile(r"[\w-]\.[a-z]{2,}", re.IGNORECASE)
TAP = re.compile(r"点击|\btap\b", re.IGNORECASE)
_ACT = re.compile(
    r"[你您][^，。！？]{0,6}(?:看|浏览|收藏|加|买|购|下单|关注|逛|挑|选)|(?:昨[天晚]|上次|上周|刚[刚才]?|之前)[^，。]{0,3}(?:看|浏览|收藏|加购|逛|挑)|购物车|心愿单|收藏夹|足迹"
    r"|\byou(?:['’]ve| have|['’]d)? (?:\w+ )?(?:\w+ed|left|bought|saw|put|chose|kept)\b"
    r"|\byour (?:\w+ )?(?:cart|basket|bag|wish ?list|favou?rites|list)\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"最(?![后近新])|[顶极绝冠]|巅峰|王牌|殿堂|第一|[首独]|唯一|无[可与双人出]|不二|完美|天[下花]|王|NO\.?\s?1|TOP|数一数二"
    r"|\b(?:best|most|\w{3,}est|perfect|ultimate|#1|number one|no\.? ?1|un\w+ed|unbeatable"
    r"|flawless(?:ly)?|one-of-a-kind|unmatched|peerless|leading|top|only|first|favou?rite)\b|#1|-ranked",
    re.IGNORECASE,
)
HOLIDAY = re.compile(
    r"节|[元中][旦秋宵]|圣诞|重阳|腊八|国庆|端午|七夕|春节|除夕|双十[一二]|双1[12]|618|五一|六一|长假"
    r"|\bday\b|['’]s eve|christmas|easter|thanksgiving|halloween|fourth of|friday|monday|new year"
    r"|hanukkah|diwali|ramadan|juneteenth|cinco",
    re.IGNORECASE,
)


def kind_of(cut: str) -> str:
    """Kind of the words: the first that fits of link, price, act, boast and holiday, else name."""
    kinds = {"link": _LINK, "price": _PRICE, "act": _ACT, "boast": _SUPERLATIVE}
    named = (kind for kind, pattern in kinds.items() if pattern.search(cut))
    return next(named, "holiday" if HOLIDAY.search(cut) else "name")


GOES_ALONG = re.compile(
    r"[\W的]*|\s?(?:在?这里|here|below|就能|即可|and(?: our| your| the)?)\s?", re.IGNORECASE
)
"""Marks and fillers that are removed along with the words beside them."""
