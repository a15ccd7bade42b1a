"""Claims written out of a sentence that stays: a brand, a holiday, what a user is said to have done.

`claim_cuts` takes whole clauses; here the sentence keeps its point: 你看过的相机降价了 is 相机降价了.
"""

import re
from collections.abc import Sequence

import rjieba

from core.verification.copy_clauses import CopyParts
from core.verification.findings import Span
from core.verification.replaced_words import tidied
from core.verification.text_measures import has_han

_MODEL = re.compile(r"^(?:\s?[A-Za-z]{0,8}[-\s]?[A-Za-z]*\d[\w-]*|\s?[A-Z][\w-]*\d)")
_NAME_ZH = re.compile(r"^\s?[A-Za-z]{2,}")
_NAME_EN = re.compile(r"^(?:'s|’s)?\s(?!I\b)[A-Z][a-z]+")
_NAMELY = re.compile(r"小棕瓶|小黑瓶|神仙水|红腰子|三叶草|椰子|小黑裙|大红瓶|红管|小白管|气垫|芯片|系统|鸿蒙|Swoosh|stripes", re.I)


def with_brand(text: str, spans: Sequence[Span], actual: str, titles: Sequence[str]) -> str | None:
    """The text with another brand's name; None where a model's name stands at it, or where the text
    speaks of another kind of thing than the items' titles.
    """
    han = has_han(text)
    if not actual or (not han and has_han(actual)):
        return None
    for start, end in spans:
        after = text[end : end + 24]
        if _MODEL.match(after) or (_NAME_ZH if han else _NAME_EN).match(after):
            return None
    rest = _blanked(text, spans) + " ".join(_kind_named(text[a:b]) for a, b in spans)
    if _NAMELY.search(rest) or not _same_kind(rest, titles, han):
        return None
    parts, at = [], 0
    for start, end in sorted(spans):
        title = next((title for title in titles if actual.lower() in title.lower()), "")
        name = actual
        kind = _kind_named(text[start:end])
        if not han and not kind and title and len(titles) == 1 and _STANDS_FOR_ITEM.match(text[end:]) and _A_NEW.search(text[:start]):
            name = title
        parts += [text[at:start], name + kind]
        at = max(at, end)
    made = "".join([*parts, text[at:]])
    return tidied(re.sub(rf"\b([Aa])n?(\s+){re.escape(actual)}", rf"\1{_n(actual)}\2{actual}".replace("\\\\", "\\"), made))


_STANDS_FOR_ITEM = re.compile(r"\s*(?:[,.!?:;]|$)|\s+(?:is|are|that|you|has|now|in|on|just|from|with|for|and)\b")
_A_NEW = re.compile(r"\b(?:the|a|your|our)(?: (?:new|latest))?\s+$", re.IGNORECASE)


def _n(name: str) -> str:
    """Whether "an" stands before the name, as it is spoken."""
    spelled = re.match(r"[A-Z]{2,3}\b", name)
    return "n" if name[:1] in ("AEFHILMNORSX" if spelled else "AEIOaeio") else ""


def _kind_named(name: str) -> str:
    """What a name says of the thing itself: 富士微单 is a brand and a kind of camera."""
    endings = (word for kind in _KINDS for word in kind)
    low = name.lower()
    named = (e for e in endings if low.endswith(e if has_han(e) else f" {e}") and low != e)
    found = max(named, key=len, default="")
    return found if not found or has_han(found) else f" {found}"


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


_KINDS = (
    ("相机", "微单", "单反", "camera"), ("镜头", "lens"), ("手机", "新机", "phone", "iphone", "galaxy", "pixel"), ("耳机", "降噪", "earbuds", "headphones", "cans"),
    ("音箱", "speaker"), ("跑鞋", "球鞋", "鞋", "running shoes", "sneakers", "shoes"), ("手环", "手表", "腕表", "watch"), ("洗衣机", "washer"),
    ("面霜", "精华", "眼霜", "口红", "粉底", "防晒", "cream", "serum", "lipstick"), ("空气炸锅", "air fryer"), ("破壁机", "豆浆机", "blender"),
    ("厨师机", "stand mixer"), ("卷发棒", "吹风机", "styler", "hair dryer"), ("键盘", "keyboard"), ("鼠标", "mouse"), ("电视", "tv"),
    ("笔记本", "电脑", "laptop"), ("平板", "tablet"), ("冰箱", "fridge"), ("空调", "air conditioner"), ("吸尘器", "vacuum"), ("羽绒服", "夹克", "fleece", "jacket", "coat"),
    ("家电",), ("汽车",), ("牛仔裤", "jeans"), ("沐浴", "body wash"), ("牙刷", "toothbrush"), ("奶粉",), ("咖啡机", "coffee machine"), ("行李箱", "suitcase"),
)


