"""Remove a link, with the words that only led to it, from a message that is opened by a tap.

查看详情：https://... becomes 点击通知查看详情, and "Go to https://... for the menu" becomes "Tap
for the menu".
"""

import re
from collections.abc import Callable, Sequence

from core.verification.copy_text.copy_clauses import (
    Clause,
    CopyParts,
    overlapped_clauses,
    text_without,
)
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange
from core.verification.repairs.edits.replaced_words import tidy_text

_LINK = "\ue000"
"""Placeholder for a link while the words around it are read."""

_LONGEST = 200
"""Characters of a clause that is rewritten; a longer one can only be removed as a whole."""

# A possessive quantifier: words such as 请见 match in two ways, a run of them in very many.
_LEAD_WORDS = re.compile(
    r"(?:(?:扫描二维码|扫一扫|浏览器里|浏览器|请点击|立即|马上|赶紧|现在|可以|直接|下单|更多|复制|"
    r"粘贴|链接|网址|地址|入口|官网|请见|详见|详看|参见|请看|点击|点开|"
    r"打开|访问|登录|登陆|进入|输入|前往|搜索|查看|浏览|就输|这里|此处|通过|可见|在这里|下方|即可|"
    r"参与|扫码|详情|详细|活动|了解|请|快|速|可|"
    r"或|在|到|去|上|从|走|至|用|见|戳|点|搜|看|扫|是|为|即|进)[\s:：→>-]{0,3})*+"
)
_LEAD_ENDING = re.compile(
    r"(?:[^\w\s）】》”’)\]]|(?<![来去好一查观])看|请?戳|请?点击?|请?见|请?(?:详见|详看|参见)|请看|在这里领取?|在这里|在此|就在|都在|全在|在|至|到|"
    r"去|走|用|进|上|\s){1,8}$"
)
_ACT_VERB = re.compile(
    r"(?:立即|马上|快来|快去|现在就?|一键|免费)?(?:查看|看看|看|了解|领取?|填写?|预约|参与|参加|"
    r"抢购|抢|试听|试用|试读|购买|下单|报名|"
    r"做(?!法|工|客)个?|测一?测|[换领抢买赢取](?=[一两二三]|个)|玩|查询|续订|续费|复购|补货|升级|签到|绑卡|看书单|体验|试驾|挑选|选购|逛逛|逛|解锁|收听|观看|阅读|读|追|兑换|申请|开通|激活|续费|打卡|"
    r"投票|下载|追踪|查|绑定|更新|完善|确认|"
    r"评价|办理|订座|订位|订票|订房)"
)
_BEHIND_LINK = re.compile(r"^(?:里面?|内|中|上面?)(?:都|就|全)?(?:有|写|能|可|查|看|见).*$")
"""What is said to be behind a link, which is removed with it: 常见问题 <link> 里都有答案."""
_MAY = re.compile(r"^(?:即可|就能|就可以?|便可|可以?)")
_ENTERED = re.compile(r"(?:入口|通道|页面?|直播间|会场|专区|专场|商城|小程序|主页|首页|频道)$")
_COLLECTED = re.compile(r"(?:优惠券|红包|券|礼包|福利|礼物|折扣码|积分)$")
_STATEMENT = re.compile(
    r"记得|别忘|了|啦|已|正在|还剩|还有|有货|有房|降价|到货|上新|开售|开抢|上线|补货|开启|开始|开放|接受|招募|来袭|将至|"
    r"起售|售罄|结束|满减|立减|半价|打折|折$|"
    r"包邮|送|免费|等你|更|最|可|能|要|不|都|也|是|只|仅|赢|享|减|省|上架|返场|回归|加码|翻倍|直降|"
    r"特惠|优惠价|好价"
)
_GOES_ON = re.compile(r"了|上线|开业|已|正")
_VERB_LAST = re.compile(
    r"(.{1,8}?)(下载|报名|领取|预约|购买|观看|查询|阅读|收听)(?:链接|网址|地址|入口|通道|页面?)$"
)
_TOLD_TO_TAP = re.compile(r"(?:^|请|快)(?:点击|点开|戳|点)(?=[一-龥]{2})")
_ACT_ALONE = re.compile(
    r"(?:立即|马上|点击|请)?(报名|下单|领取|领券|预约|购买|购票|抢票|抢购|选座|选位|订票|订座|订位|兑换|申请|查询|下载)"
    r"(?:入口|通道|链接|网址|地址|页面?)?"
)
"""The label of a link that names an act: 报名入口 becomes 点击通知报名."""
_ADDRESS = re.compile(r"(?<=[一-龥]{2})的?(?:链接|网址|地址)$")
_INSTRUCTS = re.compile(r"(?:请?复制|粘贴|在?浏览器|搜不到|打不开|长按|手动输入)")
_IN_BRACKETS = re.compile(
    r"\s?[（(【\[]\s?(?:(?:详情|更多|链接|网址|官网|点击|查看|戳|见|请|报名|入口|地址|details?|"
    r"more|info|link|here|see|"
    r"at|visit|click|book|order|shop|sign up|register|rsvp|join|vote|buy|reserve)"
    rf"[\s:：]{{0,3}})*+{_LINK}\s?[)）】\]]"
    rf"|[（(]\s?[一-龥]{{1,6}}[\s:：]{{0,2}}{_LINK}\s?[)）]",
    re.IGNORECASE,
)
_HAN_DOMAIN = re.compile(r"[^\s，。！？,!?]+")
_LEADS_TO_IT = re.compile(r"[:：>→|-]\s?$")

