"""Conditions on a copy after a cut.

Each condition rules out one way in which a cut can spoil a copy; all must hold. In doubt a
condition fails: what is not plainly whole is for a person to write.
"""

import re
from collections.abc import Callable

import rjieba

from core.verification.copy_text.copy_clauses import closing_of, greeting_of, sender_of
from core.verification.repairs.guards.leaning_clauses import (
    no_clause_leads_to_what_went,
    no_clause_leans_on_what_went,
    no_predicate_loses_its_subject,
    no_scrap_is_left,
    no_threat_or_joke_is_left_alone,
    nothing_is_named_by_what_went,
)
from core.verification.repairs.guards.remains import Remains


def sender_stays(remains: Remains) -> bool:
    sender = sender_of(remains.before)
    return not sender or remains.text.startswith(sender)


def greeting_and_sign_off_stay(remains: Remains) -> bool:
    closing = closing_of(remains.before)
    return remains.text.startswith(greeting_of(remains.before)) and (
        not closing or remains.text.rstrip().endswith(closing)
    )


_NEWS = re.compile(
    r"已寄出|已发货|已到|到货|到店|上架|上新|开业|补货|有货|已满|发货|在库"
    r"|\b(?:in stock|is back|are back|ready(?! to)|"
    r"shipped|arrived|landed|confirmed|has opened|now open|"
    r"on its way)\b",
    re.IGNORECASE,
)
_RESPONSE = re.compile(
    r"回复|预约|报名|下单|致电|拨打|到店(?!的)|领取|截止|前往|欢迎|凭"
    r"|\b(?:repl(?:y|ying)|call|book(?:ed|ing)?|orders? (?:by|before|placed)|visit|hold your|until|"
    r"ends|rsvp|sign up|register|come in|drop in|pop in|join us|use code|show this|reserve)\b",
    re.IGNORECASE,
)


def news_stays(remains: Remains) -> bool:
    """Whether news stays: a thing that is back or has arrived is what the copy was sent for."""
    remaining = "\n".join(remains.new)
    return not _NEWS.search(remains.removed) or _NEWS.search(remaining) is not None


def tells_how_to_answer(sentence: str) -> bool:
    """Whether a sentence says how, where or until when to respond."""
    return _RESPONSE.search(sentence) is not None


def way_to_answer_stays(remains: Remains) -> bool:
    """Whether how to respond is still said where it was removed; a tap is enough."""
    remaining = "\n".join(remains.new)
    nothing_lost = remains.tapped or not _RESPONSE.search(remains.removed)
    return nothing_lost or _RESPONSE.search(remaining) is not None


_OFFERED = re.compile(
    r"\d\s?%|\b(?:half[- ]price|\w+ off|free|discount)\b"
    r"|[\d一二三四五六七八九半]折|包邮|免费|赠|送",
    re.I,
)


def what_is_offered_stays(remains: Remains) -> bool:
    """Whether an offer is left where one was removed: the copy was sent for it.

    Offers are money off and gifts.
    """
    remaining = "\n".join(remains.new)
    return not _OFFERED.search(remains.removed) or _OFFERED.search(remaining) is not None


_LONGEST = 300
"""Characters of a clause that are read for its words."""

_INTRODUCES = re.compile(
    r"^(?:这[款台只双件支瓶把盒套张]|[你您]?的?(?:购物车|收藏夹|心愿单|足迹)|"
    r"[你您][^，。]{0,4}(?:收藏|浏览|看|买|加购)过?的)"
    r"|\b(?:you(?:['’]ve)? (?:left|viewed|saved|bought|added|browsed))\b",
    re.IGNORECASE,
)
"""An opening that names the thing which the rest of the copy is about."""
_A_THING = re.compile(r"\b(?:an?|the|our|your|this|that|these|those|my) ([a-z-]+)", re.IGNORECASE)
_SHORT_WORD = 3


