"""Checks whether a reworded Chinese clause is still whole."""

import re

import rjieba

from core.verification.repairs.guards.repair_losses import Loss, Rewritten

_LINKED = re.compile(r"[\w-]\.[a-z]{2,}")
_CALLS_TO_SEE = re.compile(r"点击通知(?:查看|看看?|领取?(?!券)|进入)([^，。！!]*)")
_NAMES = re.compile(r"(?:入口|详情|预览|[图表单册榜])$")
_LEADS_NOWHERE = re.compile(r"(?:链接|网址|地址|官网)$|^[购订抢报预领][票名约位取]")
_ONE_OF_A_KIND = re.compile(r"的一[张款个件种部台本座家支道场条双位根把批]")
"""Phrases made for a superlative: without 最, 结实的一根 says nothing."""
_SCRAP_HAN, _SCRAP_WITH_PRICE = 5, 3
_HOLLOW = re.compile(r"团队|医生|老师|教练|师资|设备|技术|工艺|体验(?!一)|服务|品质|面料|用料|材料")
"""Things that everybody has, which were named for their attribute only."""
_BOUND = re.compile(r"[档檔](?:期)?|[季版款装場场节節日夜礼禮](?![一-龥])")
"""Words that need another one before them, as 档 of 国庆档."""
_SHUT = re.compile(r"放假|休息|休假|闭店|停业|停发|照常|关门|营业")
"""Opening and closing, which is wrong where the day is not named any more."""


def is_proven_chinese(clause: Rewritten, loss: Loss) -> bool:
    """Whether a reworded clause has none of the known faults."""
    call = _CALLS_TO_SEE.search(clause.new)
    if call and call[0] not in loss.before and _is_nothing_to_see(call[1], loss.before):
        return False
    if _ONE_OF_A_KIND.search(clause.new) or _SHUT.search(clause.new):
        return False
    faults = (
        _rank_verb_is_left,
        _subject_was_a_link,
        _is_a_scrap,
        _stand_in_is_unrelated,
        _object_is_bare,
        _begins_bound,
        _wants_a_number,
    )
    return not any(fault(clause) for fault in faults)


def _is_nothing_to_see(words: str, before: str) -> bool:
    """Whether a call to tap shows no thing: a statement, as 周末课程开放报名, or a scrap.

    What the copy said to be at a link can be shown.
    """
    if re.search(rf"{re.escape(words)}(?:都|全|就)?在[^，。]", before):
        return False
    kinds = {kind[0] for _, kind in rjieba.tag(words)}
    if len(words) == 1 or _LEADS_NOWHERE.search(words):
        return True
    return not kinds.isdisjoint("vr") and not _NAMES.search(words)


_TITLES = re.compile(
    r"蝉联|蟬聯|荣获|榮獲|夺得|奪得|摘得|斩获|斬獲|获评|獲評|评为|評為"
    r"|被誉为|被譽為|登顶|登頂|位列|位居|稳居|穩居|排名|称霸"
)
"""Verbs of winning a rank or title, which say nothing without it."""


def _rank_verb_is_left(clause: Rewritten) -> bool:
    """Whether a verb of a rank is left where more than a price or a link was changed."""
    ranked = any(c.kind != "equal" and not _has_price_or_link(c.before) for c in clause.changes)
    return ranked and _TITLES.search(clause.new) is not None


def _has_price_or_link(words: str) -> bool:
    """Whether the words name a price or a link."""
    return _PRICED.search(words) is not None or _LINKED.search(words) is not None


def _subject_was_a_link(clause: Rewritten) -> bool:
    """Whether a removed link began the clause as its subject, as in 上线了船票."""
    first = clause.changes[0]
    if first.kind != "delete" or not _LINKED.search(first.before) or not clause.new.strip():
        return False
    alone = re.fullmatch(r"\s*[\w./:?=&%-]+\s*", first.before, re.ASCII) is not None
    new = clause.new.strip()
    begins = re.match(r"[一-龥]{1,3}[了着过著過]|[有可已正将將现現]|支持|提供", new)
    return alone and (begins is not None or rjieba.tag(new)[0][1][0] in "vdpu")


_COUPON = re.compile(r"(?:优惠|優惠|代金|抵用|现金|現金|打车)?(?:券|红包|紅包|礼包|禮包)")
_OFFERS = re.compile(r"包邮|包郵|免[邮费运郵費運]|[赠贈送]")
_SHORTEST_NAME = 4


def _names_a_thing(clause: Rewritten) -> bool:
    """Whether a clause without its price still names what was priced, or offers something."""
    if not any(c.kind != "equal" and _PRICED.search(c.before) for c in clause.changes):
        return False
    words = rjieba.tag(clause.new.strip())
    named = words[-1][1].startswith(("n", "j", "t")) and words[0][1].startswith(
        ("n", "m", "j", "b", "vn")
    )
    return len(clause.new.strip()) >= _SHORTEST_NAME and (
        named or _OFFERS.search(clause.new) is not None
    )


