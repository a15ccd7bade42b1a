"""Chinese edits that a repair may offer: one check per kind of words removed (`admitted_edits`)."""

import re

import rjieba

from core.verification.repairs.guards.edit_kinds import GOES_ALONG, TAP, ClauseEdit

_STATED = re.compile(
    r"堪称|可谓|称得上|算得上|都说|公认|目前|不愧|界的$|(?:是|乃|属|成为|作为)[^，。]{0,3}$"
)
_SCOPE = re.compile(r"(?:全[一-龥]{1,3}|史上?|业内|行业|国内|世界上?|市面上|同类|全网|[里中]的?)$")
_OPENS = re.compile(
    r"[一这那][张款个件种部台本座家支道场条双位瓶杯]$|[送给买点选尝试看用来喝吃穿]$"
)
_ONE = re.compile(
    r"的?[一这那][张款个件种部台本座家支道场条双位根把]|.{0,8}的一[张款个件种部台本座家支道场条双位根把]"
)
_HAPPENS = re.compile(r"[一-龥]{2}(?:到|上新|上架|上线|补货|回归|开|来|出炉|现货|有货)")
_STAND_INS = re.compile(
    r"(?:超值|限时)?特(?:价|惠)?|超值特价|热销?|轻量|优质|人气|理想|出色|贴心|(?:人气)?.{0,2}出众|好看|好喝|好吃"
)


def admits_chinese_boast(edit: ClauseEdit) -> bool:
    """Whether a superlative stood before a noun, as in 全城最好吃的牛油锅底.

    Not 堪称最好用的, 全台最纯净 or 唯一一家.
    """
    left, right = edit.left.strip(), edit.right.strip()
    if _SCOPE.search(left) or _ONE.match(right):
        return False
    if edit.put:
        return _STAND_INS.fullmatch(edit.put) is not None and not re.search(
            r"界的$|堪称$|都说", left
        )
    if _STATED.search(left) or not right:
        return False
    if edit.cut.endswith("的") and not edit.cut.startswith("界"):
        return not left and _HAPPENS.search(right) is not None
    return not left or _OPENS.search(left) is not None or edit.cut.startswith("界")


_ENDS_AS_A_NAME = ("n", "j", "q", "m", "vn")
_DAYPART = re.compile(
    r"(?:[日月人]均|[今明后]天|今[晚早日]|本周|现在|折合|每[^，。]{1,4}|[一二两三半每][^，。\d]|降[到至])$"
)


_OF_A_COUPON = re.compile(r"(?:优惠|代金|抵用|现金)?(?:券|红包)")


def admits_chinese_price(edit: ClauseEdit) -> bool:
    """Whether a price followed what it prices, or stood before a coupon.

    Not 汤包今天59元 or 折合每天五毛.
    """
    left = edit.left.strip()
    if _OF_A_COUPON.match(edit.right) or edit.put in ("享", "额立", "额立减"):
        return True
    if edit.put and not re.fullmatch(r"特惠|[，点击通知查看了解详情]+", edit.put):
        return False
    if not left:
        return edit.right.strip() != "" and not edit.put
    return not _DAYPART.search(left) and (
        rjieba.tag(left)[-1][1].startswith(_ENDS_AS_A_NAME) or left.endswith("装")
    )


_ABOUT_THE_DAY = re.compile(
    r"[今明后前昨]天.{0,2}(?:开始|结束|就|是)|期间|前后?|后|当[天日]|(?:马上|即将|正式|今天)?(?:开始|到来|来|将|快(?!乐)|临近|放假)"
)


def admits_chinese_holiday(edit: ClauseEdit) -> bool:
    """Whether a holiday stood before a thing or an act that stays named; not 国庆长假后天开始."""
    return not edit.put and not _ABOUT_THE_DAY.match(edit.right.strip())


_SHORTEST_THING = 2
_GENERIC_THING = re.compile(r"民宿|酒店|房|课程?|票|商品|宝贝|单品|好物|东西|它|那")
"""Nouns that do not say which thing is meant."""


_BOUGHT = re.compile(r"(?<!加)购(?!物车)|买|下单")
"""Purchases: copy about a thing that was bought speaks to its owner."""


def admits_chinese_act(edit: ClauseEdit) -> bool:
    """Whether the act stood before a thing with a name of its own, unlike 您收藏的民宿.

    民宿 alone does not say which.
    """
    right = edit.right.strip()
    if _BOUGHT.search(edit.cut) or right.endswith("吗"):
        return False
    return not edit.put and len(right) >= _SHORTEST_THING and not _GENERIC_THING.match(right)


def admits_chinese_name(edit: ClauseEdit) -> bool:
    """Whether a brand replaced another, a call to tap was added, or only marks and fillers went."""
    if TAP.search(edit.put):
        return True
    return bool(edit.cut.strip() and edit.put.strip()) or GOES_ALONG.fullmatch(edit.cut) is not None
