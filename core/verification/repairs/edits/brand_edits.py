"""Replace a wrong brand by the brand of the items, where the text then still fits the items."""

import functools
import re
from collections.abc import Sequence

from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange
from core.verification.repairs.edits.replaced_words import WordEdit, apply_word_edits, tidy_text

# Names after a brand that belong to this brand alone: of a model or a product line.
_MODEL = re.compile(r"\s?[A-Za-z]{0,8}[-\s]?[A-Za-z]{0,8}\d[\w-]*|\s?[A-Z][\w-]{0,12}\d")
_LATIN_NAME = re.compile(r"\s?[A-Za-z]{2,}")
_CAPITAL_NAME = re.compile(r"(?:'s|’s)?\s(?!I\b)[A-Z][a-z]+")
_LINES = re.compile(
    r"小棕瓶|小黑瓶|神仙水|红腰子|三叶草|椰子|小黑裙|大红瓶|红管|小白管|气垫|芯片|系统|鸿蒙|swoosh|"
    r"stripes",
    re.IGNORECASE,
)

_KINDS = tuple(
    tuple(kind.split("|"))
    for kind in (
        "相机|微单|单反|camera",
        "镜头|lens",
        "手机|新机|phone|iphone|galaxy|pixel",
        "耳机|降噪|earbuds|headphones|cans",
        "音箱|speaker",
        "跑鞋|球鞋|鞋|running shoes|sneakers|shoes",
        "手环|手表|腕表|watch",
        "洗衣机|washer",
        "面霜|精华|眼霜|口红|粉底|防晒|cream|serum|lipstick",
        "空气炸锅|air fryer",
        "破壁机|豆浆机|blender",
        "厨师机|stand mixer",
        "卷发棒|吹风机|styler|hair dryer",
        "键盘|keyboard",
        "鼠标|mouse",
        "电视|tv",
        "笔记本|电脑|laptop",
        "平板|tablet",
        "冰箱|fridge",
        "空调|air conditioner",
        "吸尘器|vacuum",
        "羽绒服|夹克|fleece|jacket|coat",
        "家电",
        "汽车",
        "牛仔裤|jeans",
        "沐浴|body wash",
        "牙刷|toothbrush",
        "奶粉",
        "咖啡机|咖啡|coffee machine|coffee",
        "行李箱|登机箱|suitcase|cabin case",
        "钢笔|fountain pen|pen",
        "电动车|电瓶车|摩托车|e-bike|motorbike",
        "滑板车|scooter",
        "炒锅|煎锅|frying pan|wok",
        "净水器|water filter",
        "投影仪|projector",
        "床垫|mattress",
        "推车|stroller|pram",
        "打印机|printer",
        "路由器|router",
        "洗碗机|dishwasher",
        "扫地机器人|robot vacuum",
        "背包|双肩包|backpack",
        "帐篷|tent",
    )
)
"""Words for one kind of thing each; a thing that is in no list may be of any kind."""

_NEAR = 20
"""Characters before a brand in which its article is looked for."""
_STANDS_FOR_ITEM = re.compile(
    r"\s{0,2}(?:[,.!?:;]|$)|\s{1,2}(?:is|are|that|you|has|now|in|on|just|from|with|for|and)\b"
)
_A_NEW = re.compile(r"\b(?:the|a|your|our)(?: (?:new|latest))?\s+$", re.IGNORECASE)


def with_brand(
    text: str, spans: Sequence[CharRange], actual: str, titles: Sequence[str]
) -> str | None:
    """The text with the brand `actual` at `spans`.

    None where the name of another brand's model follows, where the text names `actual` already, or
    where it speaks of another kind of thing than the items' `titles`.
    """
    han = has_han(text)
    if not actual or (not han and has_han(actual)):
        return None
    remaining = apply_word_edits(text, [WordEdit(span, " ") for span in sorted(spans)])
    if actual.lower() in remaining.lower():
        return None  # "Sony and Canon cameras" would name one brand twice
    name = _LATIN_NAME if han else _CAPITAL_NAME
    for _, end in spans:
        model = _MODEL.match(text, end) or name.match(text, end)
        if model and not _titled(actual, model[0], titles):
            return None
    kinds = " ".join(_kind_named(text[start:end]) for start, end in spans)
    if _LINES.search(remaining) or not _same_kind(f"{remaining} {kinds}", titles):
        return None
    edits = [
        WordEdit(span, _named(text, span, actual, () if han else titles)) for span in sorted(spans)
    ]
    article = re.compile(rf"\b([Aa])n?(\s+){re.escape(actual)}")
    return tidy_text(article.sub(rf"\g<1>{_n(actual)}\g<2>{actual}", apply_word_edits(text, edits)))


def _titled(actual: str, model: str, titles: Sequence[str]) -> bool:
    """Whether every title has the model's name right after the brand `actual`."""
    pattern = re.compile(rf"\b{re.escape(f'{actual} {model.strip()}')}\b", re.IGNORECASE)
    return bool(titles) and all(pattern.search(title) for title in titles)


def _named(text: str, span: CharRange, actual: str, titles: Sequence[str]) -> str:
    """What to write for the wrong brand: `actual` with the kind of thing that its name told.

    The item's title where the name stood for a thing, as in "the new iPhone is here".
    """
    start, end = span
    kind = _kind_named(text[start:end])
    titled = len(titles) == 1 and actual.lower() in titles[0].lower()
    if kind or not titled or not _STANDS_FOR_ITEM.match(text, end):
        return actual + kind
    return titles[0] if _A_NEW.search(text, max(0, start - _NEAR), start) else actual


def _n(name: str) -> str:
    """The "n" of "an" where the name is spoken with a vowel first, else empty."""
    spelled = re.match(r"[A-Z]{2,3}\b", name)
    return "n" if name[:1] in ("AEFHILMNORSX" if spelled else "AEIOaeio") else ""


@functools.lru_cache(maxsize=256)
def _kind_named(name: str) -> str:
    """The kind of thing that ends a name, as 微单 in 富士微单; empty where there is none.

    In English it comes with the space before it.
    """
    low = name.lower()
    words = (word for kind in _KINDS for word in kind)
    named = (w for w in words if low.endswith(w if has_han(w) else f" {w}") and low != w)
    longest = max(named, key=len, default="")
    return longest if not longest or has_han(longest) else f" {longest}"


def _same_kind(text: str, titles: Sequence[str]) -> bool:
    """Whether text and titles name a common kind of thing; True where either names none."""
    title, low = " ".join(titles).lower(), text.lower()
    text_kinds = [kind for kind in _KINDS if any(word in low for word in kind)]
    title_kinds = [kind for kind in _KINDS if any(word in title for word in kind)]
    return not text_kinds or not title_kinds or any(kind in title_kinds for kind in text_kinds)