def _same_kind(text: str, titles: Sequence[str], han: bool) -> bool:
    """Whether no kind of thing is named that the titles do not name; without titles any is."""
    if not any(titles):
        return True
    title, low = " ".join(titles).lower(), text.lower()
    said = [kind for kind in _KINDS if any(word in low for word in kind)]
    meant = [kind for kind in _KINDS if any(word in title for word in kind)]
    return not said or not meant or any(kind in meant for kind in said)


_HOLIDAY_TAIL = r"(?:(?:佳节|节日|当天|当日|期间|前夕|前后|夜|假期|长假|小长假|季|之际|临近|将至|的))?"
_OF_ITSELF = re.compile(
    r"^(?:\s*(?:快乐|到了|到啦|到来|来了|来啦|将至|将近|已至|已到|有礼|狂欢|正在|进行|开启|开始|倒计时|临近|快到|在即|来临|(?:夜|当天)(?=[，,。！!]|$)|安康|吉祥|团圆|踏青|敬老|"
    r"前夕|佳节|节日|放假|还没完|没完|继续|结束|最后|也|就|是|不|要|怎么|送|给|陪|和|与|，|。|！|!|,|$))"
)


def without_holiday(text: str, spans: Sequence[Span]) -> str | None:
    """The text with the holiday left out where it only stands before a thing: 中秋月饼 is 月饼."""
    han = has_han(text)
    for start, end in sorted(spans, reverse=True):
        after = text[end:]
        if han:
            if _OF_ITSELF.match(after):
                return None
            tail = re.match(_HOLIDAY_TAIL, after)
            end += tail.end() if tail else 0
            text = text[:start] + text[end:]
            continue
        thing = re.match(r"(?:['’]s?)?\s+(?!is\b|are\b|was\b|has\b|starts\b|now\b|to\b|from\b|in\b|at\b|on\b|and\b|for\b|with\b|sale starts\b|eve\b|night\b|day\b|weekend\b|countdown\b|comes\b|calls\b|this\b|or\b|we\b|you\b)(?=[a-z])", after)
        before = text[:start]
        if not thing or re.search(r"\b(?:happy|merry|it's|this|of|for|on|by|before|until|celebrate|since|after|during|in time for|ready for|at)\s+$", before, re.I):
            return None
        text = before + after[thing.end() :]
    return tidied(text)