_TAP = "点击通知"

_LIST = (
    r"(?:the )?(?:full )?(?:chart|menu|guide|list|story|lookbook|catalogue|catalog|map|schedule|"
    r"size chart|line-?up|(?:release )?notes|photos|pictures|recipes?|rules|timetable|programme|"
    r"program|video|results|tickets|terms|report|agenda|directions)"
)
_NOUN_ALONE = re.compile(
    rf"(?P<noun>(?:(?:full|more|all) )?(?:(?P<told>details?|info|information|terms)|"
    rf"(?P<of>(?!see |view |check |read |get |the |full |all |our )[a-z]+ )?{_LIST}))"
    rf"(?: (?:here|at|on|via))?\s?[:>→-]?\s?{_LINK}(?P<more> and .+)?$",
    re.IGNORECASE,
)
_IS_AT_LINK = re.compile(
    r"\b(?P<verb>lives|waits|awaits|is waiting|is live|is|can be found|is available|is ready|live|"
    r"wait|"
    rf"are waiting|are live|are|are available) (?:at|on|over at) {_LINK}",
    re.IGNORECASE,
)
_PLURAL = frozenset(("live", "wait", "are waiting", "are live", "are", "are available"))
_VISITS = re.compile(
    r"(?:^|(?<=[\s—–-]))(?P<verb>visit|go to|head to|head over to|click|tap|open|type|enter|see|"
    r"browse|hit|use)"
    rf"(?: (?:on|at|over|to|here))?\s?:?\s?{_LINK}\s?(?P<rest>.*)$",
    re.IGNORECASE,
)
_TO_BE_USED = re.compile(r"\bto (?:use|see|browse|open)$", re.IGNORECASE)
"""A verb before a link that is no call to act: "ready to use at <link> until Sunday"."""
_SHOPS = frozenset(("visit", "see", "browse"))
_FOLLOWS = re.compile(r"(?P<word>to|for|and)\b\s?", re.IGNORECASE)
_LINK_HAS = re.compile(
    rf"{_LINK}\s?has (?P<thing>(?:the|our|all|every|\d+% off)\b.*)$", re.IGNORECASE
)
_AT_LINK = re.compile(
    r"\s?(?:[:>→=-]{1,2}\s?)?(?:\b(?:right here|here|online)\b\s?)?"
    r"(?:\b(?:(?:or|and)\s)?(?:at|on|via|from|through|over at|in|with|by visiting|"
    r"visit)\s)?[:>→(\[-]?\s?"
    rf"{_LINK}[)\]]?",
    re.IGNORECASE,
)
_BARE_VERB = re.compile(
    r"\b(?:shop|order|buy|sign up|register|book|apply|join|listen|watch|play|read|enroll|enrol|"
    r"browse|"
    r"subscribe|vote|rsvp|redeem)$",
    re.IGNORECASE,
)
_ACT_ON_IT = re.compile(
    r"(?:(?:please|just) )?(?P<act>(?:see|read|track|claim|renew|book|order|watch|find|get|check|"
    r"view|browse|"
    r"shop|grab|download|redeem|take|join|vote|pick|learn|discover|explore|update|review|start|try|"
    r"reserve|enter|complete|answer|unlock|collect|choose|compare|meet)\b.*\bit\b.*)$",
    re.IGNORECASE,
)
_FEW_WORDS = 5

