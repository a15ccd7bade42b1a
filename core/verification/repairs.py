"""What could be done about a copy, in section 5's order, each step verified again (source 001).

Repairs follow from findings, not from the verdict: an over-long copy alone is allowed at .925, and
a rejected one still gets suggestions (readings 9, 23).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from core.errors import DeskError, Sentence
from core.verification.candidate import Candidate, Claims
from core.verification.claim_cuts import cut_claims, rewritten, unsupported, without_claims
from core.verification.claims import ClaimKind, CopyClaim
from core.verification.fact_sources import FactSource
from core.verification.findings import Code, Severity
from core.verification.model_source import Unanswered
from core.verification.novelty import RecentCopy
from core.verification.policy import Policy
from core.verification.quality import max_length
from core.verification.repair_drafts import NEEDS_A_PERSON, Proposal, called, is_sound
from core.verification.repair_guards import CUT_GUARDS, GUARDS, found_at, refusal
from core.verification.repair_steps import Fix, Repair, RepairKind, Rewriter, RewriteRequest
from core.verification.text_edits import shortened, with_call_to_tap, without_urls
from core.verification.verdict import PRIORITY, Verdict
from core.verification.verify import Verification, verify
from core.verification.whole_repairs import STEPS


@dataclass(frozen=True, slots=True)
class _Bench:
    given: Candidate
    policy: Policy
    source: FactSource
    now: datetime
    recent: RecentCopy | None

    def verified(self, candidate: Candidate) -> Verification:
        return verify(candidate, self.policy, self.source, now=self.now, recent=self.recent)


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
    bench = _Bench(verification.candidate, policy, source, verification.now, recent)
    steps: list[Repair] = []
    current = verification
    for _ in range(_MOST_PASSES):
        made = list(_pass(current, bench))
        steps += made if not steps else [step for step in made if step.verified]
        after = next((step.verified for step in reversed(made) if step.verified), None)
        if after is None:
            break
        current = after
    if current.verdict is not Verdict.ALLOW:
        steps.append(_regenerate(current, bench, rewriter))
    return Fix(tuple(steps))


_MOST_PASSES = 3
"""A repair may bring up what another one is for: a text without its link may be short of marks."""


def _pass(current: Verification, bench: _Bench) -> Iterator[Repair]:
    """Each step once, on the text that the one before left."""
    if bench.policy.repairs.whole_sentences:
        yield from _whole_steps(current, bench)
        return
    for step in (_remove_urls, _remove_claims, _truncate):
        made = step(current, bench)
        if made is not None:
            yield made
            current = made.verified or current


def _whole_steps(current: Verification, bench: _Bench) -> Iterator[Repair]:
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


def _best(proposal: Proposal, current: Verification, bench: _Bench) -> Repair:
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
            Code.COMPLIANCE_ABSOLUTE_WORDS in _enforced(current)
            and Code.COMPLIANCE_ABSOLUTE_WORDS not in proposal.clears
        )
        if not is_sound(draft, after, current.candidate.text, unfinished=unfinished):
            continue
        made = _proved(step, current, after, bench)
        assert made.verified is not None  # it was just verified
        raised = frozenset(made.raised) - {Code.QUALITY_LEN_TOO_SHORT}
        if not (proposal.clears | raised).isdisjoint(_enforced(made.verified)):
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


def _enforced(verification: Verification) -> frozenset[Code]:
    return frozenset(f.code for f in verification.findings if f.severity is not Severity.INFO)


def _proved(step: Repair, before: Verification, after: Candidate, bench: _Bench) -> Repair:
    verified = bench.verified(after)
    old, new = before.scores.keys(), verified.scores.keys()
    # Models are asked about what is verified, not about each step.
    was, now = _checked(before), _checked(verified)
    return replace(
        step,
        after=after,
        verified=verified,
        cleared=tuple(code for code in Code if code in was - now and code.dimension in new),
        raised=tuple(code for code in Code if code in now - was and code.dimension in old),
        uncovered=tuple(code for code in Code if code in now and code.dimension not in old),
    )


def _checked(verification: Verification) -> frozenset[Code]:
    return frozenset(code for code in verification.codes if not code.is_opinion)


def _remove_urls(current: Verification, bench: _Bench) -> Repair | None:
    if Code.COMPLIANCE_URL_FORBIDDEN not in current.codes:
        return None
    candidate = current.candidate
    text = with_call_to_tap(without_urls(candidate.text, bench.policy), bench.policy)
    step = Repair(RepairKind.REMOVE_URLS, candidate, Sentence("Links removed."))
    if not text:
        return replace(step, said=Sentence("Nothing is left without the links. Write new copy."))
    return _proved(step, current, replace(candidate, text=text), bench)


def _remove_claims(current: Verification, bench: _Bench) -> Repair | None:
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
    return _proved(replace(step, said=cut), current, after, bench)


_NO_CUT = Sentence("Rewrite the copy without {claims}: it cannot be cut out.")


def _truncate(current: Verification, bench: _Bench) -> Repair | None:
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
    return _proved(step, current, replace(candidate, text=text), bench)


def _regenerate(current: Verification, bench: _Bench, rewriter: Rewriter | None) -> Repair:
    """Suggested where the copy is still not allowed after the other steps."""
    candidate, policy = current.candidate, bench.policy
    claims = tuple(dict.fromkeys(unsupported(current.findings)))
    step = Repair(
        RepairKind.REGENERATE,
        candidate,
        Sentence("The copy needs a rewrite, but no model is connected for it."),
        claims=tuple(map(str, claims)),
    )
    if _enforced(current) <= _BESIDE_THE_TEXT:
        return replace(step, said=_NO_TEXT)
    if rewriter is None:
        return step
    try:
        written = rewriter.rewrite(_request(current, claims, policy))
    except DeskError as error:
        said = Sentence("The copy could not be rewritten: {cause}", {"cause": error.worded()})
        return replace(step, said=said, unanswered=Unanswered.from_error(error))
    after = rewritten(candidate, written.text, claims, policy)
    step = replace(step, said=Sentence("Copy rewritten."), asked=written.asked)
    made = _proved(step, current, after, bench)
    if made.verified is not None and _rank(made.verified) < _rank(current):
        return replace(made, said=_WORSE, used=False)
    return made


_WORSE = Sentence("The rewrite scores worse than the text before it, so it is not suggested.")


def _rank(verification: Verification) -> tuple[int, ...]:
    """The better the higher: by the verdict, then by the scores in order of priority. What a hard
    violation left unchecked counts as nothing.
    """
    scores = (verification.scores.get(dimension) for dimension in PRIORITY)
    return (-verification.verdict.rank, *(score.units if score else 0 for score in scores))


_BESIDE_THE_TEXT = frozenset({Code.COMPLIANCE_CHANNEL_UNKNOWN, Code.QUALITY_LOCALE_UNKNOWN})
_NO_TEXT = Sentence(
    "No rewrite can fix this. Correct the candidate's channel or locale, or add it to the policy."
)


def _request(
    current: Verification, claims: tuple[CopyClaim, ...], policy: Policy
) -> RewriteRequest:
    candidate, channel = current.candidate, policy.channels.get(current.candidate.channel)
    problems = [f for f in current.findings if f.severity is not Severity.INFO]
    return RewriteRequest(
        item=candidate.id,
        text=candidate.text,
        locale=candidate.locale,
        channel=candidate.channel,
        clear=tuple(dict.fromkeys(finding.code for finding in problems)),
        problems=tuple(Sentence(finding.message, finding.measure) for finding in problems),
        avoid=tuple(_with_phrases(claim, policy) for claim in claims),
        # Before facts were checked none is known to be true.
        claims=without_claims(candidate.claims, claims, policy) if current.facts else Claims(),
        words=policy.listed_words(),
        max_length=max_length(candidate, policy),
        min_length=policy.length.shortest,
        word_units=policy.length.word,
        max_exclamations=policy.marks.exclamations,
        max_emoji=policy.marks.emoji,
        links=channel is None or channel.urls == "allowed",
        prices=not candidate.constraints.no_price,
    )


def _with_phrases(claim: CopyClaim, policy: Policy) -> str:
    """An event with the words that claim it: its name alone tells a writer nothing."""
    event = policy.events.get(claim.name) if claim.kind is ClaimKind.EVENT else None
    return f"{claim} ({', '.join(event.phrases)})" if event and event.phrases else str(claim)