_WHEN = (
    r"(?:上次|最近|刚刚|刚才|刚|之前|此前|先前|近期|昨天|昨晚|前天|前两天|前几天|今早|上周|上个月|上月|去年|前阵子|曾经|曾|总|常|一直|经常|"
    r"反复|多次|好久|很久|很多次|好几次|两次|三次|几次|\d+次)*"
)
_DID = (
    r"(?:点?浏览|查看|看|逛|买|购买|购入|选购|下单|订购|拍下|入手|加购|加入购物车|加进购物车|放进购物车|收藏|搜索|搜|关注|心动|种草|点开|点击|囤|回购|心仪|留意|挑|选|存|添加)"
    r"(?:过了|过|了|着|好久|很久|三回|几回|两回|多次|几次|一眼)*"
)
_RELATIVE = re.compile(
    rf"(?:^|(?<=[，,。！!？?：:\s】]))(?:还在惦记|还记得|还惦记|惦记)?(?:你|您|亲|亲爱的)?{_WHEN}{_DID}(?:，)?的(?:那|这)?"
    r"(?:[一两三]?(?:盏|台|部|款|件|双|把|个|张|套|只|条|辆|顶|瓶|盒|罐|袋|块|本|支|副|枚|间|家|组))?\s?(?=[一-龥A-Za-z])"
)
_PLACE = re.compile(
    r"(?:^|(?<=[，,。！!？?：:\s】]))(?:你|您)?(?:的)?(?:足迹|购物车|收藏夹|心愿单|浏览记录|历史订单|订单|愿望清单)(?:里|中|内)(?:放了[一-龥]{1,3}|躺着|等着|收藏|存放)?的"
    r"(?:那|这)?(?:[一两三]?(?:盏|台|部|款|件|双|把|个|张|套|只|条|辆|顶|瓶|盒|罐|袋|块|本|支|副|枚))?\s?(?=[一-龥A-Za-z])"
)
_REMINDS = re.compile(r"^(?:复购提醒|补货提醒|降价提醒|猜你还想要|到货提醒|浏览提醒)[:：，,]\s*")
_ADVERB = (
    r"(?:\s+(?:recently|lately|earlier|before|yesterday|last (?:night|week|month|year|time|spring|summer|autumn|fall|winter)|twice|online|in store|from us|so much|the other day|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|this (?:week|month|morning)|a while ago|a few days ago|back to|in (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december)))*"
)
_VERB_EN = (
    r"(?:viewed|browsed|looked at|checked out|bought|purchased|ordered|added(?: to (?:your )?(?:cart|bag|basket|wish ?list))?|saved|liked|favou?rited|searched for|left (?:behind|in your (?:cart|bag|basket))|"
    r"were (?:looking at|eyeing|viewing|browsing)|wanted|loved|picked(?: out)?|wish-?listed|always buy|usually buy|keep buying)"
)
_YOU_DID = re.compile(
    rf",?\s+(?:(?:that|which)\s+)?you(?:(?:'|’)ve| have| had|(?:'|’)d)?(?:\s+(?:just|recently|last|once|already|so))?\s+{_VERB_EN}{_ADVERB}(?=\s*[,.!?;:—–-]|\s+(?:is|are|was|has|have|just|now|will|dropped|went|comes|still|and|needs?|gets?|can)\b|$)",
    re.IGNORECASE,
)
_IN_YOUR = re.compile(
    r"\s+(?:(?:waiting|left|sitting|still|saved|that(?:'s| is| are)|you left)\s+)*(?:in|on|from) your\s+(?:shopping\s+)?(?:cart|basket|bag|wish-?\s?list|saved items|favou?rites|browsing history|recent views|past orders|order history)",
    re.IGNORECASE,
)
_YOUR_RECENT = re.compile(
    r"\b(?:your|those|the)\s+(?:recently|previously|last|most recently)[\s-](?:viewed|browsed|purchased|bought|ordered|saved|searched)\s+", re.IGNORECASE
)
_SINCE_YOU = re.compile(
    rf"(?:^|(?<=[.!?]\s))(?:since|because|as|now that|after|if you liked what|based on what)\s+you(?:(?:'|’)ve| have)?(?:\s+(?:recently|just|last))?\s+{_VERB_EN}[^,.!?]*,\s*(?=\w)", re.IGNORECASE
)


_ALLUDES = re.compile(
    r"还在等[你您]|惦记|用得|还好吗|该补货|老朋友|还想要|总看|回购|复购|再来一|还在犹豫|还在考虑|念念不忘|久等|还没下单|还没付款|等你结算|买单|别忘了付|"
    r"\b(?:where you left off|still thinking|kept coming back|miss(?:es|ed)? you|waiting for you|another (?:bag|box|bottle|pack)|"
    r"lov(?:e|ed|ing) (?:the|your)|remember|running low|refill|reorder|again|left behind|forget|forgot|forgotten|checkout|"
    r"check out now|your (?:new|old|order)|come back)\b",
    re.IGNORECASE,
)


def alludes(text: str) -> bool:
    """Whether a text still speaks as if its reader had done something."""
    return _ALLUDES.search(text) is not None


def without_event(text: str) -> str | None:
    """The text without the words that say what its reader did; None where they are of another make."""
    if has_han(text):
        parts = CopyParts.of(text)
        new = _REMINDS.sub("", parts.body)
        for pattern in (_RELATIVE, _PLACE):
            new = pattern.sub("\ue002", new)
        # A thing that was set apart by a comma is the subject of what follows.
        new = re.sub(r"\ue002([^，,。！？!?\s]{1,8})，", _joined_subject, new).replace("\ue002", "")
        return parts.with_body(tidied(new)) if new != parts.body else None
    new = _SINCE_YOU.sub("", text)
    new = _YOUR_RECENT.sub("", new)
    new = _YOU_DID.sub("", new)
    new = _IN_YOUR.sub("", new)
    return tidied(new) if new != text else None


_THING = re.compile(r"n|eng|vn|b|a|j|x")


def _joined_subject(match: re.Match[str]) -> str:
    is_thing = all(_THING.match(kind) for _, kind in rjieba.tag(match[1]))
    return match[1] if is_thing else f"{match[1]}，"