LinkRewriting = Callable[[str, bool], str | None]


def without_links(text: str, spans: Sequence[CharRange], *, tapped: bool) -> list[str]:
    """Texts without the links at `spans`, the better first.

    In one the clauses of the links are rewritten, in one they are left out. `tapped`: a tap on the
    message opens what was linked.
    """
    marked = _IN_BRACKETS.sub("", _marked(text, spans))
    if _LINK not in marked:
        return [tidy_text(marked)]
    parts = CopyParts.of(marked)
    clauses = parts.clauses
    advice = {n for n, clause in enumerate(clauses) if _INSTRUCTS.match(clause.text.strip())}
    linked = {n for n, clause in enumerate(clauses) if _LINK in clause.text}
    kept_clauses = [clause for n, clause in enumerate(clauses) if n in linked or n not in advice]
    rewritten = _rewritten(
        _joined(kept_clauses), _in_chinese if has_han(marked) else _in_english, tapped
    )
    places = [(match.start(), match.end()) for match in re.finditer(_LINK, parts.body)]
    cut = text_without(clauses, overlapped_clauses(clauses, places) | advice)
    bodies = (parts.with_body(tidy_text(body)) for body in (rewritten, cut) if body)
    return [each for each in bodies if _LINK not in each]


def _marked(text: str, spans: Sequence[CharRange]) -> str:
    """The text with the placeholder for each link."""
    pieces, at = [], 0
    for start, end in spans:
        if start < at:
            continue  # within the last span
        # The span of a link with a Chinese domain is its scheme alone.
        domain = _HAN_DOMAIN.match(text, end) if text[start:end].endswith("//") else None
        pieces += [text[at:start], _LINK]
        at = domain.end() if domain else end
    return re.sub(rf"{_LINK}+", _LINK, "".join([*pieces, text[at:]]))


