"""Find links and prices in a text. A policy chooses among patterns in code, none of which is slow.

The patterns are matched on text that may be folded (`core.verification.copy_text.text_folding`).
"""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from core.verification.copy_text.addresses import Address, addresses
from core.verification.copy_text.other_amounts import is_no_price
from core.verification.copy_text.text_folding import FoldedText
from core.verification.copy_text.written_prices import written_prices
from core.verification.findings import CharRange
from core.verification.policy_parts import PriceForms, UrlForms

UrlForm = Literal["scheme", "www", "bare", "written"]
PriceForm = Literal["source", "signs", "units", "written"]

# Characters of an address: ASCII only, so that Chinese directly after it is left out (reading 13).
_URL_CHARACTERS = r"[!#-&(-;=?-\[\]_a-z~]*"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"

_PRICES: dict[str, str] = {
    # Section 2.5 literally: it also matches a sign followed only by full stops, and of all digits
    # only those of ASCII, as in the source's language.
    "source": r"\$[0-9,.]+|¥[0-9,.]+",
    "signs": r"(?:[$¥￥€£＄￡]|\b(?:usd|rmb|cny|eur|gbp))\s?\d(?:[\d,.]*\d)?",
    "units": r"\d[\d,.]{0,20}\s?(?:元|块(?![一-龥])|块钱|人民币|美元|(?:rmb|usd|dollars?)\b)",
}


@functools.lru_cache(maxsize=64)
def _url_pattern(forms: tuple[UrlForm, ...], domains: tuple[str, ...]) -> re.Pattern[str] | None:
    choices = []
    if "scheme" in forms:
        choices.append(rf"https?://{_URL_CHARACTERS}")
    if "www" in forms:
        choices.append(rf"(?<![a-z0-9@._-])www\.[a-z0-9]{_URL_CHARACTERS}")
    if "bare" in forms and domains:
        endings = "|".join(sorted(map(re.escape, domains), key=lambda name: (-len(name), name)))
        choices.append(
            rf"(?<![a-z0-9@._-])(?:{_LABEL}\.){{1,8}}(?:{endings})(?![a-z0-9@_-]|\.[a-z0-9])(?:[/?:]{_URL_CHARACTERS})?"
        )
    return re.compile("|".join(choices), re.IGNORECASE) if choices else None


_MAY_BE_LINK = re.compile(r"://|\.[a-z0-9]", re.IGNORECASE)
"""A fast pre-check: every link contains one of these, most texts contain none."""


def urls(
    text: FoldedText, forms: tuple[UrlForm, ...], domains: tuple[str, ...] = ()
) -> Iterator[CharRange]:
    """Yield the spans of links in the given forms, without the punctuation after them."""
    pattern = _url_pattern(forms, domains) if _MAY_BE_LINK.search(text.text) else None
    for match in pattern.finditer(text.text) if pattern else ():
        yield text.span(match.start(), match.start() + len(match[0].rstrip(".,;:!?)]")))


@functools.lru_cache(maxsize=16)
def _price_pattern(forms: tuple[PriceForm, ...]) -> re.Pattern[str] | None:
    choices = [_PRICES[form] for form in forms if form in _PRICES]
    return re.compile("|".join(choices), re.IGNORECASE) if choices else None


def prices(text: FoldedText, forms: tuple[PriceForm, ...]) -> Iterator[CharRange]:
    """Yield the spans of prices in the forms source, signs and units."""
    pattern = _price_pattern(forms)
    for match in pattern.finditer(text.text) if pattern else ():
        yield text.span(*match.span())


def links(text: str, folded: FoldedText, rules: UrlForms) -> list[Address]:
    """All links that a policy finds, in text order and without overlaps, except allowed ones.

    Addresses of the form "written" count only where no other form matches.
    """
    matches = [Address(span, sure=True) for span in urls(folded, rules.forms, rules.domains)]
    if "written" in rules.forms:
        covered = _coverage(text, [address.span for address in matches])
        matches += [
            address
            for address in addresses(text, rules.allow)
            if not any(covered[slice(*address.span)])
        ]
    if not matches:
        return []
    allowed = frozenset(name.lower() for name in rules.allow)
    return sorted(
        each for each in matches if not (allowed and _is_allowed(text[slice(*each.span)], allowed))
    )


_AFTER_HOST = re.compile(r"[/?#:]")


def _is_allowed(written: str, allowed: frozenset[str]) -> bool:
    """Whether the host of a link is allowed, with any path. Never with a scheme, which section 2.1
    forbids without exception, nor with an @, since the text before it is no host.
    """
    host = _AFTER_HOST.split(written.lower(), maxsplit=1)[0]
    return host in allowed and "://" not in written and "@" not in written


def amounts(text: str, folded: FoldedText, rules: PriceForms) -> list[CharRange]:
    """Spans of all prices that a policy finds, in text order and without overlaps."""
    spans = list(prices(folded, rules.forms))
    if "written" in rules.forms:
        covered = _coverage(text, spans)
        spans += [span for span in written_prices(text) if not any(covered[slice(*span)])]
        spans = [span for span in spans if not is_no_price(text, span)]
    return sorted(spans)


def _coverage(text: str, spans: Sequence[CharRange]) -> bytearray:
    """1 for each character within a span, since comparing all pairs of spans would be quadratic."""
    covered = bytearray(len(text))
    for start, end in spans:
        covered[start:end] = b"\1" * (end - start)
    return covered
