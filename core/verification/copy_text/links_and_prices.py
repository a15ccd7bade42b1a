"""Links and prices in a text. Patterns are code: a policy chooses among them, and none can be slow.

All are tried on text that may have been folded (`core.verification.copy_text.text_folding`).
"""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from core.verification.copy_text.addresses import Address, addresses
from core.verification.copy_text.other_amounts import is_no_price
from core.verification.copy_text.text_folding import FoldedText
from core.verification.copy_text.written_prices import written_prices
from core.verification.findings import Span
from core.verification.policy_parts import PriceForms, UrlForms

UrlForm = Literal["scheme", "www", "bare", "written"]
PriceForm = Literal["source", "signs", "units", "written"]

# What can stand in an address: ASCII, so that Chinese glued to it stays (reading 13).
_REST = r"[!#-&(-;=?-\[\]_a-z~]*"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"

_PRICES: dict[str, str] = {
    # Section 2.5, literally: also a sign that is followed by full stops alone, and no digits but
    # those of ASCII, as in the source's language.
    "source": r"\$[0-9,.]+|¥[0-9,.]+",
    "signs": r"(?:[$¥￥€£＄￡]|\b(?:usd|rmb|cny|eur|gbp))\s?\d(?:[\d,.]*\d)?",
    "units": r"\d[\d,.]{0,20}\s?(?:元|块(?![一-龥])|块钱|人民币|美元|(?:rmb|usd|dollars?)\b)",
}


@functools.lru_cache(maxsize=64)
def _urls(forms: tuple[UrlForm, ...], domains: tuple[str, ...]) -> re.Pattern[str] | None:
    choices = []
    if "scheme" in forms:
        choices.append(rf"https?://{_REST}")
    if "www" in forms:
        choices.append(rf"(?<![a-z0-9@._-])www\.[a-z0-9]{_REST}")
    if "bare" in forms and domains:
        endings = "|".join(sorted(map(re.escape, domains), key=lambda name: (-len(name), name)))
        choices.append(
            rf"(?<![a-z0-9@._-])(?:{_LABEL}\.){{1,8}}(?:{endings})(?![a-z0-9@_-]|\.[a-z0-9])(?:[/?:]{_REST})?"
        )
    return re.compile("|".join(choices), re.IGNORECASE) if choices else None


_MAY_STAND = re.compile(r"://|\.[a-z0-9]", re.IGNORECASE)
"""What every link has: most texts have none of it."""


def urls(
    text: FoldedText, forms: tuple[UrlForm, ...], domains: tuple[str, ...] = ()
) -> Iterator[Span]:
    """Places of links, without the punctuation that ends the sentence around them."""
    pattern = _urls(forms, domains) if _MAY_STAND.search(text.text) else None
    for match in pattern.finditer(text.text) if pattern else ():
        yield text.span(match.start(), match.start() + len(match[0].rstrip(".,;:!?)]")))


@functools.lru_cache(maxsize=16)
def _price(forms: tuple[PriceForm, ...]) -> re.Pattern[str] | None:
    choices = [_PRICES[form] for form in forms if form in _PRICES]
    return re.compile("|".join(choices), re.IGNORECASE) if choices else None


def prices(text: FoldedText, forms: tuple[PriceForm, ...]) -> Iterator[Span]:
    pattern = _price(forms)
    for match in pattern.finditer(text.text) if pattern else ():
        yield text.span(*match.span())


def links(text: str, folded: FoldedText, rules: UrlForms) -> list[Address]:
    """By every form of a policy, in the text's order, each place once, the surest first; without
    those that the policy allows.
    """
    found = [Address(span, sure=True) for span in urls(folded, rules.forms, rules.domains)]
    if "written" in rules.forms:
        taken = _taken(text, [address.span for address in found])
        found += [
            address
            for address in addresses(text, rules.allow)
            if not any(taken[slice(*address.span)])
        ]
    if not found:
        return []
    allowed = frozenset(name.lower() for name in rules.allow)
    return sorted(
        each for each in found if not (allowed and _is_allowed(text[slice(*each.span)], allowed))
    )


_AFTER_HOST = re.compile(r"[/?#:]")


def _is_allowed(written: str, allowed: frozenset[str]) -> bool:
    """By its host, whatever its path. Section 2.1 leaves no room for one with a scheme; what stands
    before an @ is no host.
    """
    host = _AFTER_HOST.split(written.lower(), maxsplit=1)[0]
    return host in allowed and "://" not in written and "@" not in written


def amounts(text: str, folded: FoldedText, rules: PriceForms) -> list[Span]:
    """Amounts of money by every form of a policy, in the text's order, each place once."""
    found = list(prices(folded, rules.forms))
    if "written" in rules.forms:
        taken = _taken(text, found)
        found += [span for span in written_prices(text) if not any(taken[slice(*span)])]
        found = [span for span in found if not is_no_price(text, span)]
    return sorted(found)


def _taken(text: str, spans: Sequence[Span]) -> bytearray:
    """1 for each character within a span: to compare each span with each would be quadratic."""
    taken = bytearray(len(text))
    for start, end in spans:
        taken[start:end] = b"\1" * (end - start)
    return taken