def _is_a_scrap(clause: Rewritten) -> bool:
    """Whether too little is left, as 换一副 or 每位孩子 without the price beside it.

    The first clause may be short, since it names the thing.
    """
    if _names_a_thing(clause):
        return False
    only_cut = all(change.kind in ("equal", "delete") for change in clause.changes)
    longest = _SCRAP_HAN if only_cut else _SCRAP_WITH_PRICE
    return not clause.is_first and len(re.findall(r"\w", clause.new)) <= longest


_GENERAL_PRAISE = re.compile(
    r"优质|人气|热销|特价|别具一格|贴心|理想|出众|出色|专业|点击|特惠|满额|享"
)
_SUPERLATIVE = re.compile(r"[最顶極极绝絕]|第一|首|独|獨|唯一|无[可与二双]|完美")
_OF_A_THING = re.compile(r"的特惠(?![一-龥])")


_MADE_OF = re.compile(r"的?(?:[一-龥]?面料|[一-龥]?用料|材料|食材|皮料|原料|棉)")


_PRAISE = re.compile(r"(?:好看|漂亮|好喝|好吃|轻量|轻巧|轻便)的?")


def _praises(after: str, following: str) -> bool:
    """Whether 好看 or the like stands before a noun, as in 好看的玫瑰花束; not before a season."""
    words = rjieba.tag(following.removeprefix("的").strip())
    is_thing = bool(words) and words[0][1].startswith("n")
    return (
        is_thing and re.fullmatch(r"(?:好看|漂亮|好喝|好吃|轻量|轻巧|轻便)的?", after) is not None
    )


def _stand_in_is_unrelated(clause: Rewritten) -> bool:
    """Whether a stand-in shares no character with its superlative, as 好看的秋天 for 最美的秋天, or
    follows a verb that takes a thing or a person, as in 是优质美容师.
    """
    if _OF_A_THING.search(clause.new):
        return True
    general = {match[0] for match in _GENERAL_PRAISE.finditer(clause.new)}
    is_general = any(word not in clause.old for word in general)
    so_far = ""
    for n, (kind, before, after) in enumerate(clause.changes):
        if kind == "replace" and after and _SUPERLATIVE.search(before):
            following = "".join(change.after for change in clause.changes[n + 1 :])
            if not is_general and set(before).isdisjoint(after) and not _praises(after, following):
                return True
            if so_far.strip() and "优质" in after and not _MADE_OF.match(following):
                return True
        so_far += after
    return False


def _object_is_bare(clause: Rewritten) -> bool:
    """Whether a verb's object lost the attribute that it needs, as 采用设备 without 顶尖."""
    so_far = ""
    for n, (kind, before, after) in enumerate(clause.changes):
        if kind == "delete" and so_far.strip():
            word, tag = rjieba.tag(so_far)[-1]
            text_after = "".join(change.after for change in clause.changes[n + 1 :])
            next_tag = rjieba.tag(text_after)[0][1] if text_after.strip() else ""
            if _OFFERS.match(text_after) or (_PRICED.search(before) and _COUPON.match(text_after)):
                return False
            takes = tag[0] in "vp" or word in ("是", "由", "您", "你") or before[1:].endswith("的")
            if takes and next_tag[:1] in ("n", "j", "v"):
                return True
        so_far += after
    return False


_PRICED = re.compile(r"[¥￥$€£元块塊]|\d")
_ENDS_WITHOUT_A_NUMBER = ("n", "j", "q", "m", "i", "l", "e", "x", "t", "y")


_SAYS_AN_OFFER = re.compile(r"(?:立减|立減|特惠|优惠|優惠|包邮|包郵)$")


def _wants_a_number(clause: Rewritten) -> bool:
    """Whether a clause needs the price removed at its end, as 最高抵 or 日均 do.

    It must end as a name does.
    """
    last = clause.changes[-1]
    if _SAYS_AN_OFFER.search(clause.new):
        return False
    if last.kind != "delete" or not _PRICED.search(last.before) or _LINKED.search(last.before):
        return False
    _, tag = rjieba.tag(clause.new.strip())[-1]
    return tag != "vn" and not tag.startswith(_ENDS_WITHOUT_A_NUMBER)


def _begins_bound(clause: Rewritten) -> bool:
    """Whether a changed clause begins with a word that needs another one before it."""
    new = clause.new.strip()
    first = rjieba.cut(new)[0]
    matches = (_BOUND.match(new), _BOUND.fullmatch(first), _HOLLOW.match(new))
    begins = any(match is not None for match in matches)
    return clause.changes[0].kind != "equal" and begins
