"""Addresses as people write and disguise them: no scheme, haowu[.]cn, t。cn/abc, w w w . x . net.

A public ending alone makes no address: "Sold out.Store reopens" lacks a space, ASP.NET is a name.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from tldextract import TLDExtract

from core.verification.copy_text.disguises import latin_letter
from core.verification.copy_text.text_folding import INVISIBLE, FoldedText
from core.verification.findings import Span


class Address(NamedTuple):
    """`sure` is False where it may as well be no address."""

    span: Span
    sure: bool


@functools.cache
def public_endings() -> frozenset[str]:
    """The last labels of the Public Suffix List, as tldextract ships it: nothing is fetched."""
    names = TLDExtract(suffix_list_urls=(), cache_dir=None).tlds
    return frozenset(name.rsplit(".", 1)[-1] for name in names)


# Each is written out as what it stands for, in this order.
_COMMON = r"(?:com|cn|net|org|tv|cc|io|shop|top|vip)"
_SPOKEN_ENDING = (
    r"(?:com|cn|net|org|tv|cc|io|shop|top|vip|tw|hk|me|co|app|club|store|site|info|xyz|asia)"
)
_TWO, _THREE = r"(?:cn|tv|cc|io|tw|hk|uk|me|co)", r"(?:com|net|org|top|vip|app|xyz)"
_FOUR = r"(?:shop|club|info|site|asia|cafe|blog)"
_WORD_FOR_DOT = r"(?:d[o0]t|d[-. ][o0][-. ]t|[点點])"
_SYMBOL = "[·•●∙‧・⋅★☆◆◇■□▲△▪♦*#~^|\u2600-\u27bf\U0001f000-\U0001faff]"
_WRITTEN_OUT: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            rf"(?<=[a-z0-9一-龥])\s?[\[({{（【<]\s?(?:\.|period"
            rf"|{_WORD_FOR_DOT})\s?[\])}}）】>]\s?(?=[a-z])",
            re.I,
        ),
        ".",
    ),
    (
        re.compile(
            r"(?<![a-z0-9])(?:[三3][个個]?\s?w|w[\s-]?w[\s-]?w)\s?(?:[.,，。]"
            rf"|{_WORD_FOR_DOT})\s?(?=[a-z0-9一-龥])",
            re.I,
        ),
        "www.",
    ),
    (
        re.compile(
            rf"(?<![a-z0-9])(www\.[a-z0-9-]{{2,40}})[,，](?={_SPOKEN_ENDING}(?![a-z0-9]))", re.I
        ),
        r"\1.",
    ),
    (re.compile(r"(?<= d[o0]t )c[0o]m(?![a-z0-9])", re.I), "com"),
    (re.compile(r"(?<=[a-z0-9])\s?\.\s?c\so\sm(?![a-z0-9])", re.I), ".com"),
    (re.compile(r"(?<=[a-z0-9]) d[o0]t (?=[a-z]{2,10}(?![a-z]))", re.I), "."),
    (re.compile(r"(?<=[a-z0-9]) d[-. ]o[-. ]t (?=[a-z]{2,10}(?![a-z]))", re.I), "."),
    (re.compile(rf"(?<=[a-z])\s?[点點]\s?(?={_SPOKEN_ENDING}(?![a-z0-9]))", re.I), "."),
    (re.compile(rf"(?<=[a-z0-9])\s?[。．｡]\s?(?={_SPOKEN_ENDING}(?![a-z0-9]))", re.I), "."),
    (re.compile(r"(?<=[a-z0-9一-龥])[。．｡](?=[a-z0-9])", re.I), "."),
    (re.compile(r"(?<=[a-z0-9])\s?[-_]\s?dot\s?[-_]\s?(?=[a-z])", re.I), "."),
    (
        re.compile(rf"(?<=[a-z0-9一-龥])(?:[点點]|[·•●∙‧・]|\.\s)(?={_COMMON}(?![a-z0-9]))", re.I),
        ".",
    ),
    (re.compile(r"(?<=[a-z0-9一-龥])[,，](?=(?:com|cn|org)(?![a-z0-9]))", re.I), "."),
    (
        re.compile(
            r"(?<![a-z])((?:visit|go to|browse|open|type"
            rf"|see)\s[a-z0-9-]{{3,30}}),(?={_COMMON}(?![a-z0-9]))",
            re.I,
        ),
        r"\1.",
    ),
    (re.compile(rf"(?<=[a-z0-9]){_SYMBOL}(?={_SPOKEN_ENDING}(?![a-z0-9]))", re.I), "."),
    (re.compile(rf"(?<=[a-z0-9])\s{_SYMBOL}\s(?=(?:com|cn|org)(?![a-z0-9]))", re.I), "."),
    (re.compile(r"(?<=[a-z0-9一-龥])[点點](?:康姆|抗姆|康母|西恩|西埃恩)"), ".com"),
    (re.compile(r"(?<=\.)c[0óöòοо]m(?![a-z0-9])", re.I), "com"),
    (
        re.compile(
            rf"(?:(?<=\.{_FOUR})|(?<=\.{_THREE})|(?<=\.{_TWO}))\s?(?:斜[杠槓]|斜[线線]"
            r"| slash )\s?(?=[a-z0-9])",
            re.I,
        ),
        "/",
    ),
    (re.compile(r"h\s?[tx*]\s?[tx*]\s?p\s?(s?)\s?\[?[:：]\]?\s?/\s?/\s?", re.I), r"http\1://"),
    (re.compile(r"(?<![a-z0-9])w\s?w\s?w\s?\.\s?(?=[a-z0-9])", re.I), "www."),
    (re.compile(r"(?<=[a-z0-9])\s\.\s?(?=[a-z0-9])", re.I), "."),
    (re.compile(r"(?<=[a-z]{2})\s/\s(?=[a-z0-9])", re.I), "/"),
)

_REST = r"[!#-&(-;=?-\[\]_a-z~]*"
_LABEL = r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?"
_BARE = re.compile(
    rf"(?<![a-z0-9@._/-])(?P<name>(?:{_LABEL}\.){{1,6}})(?P<ending>[a-z]{{2,18}})(?![a-z0-9@_-]"
    r"|\.[a-z0-9])"
    rf"(?P<path>[/?#]{_REST}|:\d{{2,5}}{_REST})?",
    re.IGNORECASE,
)
_SCHEME = re.compile(
    rf"(?<![a-z0-9])[a-z][a-z0-9+.-]{{1,20}}://"
    rf"(?:[一-龥]|[!#-&(-;=?-\[\]_a-z~]){_REST}(?:[一-龥]+\.[一-龥]+)?",
    re.IGNORECASE,
)
_WWW = re.compile(rf"(?<![a-z0-9@._-])www\.[a-z0-9]{_REST}", re.IGNORECASE)
_NUMBERS = re.compile(
    rf"(?<![\d.])(?:\d{{1,3}}\.){{3}}\d{{1,3}}(?![\d.])(?P<path>(?::\d{{2,5}}|/){_REST})?",
    re.IGNORECASE,
)
_HAN = re.compile(
    r"[一-龥]{1,12}\.(?:(?:com|cn|net|org|shop|top|vip)(?![a-z0-9])|"
    r"(?:中国|公司|网络|网址|我爱你|集团|在线|网店)(?![a-z0-9一-龥]))"
    rf"(?:/{_REST})?",
    re.IGNORECASE,
)
# Endings of files, and countries' endings that are words: alone they prove nothing.
_UNSURE = frozenset(
    re.split(
        " ",
        "in is it my so no to at be by am as do id la de md py sh rs pl zip mov ps ai ms how now "
        "new one here open read save show today plus works",
    )
)


_MAY_STAND = re.compile(rf"[.。｡:点點]|dot|d[0-]|{_COMMON}", re.IGNORECASE)
"""What every address has in some form: most texts have none of it."""


def addresses(text: str, allow: tuple[str, ...] = ()) -> Iterator[Address]:
    """In the text's order, without the marks that end the sentence around them."""
    visible = _visible(text)
    if not _MAY_STAND.search(visible.text):
        return
    seen = _written_out(visible)
    names = {name.lower() for name in allow}
    found: dict[Span, bool] = {}
    taken = bytearray(len(text))  # 1 for each character within an address
    for pattern, sure in (
        (_SCHEME, _always),
        (_WWW, _always),
        (_BARE, _is_domain),
        (_NUMBERS, _has_path),
        (_HAN, _always),
    ):
        for match in pattern.finditer(seen.text):
            written = match[0].rstrip(".,;:!?)]")
            certain = sure(match)
            if certain is None or written.lower() in names:
                continue
            span = seen.span(match.start(), match.start() + len(written))
            if not taken[span[0]]:
                found[span] = certain
                taken[slice(*span)] = b"\1" * (span[1] - span[0])
    for span in sorted(found):
        yield Address(span, found[span])


