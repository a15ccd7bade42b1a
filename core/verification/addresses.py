"""Addresses as people write and disguise them: no scheme, haowu[.]cn, t。cn/abc, w w w . x . net.

A public ending alone makes no address: "Sold out.Store reopens" lacks a space, ASP.NET is a name.
"""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from tldextract import TLDExtract

from core.verification.findings import Span
from core.verification.text_folding import INVISIBLE, FoldedText


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
_DOT = r"[.。．｡]"
_WRITTEN_OUT: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"(?<=[a-z0-9一-龥])\s?[\[({（【]\s?(?:\.|dot|点)\s?[\])}）】]\s?(?=[a-z])", re.I
        ),
        ".",
    ),
    (re.compile(r"(?<=[a-z0-9]) dot (?=[a-z]{2,10}(?![a-z]))", re.I), "."),
    (re.compile(r"(?<=[a-z0-9一-龥])[。．｡](?=[a-z0-9])", re.I), "."),
    (re.compile(r"(?<=[a-z0-9])点(?=(?:com|cn|net|org|tv|cc|io|shop)(?![a-z]))", re.I), "."),
    (re.compile(r"h\s?[tx]\s?[tx]\s?p\s?(s?)\s?[:：]\s?/\s?/\s?", re.I), r"http\1://"),
    (re.compile(r"(?<![a-z0-9])w\s?w\s?w\s?\.\s?(?=[a-z0-9])", re.I), "www."),
    (re.compile(r"(?<=[a-z0-9])\s\.\s?(?=[a-z0-9])", re.I), "."),
    (re.compile(r"(?<=[a-z]{2})\s/\s(?=[a-z0-9])", re.I), "/"),
)

_REST = r"[!#-&(-;=?-\[\]_a-z~]*"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_BARE = re.compile(
    rf"(?<![a-z0-9@._/-])(?P<name>(?:{_LABEL}\.){{1,6}})(?P<ending>[a-z]{{2,18}})(?![a-z0-9@_-]|\.[a-z0-9])"
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
    r"[一-龥]{1,12}\.(?:com|cn|net|org|shop|top|vip|中国|公司|网络|网址|我爱你|集团|在线|网店)"
    rf"(?![a-z0-9一-龥])(?:/{_REST})?",
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


def addresses(text: str, allow: tuple[str, ...] = ()) -> Iterator[Address]:
    """In the text's order, without the marks that end the sentence around them."""
    seen = _written_out(_visible(text))
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
    if ending.lower() not in public_endings():
        return None
    if path and path not in ("/", "?", "#"):
        return any(map(str.isalpha, name)) or None  # 7.Live/2 is no host; t.cn/A6x is
    if not any(map(str.isalpha, name)) or (ending[0].isupper() and not ending.isupper()):
        return None
    initials = all(len(label) == 1 for label in labels)  # U.S.store
    shouted = ending.isupper() and not name.isupper()
    return not (initials or shouted or ending.lower() in _UNSURE)


def _visible(text: str) -> FoldedText:
    """Width by width, without what is not drawn; full-width full stops of Chinese stay."""
    if text.isascii():
        return FoldedText(text)
    kept = [
        (chr(ord(c) - 0xFEE0) if "！" <= c <= "～" else c, at)
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
