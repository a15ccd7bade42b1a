"""Remove prices from a copy that must not name any, with the words that introduce them."""

import re
from collections.abc import Sequence

from core.verification.copy_text.copy_clauses import clauses_of
from core.verification.copy_text.text_measures import has_han
from core.verification.copy_text.written_prices import OFFERED
from core.verification.findings import CharRange
from core.verification.repairs.edits.replaced_words import tidy_text

_P = "\ue001"
"""Placeholder for a price while the words around it are read."""

_GONE = "\ue002"
"""Placeholder for a price that was left out."""

_UNIT = (
    r"(?:盒|件|瓶|箱|袋|份|支|斤|双|杯|晚|位|人|套|板|台|张|只|条|包|罐|桶|本|年|月|天|次|课|节|对|"
    r"把|个|块|枚|组|盆|束|半斤|公斤|kg|g)"
)
_FROM = r"钱?(?:出头|左右|上下|以内|以下|不到|整|起售|起步|起|一口价)?"
_ONLY = (
    r"(?:(?:已|全部|统统|通通|现在|今天|今日|目前)?(?:降至|降到|低至|直降至|只要|仅要|只需|仅需|"
    r"只收|仅收|只卖|仅售|仅|只|现价|特价|到手价?|售价|券后价?|"
    r"折后价?|抢购价|秒杀价|一口价|优惠价|惊喜价|定价|单价|价格|均价|抄底价|起售价|拼团价|卖|要价|"
    r"收费|不到|才|至|共|合计|约|为|是)\s?[:：]?\s?){1,4}"
)
_PER = rf"(?:每|一|单|1)\s?{_UNIT}\s?"

_AMOUNT = rf"(?:每|单|[一二两三四五六七八九十\d]{{1,2}})\s?{_UNIT}\s?"

_HAN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (rf"\s?[（(]\s?(?:{_ONLY})?{_P}{_FROM}(?:\s?[/／每一]\s?{_UNIT})?\s?[）)]", ""),
        (rf"(?:(?<=[，,。！!])|^){_P}\s?(?=[一二两三四五六\d]{{1,2}}{_UNIT}[一-龥])", ""),
        (rf"(?:(?<=[，,。！!])|^)(?:{_ONLY}){_P}[，,]?\s?(?:就能|就可以?|即可|便可)", ""),
        # What a price was before, or what a gift is worth, is nothing without the amount.
        (rf"价值\s?(?:{_ONLY})?{_P}{_FROM}的?", ""),
        (rf"(?:原价|平时价?|日常价?|吊牌价|市场价|专柜价)\s?[:：]?\s?{_P}{_FROM}的", ""),
        (
            rf"(?<=[一-龥])(?:原价|平时价?|日常价?|吊牌价|市场价|"
            rf"专柜价)\s?[:：]?\s?{_P}{_FROM}[，,]\s?",
            "",
        ),
        (
            rf"[，,、（(]?\s?(?:原价|平时价?|日常价?|吊牌价|市场价|专柜价|划线价|门市价|正价|"
            rf"参考价)\s?[:：]?\s?{_P}{_FROM}[）)]?",
            "",
        ),
        (rf"每?满\s?{_P}\s?(?:立?减|返|省)\s?(?:{_P}|\d+)(?:元)?", "满额立减"),
        (rf"每?满\s?{_P}\s?(?:即?可?(?:包邮|免邮|免运费))", "满额包邮"),
        (rf"(?:充值?|存|预存|储值)\s?{_P}\s?(?:立?送|赠|得|返)\s?(?:{_P}|\d+)", "充值有礼"),
        (rf"(?:最高|至高|可|享)?(?:立减|直降|立省|省下?|减|优惠)\s?{_P}", "享立减优惠"),
        (
            rf"{_P}\s?(?:的)?(?=(?:无门槛|新人|现金|大额)?(?:优惠券|红包|代金券|礼金|消费券|抵用券|"
            rf"券|津贴|购物金|打车券))",
            "",
        ),
        (
            rf"(?:本周|今日|今晚|现享|享)?(会员|新人|活动|秒杀|拼团|早鸟|粉丝|专享|团购|套餐|尝鲜|"
            rf"首发|预售|学生)价\s?(?:{_ONLY})?{_P}{_FROM}",
            r"享\1价",
        ),
        (rf"(?:{_ONLY})?{_P}{_FROM}\s?(?:一|每|/|1)\s?{_UNIT}\s?的", "特惠"),
        (rf"(?:{_ONLY}){_P}{_FROM}的", ""),
        (rf"{_P}{_FROM}的(?=[一-龥])", "特惠"),
        (
            rf"(?:{_ONLY})?{_P}钱?\s?(?:就能|即可|就可以?|可以?)?\s?(?=购|带走|拿下|入手|到手|"
            rf"抱回家|带回家|搞定|抢|换购|秒杀|解锁|尝鲜|体验)",
            "特惠",
        ),
        (
            rf"(?:{_PER})?(?:{_ONLY})?{_P}{_FROM}(?:\s?[/／每]\s?{_UNIT}|"
            rf"\s?一{_UNIT}(?![一-龥]))?(?:\s?包邮)",
            "特惠包邮",
        ),
        (
            rf"(?:{_AMOUNT}){{0,2}}(?:老用户|新用户)?(?:每月|每年|每天|每晚|每人|"
            rf"每位)?(?:{_ONLY})?{_P}{_FROM}(?:\s?[/／每]\s?{_UNIT}|"
            rf"\s?一{_UNIT}(?![一-龥]))?(?=[，,。！!；;、\s（(？?~～…]|$|[含送赠])",
            "特惠",
        ),
    )
)
_DOUBLED_HAN = (
    (re.compile(r"(?:特惠\s?){2,}"), "特惠"),
    (re.compile(r"(?:限时|今日|今晚)?特惠价?特惠"), "特惠"),
    (re.compile(r"(?:优惠|特价)特惠"), "特惠"),
    (re.compile(r"特惠特价"), "特惠"),
)

