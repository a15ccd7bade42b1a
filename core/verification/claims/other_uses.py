"""Detect uses of a holiday's or brand's name that claim nothing about today or about the item.

For a holiday: a work, a group or a person of that name, a distant time, a comparison. For a brand:
products of other people that the item works with.
"""

import re

from core.verification.claims.brand_mentions import only_mentions_brand
from core.verification.claims.holiday_mentions import only_mentions
from core.verification.copy_text.surroundings import surroundings_of
from core.verification.findings import CharRange

_NEAR = 40

# 李国庆: a surname where a name can begin. Surnames that are words of time or place are left out.
_SURNAMES = (
    "李王张刘陈杨赵黄吴徐孙朱郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴"
    "夏钟汪田姜范石姚谭廖邹熊陆郝孔崔邱秦史顾侯邵孟龙万段雷钱汤尹黎易武乔贺赖龚"
)
_PERSON_BEFORE = re.compile(
    r"(?:^|[^一-龥]|导演|作家|教授|作者|主播|画家|歌手|教练|师傅|医生|店长|同事|邻居|由|请|听)"
    rf"[{_SURNAMES}]$"
)
_PERSON_NAMES = ("国庆", "元旦", "中秋", "清明", "重阳", "端午", "元宵", "七夕", "建军")

_FAR_BEFORE = re.compile(
    r"(?:去年|前年|往年|上个|上一个|上一届|明年|后年|来年|下个|下一个|每年|每逢|每到|历年"
    r"|(?:不用|不必|无需|无须|何必|何须|不)等(?:到)?|又?(?:并)?不是|像过?|如同|好比|堪比|胜过"
    r"|赛过"
    r"|好过|比过?)(?:的|是)?$"
    r"|\b(?:last|next|previous|every|since(?: last)?"
    r"|(?:bigger|better|busier|merrier|more|sooner) than"
    r"|(?:wait|waiting|wait around) (?:for|until|till)"
    r"|feels? like|felt like|as if it were|it(?:'s| is)(?: not|n't)|isn't(?: just)?"
    r"|not just for|not only for)(?: (?:a|another))?\s*$",
    re.IGNORECASE,
)
_CANNOT_WAIT = re.compile(
    r"\b(?:won't|can't|cannot|not) wait (?:for|until|till)\s*$", re.IGNORECASE
)
_FAR_AFTER = re.compile(
    r"\s?(?:还早|还远|还很远|离[^，。]{0,4}还[早远]|早已?过|已过|已经过|已经结束|过去了|过完了"
    r"|一样|似的|般的|出生|生的宝宝"
    r"|的?(?:由来|来历|起源|历史|演变|民俗讲座|研究)"
    r"|(?:is|are|was) (?:over|done|gone|behind us|months away|ages away|a long way off"
    r"|still far)\b"
    r"|has (?:passed|gone)\b|may be over\b|all year\b|year.round\b"
    r"|(?:was|were) (?:our|the|so|a (?:hit|blast|success)|great|fun|busy|wild)\b"
    r"|[^，。！？\n]{0,6}(?:照片|视频|回放|录像|花絮|合影)[^，。！？\n]{0,4}(?:整理|上传|已"
    r"|可取|出炉|发布)"
    r"|-?(?:born|tree-shaped|themed (?:novel|puzzle)))",
    re.IGNORECASE,
)
_WORK_AFTER = re.compile(
    r"\s?\((?:19|20)\d\d\)"
    r"|[,'’\"”]?(?: the)?(?: (?:19|20)\d\d)? (?:movie|film|novel|album|musical|episode|soundtrack"
    r"|sequel|board game|"
    r"painting|play by|song by|poem|podcast|exhibition)\b(?! (?:night|marathon|sale|deals))"
    r"|(?:'s)? (?:point|island|hall|farms?|bay|lake|creek|hill|river|mountain|press|records"
    r"|choir|"
    r"orchestra|quartet|trio|bush|berry|beetle|rising|massacre|effect|font|bell flower)\b"
    r"|[一-龥]{0,4}?(?:乐队|乐团|剧团|剧社|合唱团|出版社|有限公司|小区|地铁站|书院|纪念馆)"
    r"|[一-龥]{0,3}?(?:小学(?!生)|中学(?!生)|幼儿园)(?!放假|活动|演出)",
    re.IGNORECASE,
)
_SALE_AFTER = re.compile(
    r"[\w ']{0,12}\b(?:sale|deals?|offers?|specials?|gifts?|event)\b", re.IGNORECASE
)
_QUOTE_BEFORE = re.compile(r"[\"“](?:the |an? )?(?:[A-Z][\w']* ){0,3}$", re.IGNORECASE)
_QUOTE_AFTER = re.compile(r"(?:'s)?(?: [\w']+){0,4}[,.]?[\"”]", re.IGNORECASE)
_GREETING = re.compile(r"\b(?:happy|merry|have a)\b", re.IGNORECASE)
_EGG = re.compile(r"easter eggs?$", re.IGNORECASE)
_SOFTWARE = re.compile(
    r"\b(?:apps?|games?|code|software|icon|trailer|film|movie|website|album|feature|level"
    r"|firmware"
    r"|version|update|settings|tap|logo|screen|page|button|scene|credits|hint|menu|phone|patch"
    r"|dashboard)\b"
    r"|游戏|彩蛋|版本",
    re.IGNORECASE,
)
_EGGS_AFTER = re.compile(r"\s?eggs?\b", re.IGNORECASE)
_VERSION = re.compile(r"^\d{1,2}(?:[./]\d{1,2}){1,2}$")
_VERSION_BEFORE = re.compile(
    r"(?:app|版本|固件|系统|ios|android|v|ver|version|firmware|release|build|update|python)\s?$",
    re.IGNORECASE,
)
_VERSION_CONTINUES = re.compile(r"\.\d")


