"""Remove a claim from within a sentence: a holiday, or what its reader is said to have done.

`claim_cuts` removes whole sentences; here a sentence keeps its point: 相机降价了 is left of
你看过的相机降价了.
"""

import functools
import re
from collections.abc import Sequence

import rjieba

from core.text.language import simplified_characters
from core.verification.copy_text.copy_clauses import CopyParts
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange
from core.verification.repairs.edits.replaced_words import WordEdit, apply_word_edits, tidy_text

_HOLIDAY_TAIL = re.compile(
    r"(?:佳节|节日|当天|当日|期间|前夕|前后|夜|假期|长假|小长假|季|之际|临近|将至|的)?"
)
_AS_SUBJECT = re.compile(
    r"\s?(?:快乐|到了|到啦|到来|来了|来啦|将至|将近|已至|已到|有礼|狂欢|正在|进行|开启|开始|倒计时|"
    r"临近|快到|在即|来临|"
    r"(?:夜|当天)(?=[，,。！!]|$)|安康|吉祥|团圆|踏青|敬老|前夕|佳节|节日|放假|还没完|没完|继续|"
    r"结束|最后|即将|马上|还有|也|就|是|不|要|"
    r"怎么|刚过|过后|已过|刚刚|送|给|陪|和|与|[，。！!,]|$)"
)
_ABOUT_THE_DAYS = re.compile(
    r"即将|马上|已经?|快要?|就要|开始|开启|到来|来临|结束|临近|将至|倒计时"
)
"""What is said of the holiday itself, as in 国庆假期即将开始."""
_AS_ATTRIBUTE = re.compile(
    r"(?:['’]s?)?\s(?!(?:is|are|was|has|starts|now|to|from|in|at|on|and|for|with|sale starts|eve|"
    r"night|day|"
    r"weekend|countdown|comes|calls|this|or|we|you)\b)(?=[a-z])"
)
_TIED_BEFORE = re.compile("(?:[在到自从为于过等距离逢比趁]|截至|赶在)$")
_TIED_AFTER = re.compile("(?:节日?|佳节)?(?:之?(?:前(?!夕|后)|后)|以[前后来]|为止|左右|那[天日])")
"""Words that need the holiday beside them (_TIED_BEFORE too): 端午前下单 would become 前下单."""

_NEAR = 20
"""Characters before a holiday that are read."""
_GREETS = re.compile(
    r"\b(?:happy|merry|it's|this|of|for|on|by|before|until|celebrate|since|after|during|in time "
    r"for|"
    r"ready for|at)\s$",
    re.IGNORECASE,
)


_CELEBRATE = re.compile(r"\bcelebrate (?=(?:the )?$)", re.IGNORECASE)
_FOR_THE_DAY = re.compile(r"(?<=[\w%]) (?:for|this|on|over)(?: the)? $", re.IGNORECASE)
_ENDS_OR_GOES_ON = re.compile(
    r"(?P<day>\s(?:today|tomorrow|tonight))?(?:(?=\s?[.,!])|(?=\s(?:and|with)\b)|$)"
)
"""What may follow a holiday that can be left out: "Save 25% for Labor Day and get ..."."""
_OPENING = re.compile(r"(?:it['’]s |happy |the )?", re.IGNORECASE)
_IS_HERE = re.compile(
    r"(?:\s(?:deals?|sale|offers?|specials?|event))?"
    r"(?:\s(?:is|has)\s(?:here|back|arrived|almost here|now on|coming|landed))?\s?[:!—–-]\s?"
)
"""The rest of an opening such as "Black Friday is here: all headphones are 30% off"."""


