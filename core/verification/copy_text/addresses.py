"""Find web addresses, even without a scheme or disguised: haowu[.]cn, t。cn/abc, w w w . x . net.

A public ending alone makes no address: "Sold out.Store reopens" lacks a space, ASP.NET is a name.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from tldextract import TLDExtract

from core.verification.copy_text.disguises import latin_letter
from core.verification.copy_text.text_folding import INVISIBLE, FoldedText
from core.verification.findings import CharRange


class Address(NamedTuple):
    """A web address in a text; `sure` is False if it may be something else."""

    span: CharRange
    sure: bool


@functools.cache
def public_endings() -> frozenset[str]:
    """The last labels of the Public Suffix List bundled with tldextract; nothing is downloaded."""
    names = TLDExtract(suffix_list_urls=(), cache_dir=None).tlds
    return frozenset(name.rsplit(".", 1)[-1] for name in names)


_COMMON = r"(?:com|cn|net|org|tv|cc|io|shop|top|vip)"
"""The most common endings."""
_SPOKEN_ENDING = (
    r"(?:com|cn|net|org|tv|cc|io|shop|top|vip|tw|hk|me|co|app|club|store|site|info|xyz|asia)"
)
"""Endings after a disguised dot."""
_TWO, _THREE = r"(?:cn|tv|cc|io|tw|hk|uk|me|co)", r"(?:com|net|org|top|vip|app|xyz)"
_FOUR = r"(?:shop|club|info|site|asia|cafe|blog)"
_WORD_FOR_DOT = r"(?:d[o0]t|d[-. ][o0][-. ]t|[点點])"
_SYMBOL = "[·•●∙‧・⋅★☆◆◇■□▲△▪♦*#~^|\u2600-\u27bf\U0001f000-\U0001faff]"
"""Symbols used instead of a dot."""
# Disguises and their replacements, applied in this order.
_DISGUISES: tuple[tuple[re.Pattern[str], str], ...] = (
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

_URL_CHARACTERS = r"[!#-&(-;=?-\[\]_a-z~]*"
"""Characters of the rest of an address: ASCII only."""
_LABEL = r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?"
_BARE = re.compile(
    rf"(?<![a-z0-9@._/-])(?P<name>(?:{_LABEL}\.){{1,6}})(?P<ending>[a-z]{{2,18}})(?![a-z0-9@_-]"
    r"|\.[a-z0-9])"
    rf"(?P<path>[/?#]{_URL_CHARACTERS}|:\d{{2,5}}{_URL_CHARACTERS})?",
    re.IGNORECASE,
)
_SCHEME = re.compile(
    rf"(?<![a-z0-9])[a-z][a-z0-9+.-]{{1,20}}://"
    rf"(?:[一-龥]|[!#-&(-;=?-\[\]_a-z~]){_URL_CHARACTERS}(?:[一-龥]+\.[一-龥]+)?",
    re.IGNORECASE,
)
_WWW = re.compile(rf"(?<![a-z0-9@._-])www\.[a-z0-9]{_URL_CHARACTERS}", re.IGNORECASE)
_NUMBERS = re.compile(
    rf"(?<![\d.])(?:\d{{1,3}}\.){{3}}\d{{1,3}}(?![\d.])(?P<path>(?::\d{{2,5}}|/){_URL_CHARACTERS})?",
    re.IGNORECASE,
)
_HAN = re.compile(
    r"[一-龥]{1,12}\.(?:(?:com|cn|net|org|shop|top|vip)(?![a-z0-9])|"
    r"(?:中国|公司|网络|网址|我爱你|集团|在线|网店)(?![a-z0-9一-龥]))"
    rf"(?:/{_URL_CHARACTERS})?",
    re.IGNORECASE,
)
# File extensions, and country endings that are words: not enough to make an address.
_DOUBTFUL_ENDINGS = frozenset(
    re.split(
        " ",
        "in is it my so no to at be by am as do id la de md py sh rs pl zip mov ps ai ms how now "
        "new one here open read save show today plus works",
    )
)


_MAY_BE_ADDRESS = re.compile(rf"[.。｡:点點]|dot|d[0-]|{_COMMON}", re.IGNORECASE)
"""A fast pre-check: every address contains one of these, most texts contain none."""


def addresses(text: str, allow: tuple[str, ...] = ()) -> Iterator[Address]:
    """Yield the addresses in text order, without the punctuation after them.

    `allow`: matches, compared without case, that are no address.
    """
    visible = _visible(text)
    if not _MAY_BE_ADDRESS.search(visible.text):
        return
    plain = _undisguised(visible)
    names = {name.lower() for name in allow}
    sure_by_span: dict[CharRange, bool] = {}
    covered = bytearray(len(text))  # 1 for each character within an address
    for pattern, classify in (
        (_SCHEME, _always),
        (_WWW, _always),
        (_BARE, _is_domain),
        (_NUMBERS, _has_path),
        (_HAN, _always),
    ):
        for match in pattern.finditer(plain.text):
            written = match[0].rstrip(".,;:!?)]")
            is_sure = classify(match)
            if is_sure is None or written.lower() in names:
                continue
            span = plain.span(match.start(), match.start() + len(written))
            if not covered[span[0]]:
                sure_by_span[span] = is_sure
                covered[slice(*span)] = b"\1" * (span[1] - span[0])
    for span in sorted(sure_by_span):
        yield Address(span, sure_by_span[span])


def _always(_: re.Match[str]) -> bool:
    return True


def _has_path(match: re.Match[str]) -> bool:
    return match["path"] is not None


def _is_domain(match: re.Match[str]) -> bool | None:
    """Whether a bare domain is certain (True) or doubtful (False); None if it is no address."""
    name, ending, path = match["name"][:-1], match["ending"], match["path"]
    labels = name.split(".")
    is_file = "_" in name and ending.lower() in _DOUBTFUL_ENDINGS  # IMG_0412.zip
    if is_file or ending.lower() not in public_endings():
        return None
    if path and path not in ("/", "?", "#"):
        return any(map(str.isalpha, name)) or None  # 7.Live/2 is no host; t.cn/A6x is
    if not any(map(str.isalpha, name)) or (ending[0].isupper() and not ending.isupper()):
        return None
    is_initials = all(len(label) == 1 for label in labels)  # U.S.store
    is_listing = len(labels) > 1 and match[0].isupper() and all(len(label) < 4 for label in labels)
    is_shouted = ending.isupper() and not name.isupper()
    if is_listing and ending not in ("COM", "CN", "NET", "ORG"):  # PS.AI.PR
        return None
    if is_initials or is_shouted:
        return False
    return ending.lower() not in _DOUBTFUL_ENDINGS or _is_directed_to(match)


_DIRECTION_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:visit|head (?:over )?to|go to|log ?in at|browse to|type(?: in)?)"
    r"|官[网網]|[网網]址|[访訪][问問]|登[录錄陆])[:： ]{0,2}$",
    re.IGNORECASE,
)
_DIRECTION_WITHIN = 20


def _is_directed_to(match: re.Match[str]) -> bool:
    """Whether the text before the match tells readers to go there."""
    before = match.string[max(0, match.start() - _DIRECTION_WITHIN) : match.start()]
    return _DIRECTION_BEFORE.search(before) is not None


_WIDTHS = {wide: wide - 0xFEE0 for wide in range(ord("！"), ord("～") + 1)}
_WIDTHS |= {ord(slash): ord("/") for slash in "⁄∕"}
_STYLED = (*range(0x2460, 0x2469), *range(0x24B6, 0x24EB), *range(0x1D400, 0x1D800))
"""Code points of circled digits and letters and of mathematical letters."""
_WIDTHS |= {at: ord(latin_letter(chr(at))) for at in _STYLED}


def _visible(text: str) -> FoldedText:
    """The text in half width without invisible characters; Chinese full stops (。) are kept."""
    if not INVISIBLE.search(text):
        return FoldedText(text.translate(_WIDTHS))
    characters = [
        (chr(_WIDTHS[ord(c)]) if ord(c) in _WIDTHS else latin_letter(c), at)
        for at, c in enumerate(text)
        if not INVISIBLE.match(c)
    ]
    return FoldedText("".join(c for c, _ in characters), [at for _, at in characters])


def _undisguised(text: FoldedText) -> FoldedText:
    """The text with disguised dots, slashes and schemes replaced by plain ones."""
    for pattern, replacement in _DISGUISES:
        if pattern.search(text.text):
            text = _replace_matches(text, pattern, replacement)
    return text


def _replace_matches(text: FoldedText, pattern: re.Pattern[str], replacement: str) -> FoldedText:
    """Replace every match; each new character gets the original position of the replaced text."""
    places = list(range(len(text.text))) if text.places is None else list(text.places)
    parts: list[str] = []
    new_places: list[int] = []
    at = 0
    for match in pattern.finditer(text.text):
        start, end = match.span()
        expanded = match.expand(replacement)
        parts += [text.text[at:start], expanded]
        new_places += places[at:start]
        new_places += [places[min(start + n, end - 1)] for n in range(len(expanded))]
        at = end
    parts.append(text.text[at:])
    new_places += places[at:]
    return FoldedText("".join(parts), new_places)
