"""A link taken out of a message that is tapped, with the words that only led to it."""

import re
from collections.abc import Sequence

from core.verification.copy_clauses import Clause, CopyParts, clauses_of, touched, without
from core.verification.findings import Span
from core.verification.replaced_words import tidied
from core.verification.text_measures import has_han

_LINK = "\ue000"
"""Stands for a link while the words around it are read."""

_TAP = "点击通知"
_LEAD = (
    r"(?:(?:请|快|速|赶紧|现在|立即|马上|可|可以|直接|下单|或|详情|更多|在?浏览器里?|复制|粘贴|链接|网址|地址|入口|官网|到|去|在|上|从|走|"
    r"至|用|见|请见|戳|点|点击|点开|打开|访问|登录|登陆|进入|输入|前往|搜索|搜|查看|浏览|看|扫码|扫描二维码|扫一扫|扫|是|为|即|就输|这里|此处|通过|可见|"
    r"在这里|这里领|下方|即可|参与|进)\s*)*"
)
_LEADS_TO = re.compile(rf"{_LEAD}[\s:：→>-]*$")
_AT_ITS_END = re.compile(
    r"(?:请?戳|请?点击?|请?见|在这里领取?|在这里|在此|就在|都在|全在|在|见|至|到|去|走|用|进|上|:|：|→|>|-|\s)+$"
)
_DOES = re.compile(
    r"^(?:立即|马上|快来|快去|现在就?|一键|免费)?(?:查看|看看|看|了解|领取?|填写?|填|预约|参与|参加|抢购|抢|试听|试用|试读|购买|下单|报名|查询|体验|"
    r"试驾|挑选|选购|逛逛|逛|解锁|收听|观看|阅读|读|追|兑换|申请|开通|激活|续费|打卡|投票|下载|追踪|查|绑定|更新|完善|确认|评价|办理)"
)
_ENTERED = re.compile(r"(?:入口|通道|页面?|直播间|会场|专区|专场|商城|小程序|主页|首页|频道)$")
_WHOLE_CLAUSE = re.compile(
    r"了|啦|已|正在|还剩|还有|有货|有房|降价|到货|上新|开售|开抢|上线|补货|开启|开始|来袭|将至|起售|售罄|结束|满减|立减|半价|打折|折$|"
    r"包邮|送|免费|等你|更|最|可|能|要|不|都|也|是|只|仅|赢|享|减|省|上架|返场|回归|加码|翻倍|直降|特惠|优惠价|好价"
)
_NOTHING_BUT = re.compile(rf"^(?:{_LEAD}|详情|详细|更多|链接|网址|地址|官网|活动|了解)*[\s:：]*$")
_INSTRUCTS = re.compile(r"^(?:请?复制|粘贴|在?浏览器|搜不到|打不开|长按|手动输入)")

_TAP_EN = "Tap to"
_VISITS = re.compile(
    r"(?:^|(?<=[\s—–-]))(?P<verb>visit|go to|head to|head over to|click|tap|open|type|enter|see|browse|hit|use)(?:\s+(?:on|at|over|to|here))?\s*:?\s*"
    rf"{_LINK}\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_AT_EN = re.compile(
    rf"\s*(?:[:>→=-]+\s*)?(?:\b(?:right here|here|online)\b\s*)?(?:\b(?:at|on|via|from|through|over at|in|with|by visiting|visit)\s+)?[:>→(\[-]*\s*{_LINK}[)\]]?",
    re.IGNORECASE,
)
_BARE_VERB = re.compile(
    r"\b(?:shop|order|buy|sign up|register|book|apply|join|enroll|enrol|browse|subscribe|vote|rsvp|redeem)$", re.IGNORECASE
)
_LIVES = re.compile(rf"\b(?:lives|waits|awaits|is waiting|is live|is|can be found|is available|is ready)\s+(?:at|on|over at)\s+{_LINK}", re.I)
_ARE = re.compile(rf"\b(?:live|wait|are waiting|are live|are|can be found|are available)\s+(?:at|on|over at)\s+{_LINK}", re.I)
_DETAILS = re.compile(
    rf"^(?:(?:full|more|all)\s+)?(?:details?|info|information|terms|(?:the )?(?:full )?(?:chart|menu|guide|list|story|lookbook|catalogue|catalog|map|schedule|size chart|line-?up|terms))"
    rf"(?:\s+(?:here|at|on|via))?\s*[:>→-]*\s*{_LINK}$",
    re.I,
)
_DOES_EN = re.compile(
    r"^(?:(?:please|just)\s+)?(?P<act>(?:see|read|track|claim|renew|book|order|watch|find|get|check|view|browse|shop|grab|download|redeem|"
    r"take|join|vote|pick|learn|discover|explore|update|review|start|try|reserve|enter|complete|answer|unlock|collect|choose|compare|meet)\b.*)$",
    re.I,
)


def without_links(text: str, spans: Sequence[Span], *, tapped: bool) -> list[str]:
    """Texts without the links at `spans`, the better first; `tapped`: a tap opens what was linked."""
    marked = _marked(text, spans)
    parts = CopyParts.of(marked)
    clauses = parts.clauses
    places = [parts.body.index(_LINK, at) for at in _starts(parts.body)]
    gone = touched(clauses, [(at, at + 1) for at in places])
    edit = (_han if has_han(marked) else _english)
    rewritten = _rewritten(clauses, edit, tapped)
    options = [parts.with_body(tidied(rewritten))] if rewritten is not None else []
    dropped = without(clauses, gone | _instructions(clauses))
    options.append(parts.with_body(tidied(dropped)))
    return [option for option in options if option and _LINK not in option]


_HAN_DOMAIN = re.compile(r"[^\s，。！？,!?]+")