def without_holiday(text: str, spans: Sequence[CharRange]) -> str | None:
    """The text without the holiday, as 月饼 for 中秋月饼; None where its sentence needs it."""
    han = has_han(text)
    edits = []
    for start, end in sorted(spans):
        if not han and (intro := _IS_HERE.match(text, end)) and _OPENING.fullmatch(text[:start]):
            edits.append(WordEdit((0, intro.end()), ""))
            continue
        if han:
            tail = _HOLIDAY_TAIL.match(text, end)
            if tail is None or _is_tied(text, start, end):
                return None
            if _AS_SUBJECT.match(text, end) or (
                tail[0] and _ABOUT_THE_DAYS.match(text, tail.end())
            ):
                return None
            edits.append(WordEdit((start, tail.end()), ""))
            continue
        attribute = _AS_ATTRIBUTE.match(text, end)
        if text.startswith(" with ", end) and (
            celebrate := _CELEBRATE.search(text, max(0, start - _NEAR), start)
        ):
            edits.append(WordEdit((celebrate.end(), end + 1), ""))
            continue
        ends = _ENDS_OR_GOES_ON.match(text, end)
        when = _FOR_THE_DAY.search(text, max(0, start - _NEAR), start)
        if ends and when:
            edits.append(WordEdit((when.start(), ends.end()), ""))
            continue
        if attribute is None or _GREETS.search(text, max(0, start - _NEAR), start):
            return None
        edits.append(WordEdit((start, attribute.end()), ""))
    return tidy_text(apply_word_edits(text, [_capital(text, edit) for edit in edits]))


def _capital(text: str, edit: WordEdit) -> WordEdit:
    """The edit with a capital for the next word where the holiday began a sentence."""
    (start, end), by = edit
    before = text[max(0, start - _NEAR) : start].rstrip(" ")
    begins = start == 0 or before.endswith(("\n", ".", "!", "?"))
    following = text[end : end + 1]
    if by or not begins or not following.islower() or not following.isascii():
        return edit
    return WordEdit((start, end + 1), following.upper())


def _is_tied(text: str, start: int, end: int) -> bool:
    """Whether a word beside the holiday needs it."""
    before = text[max(0, start - _NEAR) : start]
    return bool(_TIED_BEFORE.search(before) or _TIED_AFTER.match(text, end))


_WHEN = (
    r"(?:上次|最近|刚刚|刚才|刚|之前|此前|先前|近期|昨天|昨晚|前天|前两天|前几天|今早|上周|上个月|"
    r"上月|去年|前阵子|曾经|曾|总|常|"
    r"一直|经常|反复|多次|好久|很久|很多次|好几次|两次|三次|几次|\d{1,3}次){0,3}"
)
_DID = (
    r"(?:点?浏览|查看|看|逛|买|购买|购入|选购|下单|订购|拍下|入手|加购|加入购物车|加进购物车|"
    r"放进购物车|收藏|搜索|搜|关注|心动|"
    r"种草|点开|点击|囤|回购|心仪|留意|挑|选|存|添加)(?:过了|过|了|着|好久|很久|三回|几回|两回|"
    r"多次|几次|一眼){0,3}"
)
_BEGINS = r"(?:^|(?<=[，,。！!？?：:\s】]))"
_MEASURE_WORD = r"(?:盏|台|部|款|件|双|把|个|张|套|只|条|辆|顶|瓶|盒|罐|袋|块|本|支|副|枚|间|家|组)"
_THAT = (
    rf"(?:[那这](?:[一两三]?{_MEASURE_WORD})?|[一两三]{_MEASURE_WORD})?\s?(?=[一-龥A-Za-z《“「『])"
)
_RELATIVE = re.compile(
    rf"{_BEGINS}(?:还在惦记|还记得|还惦记|惦记)?(?:你|您|亲爱的|亲)?{_WHEN}{_DID}，?的{_THAT}"
)
_PLACE = re.compile(
    rf"{_BEGINS}(?:你|您)?的?(?:足迹|购物车|收藏夹|心愿单|浏览记录|历史订单|订单|愿望清单)(?:里|中|"
    rf"内)"
    rf"(?:放了[一-龥]{{1,3}}|躺着|等着|收藏|存放)?的{_THAT}"
)
_REMINDS = re.compile(r"^(?:复购提醒|补货提醒|降价提醒|猜你还想要|到货提醒|浏览提醒)[:：，,]\s?")
_ASKS = re.compile(r"^(?:还记得|还惦记|记得|还在惦记)[^。！!]{0,60}[吗么]")
_ADVERB = (
    r"(?:\s(?:recently|lately|earlier|before|yesterday|last (?:night|week|month|year|time|spring|"
    r"summer|"
    r"autumn|fall|winter)|twice|online|in store|from us|so much|the other day|on (?:mon|tues|"
    r"wednes|thurs|"
    r"fri|satur|sun)day|this (?:week|month|morning)|a while ago|a few days ago|back to|in "
    r"(?:january|"
    r"february|march|april|may|june|july|august|september|october|november|december))){0,3}"
)
_VERB = (
    r"(?:viewed|browsed|looked at|checked out|bought|purchased|ordered|added(?: to (?:your "
    r")?(?:cart|bag|"
    r"basket|wish ?list))?|saved|liked|favou?rited|searched for|left (?:behind|in your (?:cart|bag|"
    r"basket))|"
    r"were (?:looking at|eyeing|viewing|browsing)|wanted|loved|picked(?: out)?|wish-?listed|always "
    r"buy|"
    r"usually buy|keep buying)"
)
_YOU_DID = re.compile(
    rf",?\s(?:(?:that|which)\s)?you(?:['’]ve| have| had|['’]d)?(?:\s(?:just|recently|last|once|"
    rf"already|so))?"
    rf"\s{_VERB}{_ADVERB}(?=\s?[,.!?;:—–-]|\s(?:is|are|was|has|have|just|now|will|dropped|went|"
    rf"comes|still|"
    r"and|needs?|gets?|can)\b|$)",
    re.IGNORECASE,
)
_IN_YOUR = re.compile(
    r"\s(?:(?:waiting|left|sitting|still|saved|that(?:'s| is| are)|you left)\s){0,3}(?:in|on|from) "
    r"your\s"
    r"(?:shopping\s)?(?:cart|basket|bag|wish-?\s?list|saved items|favou?rites|browsing history|"
    r"recent views|past orders|order history)",
    re.IGNORECASE,
)
_YOUR_RECENT = re.compile(
    r"\b(?:your|those|the)\s(?:recently|previously|last|most recently)[\s-](?:viewed|browsed|"
    r"purchased|"
    r"bought|ordered|saved|searched)\s",
    re.IGNORECASE,
)
_SINCE_YOU = re.compile(
    r"(?:^|(?<=[.!?]\s))(?:since|because|as|now that|after|if you liked what|based on what)\s"
    rf"you(?:['’]ve| have)?(?:\s(?:recently|just|last))?\s{_VERB}[^,.!?]{{0,80}},\s?(?=\w)",
    re.IGNORECASE,
)
_REWARD = re.compile(r"\b(?:free|off|on us|discount|bonus|gift|save|credit|points)\b", re.I)
"""Rewards for an act, which must not be promised to readers who did not do it."""

