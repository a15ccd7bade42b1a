"""Claims that are about one item: what the user did with it, and what it costs.

Checked where the policy lists their codes: source 001 asks for neither.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from datetime import timedelta
from decimal import Decimal

from core.errors import Sentence
from core.verification.candidate import Candidate
from core.verification.claims.claims import ClaimKind, CopyClaim, brand_key
from core.verification.compliance.compliance import folded
from core.verification.copy_text.links_and_prices import amounts
from core.verification.facts.fact_collection import EventItem, Facts
from core.verification.facts.other_things import names_another
from core.verification.findings import Code, Finding, Span
from core.verification.policy.policy import Policy

Said = Mapping[CopyClaim, list[Span]]


def other_items(
    claim: CopyClaim, said: Said, candidate: Candidate, facts: Facts, policy: Policy
) -> Iterator[Finding]:
    """An event that is there, but of another item than the declared one, or of another brand than
    the text names with it, or of another thing. Nothing is said where one of the events may be the
    right one.
    """
    rule = policy.events.get(claim.name)
    if rule is None or Code.FACT_EVENT_OTHER_ITEM not in policy.codes:
        return
    since = facts.now - timedelta(days=rule.days)
    events = [each for each in facts.event_items.get(rule.kind, ()) if each.at >= since]
    if not events or not all(each.item_id for each in events):
        return
    place = said[claim][0] if claim in said else None
    asked = candidate.claims.event_item_ids
    if asked and not any(each.item_id in asked for each in events):
        other = Sentence(
            "The user's {kind} events are of other items than {items}, which {claim} is about.",
            {"claim": claim.name, "kind": rule.kind, "items": ", ".join(asked)},
        )
        yield policy.finding(Code.FACT_EVENT_OTHER_ITEM, other, place)
    elif not asked and (brand := _other_brand(claim, said, candidate.text, events, policy)):
        actual = ", ".join(sorted({each.brand for each in events}))
        other = Sentence(
            "The user's {kind} events are of {actual}, not of {brand}, which the text names with "
            "{claim}.",
            {"claim": claim.name, "kind": rule.kind, "actual": actual, "brand": brand},
        )
        yield policy.finding(Code.FACT_EVENT_OTHER_ITEM, other, place)
    elif not asked and all(each.title for each in events) and policy.disguises:
        titles = sorted({each.title for each in events})
        if any(
            names_another(candidate.text, act, titles) for act in _acts(rule.kind, said, policy)
        ):
            other = Sentence(
                "The user's {kind} events are of {actual}, not of what the text names with "
                "{claim}.",
                {"claim": claim.name, "kind": rule.kind, "actual": ", ".join(titles[:3])},
            )
            yield policy.finding(Code.FACT_EVENT_OTHER_ITEM, other, place)


def _acts(kind: str, said: Said, policy: Policy) -> Iterator[Span]:
    """Wherever the text tells of an act of this kind, however long ago."""
    for claim, places in said.items():
        rule = policy.events.get(claim.name) if claim.kind is ClaimKind.EVENT else None
        if rule is not None and rule.kind == kind:
            yield from places


_CLAUSE_END = re.compile(r"[,，。.!！?？;；:：、\n—…]")


def _other_brand(
    claim: CopyClaim, said: Said, text: str, events: list[EventItem], policy: Policy
) -> str | None:
    """A brand in the same clause as the claim that no item of the events has."""
    if not all(each.brand for each in events):
        return None
    actual = {brand_key(each.brand, policy) for each in events}
    marks = [match.start() for match in _CLAUSE_END.finditer(text)]
    spans = said.get(claim, ())
    begun = {bisect_left(marks, start) for start, _ in spans}
    ended = {bisect_left(marks, end) for _, end in spans}
    named = {
        brand.name
        for brand, places in said.items()
        if brand.kind is ClaimKind.BRAND
        # No mark stands between the brand and a claim behind it, or before it.
        if any(
            bisect_left(marks, end) in begun or bisect_left(marks, start) in ended
            for start, end in places
        )
    }
    if not named or any(brand_key(brand, policy) in actual for brand in named):
        return None
    return sorted(named)[0]


_NO_PRICE_BEFORE = re.compile(
    r"(?:满|减|省|券|返|抵|补贴|定金|运费|差|降|赠|送|原价|红包|低至|最高|over|save|spend|under|extra|"
    r"coupon|shipping|deposit|was|from|up to|above|least|orders? of|give|gift)\W{0,3}(?:a |an )?$",
    re.IGNORECASE,
)
_NO_PRICE_AFTER = re.compile(
    r"\W{0,2}(?:券|优惠|红包|以上|起|以内|减|补贴|立减|运费|积分|礼品卡|代金|定金|每?月|期|off|"
    r"discount|coupon|shipping|delivery|gift|voucher|or more|back|cash|per|a month|credit|bonus|/)",
    re.IGNORECASE,
)
_AROUND = 16
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def other_price(candidate: Candidate, facts: Facts, policy: Policy) -> Iterator[Finding]:
    """A price in the text that is not the one item's. Discounts, thresholds and amounts that cannot
    be read as one number are no prices, and nothing is said where one of several is right.
    """
    if Code.FACT_PRICE_MISMATCH not in policy.codes:
        return
    items = [item for item in facts.items.values() if item is not None]
    if len(facts.items) != 1 or not items or items[0].price is None:
        return
    item, text = items[0], candidate.text
    places = [
        place
        for place in amounts(text, folded(text, policy), policy.prices)
        if not _NO_PRICE_BEFORE.search(text[max(0, place[0] - _AROUND) : place[0]])
        and not _NO_PRICE_AFTER.match(text[place[1] : place[1] + _AROUND])
    ]
    values = [_amount(text[slice(*place)]) for place in places]
    if not values or None in values or item.price in values:
        return
    other = Sentence(
        "The text names {price}, but the catalogue's price of {item} is {actual}.",
        {"price": text[slice(*places[0])], "item": item.id, "actual": str(item.price)},
    )
    yield policy.finding(Code.FACT_PRICE_MISMATCH, other, places[0])


def _amount(written: str) -> Decimal | None:
    plain = unicodedata.normalize("NFKC", written)
    numbers = _NUMBER.findall(plain)
    if len(numbers) != 1 or re.search(r"[万千百kK]", plain):
        return None
    return Decimal(numbers[0].replace(",", ""))