def _marked(text: str, spans: Sequence[Span]) -> str:
    pieces, at = [], 0
    for start, end in spans:
        # A domain in Chinese is found by its scheme alone.
        rest = _HAN_DOMAIN.match(text, end) if text[start:end].endswith("//") else None
        pieces += [text[at:start], _LINK]
        at = rest.end() if rest else end
    return re.sub(rf"{_LINK}+", _LINK, "".join([*pieces, text[at:]]))


def _starts(body: str) -> list[int]:
    return [match.start() for match in re.finditer(_LINK, body)]


def _instructions(clauses: Sequence[Clause]) -> set[int]:
    return {n for n, clause in enumerate(clauses) if _INSTRUCTS.match(clause.text.strip())}


def _joined(clauses: Sequence[Clause]) -> list[Clause]:
    """A clause that a colon or an arrow leads into a link is one with it."""
    joined: list[Clause] = []
    for clause in clauses:
        last = joined[-1] if joined else None
        if last and clause.text.strip().startswith(_LINK) and re.search(r"[:：>→|-]\s*$", last.mark):
            joined[-1] = last._replace(text=last.text + last.mark + clause.text, mark=clause.mark)
        else:
            joined.append(clause)
    return joined


def _rewritten(clauses, edit, tapped):  # type: ignore[no-untyped-def]
    out = []
    told = _instructions(clauses)
    for clause in _joined([c for n, c in enumerate(clauses) if n not in told or _LINK in c.text]):
        if _LINK not in clause.text:
            out.append(clause.text + clause.mark)
            continue
        new = edit(clause.text.strip(), tapped)
        if new is None:
            return None
        if out and re.search(r"[,，;:：]\s*$", out[-1]) and new.startswith("Tap "):
            new = f"tap {new[4:]}"
        out.append(new + clause.mark if new else "")
    return re.sub(r"[，,、;；]\s*$", "", "".join(out).strip())


def _han(clause: str, tapped: bool) -> str | None:
    """The clause without its link; None: nothing sound is left of it."""
    before, _, after = clause.partition(_LINK)
    after = after.replace(_LINK, "").strip(" )）]】")
    lead = before.strip()
    bare = _AT_ITS_END.sub("", lead)
    nothing = _NOTHING_BUT.match(lead)
    if after:
        if nothing or _INSTRUCTS.match(lead):
            return f"{_TAP}{after}" if tapped and _DOES.match(after) else None if lead else after
        if _WHOLE_CLAUSE.match(after) or re.match(r"(?:了|上线|开业|已|正)", after):
            return bare + after
        if _DOES.match(bare) and tapped:
            return f"{_TAP}{bare}，{after}"
        noun = _noun(bare, tapped)
        return f"{noun}，{after}" if noun else f"{bare}{after}"
    if nothing:
        return f"{_TAP}查看详情" if tapped else None
    if _WHOLE_CLAUSE.search(bare):
        return bare
    return _noun(bare, tapped) or bare


def _noun(bare: str, tapped: bool) -> str | None:
    if not tapped:
        return None
    bare = re.sub(r"(?<=[一-龥]{2})(?:的)?(?:链接|网址|地址)$", "", bare)
    if bare.startswith(_TAP):
        return bare
    if _ENTERED.search(bare):
        return f"{_TAP}进入{bare}"
    if _DOES.match(bare):
        return f"{_TAP}{bare}"
    if re.search(r"(?:优惠券|红包|券|礼包|福利|礼物|折扣码|积分)$", bare) and "送" not in bare:
        return f"{_TAP}领取{bare}"
    return f"{_TAP}查看{bare}"


def _english(clause: str, tapped: bool) -> str | None:
    if tapped and _DETAILS.match(clause):
        noun = _DETAILS.match(clause)[0]  # type: ignore[index]
        noun = re.sub(rf"(?:\s+(?:here|at|on|via))?\s*[:>→-]*\s*{_LINK}$", "", noun).strip().lower()
        return f"Tap for {noun}" if re.match(r"(?:full|more|all)?\s*(?:details?|info|terms)", noun) else f"{_TAP_EN} see {'' if noun.startswith('the') else 'the '}{noun}"
    if _LIVES.search(clause):
        return _LIVES.sub("is here", clause)
    if _ARE.search(clause):
        return _ARE.sub("are here", clause)
    visit = _VISITS.search(clause)
    if visit:
        rest, head = visit["rest"].strip(), clause[: visit.start()].strip()
        verb = visit["verb"].lower()
        if verb in ("visit", "see", "browse", "shop") and not re.match(r"(?:to|and|for)\b", rest, re.I):
            new = f"Visit us {rest}".strip()
        elif not tapped:
            return None
        elif re.match(r"to\b", rest, re.I):
            new = f"Tap {rest}"
        elif re.match(r"for\b", rest, re.I):
            new = f"Tap {rest}"
        elif re.match(r"and\b", rest, re.I):
            new = re.sub(r"^and\s+", "", rest, flags=re.I)
        elif not rest:
            new = f"{_TAP_EN} see more"
        else:
            return None
        return f"{head} {new[:1].lower()}{new[1:]}" if head and not head.endswith((",", "-")) else new[:1].upper() + new[1:]
    if clause.startswith(_LINK):
        rest = clause[1:].strip()
        return f"{_TAP_EN} see {rest[4:]}" if tapped and re.match(r"has (?:the|our|all|every)\b", rest) else None
    new = _AT_EN.sub("", clause).strip()
    if _LINK in new:
        return None
    if _BARE_VERB.search(new):
        return f"{new} now"
    act = _DOES_EN.match(new)
    if tapped and act and re.search(r"\bit\b", act["act"]) and len(new.split()) < 5:
        return f"{_TAP_EN} {act['act'][:1].lower()}{act['act'][1:]}"
    return new
