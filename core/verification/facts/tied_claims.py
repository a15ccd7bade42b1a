"""Check claims about one item: what the user did with it, and its price.

Both are checked only if the policy lists their codes; source 001 requires neither.
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
from core.verification.facts.other_things import names_other_goods
from core.verification.findings import CharRange, Code, Finding
from core.verification.policy.policy import Policy

ClaimSpans = Mapping[CopyClaim, list[CharRange]]
"""The claims that a text makes, each with its spans."""


def check_event_items(
    claim: CopyClaim, text_claims: ClaimSpans, candidate: Candidate, facts: Facts, policy: Policy
) -> Iterator[Finding]:
    """Findings if the user's events exist but concern another item than declared, or another brand
    or other goods than the text names with the claim. Nothing if any of the events may be the
    right one.
    """
    rule = policy.events.get(claim.name)
    if rule is None or Code.FACT_EVENT_OTHER_ITEM not in policy.codes:
        return
    since = facts.now - timedelta(days=rule.days)
    events = [each for each in facts.event_items.get(rule.kind, ()) if each.at >= since]
    if not events or not all(each.item_id for each in events):
        return
    span = text_claims[claim][0] if claim in text_claims else None
    declared_items = candidate.claims.event_item_ids
    if declared_items and not any(each.item_id in declared_items for each in events):
        mismatch = Sentence(
            "The user's {kind} events are of other items than {items}, which {claim} is about.",
            {"claim": claim.name, "kind": rule.kind, "items": ", ".join(declared_items)},
        )
        yield policy.finding(Code.FACT_EVENT_OTHER_ITEM, mismatch, span)
    elif not declared_items and (
        brand := _other_brand(claim, text_claims, candidate.text, events, policy)
    ):
        actual = ", ".join(sorted({each.brand for each in events}))
        mismatch = Sentence(
            "The user's {kind} events are of {actual}, not of {brand}, which the text names with "
            "{claim}.",
            {"claim": claim.name, "kind": rule.kind, "actual": actual, "brand": brand},
        )
        yield policy.finding(Code.FACT_EVENT_OTHER_ITEM, mismatch, span)
    elif not declared_items and all(each.title for each in events) and policy.disguises:
        titles = sorted({each.title for each in events})
        if any(
            names_other_goods(candidate.text, act, titles)
            for act in _acts(rule.kind, text_claims, policy)
        ):
            mismatch = Sentence(
                "The user's {kind} events are of {actual}, not of what the text names with "
                "{claim}.",
                {"claim": claim.name, "kind": rule.kind, "actual": ", ".join(titles[:3])},
            )
            yield policy.finding(Code.FACT_EVENT_OTHER_ITEM, mismatch, span)


def _acts(kind: str, text_claims: ClaimSpans, policy: Policy) -> Iterator[CharRange]:
    """Yield the spans at which the text claims an event of the kind, whatever its period."""
    for claim, spans in text_claims.items():
        rule = policy.events.get(claim.name) if claim.kind is ClaimKind.EVENT else None
        if rule is not None and rule.kind == kind:
            yield from spans


_CLAUSE_END = re.compile(r"[,，。.!！?？;；:：、\n—…]")


def _other_brand(
    claim: CopyClaim, text_claims: ClaimSpans, text: str, events: list[EventItem], policy: Policy
) -> str | None:
    """A brand in the same clause as the claim if none of the events' items has any such brand."""
    if not all(each.brand for each in events):
        return None
    actual = {brand_key(each.brand, policy) for each in events}
    marks = [match.start() for match in _CLAUSE_END.finditer(text)]
    claim_spans = text_claims.get(claim, ())
    claim_starts = {bisect_left(marks, start) for start, _ in claim_spans}
    claim_ends = {bisect_left(marks, end) for _, end in claim_spans}
    named = {
        brand.name
        for brand, brand_spans in text_claims.items()
        if brand.kind is ClaimKind.BRAND
        # No clause ends between the brand and a claim after or before it.
        if any(
            bisect_left(marks, end) in claim_starts or bisect_left(marks, start) in claim_ends
            for start, end in brand_spans
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


def check_item_price(candidate: Candidate, facts: Facts, policy: Policy) -> Iterator[Finding]:
    """A finding if the text names a price other than that of the only referenced item.

    Discounts and thresholds are no prices. Nothing if one of several prices is right or if an
    amount cannot be read as one number.
    """
    if Code.FACT_PRICE_MISMATCH not in policy.codes:
        return
    items = [item for item in facts.items.values() if item is not None]
    if len(facts.items) != 1 or not items or items[0].price is None:
        return
    item, text = items[0], candidate.text
    spans = [
        span
        for span in amounts(text, folded(text, policy), policy.prices)
        if not _NO_PRICE_BEFORE.search(text[max(0, span[0] - _AROUND) : span[0]])
        and not _NO_PRICE_AFTER.match(text[span[1] : span[1] + _AROUND])
    ]
    prices = [_amount(text[slice(*span)]) for span in spans]
    if not prices or None in prices or item.price in prices:
        return
    mismatch = Sentence(
        "The text names {price}, but the catalogue's price of {item} is {actual}.",
        {"price": text[slice(*spans[0])], "item": item.id, "actual": str(item.price)},
    )
    yield policy.finding(Code.FACT_PRICE_MISMATCH, mismatch, spans[0])


def _amount(written: str) -> Decimal | None:
    """The only number in a price as written; None if there are several or it is abbreviated."""
    plain = unicodedata.normalize("NFKC", written)
    numbers = _NUMBER.findall(plain)
    if len(numbers) != 1 or re.search(r"[万千百kK]", plain):
        return None
    return Decimal(numbers[0].replace(",", ""))