def _joined(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, those of a link joined with the clause whose colon or arrow leads into it."""
    joined: list[Clause] = []
    for clause in clauses:
        last = joined[-1] if joined else None
        leads = last is not None and _LEADS_TO_IT.search(last.mark)
        if last and leads and clause.text.strip().startswith(_LINK) and len(last.text) < _LONGEST:
            joined[-1] = last._replace(text=last.text + last.mark + clause.text, mark=clause.mark)
        else:
            joined.append(clause)
    return joined


_NOUN_WORDS = (1, 2, 3)
"""Numbers of words that only name a thing, as "drop-off points" does."""


def _acts(words: str) -> bool:
    """Whether words are an English call to act."""
    return (
        _ACT_ON_IT.match(f"{words} it") is not None
        or _BARE_VERB.search(words.split(maxsplit=1)[0]) is not None
    )


def _rewritten(clauses: Sequence[Clause], rewrite: LinkRewriting, tapped: bool) -> str | None:
    """The clauses as one text, those with a link rewritten; None where one cannot be."""
    parts: list[str] = []
    for clause in clauses:
        if _LINK not in clause.text:
            parts.append(clause.text + clause.mark)
            continue
        new = rewrite(clause.text.strip(), tapped) if len(clause.text) <= _LONGEST else None
        if new is None:
            return None
        if parts and new.startswith("Tap ") and re.search(r"[,，;:：]\s?$", parts[-1]):
            new = f"tap {new[4:]}"
        led_to = parts and parts[-1].rstrip().endswith(":") and len(new.split()) in _NOUN_WORDS
        if tapped and led_to and new.islower() and not _acts(new):
            new = f"tap for {new}"
        if clause.text.strip()[:1].islower() and re.search(r"[,，;:：]\s?$", "".join(parts[-1:])):
            new = new[:1].lower() + new[1:]
        parts.append(new + clause.mark if new else "")
    return re.sub(r"[，,、;；]\s?$", "", "".join(parts).strip())


def _in_chinese(clause: str, tapped: bool) -> str | None:
    """The clause without its link; None where nothing sound is left of it."""
    before, _, after = clause.partition(_LINK)
    after = _BEHIND_LINK.sub("", after.replace(_LINK, "").strip(" )）]】"))
    lead = before.strip()
    act = _ACT_ALONE.fullmatch(lead.rstrip(" :：→>-"))
    if act and tapped and not after:
        return _TAP + act[1]
    nothing = _LEAD_WORDS.fullmatch(lead.rstrip(" :：→>-")) or _INSTRUCTS.match(lead)
    if nothing and tapped and (after == "" or _ACT_VERB.match(_MAY.sub("", after))):
        return f"{_TAP}{after or '查看详情'}"
    if nothing:
        return None if lead else after
    bare = _LEAD_ENDING.sub("", lead)
    if not after:
        return bare if _STATEMENT.search(bare) or not tapped else _led_to(bare)
    if _STATEMENT.match(after) or _GOES_ON.match(after) or not tapped:
        return bare + after
    return f"{_led_to(bare)}，{after}"


def _led_to(bare: str) -> str:
    """The call to tap for what a link led to: 点击通知查看新品预览."""
    if bare.startswith(_TAP):
        return bare
    verb_last = _VERB_LAST.match(bare)
    bare = f"{verb_last[2]}{verb_last[1]}" if verb_last else _TOLD_TO_TAP.sub("", bare, count=1)
    place = _ADDRESS.sub("", bare)
    if _ENTERED.search(place):
        return f"{_TAP}进入{place}"
    if _ACT_VERB.match(bare):
        return _TAP + _ADDRESS.sub("", bare)
    if _COLLECTED.search(bare) and "送" not in bare:
        return f"{_TAP}领取{bare}"
    return f"{_TAP}查看{bare}"


def _in_english(clause: str, tapped: bool) -> str | None:
    """The clause without its link; None where nothing sound is left of it."""
    if lives := _IS_AT_LINK.search(clause):
        predicate = "are here" if lives["verb"].lower() in _PLURAL else "is here"
        return clause[: lives.start()] + predicate + clause[lives.end() :]
    if (visits := _VISITS.search(clause)) and not _TO_BE_USED.search(clause, 0, visits.end("verb")):
        return _visit(visits, clause[: visits.start()].strip(), tapped)
    if tapped and (alone := _NOUN_ALONE.match(clause)):
        noun = alone["noun"].lower()
        short = alone["told"] or alone["of"]
        call = f"Tap for {noun}" if short else f"Tap to see the {noun.removeprefix('the ')}"
        return f"{call},{alone['more']}" if alone["more"] else call
    if clause.startswith(_LINK):
        has = _LINK_HAS.match(clause)
        if not has or not tapped:
            return None
        return f"Tap {'for' if has['thing'][0].isdigit() else 'to see'} {has['thing']}"
    bare = _AT_LINK.sub("", clause).strip()
    return None if _LINK in bare else _acting(bare, tapped)


def _acting(bare: str, tapped: bool) -> str:
    """A clause that lost its link as a call to act: "Shop now", "Tap to track it"."""
    if _BARE_VERB.search(bare):
        return f"{bare} now"
    does = _ACT_ON_IT.match(bare)
    if tapped and does and len(bare.split()) < _FEW_WORDS:
        return f"Tap to {does['act'][:1].lower()}{does['act'][1:]}"
    return bare


def _visit(visits: re.Match[str], head: str, tapped: bool) -> str | None:
    """The clause without its link: "Tap for details" for "Visit <link> for details".

    None where nothing sound is left of it.
    """
    tail = visits["rest"].strip()
    if head.endswith(" or"):
        return f"{head[:-3]} {tail}".strip()  # the other way to do it stays
    follows = _FOLLOWS.match(tail)
    if follows is None and visits["verb"].lower() in _SHOPS and (tail or not tapped):
        new = f"Visit us {tail}".strip()
    elif not tapped or (tail and follows is None):
        return None
    elif follows is None:
        new = "Tap here"
    else:
        new = tail[follows.end() :] if follows["word"].lower() == "and" else f"Tap {tail}"
    if head and not head.endswith((",", "-")):
        return f"{head} {new[:1].lower()}{new[1:]}"
    return new[:1].upper() + new[1:]