_OLD_PRICE = (
    rf"(?:\s?[,(–—-]?\s?(?:\b(?:was|were|down from|reduced from|instead of|usually|normally|rrp|"
    rf"reg\.?|regularly|originally|"
    rf"list price|compared to|not|marked down from)\s?:?\s?{_P}\)?))"
)
_EN_PER = (
    r"(?:\s?(?:/|(?:a|an|per|each|every)\s)(?:night|month|year|week|day|person|head|kg|lb|pound|"
    r"pair|box|bottle|bag|jar|ticket|seat|class|session|item|piece|unit|mo|yr|ride|lesson|can|"
    r"pack)s?\b|\s(?:each|apiece|pp|one way|return|all in|or less|and up|plus tax|only|flat)\b)*"
)
_ENDS = r"(?=\s?[.,!?;:)]|\s?$)"
_EN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), by)
    for pattern, by in (
        (rf"\s?\((?:(?:only|just|now|from|at|for)\s){{0,2}}{_P}{_EN_PER}\s?\)", ""),
        (rf",\s(?:was|were)\s{_P},?\s(?:and\s)?now\s(?:only\s|just\s)?{_P}{_ENDS}", ""),
        (
            rf"\bcosts?\s(?:only\s|just\s)?{_P}{_EN_PER}\sand\s(?=(?:takes?|lasts?|comes?)\b)",
            "",
        ),
        (rf"^From\s{_P}{_EN_PER},\s", ""),
        (rf"\sfor\s{_P}\s(?:a|per)\s[a-z]+{_ENDS}", _GONE),
        (rf"(?:(?<=[.!?]\s)|^)(?:(?:just|only)\s)?{_P}\sgets\syou\s", "Get "),
        (
            rf"(?:(?<=[.!?]\s)|^)(?:was|were|now|only|just|from)\s{_P}{_EN_PER}"
            rf"(?:,?\s(?:and\s)?(?:now|was)\s(?:only\s|just\s)?{_P}{_EN_PER})?[.!?](?:\s|$)",
            "",
        ),
        (
            rf"\b(?:was|is)\s{_P},?\s(?:(?:and|but)\s(?:it['’]s\s|is\s)?)?now\s{_P}{_ENDS}",
            "is {by}",
        ),
        (rf"\b(?:were|are)\s{_P},?\s(?:(?:and|but)\s(?:are\s)?)?now\s{_P}{_ENDS}", "are {by}"),
        (rf"\b(is|are)\s{_P}(?=\s(?:this|today|tonight|until|till)\b)", r"\1 {by}"),
        (_OLD_PRICE, ""),
        (
            rf"\bsave\s(?:up to\s)?{_P}(?!\soff)(?=\s(?:on|when|with|today|"
            rf"tonight|this|now|your)\b|\s?[.,!]|\s?$)",
            "save",
        ),
        (rf"{_P}\soff\b", "money off"),
        (
            rf"\b(on\s)?orders?\s(?:over|above|of)\s{_P}(?:\s(?:or more|and up))?",
            r"\1qualifying orders",
        ),
        # Only a price said to be low now is an offer; a monthly fee is not.
        (rf"\b(is|are)\s(?:(?:now|only|just)\s)+{_P}{_ENDS}", r"\1 {by}"),
        (rf",\snow\s(?:only\s|just\s)?{_P}{_ENDS}", ", now {by}"),
        (rf",\s(?:(?:now|only|just|from|all|for|at)\s)*{_P}{_EN_PER}{_ENDS}", _GONE),
        (rf"\s?[:–—-]\s?(?:(?:now|only|just|from)\s)*{_P}{_EN_PER}{_ENDS}", _GONE),
        (rf"\s(?:priced|starting)\s(?:at|from)\s{_P}{_EN_PER}", _GONE),
        (
            rf"(?:\s(?:for|at|from|only|just|now|as low as|under|less than|about))+"
            rf"\s{_P}{_EN_PER}",
            _GONE,
        ),
        (
            rf"(?<=\b)(an?\s|the\s|our\s|your\s|these\s|those\s|with\s|"
            rf"of\s){_P}\s(?=[a-z])(?!(?:a|an|per|each|today|tonight|this|for|at|on|in|until|off|"
            rf"and|or|to|when|with|if|only)\b)",
            r"\1",
        ),
        (
            rf"^{_P}\s(?=[a-z])(?!(?:a|an|per|each|today|tonight|this|for|at|on|in|until|off|and|"
            rf"or|to|when|with|if|gets|buys|is|are|covers|will|for|only)\b)",
            "",
        ),
        (rf"(?<=[a-z])\s{_P}{_EN_PER}{_ENDS}", _GONE),
    )
)
_DANGLING = re.compile(
    rf"(?:\b(?:drop|dropp?ed|falls?|fell|goe?s?|cut|reduced|down|slashed|marked|starts?|begins?|"
    rf"starting|priced|costs?|pays?|paid|charged?|worth|spend|over|save|is|are|was|were|be|gets?|"
    rf"gives?|has|have|you|an?|the|of|with|and|or|than|only|just|now|by|price|fee|rate|it|one|"
    rf"they|in|on|its|our|your|for|at|from|deposit|drops|sells?|sold|tickets? (?:is|are)|yours|"
    rf"membership|plan|subscription|delivery|entry|admission|can|buy|[:–—(-])\s?|^|[.!?]\s){_GONE}"
    rf"|(?:,|^)\s?(?:two|three|four|five|six|\d{{1,2}})\s[a-z]+\s?{_GONE}"
    rf"|{_GONE}\s?(?!\s?(?:[.,!?;:)]|$|(?:today|tonight|this|until|till|while|with|at|in|on|and|plus|"
    rf"through|including|when|before|every|all|only)\b))",
    re.IGNORECASE,
)
"""A verb, a subject or a preposition left alone by a price that was left out."""
_DANGLING_HAN = re.compile(
    rf"[卖售价费付花需要只仅是为约达到于至满送减省赚用金票月年每一收买刷掏取值有享过低降的]\s?{_GONE}"
    rf"|(?:^|[，,。！!])每[一-龥]{{1,4}}{_GONE}(?=[，,。；;！!]|$)"
    rf"|(?:[一两单1]|每)\s?{_UNIT}\s?{_GONE}(?=[，,。；;！!]|$)"
    rf"|{_GONE}\s?[一每/／的起就能可封以拿带买购入抱搞得换吃喝住玩看送内档位级至到～~-]"
)
_NOUN_COMMA = re.compile(
    rf"(?<=[一-龥]){_GONE}，(?=(?:安装|续航|重|容量|尺寸|面料|口感|手感|可|能|带|送|附|含))"
)
"""A comma between a noun and what is said of it: one clause once the price is left out."""
_LOWERED = re.compile(
    r"只[要需收卖]|仅|低至|降|特价|到手|券后|折|抢|秒杀|一口价|优惠|惊喜|抄底|直降|拼团"
)
_REGULAR = re.compile(
    r"起|每月|每年|[/／每一]\s?[年月]|年费|月费|会费|押金|定金|学费|门票|运费|正价"
)