_ALLUDES = re.compile(
    r"还在等[你您]|快要?[吃用喝]完|惦记|用得|还好吗|该补货|老朋友|还想要|总看|该更换|该换|回购|复购|再来一|"
    r"还在犹豫|还在考虑|念念不忘|久等|"
    r"还没下单|还没付款|等你结算|买单|别忘了付|"
    r"[你您]的(?:购买|订单|购物车|收藏|爱机|新机|宝贝)|顺手带|"
    r"\b(?:where you left off|you left|still thinking|kept coming back|miss(?:es|ed)? you|"
    r"waiting for you|"
    r"another (?:bag|box|bottle|pack)|lov(?:e|ed|ing) (?:the|your)|remember|running low|refill|"
    r"reorder|"
    r"again|left behind|forget|forgot|forgotten|enjoy(?:ed|ing)|"
    r"you(?:['’]ve| have)? (?:just |already )?(?:liked|chose|chosen|bought|"
    r"saved|viewed|picked|ordered|added|wanted|tried)|checkout|check out now|your (?:new|"
    r"old|order|purchase|pair|pick|choice|cart|"
    r"basket|bag|wish-?\s?list|favou?rites)|come back)\b",
    re.IGNORECASE,
)


def alludes_to_an_act(text: str) -> bool:
    """Whether a text still speaks as if its reader had done something."""
    return _ALLUDES.search(text) is not None


def rewards_an_act(text: str) -> bool:
    """Whether the text rewards an act of its reader: "Since you bought it, shipping is on us"."""
    since = _SINCE_YOU.search(text)
    return since is not None and _REWARD.search(text, since.end()) is not None


def leaves_out_a_reason(text: str) -> bool:
    """Whether `without_event` removes a whole clause: "Since you bought it, ..."."""
    return _SINCE_YOU.search(text) is not None


_ACT_THEN_PRONOUN = re.compile(
    rf"(?P<before>^|[.!?\n]\s?)You(?:['’]ve| have)?(?: just| recently)? {_VERB} "
    r"(?P<thing>(?:the|our|a|an|that|this) [^,.!?;:\n]{2,40}?)"
    r"(?: to your (?:cart|basket|bag|wish-?\s?list))?"
    rf"{_ADVERB}[.!] (?P<it>It|They)(?P<is>['’]s|['’]re)? ",
    re.IGNORECASE,
)