def subject_stays(remains: Remains) -> bool:
    """Whether what a removed opening named is named elsewhere, too.

    Else 单手就能收 says nothing of a pram.
    """
    opening = remains.old[0].text
    if 0 in remains.places or remains.places[0] is None or not _INTRODUCES.search(opening):
        return True
    body = remains.body.casefold()
    if remains.han:
        tagged = rjieba.tag(opening[:_LONGEST])
        named = [word for word, kind in tagged if kind[0] == "n" and len(word) > 1]
        return all(word in body for word in named)
    return all(
        word in body for word in _A_THING.findall(opening.casefold()) if len(word) > _SHORT_WORD
    )


_GENERIC_NOUNS = frozenset(
    re.findall(
        r"\S+",
        "数量 名额 时间 机会 今晚 今天 明天 现在 手慢 人 活动 通知 详情 链接 差价 手 位 原因 地方 "
        "东西 惊喜 库存 尺码 门店 本店 老板 胸脯 小时 分钟 返场 周末 今日 本周 昨晚 同款 通知了解 "
        "心动 价",
    )
)
"""Nouns that do not say what a copy is about."""
_PREDICATE = re.compile(r"^(?:v|a|i|l|z|m|d)")
_HAS_VERB = re.compile(
    r"[有是送换买享到来减折免开上补降抢领试配选用做吃喝穿学看听备带挑拼赢玩住飞去回]|半价|立省|"
    r"特惠|特价"
)

_NEEDED_HAN, _NEEDED_WORDS = 6, 4


def specific_nouns(text: str) -> set[str]:
    """Nouns of a Chinese text that name something specific, not a time or a place to be."""
    tagged = rjieba.tag(text[:_LONGEST])
    return {
        word for word, kind in tagged if kind in ("n", "nz", "nr") and len(word) > 1
    } - _GENERIC_NOUNS


def speaks_of_something(remains: Remains) -> bool:
    """Whether the copy names a thing and says something of it."""
    if not remains.han:
        return len(re.findall(r"[A-Za-z0-9'’-]+", remains.body)) >= _NEEDED_WORDS
    if len(re.findall(r"[\u4e00-\u9fff]", remains.body)) < _NEEDED_HAN:
        return False
    tagged = [pair for text in remains.new for pair in rjieba.tag(text[:_LONGEST])]
    has_subject = any(
        (kind.startswith("n") or kind in ("eng", "j", "vn")) and word not in _GENERIC_NOUNS
        for word, kind in tagged
    )
    has_predicate = any(_PREDICATE.match(kind) for _, kind in tagged)
    return has_subject and (has_predicate or _HAS_VERB.search(remains.body) is not None)


def an_offer_stays(remains: Remains) -> bool:
    """Whether more than how to respond is left; True where nothing was removed or a tap answers."""
    closing = closing_of(remains.before)
    statements = [
        c for c in remains.new if c not in greeting_of(remains.before) and c not in closing
    ]
    only_answers = all(map(tells_how_to_answer, statements))
    return remains.tapped or not remains.removed or not only_answers


CONDITIONS: tuple[Callable[[Remains], bool], ...] = (
    sender_stays,
    greeting_and_sign_off_stay,
    news_stays,
    way_to_answer_stays,
    what_is_offered_stays,
    subject_stays,
    speaks_of_something,
    an_offer_stays,
    no_clause_leans_on_what_went,
    no_clause_leads_to_what_went,
    no_predicate_loses_its_subject,
    no_scrap_is_left,
    nothing_is_named_by_what_went,
    no_threat_or_joke_is_left_alone,
)


def says_enough(text: str, before: str, *, tapped: bool = False) -> bool:
    """Whether a text after a cut meets all conditions: it still says what it is about, who sends it
    and how to answer, and refers to nothing removed.

    `tapped`: readers answer with a tap.
    """
    remains = Remains(text, before, tapped)
    if not remains.new or not remains.old:
        return False
    return all(condition(remains) for condition in CONDITIONS)