def _always(_: re.Match[str]) -> bool:
    return True


def _has_path(match: re.Match[str]) -> bool:
    return match["path"] is not None


def _is_domain(match: re.Match[str]) -> bool | None:
    """None: no address."""
    name, ending, path = match["name"][:-1], match["ending"], match["path"]
    labels = name.split(".")
    is_file = "_" in name and ending.lower() in _UNSURE  # IMG_0412.zip
    if is_file or ending.lower() not in public_endings():
        return None
    if path and path not in ("/", "?", "#"):
        return any(map(str.isalpha, name)) or None  # 7.Live/2 is no host; t.cn/A6x is
    if not any(map(str.isalpha, name)) or (ending[0].isupper() and not ending.isupper()):
        return None
    initials = all(len(label) == 1 for label in labels)  # U.S.store
    subjects = len(labels) > 1 and match[0].isupper() and all(len(label) < 4 for label in labels)
    shouted = ending.isupper() and not name.isupper()
    if subjects and ending not in ("COM", "CN", "NET", "ORG"):  # PS.AI.PR
        return None
    if initials or shouted:
        return False
    return ending.lower() not in _UNSURE or _is_led_to(match)


_LEADS_TO = re.compile(
    r"(?:(?<![a-z])(?:visit|head (?:over )?to|go to|log ?in at|browse to|type(?: in)?)"
    r"|官[网網]|[网網]址|[访訪][问問]|登[录錄陆])[:： ]{0,2}$",
    re.IGNORECASE,
)
_LEADS_WITHIN = 20


