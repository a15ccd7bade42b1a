"""What could be done about a copy, in section 5's order, each step verified again (source 001).

Repairs follow from findings, not from the verdict: an over-long copy alone is allowed at .925, and
a rejected one still gets suggestions (readings 9, 23).
"""

from collections.abc import Iterator
from dataclasses import replace

from core.errors import Sentence
from core.verification.candidate import Candidate
from core.verification.facts.fact_sources import FactSource
from core.verification.findings import Code
from core.verification.policy.policy import Policy
from core.verification.quality.novelty import RecentCopy
from core.verification.quality.quality import max_length
from core.verification.repairs.claim_cuts import cut_claims, unsupported, without_claims
from core.verification.repairs.guards.repair_guards import CUT_GUARDS, GUARDS, found_at, refusal
from core.verification.repairs.regeneration import Regeneration
from core.verification.repairs.repair_bench import RepairBench
from core.verification.repairs.repair_drafts import NEEDS_A_PERSON, Proposal, called, is_sound
from core.verification.repairs.repair_steps import Fix, Repair, RepairKind, Rewriter
from core.verification.repairs.text_edits import shortened, with_call_to_tap, without_urls
from core.verification.repairs.whole_repairs import MARKS, STEPS, sells_what_is_forbidden
from core.verification.verdict import Verdict
from core.verification.verify import Verification


def repair(
    verification: Verification,
    policy: Policy,
    source: FactSource,
    *,
    recent: RecentCopy | None = None,
    rewriter: Rewriter | None = None,
) -> Fix:
    """The steps that the findings call for; no step is taken that changes nothing.

    A text that is offered is a fixed point: repaired once more, it stays as it is.
    """
    bench = RepairBench(verification.candidate, policy, source, verification.now, recent)
    regeneration = Regeneration(rewriter, bench)
    asks_first = rewriter is not None and _is_for_a_writer(verification, policy)
    steps = list(regeneration.tries(verification, _MOST_TRIES)) if asks_first else []
    current = Fix(tuple(steps)).suggestion or verification
    for n in range(_MOST_PASSES):
        made = list(_pass(current, bench))
        steps += made if n == 0 else [step for step in made if step.verified]
        after = next((step.verified for step in reversed(made) if step.verified), None)
        if after is None:
            break
        current = after
    if current.verdict is not Verdict.ALLOW and not asks_first:
        steps.append(regeneration.step(current))
    return Fix(tuple(steps))


_MOST_PASSES = 3
"""A repair may bring up what another one is for: a text without its link may be short of marks."""

_MOST_TRIES = 2


def _is_for_a_writer(verification: Verification, policy: Policy) -> bool:
    """Where a policy asks for whole sentences, a writer words them better than any rule does; marks
    alone are put right without words.
    """
    if not policy.repairs.whole_sentences or verification.verdict is Verdict.ALLOW:
        return False
    needs_words = bool(verification.enforced - MARKS)
    return needs_words and not sells_what_is_forbidden(verification, policy)


def _pass(current: Verification, bench: RepairBench) -> Iterator[Repair]:
    """Each step once, on the text that the one before left."""
    if bench.policy.repairs.whole_sentences:
        yield from _whole_steps(current, bench)
        return
    for step in (_remove_urls, _remove_claims, _truncate):
        made = step(current, bench)
        if made is not None:
            yield made
            current = made.verified or current


def _whole_steps(current: Verification, bench: RepairBench) -> Iterator[Repair]:
    """Where a step has no sound text, the copy needs a person, and no further step is taken."""
    for propose in STEPS:
        proposal = propose(current, bench.policy)
        if proposal is None:
            continue
        if proposal.kind is RepairKind.TRUNCATE and current.candidate is not bench.given:
            # What is left of a copy that something was taken from is needed.
            proposal = replace(proposal, drafts=lambda: iter(()))
        made = _best(proposal, current, bench)
        yield made
        if made.verified is None:
            return
        current = made.verified


