"""Remove claims that are not true from a copy, one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import Sentence
from core.verification.candidate import Candidate
from core.verification.claims.claims import ClaimKind, CopyClaim, claims_in
from core.verification.copy_text.text_measures import has_han
from core.verification.copy_text.word_rules import Setting
from core.verification.findings import CharRange, Code, Severity
from core.verification.policy.policy import Policy
from core.verification.repairs.claim_cuts import spans_of, unsupported_claims, without_claims
from core.verification.repairs.edits.brand_edits import with_brand
from core.verification.repairs.edits.claim_edits import (
    alludes_to_an_act,
    leaves_out_a_reason,
    rewards_an_act,
    without_event,
    without_holiday,
)
from core.verification.repairs.edits.english_superlatives import apply_superlative_edits
from core.verification.repairs.edits.replaced_words import replacements
from core.verification.repairs.guards.remaining_copy import specific_nouns
from core.verification.repairs.guards.remains import Remains
from core.verification.repairs.guards.repair_guards import found_at, refusal
from core.verification.repairs.repair_drafts import (
    Draft,
    Proposal,
    clause_cuts,
    is_sound,
    large_cuts,
    with_call_to_act,
)
from core.verification.repairs.repair_steps import RepairKind
from core.verification.verify import Verification

MOST_CLAIMS = 8
"""Most claims that are removed from one copy; one that makes more is left to a person."""
_SHARE_KEPT = 0.3
"""Share of a copy that must stay where the clause about its reader's act is removed."""


def remove_claims(current: Verification, policy: Policy) -> Proposal | None:
    """Propose to remove the unsupported claims; None where there are none."""
    claims = tuple(dict.fromkeys(unsupported_claims(current.findings)))
    if not claims:
        return None
    codes = frozenset(
        f.code
        for f in current.findings
        if f.code in _CLAIM_CODES and f.severity is not Severity.INFO
    )
    names = ", ".join(map(str, claims))
    return Proposal(
        RepairKind.REMOVE_CLAIMS,
        Sentence("Claims taken out: {claims}.", {"claims": names}),
        codes,
        lambda: _claimless(current, claims, policy),
        claims=claims,
    )


_CLAIM_CODES = frozenset(
    {
        Code.FACT_USER_EVENT_MISS,
        Code.FACT_EVENT_UNKNOWN,
        Code.FACT_ITEM_INVALID,
        Code.FACT_ITEM_UNAVAILABLE,
        Code.FACT_BRAND_MISMATCH,
        Code.FACT_HOLIDAY_INVALID,
    }
)


def _claimless(
    current: Verification, claims: tuple[CopyClaim, ...], policy: Policy
) -> Iterator[Draft]:
    """Yield at most one draft: every claim removed in turn."""
    if len(claims) > MOST_CLAIMS or current.facts is None:
        return
    candidate, cut = current.candidate, False
    for claim in sorted(claims, key=lambda claim: claim.kind is not ClaimKind.BRAND):
        draft = _without_claim(candidate, claim, current, policy)
        if draft is None:
            return
        candidate, cut = draft.candidate, cut or draft.cut
    yield Draft(candidate, cut)


def _without_claim(
    candidate: Candidate, claim: CopyClaim, current: Verification, policy: Policy
) -> Draft | None:
    """The candidate without a claim; None where no way to remove it leaves sound copy."""
    text = candidate.text
    spans = _spans_in(text, claim, current, policy)
    if not spans:
        # It was removed with another claim's words, or only declared and never made.
        is_changed = text != current.candidate.text
        return Draft(_undeclared(candidate, claim, current, policy)) if is_changed else None
    for new, cut in _rewrites(text, claim, spans, current, policy):
        draft = Draft(replace(candidate, text=new), cut) if new else None
        if (
            draft
            and not _spans_in(draft.candidate.text, claim, current, policy)
            and is_sound(
                draft,
                with_call_to_act(draft.candidate, policy),
                text,
                unfinished=Code.COMPLIANCE_ABSOLUTE_WORDS in current.codes,
            )
            and refusal(text, draft.candidate.text, [*spans, *_elsewhere(text, current)]) is None
        ):
            return Draft(_undeclared(draft.candidate, claim, current, policy), cut)
    return None


def _spans_in(
    text: str, claim: CopyClaim, current: Verification, policy: Policy
) -> list[CharRange]:
    """Where the text makes the claim, under the candidate's locale and channel."""
    setting = Setting(current.candidate.locale, current.candidate.channel)
    brands = current.facts.brands if current.facts else frozenset()
    return spans_of(claim, claims_in(text, policy, brands, setting), policy)


def _elsewhere(text: str, current: Verification) -> tuple[CharRange, ...]:
    """Spans of everything else that is wrong, for a later step; known of the first text only."""
    return found_at(current) if text == current.candidate.text else ()


def _undeclared(
    candidate: Candidate, claim: CopyClaim, current: Verification, policy: Policy
) -> Candidate:
    """The candidate with the claim undeclared, and the items' brand declared where it is named."""
    claims = without_claims(candidate.claims, (claim,), policy)
    actual = _actual_brand(current)
    if claims.brands != candidate.claims.brands and actual and actual in candidate.text:
        claims = replace(claims, brands=tuple(dict.fromkeys((*claims.brands, actual))))
    return replace(candidate, claims=claims)


def _rewrites(
    text: str, claim: CopyClaim, spans: Sequence[CharRange], current: Verification, policy: Policy
) -> Iterator[tuple[str | None, bool]]:
    """Yield (text, is a clause cut) for each way to remove the claim, the mildest first."""
    match claim.kind:
        case ClaimKind.BRAND:
            yield _rebranded(text, spans, current), False
        case ClaimKind.HOLIDAY:
            edits, uncovered = replacements(text, spans, policy)
            if edits and not uncovered:
                yield apply_superlative_edits(text, edits), False
            yield without_holiday(text, spans), False
            yield from clause_cuts(text, spans)
        case ClaimKind.EVENT:
            reworded = (without_event(text), has_han(text) or leaves_out_a_reason(text))
            for new, cut in (reworded, *_event_cuts(text, spans)):
                if new and not alludes_to_an_act(new):
                    yield new, cut
        case ClaimKind.ITEM:
            return


def _event_cuts(text: str, spans: Sequence[CharRange]) -> Iterator[tuple[str, bool]]:
    """Yield cuts of clauses about an act, except where only they name the thing it was done to."""
    if rewards_an_act(text):
        return
    for new, cut in large_cuts(text, spans, _SHARE_KEPT):
        if not has_han(text) or specific_nouns(Remains(new, text).removed) <= specific_nouns(new):
            yield new, cut


def _actual_brand(current: Verification) -> str | None:
    """The one brand of the items; None where they have none or several."""
    items = current.facts.items.values() if current.facts else ()
    brands = {item.brand for item in items if item is not None and item.brand}
    return brands.pop() if len(brands) == 1 else None


def _rebranded(text: str, spans: Sequence[CharRange], current: Verification) -> str | None:
    actual = _actual_brand(current)
    if actual is None or current.facts is None:
        return None
    titles = [item.title for item in current.facts.items.values() if item is not None]
    return with_brand(text, spans, actual, titles)
