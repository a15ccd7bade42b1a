"""Remove claims that nothing supports from a copy (source 001, section 5.3; reading 17)."""

from collections.abc import Iterator
from dataclasses import replace

from core.verification.candidate import Candidate, Claims
from core.verification.claims.claims import (
    ClaimKind,
    CopyClaim,
    brand_key,
    claims_in,
    holiday_named,
)
from core.verification.findings import CharRange, Code, Finding, Severity
from core.verification.policy.policy import Policy
from core.verification.repairs.text_edits import without_sentences
from core.verification.verify import Verification

_CLAIMS_OF = {
    Code.FACT_USER_EVENT_MISS: (ClaimKind.EVENT, "claim"),
    Code.FACT_EVENT_UNKNOWN: (ClaimKind.EVENT, "claim"),
    Code.FACT_EVENT_OTHER_ITEM: (ClaimKind.EVENT, "claim"),
    Code.FACT_ITEM_INVALID: (ClaimKind.ITEM, "item"),
    Code.FACT_ITEM_UNAVAILABLE: (ClaimKind.ITEM, "item"),
    Code.FACT_BRAND_MISMATCH: (ClaimKind.BRAND, "brand"),
    Code.FACT_HOLIDAY_INVALID: (ClaimKind.HOLIDAY, "holiday"),
}


def unsupported_claims(findings: tuple[Finding, ...]) -> Iterator[CopyClaim]:
    """Yield the claim of each finding on a claim, except findings that only inform."""
    for finding in findings:
        if finding.severity is not Severity.INFO and finding.code in _CLAIMS_OF:
            kind, name = _CLAIMS_OF[finding.code]
            yield CopyClaim(kind, str(finding.measure[name]))


def cut_claims(
    current: Verification, claims: tuple[CopyClaim, ...], policy: Policy
) -> tuple[str, tuple[CopyClaim, ...]]:
    """The text without the sentences of as many claims as can go, and which claims these are.

    Claims that cost the least text go first.
    """
    text, brands = current.candidate.text, current.facts.brands if current.facts else frozenset()
    removed: list[CopyClaim] = []
    in_the_text = claims_in(text, policy, brands)
    remaining_length = {
        claim: len(without_sentences(text, spans) or "")
        for claim in claims
        if (spans := spans_of(claim, in_the_text, policy))
    }
    for claim in sorted(remaining_length, key=lambda claim: -remaining_length[claim]):
        spans = spans_of(claim, claims_in(text, policy, brands), policy)
        shorter = without_sentences(text, spans) if spans else text
        if shorter is not None:
            text = shorter
            removed.append(claim)
    return text, tuple(removed)


def spans_of(
    claim: CopyClaim, text_claims: dict[CopyClaim, list[CharRange]], policy: Policy
) -> list[CharRange]:
    """Where a text makes a claim, in whatever words; `text_claims` are all claims of the text."""
    return [
        span
        for other, spans in text_claims.items()
        if _is_same_claim(claim, other, policy)
        for span in spans
    ]


def _is_same_claim(claim: CopyClaim, other: CopyClaim, policy: Policy) -> bool:
    if claim.kind is not other.kind:
        return False
    if claim.kind is ClaimKind.BRAND:
        return brand_key(claim.name, policy) == brand_key(other.name, policy)
    return claim.name == other.name


def without_claims(declared: Claims, claims: tuple[CopyClaim, ...], policy: Policy) -> Claims:
    """The declared claims without `claims`."""
    events = {claim.name for claim in claims if claim.kind is ClaimKind.EVENT}
    brands = {brand_key(claim.name, policy) for claim in claims if claim.kind is ClaimKind.BRAND}
    holidays = {claim.name for claim in claims if claim.kind is ClaimKind.HOLIDAY}
    holidays_by_name = {name: holiday_named(name, policy) for name in declared.holidays}
    return replace(
        declared,
        referenced_events=tuple(e for e in declared.referenced_events if e not in events),
        brands=tuple(b for b in declared.brands if brand_key(b, policy) not in brands),
        holidays=tuple(
            name
            for name, holiday in holidays_by_name.items()
            if (holiday.names[0] if holiday else name) not in holidays
        ),
    )


def with_claims_still_made(
    text: str, declared: Claims, removed: tuple[CopyClaim, ...], policy: Policy
) -> Claims:
    """The declared claims with those of `removed` that a writer kept: they are checked."""
    brands = frozenset(claim.name for claim in removed if claim.kind is ClaimKind.BRAND)
    remaining = [claim for claim in claims_in(text, policy, brands) if claim in removed]
    names = {kind: tuple(c.name for c in remaining if c.kind is kind) for kind in ClaimKind}
    return replace(
        declared,
        referenced_events=(*declared.referenced_events, *names[ClaimKind.EVENT]),
        brands=(*declared.brands, *names[ClaimKind.BRAND]),
        holidays=(*declared.holidays, *names[ClaimKind.HOLIDAY]),
    )


def with_rewritten_text(
    candidate: Candidate, text: str, removed: tuple[CopyClaim, ...], policy: Policy
) -> Candidate:
    """The candidate with a text that a writer made to go without these claims."""
    without = without_claims(candidate.claims, removed, policy)
    return replace(
        candidate, text=text, claims=with_claims_still_made(text, without, removed, policy)
    )
