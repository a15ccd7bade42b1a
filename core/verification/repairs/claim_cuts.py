"""Taking claims that nothing supports out of a copy (source 001, section 5.3; reading 17)."""

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
from core.verification.findings import Code, Finding, Severity, Span
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


def unsupported(findings: tuple[Finding, ...]) -> Iterator[CopyClaim]:
    for finding in findings:
        if finding.severity is not Severity.INFO and finding.code in _CLAIMS_OF:
            kind, name = _CLAIMS_OF[finding.code]
            yield CopyClaim(kind, str(finding.measure[name]))


def cut_claims(
    current: Verification, claims: tuple[CopyClaim, ...], policy: Policy
) -> tuple[str, tuple[CopyClaim, ...]]:
    """The text without the sentences of as many claims as can go, the shortest first so that most
    of it stays, and which claims these are.
    """
    text, brands = current.candidate.text, current.facts.brands if current.facts else frozenset()
    removed: list[CopyClaim] = []
    in_the_text = claims_in(text, policy, brands)
    kept = {
        claim: len(without_sentences(text, spans) or "")
        for claim in claims
        if (spans := spans_of(claim, in_the_text, policy))
    }
    for claim in sorted(kept, key=lambda claim: -kept[claim]):
        spans = spans_of(claim, claims_in(text, policy, brands), policy)
        shorter = without_sentences(text, spans) if spans else text
        if shorter is not None:
            text = shorter
            removed.append(claim)
    return text, tuple(removed)


def spans_of(claim: CopyClaim, said: dict[CopyClaim, list[Span]], policy: Policy) -> list[Span]:
    """Where a text makes a claim, in whatever words."""
    return [span for other, spans in said.items() if _same(claim, other, policy) for span in spans]


def _same(claim: CopyClaim, other: CopyClaim, policy: Policy) -> bool:
    if claim.kind is not other.kind:
        return False
    if claim.kind is ClaimKind.BRAND:
        return brand_key(claim.name, policy) == brand_key(other.name, policy)
    return claim.name == other.name


def without_claims(declared: Claims, claims: tuple[CopyClaim, ...], policy: Policy) -> Claims:
    events = {claim.name for claim in claims if claim.kind is ClaimKind.EVENT}
    brands = {brand_key(claim.name, policy) for claim in claims if claim.kind is ClaimKind.BRAND}
    holidays = {claim.name for claim in claims if claim.kind is ClaimKind.HOLIDAY}
    known = {name: holiday_named(name, policy) for name in declared.holidays}
    return replace(
        declared,
        referenced_events=tuple(e for e in declared.referenced_events if e not in events),
        brands=tuple(b for b in declared.brands if brand_key(b, policy) not in brands),
        holidays=tuple(
            name
            for name, holiday in known.items()
            if (holiday.names[0] if holiday else name) not in holidays
        ),
    )


def still_said(
    text: str, declared: Claims, removed: tuple[CopyClaim, ...], policy: Policy
) -> Claims:
    """A writer may keep what it was told to avoid: then it stays declared, and is checked."""
    brands = frozenset(claim.name for claim in removed if claim.kind is ClaimKind.BRAND)
    kept = [claim for claim in claims_in(text, policy, brands) if claim in removed]
    of = {kind: tuple(c.name for c in kept if c.kind is kind) for kind in ClaimKind}
    return replace(
        declared,
        referenced_events=(*declared.referenced_events, *of[ClaimKind.EVENT]),
        brands=(*declared.brands, *of[ClaimKind.BRAND]),
        holidays=(*declared.holidays, *of[ClaimKind.HOLIDAY]),
    )


def rewritten(
    candidate: Candidate, text: str, removed: tuple[CopyClaim, ...], policy: Policy
) -> Candidate:
    """The candidate with a text that somebody wrote anew without these claims."""
    without = without_claims(candidate.claims, removed, policy)
    return replace(candidate, text=text, claims=still_said(text, without, removed, policy))
