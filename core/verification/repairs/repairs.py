"""Repair a copy in section 5's order, each step verified again (source 001).

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
from core.verification.repairs.claim_cuts import cut_claims, unsupported_claims, without_claims
from core.verification.repairs.guards.repair_guards import CUT_GUARDS, GUARDS, found_at, refusal
from core.verification.repairs.regeneration import Regeneration
from core.verification.repairs.repair_bench import RepairBench
from core.verification.repairs.repair_drafts import (
    NEEDS_A_PERSON,
    Proposal,
    is_sound,
    with_call_to_act,
)
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
    """The steps that the findings call for; a step that would change nothing is not taken.

    A text that is offered is a fixed point: another repair leaves it as it is.
    """
    bench = RepairBench(verification.candidate, policy, source, verification.now, recent)
    regeneration = Regeneration(rewriter, bench)
    asks_first = rewriter is not None and _is_for_a_writer(verification, policy)
    steps = list(regeneration.tries(verification, _MOST_TRIES)) if asks_first else []
    current = Fix(tuple(steps)).suggestion or verification
    for n in range(_MOST_PASSES):
        pass_steps = list(_pass(current, bench))
        steps += pass_steps if n == 0 else [step for step in pass_steps if step.verified]
        after = next((step.verified for step in reversed(pass_steps) if step.verified), None)
        if after is None:
            break
        current = after
    if current.verdict is not Verdict.ALLOW and not asks_first:
        steps.append(regeneration.step(current))
    return Fix(tuple(steps))


_MOST_PASSES = 3
"""One repair may make another one necessary: a text without its link may be short of marks."""

_MOST_TRIES = 2


def _is_for_a_writer(verification: Verification, policy: Policy) -> bool:
    """Whether a writer is asked before any rule: it words whole sentences better.

    True where a policy wants whole sentences and more than marks is wrong, unless what is sold is
    forbidden itself.
    """
    if not policy.repairs.whole_sentences or verification.verdict is Verdict.ALLOW:
        return False
    needs_words = bool(verification.enforced - MARKS)
    return needs_words and not sells_what_is_forbidden(verification, policy)


def _pass(current: Verification, bench: RepairBench) -> Iterator[Repair]:
    """Yield each step once, on the text that the step before left."""
    if bench.policy.repairs.whole_sentences:
        yield from _whole_steps(current, bench)
        return
    for take_step in (_remove_urls, _remove_claims, _truncate):
        result = take_step(current, bench)
        if result is not None:
            yield result
            current = result.verified or current


def _whole_steps(current: Verification, bench: RepairBench) -> Iterator[Repair]:
    """Yield the steps under a policy that wants whole sentences.

    A step without a sound text is the last one: the copy needs a person.
    """
    for propose in STEPS:
        proposal = propose(current, bench.policy)
        if proposal is None:
            continue
        if proposal.kind is RepairKind.TRUNCATE and current.candidate is not bench.original:
            # A copy that already lost something needs all that is left, so it is not shortened.
            proposal = replace(proposal, drafts=lambda: iter(()))
        result = _best(proposal, current, bench)
        yield result
        if result.verified is None:
            return
        current = result.verified


def _best(proposal: Proposal, current: Verification, bench: RepairBench) -> Repair:
    """The step with the first draft that is sound, clears its codes and passes the guards.

    Without a text where no draft does.
    """
    step = Repair(
        proposal.kind,
        current.candidate,
        proposal.message,
        claims=tuple(map(str, proposal.claims)),
        truncate_to=proposal.truncate_to,
    )
    refused: Sentence | None = None
    for draft in proposal.drafts():
        after = with_call_to_act(draft.candidate, bench.policy)
        unfinished = (
            Code.COMPLIANCE_ABSOLUTE_WORDS in current.enforced
            and Code.COMPLIANCE_ABSOLUTE_WORDS not in proposal.clears
        )
        if not is_sound(draft, after, current.candidate.text, unfinished=unfinished):
            continue
        result = bench.proved(step, current, after)
        assert result.verified is not None  # it was just verified
        raised = frozenset(result.raised) - {Code.QUALITY_LEN_TOO_SHORT}
        if not (proposal.clears | raised).isdisjoint(result.verified.enforced):
            continue
        message = _why_refused(current, draft.candidate, proposal.kind)
        if message is None:
            return result
        refused = refused or message
    return replace(step, said=refused or NEEDS_A_PERSON)


def _why_refused(current: Verification, draft: Candidate, kind: RepairKind) -> Sentence | None:
    """Message of the guard that refuses a draft; None for corrected marks, which take nothing away.

    The draft is judged without the call to tap that is added to it.
    """
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
    """Remove claims with the sentences that make them (section 5.3).

    A claim whose sentences are not known stays: removing only its declaration would hide it.
    """
    claims = tuple(dict.fromkeys(unsupported_claims(current.findings)))
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