def means_no_near_day(text: str, span: CharRange) -> bool:
    """Whether the holiday's name at `span` means something other than a day that is near."""
    start, end = span
    name = text[start:end]
    before, after = surroundings_of(text, span, _NEAR)
    return (
        _is_distant(before, after)
        or _is_other_name(name, before, after)
        or (
            _is_easter_egg(name, after)
            and _SOFTWARE.search(text, max(0, start - _NEAR), end + 2 * _NEAR) is not None
        )
        or only_mentions(text, span)
    )


def _is_distant(before: str, after: str) -> bool:
    """Whether the day is past, far ahead or only compared with."""
    if _FAR_AFTER.match(after):
        return True
    return _FAR_BEFORE.search(before) is not None and not _CANNOT_WAIT.search(before)


def _is_other_name(name: str, before: str, after: str) -> bool:
    """Whether the name is that of a person, a work, a place or a software version."""
    if _VERSION.match(name):
        return (
            _VERSION_BEFORE.search(before) is not None
            or _VERSION_CONTINUES.match(after) is not None
        )
    if name.startswith(_PERSON_NAMES) and _PERSON_BEFORE.search(before):
        return True
    if _WORK_AFTER.match(after) and not _SALE_AFTER.match(after):
        return True
    return name.isascii() and _is_quoted(before, after)


def _is_easter_egg(name: str, after: str) -> bool:
    """Whether the name is part of "Easter egg", which software has, too."""
    return name.lower().startswith("easter") and (
        _EGG.search(name) is not None or _EGGS_AFTER.match(after) is not None
    )


def _is_quoted(before: str, after: str) -> bool:
    """Whether the name is in a quoted title, such as "A Halloween Tree", not in a greeting."""
    quote = _QUOTE_BEFORE.search(before)
    return (
        quote is not None
        and _QUOTE_AFTER.match(after) is not None
        and not _GREETING.search(quote[0])
        and not _SALE_AFTER.match(after)
    )


_OWNED_BEFORE = re.compile(
    r"(?:\b(?:to|from|on|onto|off|with|via|into|in|between|by)"
    r" (?:your|any|either|both|my|his|her|their)"
    r"|\bfrom an?(?: [\w-]+ to an?)?|\bof any|\bas (?:a|an|any)"
    r"|\b(?:any|most|whichever|whatever)\b[^.!?\n]{2,30},"
    r"(?: (?:like|such as|including|even|whether|from|be it))?(?: an?| your)?"
    r"|(?:可|能|能够|可以|支持|轻松|无线)(?:连接|连|接入|接|配|插|充|投屏|读取)(?:到|上)?"
    r"|投屏到|投到|同步到|传到|接上|连上|插上|(?:你|您|家里|手里|家中|手上|旧)的?"
    r"|不管是|无论是|无论|不论|谢绝|拒绝|不卖|不是|并非|而非|绝非|别再买|曾在|前)\s*$",
    re.IGNORECASE,
)
_OWNED_AFTER = re.compile(
    r"\s?(?:(?:and|or|,|&)[\w ,]{1,20} )?(?:included|alike|owners?|users?|-?compatible|ready"
    r"|sold separately|not included)\b"
    r"|[a-z]{0,3}(?: \w+){0,2} fits?(?: in| inside| on)? this\b"
    r"|[一-龥]{0,4}(?:另购|另售|不含|不包含|自备|皆可|通吃|都行|也行|都认|均支持|都支持|随便接)",
    re.IGNORECASE,
)
_ANIMAL_AFTER = re.compile(
    r"\s(?:or two|and (?:a|an|her|his|its)|in the|on the (?:loose|prowl)|at the)\b"
)
_ARTICLE_BEFORE = re.compile(r"\b(?:an?|the|two|some|wild|like) $")


_FROM_BEFORE = re.compile(r"来自\s?$")
_PEOPLE_AFTER = re.compile(
    r"的?(?:前|老|资深|首席)?(?:工程|设计|员工|团队|创始|高管|大厂|用户|粉丝|读者|车主|玩家"
    r"|讲师|专家|朋友|老师|同事)"
)


def names_owned_product(text: str, span: CharRange) -> bool:
    """Whether the brand at `span` is of a product that the reader or others own: to your X TV."""
    start, end = span
    before, after = surroundings_of(text, span, _NEAR)
    if _OWNED_BEFORE.search(before) or _OWNED_AFTER.match(after):
        return True
    if _FROM_BEFORE.search(before) and _PEOPLE_AFTER.match(after):
        return True
    if only_mentions_brand(text, span):
        return True
    is_lower = text[start:end].islower() and text[start:end].isascii()
    return (
        is_lower
        and _ARTICLE_BEFORE.search(before) is not None
        and _ANIMAL_AFTER.match(after) is not None
    )