def _as_subject_of_next(match: re.Match[str]) -> str:
    """Make "Our lamp is back" of "You viewed the lamp last week. It is back"."""
    noun = re.sub(r"^(?:the|an?|that|this)\b", "our", match["thing"], flags=re.IGNORECASE)
    verb = {"s": "is ", "e": "are "}[match["is"][-1]] if match["is"] else ""
    return f"{match['before']}{noun[:1].upper()}{noun[1:]} {verb}"


_GONE = "\ue002"
"""Placeholder for words that were removed."""
_COMMA_HAN = re.compile(rf"{_GONE}([^，,。！？!?\s]{{1,8}})，(?!点击|快来)")
_NOUN_TAGS = re.compile(r"n|eng|vn|b|a|j|x")


def _simplified(text: str) -> str:
    """The text with a simplified character for each traditional one."""
    return text.translate(_characters())


@functools.cache
def _characters() -> dict[int, str]:
    pairs = simplified_characters().items()
    return str.maketrans({old: new for old, new in pairs if len(new) == 1})


def without_event(text: str) -> str | None:
    """The text without the words that say what its reader did; None where it fits no pattern."""
    edited = _without_event_han(text) if has_han(text) else _without_event_english(text)
    return edited if edited != text else None


def _without_event_han(text: str) -> str | None:
    parts = CopyParts.of(text)
    if _ASKS.search(parts.body):
        return None
    body = _REMINDS.sub("", parts.body)
    for pattern in (_RELATIVE, _PLACE):
        # Matched in simplified characters, one for one, and removed from the text as it is.
        matches = pattern.finditer(_simplified(body))
        body = apply_word_edits(body, [WordEdit(match.span(), _GONE) for match in matches])
    if body == parts.body:
        return None
    body = _COMMA_HAN.sub(_joined_subject, body).replace(_GONE, "")
    return parts.with_body(tidy_text(body))


_COMMA_EN = re.compile(r"^((?:The|Our) [\w -]{2,30}), (is|are|has|have|was)\b")


_TOLD_BY_ACT = re.compile(
    r"\b(?P<which>[Tt]he|[Tt]hat|[Tt]his) "
    r"(?P<thing>(?:(?!(?:the|of|is|are|and|for)\b)[\w-]+\s){0,4}[\w-]+)"
    rf"(?={_YOU_DID.pattern}|{_IN_YOUR.pattern})"
)
"""A thing told by an act: without "you viewed", nothing tells which "the lamp you viewed" is."""


_PREPOSITION = re.compile(r"\b(?:in|at|on|for|with|from|of) $", re.IGNORECASE)


def _our_one(match: re.Match[str]) -> str:
    """Write "our lamp" for "the lamp"; after a preposition, as in "of the lamp", keep "the"."""
    if _PREPOSITION.search(match.string, 0, match.start()):
        return f"the {match['thing']}"
    return f"{'Our' if match['which'][0] == 'T' else 'our'} {match['thing']}"


def _the(match: re.Match[str]) -> str:
    """Write "Our" for "Your recently viewed" where it begins with a capital, else "the"."""
    return "Our " if match[0][0].isupper() else "the "


def _joined_subject(match: re.Match[str]) -> str:
    """A noun that a comma set apart, without the comma: it is the subject of what follows."""
    is_thing = all(_NOUN_TAGS.match(kind) for _, kind in rjieba.tag(match[1]))
    return match[1] if is_thing else f"{match[1]}，"


def _without_event_english(text: str) -> str | None:
    if rewards_an_act(text):
        return None
    edited = _ACT_THEN_PRONOUN.sub(_as_subject_of_next, text)
    for pattern in (_SINCE_YOU, _YOUR_RECENT):
        edited = pattern.sub(_the if pattern is _YOUR_RECENT else "", edited)
    edited = _TOLD_BY_ACT.sub(_our_one, edited)
    for pattern in (_YOU_DID, _IN_YOUR):
        edited = pattern.sub("", edited)
    if edited == text:
        return None
    return tidy_text(_COMMA_EN.sub(r"\1 \2", edited, count=1) if edited.count(",") % 2 else edited)