def _is_led_to(match: re.Match[str]) -> bool:
    """Whether the text tells its readers to go there."""
    before = match.string[max(0, match.start() - _LEADS_WITHIN) : match.start()]
    return _LEADS_TO.search(before) is not None


_WIDTHS = {wide: wide - 0xFEE0 for wide in range(ord("！"), ord("～") + 1)}
_WIDTHS |= {ord(slash): ord("/") for slash in "⁄∕"}
_DRAWN = (*range(0x2460, 0x2469), *range(0x24B6, 0x24EB), *range(0x1D400, 0x1D800))
"""Digits and letters in circles and those of mathematics."""
_WIDTHS |= {at: ord(latin_letter(chr(at))) for at in _DRAWN}


def _visible(text: str) -> FoldedText:
    """Width by width, without what is not drawn; full-width full stops of Chinese stay."""
    if not INVISIBLE.search(text):
        return FoldedText(text.translate(_WIDTHS))
    kept = [
        (chr(_WIDTHS[ord(c)]) if ord(c) in _WIDTHS else latin_letter(c), at)
        for at, c in enumerate(text)
        if not INVISIBLE.match(c)
    ]
    return FoldedText("".join(c for c, _ in kept), [at for _, at in kept])


def _written_out(text: FoldedText) -> FoldedText:
    for pattern, stands_for in _WRITTEN_OUT:
        if pattern.search(text.text):
            text = _replaced(text, pattern, stands_for)
    return text


def _replaced(text: FoldedText, pattern: re.Pattern[str], stands_for: str) -> FoldedText:
    """Each replacement stands where what it replaces stood."""
    places = list(range(len(text.text))) if text.places is None else list(text.places)
    parts: list[str] = []
    kept: list[int] = []
    at = 0
    for match in pattern.finditer(text.text):
        start, end = match.span()
        written = match.expand(stands_for)
        parts += [text.text[at:start], written]
        kept += places[at:start]
        kept += [places[min(start + n, end - 1)] for n in range(len(written))]
        at = end
    parts.append(text.text[at:])
    kept += places[at:]
    return FoldedText("".join(parts), kept)