def _best(proposal: Proposal, current: Verification, bench: RepairBench) -> Repair:
    step = Repair(
        proposal.kind,
        current.candidate,
        proposal.said,
        claims=tuple(map(str, proposal.claims)),
        truncate_to=proposal.truncate_to,
    )
    refused: Sentence | None = None
    for draft in proposal.drafts():
        after = called(draft.candidate, bench.policy)
        unfinished = (
            Code.COMPLIANCE_ABSOLUTE_WORDS in current.enforced
            and Code.COMPLIANCE_ABSOLUTE_WORDS not in proposal.clears
        )
        if not is_sound(draft, after, current.candidate.text, unfinished=unfinished):
            continue
        made = bench.proved(step, current, after)
        assert made.verified is not None  # it was just verified
        raised = frozenset(made.raised) - {Code.QUALITY_LEN_TOO_SHORT}
        if not (proposal.clears | raised).isdisjoint(made.verified.enforced):
            continue
        why = _why_refused(current, draft.candidate, proposal.kind)
        if why is None:
            return made
        refused = refused or why
    return replace(step, said=refused or NEEDS_A_PERSON)


def _why_refused(current: Verification, draft: Candidate, kind: RepairKind) -> Sentence | None:
    """Marks and capitals put right take nothing away; nor does a call to tap after the draft."""
    if kind is RepairKind.CLEAN_MARKS:
        return None
    guards = CUT_GUARDS if kind is RepairKind.TRUNCATE else GUARDS
    return refusal(current.candidate.text, draft.text, found_at(current), guards)


def _remove_urls(current: Verification, bench: RepairBench) -> Repair | None:
    if Code.COMPLIANCE_URL_FORBIDDEN not in current.codes:
        return None
    candidate = current.candidate
    text = with_call_to_tap(without_urls(candidate.text, bench.policy), bench.policy)
    step = Repair(RepairKind.REMOVE_URLS, candidate, Sentence("Links removed."))
    if not text:
        return replace(step, said=Sentence("Nothing is left without the links. Write new copy."))
    return bench.proved(step, current, replace(candidate, text=text))


def _remove_claims(current: Verification, bench: RepairBench) -> Repair | None:
    """Section 5.3. A claim goes with the sentences that make it, and only where they are known: to
    strike it from what was declared alone would hide it.
    """
    claims = tuple(dict.fromkeys(unsupported(current.findings)))
    if not claims:
        return None
    candidate, policy = current.candidate, bench.policy
    text, removed = cut_claims(current, claims, policy)
    step = Repair(RepairKind.REMOVE_CLAIMS, candidate, _NO_CUT, claims=tuple(map(str, claims)))
    step = replace(step, said=Sentence(_NO_CUT.message, {"claims": ", ".join(step.claims)}))
    if not removed:
        return step
    cut = Sentence(
        "Sentences that claim {claims} removed.",
        {"claims": ", ".join(map(str, removed))},
    )
    after = replace(candidate, text=text, claims=without_claims(candidate.claims, removed, policy))
    return bench.proved(replace(step, said=cut), current, after)


_NO_CUT = Sentence("Rewrite the copy without {claims}: it cannot be cut out.")


def _truncate(current: Verification, bench: RepairBench) -> Repair | None:
    candidate, policy = current.candidate, bench.policy
    limit = max_length(candidate, policy)
    if Code.QUALITY_LEN_OVER not in current.codes or limit is None:
        return None
    text = shortened(candidate.text, limit, policy)
    step = Repair(
        RepairKind.TRUNCATE,
        candidate,
        Sentence("Copy shortened to {limit}.", {"limit": limit}),
        truncate_to=max(0, limit - 3),
    )
    if not text:
        return replace(
            step,
            said=Sentence(
                "Nothing fits into {limit}. Write shorter copy, or raise the limit.",
                {"limit": limit},
            ),
        )
    return bench.proved(step, current, replace(candidate, text=text))
