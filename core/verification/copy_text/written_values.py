"""Read truth values, times, event kinds, channels and locales in the notations found in uploads.

The readers are the same under every policy; an unknown notation is refused, never guessed.
"""

import re
import unicodedata
from datetime import datetime, tzinfo
from typing import Any

from pydantic_core import PydanticCustomError

_TRUE = frozenset(
    re.split(r"\s+", "true t yes y 1 on √ ✓ ✔ 是 有 真 对 上架 在售 已上架 有货 可售 可购买")
)
_FALSE = frozenset(
    re.split(
        r"\s+",
        "false f no n 0 off × ✗ ✘ 否 无 假 没有 不是 下架 已下架 停售 无货 缺货 售罄 不可售 "
        "不可购买",
    )
)


def read_boolean(value: Any) -> Any:
    """True or False for 是, Y, 1 and so on; other values are returned for the field to refuse."""
    written = str(value).strip().casefold()
    if isinstance(value, float) and value in (0, 1):
        return bool(value)
    return True if written in _TRUE else False if written in _FALSE else value


_WRITTEN_TIME = re.compile(
    r"(?P<year>\d{4})\s?[-/.年]\s?(?P<month>\d{1,2})\s?[-/.月]\s?(?P<day>\d{1,2})\s?日?"
    r"(?:[T\s]\s?(?P<half>上午|下午|晚上|中午)?\s?"
    r"(?P<hour>\d{1,2})[:时点](?P<minute>\d{2})?(?:[:分](?P<second>\d{2}(?:[.,]\d{1,6})?)?)?秒?"
    r"\s?(?P<noon>[ap]\.?m\.?)?)?\s?(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?",
    re.IGNORECASE,
)


def read_time(value: Any, zone: tzinfo | None = None) -> datetime:
    """Read a time with the year first: 2025-11-14T20:30Z, 2025/11/14 8:30 pm, 2025年11月14日 20:30.

    A time without a zone is in `zone`. Raises PydanticCustomError: "datetime_iso" for anything
    else, also a bare number (it may be seconds or milliseconds), "no_zone" if no zone is known.
    """
    at = _moment(value) if isinstance(value, str) else None
    if at is None:
        raise PydanticCustomError("datetime_iso", "no time")
    if at.tzinfo is not None:
        return at
    if zone is None:
        raise PydanticCustomError("no_zone", "no zone")
    return at.replace(tzinfo=zone)


def _moment(written: str) -> datetime | None:
    try:
        return datetime.fromisoformat(written.strip())
    except ValueError:
        pass
    match = _WRITTEN_TIME.fullmatch(written.strip())
    if match is None:
        return None
    hour, half = int(match["hour"] or 0), match["half"] or (match["noon"] or "")[:1].casefold()
    if half in ("下午", "晚上", "p") and hour < 12:
        hour += 12
    elif half in ("上午", "a") and hour == 12:
        hour = 0
    second = (match["second"] or "0").replace(",", ".")
    zone = (match["zone"] or "").upper().replace("UTC", "Z").replace("GMT", "Z")
    day = "-".join(match[name].zfill(2) for name in ("year", "month", "day"))
    clock = f"{hour:02}:{match['minute'] or '00'}:{second.split('.')[0].zfill(2)}"
    part = f".{second.split('.')[1].ljust(6, '0')}" if "." in second else ""
    try:
        return datetime.fromisoformat(f"{day}T{clock}{part}{zone}")
    except ValueError:
        return None


_KINDS = {
    "view": "views viewed page_view pageview page_views pv item_view view_item product_view "
    "product_viewed detail_view impression browse browsed visit 浏览 查看 看过 浏览商品 访问",
    "cart": "carts add_to_cart addtocart added_to_cart cart_add add_cart addcart atc 加购 加购物车 "
    "加入购物车 添加购物车",
    "purchase": "purchases purchased buy bought order ordered order_paid paid pay payment checkout "
    "order_completed transaction 购买 下单 支付 付款 成交",
    "search": "searches searched query site_search view_search_results 搜索 查询 检索",
    "favorite": "favorites favorited favourite favourited fav like liked wishlist wish_list "
    "add_to_wishlist collect collected 收藏 喜欢 加收藏",
}
KNOWN_KINDS = frozenset(_KINDS)
_KIND_BY_NAME = {name: kind for kind, names in _KINDS.items() for name in (kind, *names.split())}


def event_kind(written: str) -> str:
    """The standard kind for VIEW, page-view or 浏览; an unknown kind is returned stripped."""
    name = re.sub(r"[\s\-.]+", "_", written.strip().casefold())
    return (
        _KIND_BY_NAME.get(name) or _KIND_BY_NAME.get(name.removesuffix("_event")) or written.strip()
    )


_CHANNELS = {
    "PUSH": "push_notification push_message app_push mobile_push 推送 推送通知 通知栏",
    "EMAIL": "mail e_mail 邮件 电子邮件 邮箱",
    "SMS": "text text_message short_message 短信",
    "IN_APP": "in_app_message 站内信 应用内 应用内消息",
    "WEB": "website web_page 网页 网站",
}
_CHANNEL_BY_NAME = {
    name.replace("_", "").casefold(): channel
    for channel, names in _CHANNELS.items()
    for name in (channel, *names.split())
}


def channel_name(written: str) -> str:
    """The standard channel for push, E-mail or 短信; an unknown channel is returned unchanged."""
    return _CHANNEL_BY_NAME.get(re.sub(r"[\s_-]+", "", _half_width(written)).casefold(), written)


_LOCALE = re.compile(
    r"(?P<language>[a-z]{2,3})(?:[-_](?P<script>[a-z]{4}))?(?:[-_](?P<country>[a-z]{2}|\d{3}))?"
    r"(?:\.[\w-]+)?",
    re.IGNORECASE,
)
_COUNTRIES = {("zh", "Hans"): "CN", ("zh", "Hant"): "TW"}
"""Country by language and script, for locales that name no country."""


def locale_tag(written: str) -> str:
    """zh-CN for zh_CN, ZH-CN, zh-Hans-CN or zh_CN.UTF-8; a language alone gets no country.

    Raises PydanticCustomError "locale_form" if the value names no language.
    """
    match = _LOCALE.fullmatch(_half_width(written).strip())
    if match is None:
        raise PydanticCustomError("locale_form", "no locale")
    language, script = match["language"].lower(), (match["script"] or "").capitalize()
    country = (match["country"] or _COUNTRIES.get((language, script), "")).upper()
    return f"{language}-{country}" if country else language


def _half_width(written: str) -> str:
    return unicodedata.normalize("NFKC", written)