_DIGITS_BEFORE = re.compile(
    r"(?:[0-9〇零一二两三四五六七八九十百千万.,](?:\s(?=[^A-Za-z]|$))?){0,20}(?<![第，,。])$|$"
)
"""Digits of a price written with spaces, which stand before its span."""
_LEAD_IN = re.compile(rf"(?:{OFFERED})[:：为是约]?\s?")
"""Words that begin a price's span and that the patterns expect before the placeholder."""
_SHARE_OF_PRICE = re.compile(
    rf"\b(?:half|double|twice|a third|a quarter) (?:of )?(?:that|it|the price)\b|\d for {_P}"
)


def without_prices(text: str, spans: Sequence[CharRange], words: dict[str, str]) -> str | None:
    """The text with each price left out or replaced; None where its sentence fits no pattern.

    `words`: the policy's words for a price, by language: 特惠, "at a special price".
    """
    pieces, at = [], 0
    for start, end in sorted(spans):
        brought_in = _LEAD_IN.match(text, start, end)
        before = text[at : brought_in.end() if brought_in else start]
        pieces += [before[: _DIGITS_BEFORE.search(before).start()], _P]  # type: ignore[union-attr]
        at = max(at, end)
    marked = "".join([*pieces, text[at:]])
    if _SHARE_OF_PRICE.search(marked):
        return None
    han = has_han(text)
    if (by := words.get("zh" if han else "en")) is None:
        return None
    if han:
        marked = _in_chinese(marked, by)
    else:
        marked = re.sub(rf"(?<=\w){_P}", f" {_P}", marked)
        for pattern, new in _EN:
            marked = pattern.sub(new.replace("{by}", by), marked)
    hanging = _DANGLING_HAN if han else _DANGLING
    if _P in marked or hanging.search(marked):
        return None
    marked = _NOUN_COMMA.sub("", marked)
    result = tidy_text(re.sub(r"\.(?=,)", "", marked.replace(_GONE, "")))
    if result.rstrip(".! ").lower() == by.lower() or _repeats_price(result, by, han):
        return None
    return result


def _in_chinese(marked: str, by: str) -> str:
    """The text without prices; the first one that the text itself calls low becomes `by`."""
    is_written = by in marked

    def written(match: re.Match[str]) -> str:
        nonlocal is_written
        around = marked_now[max(0, match.start() - 4) : match.end() + 3]
        if _LOWERED.search(around) and not _REGULAR.search(around) and not is_written:
            is_written = True
            return by
        return _GONE

    for pattern, new in _HAN:
        if not new.startswith("特惠"):
            marked = pattern.sub(new, marked)
            continue
        marked_now, suffix = marked, new.removeprefix("特惠")
        marked = pattern.sub(lambda match: written(match) + suffix, marked)  # noqa: B023
    for pattern, new in _DOUBLED_HAN:
        marked = pattern.sub(new, marked)
    return marked


def _repeats_price(text: str, by: str, han: bool) -> bool:
    """Whether the text now has its words for a price twice, or says 恢复原价 without the price."""
    if not han:
        return text.lower().count("price") > by.lower().count("price")
    return "恢复原价" in text or any(clause.text.count(by) > 1 for clause in clauses_of(text))
