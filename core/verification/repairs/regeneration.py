"""Ask a writer, such as a model, to rewrite a copy, and check its text."""

from dataclasses import dataclass, replace

from core.errors import DeskError, Sentence
from core.verification.candidate import Claims
from core.verification.claims.claims import ClaimKind, CopyClaim
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import Code, Severity
from core.verification.model_source import Unanswered
from core.verification.policy.policy import Policy
from core.verification.quality.quality import max_length
from core.verification.repairs.claim_cuts import (
    unsupported_claims,
    with_rewritten_text,
    without_claims,
)
from core.verification.repairs.repair_bench import RepairBench
from core.verification.repairs.repair_steps import Repair, RepairKind, Rewriter, RewriteRequest
from core.verification.repairs.rewrite_guards import titles_of, unfaithful
from core.verification.repairs.whole_repairs import sells_what_is_forbidden
from core.verification.verdict import PRIORITY
from core.verification.verify import Verification


@dataclass(frozen=True, slots=True)
class Regeneration:
    """A rewriter and what its texts are checked against."""

    rewriter: Rewriter | None
    bench: RepairBench

    def tries(self, current: Verification, most: int) -> tuple[Repair, ...]:
        """Rewrites until one can be sent, nobody answers, or `most` texts were written.

        Each try is told what was wrong with the last.
        """
        steps = [self.step(current)]
        while len(steps) < most and steps[-1].after is not None and not steps[-1].is_allowed:
            steps.append(self.step(current, steps[-1]))
        return tuple(steps)

    def step(self, current: Verification, last: Repair | None = None) -> Repair:
        """One rewrite, verified; the writer is told what kept the `last` one from being used."""
        candidate, policy = current.candidate, self.bench.policy
        claims = _unsupported(current, last)
        step = Repair(
            RepairKind.REGENERATE,
            candidate,
            Sentence("The copy needs a rewrite, but no model is connected for it."),
            claims=tuple(map(str, claims)),
        )
        if current.enforced <= _NOT_IN_TEXT:
            return replace(step, said=_NO_REWRITE_HELPS)
        if sells_what_is_forbidden(current, policy):
            return replace(step, said=_SELLS_FORBIDDEN)
        if self.rewriter is None:
            return step
        try:
            written = self.rewriter.rewrite(_request(current, claims, policy, last))
        except DeskError as error:
            message = Sentence(
                "The copy could not be rewritten: {cause}", {"cause": error.translate()}
            )
            return replace(step, said=message, unanswered=Unanswered.from_error(error))
        step = replace(step, said=Sentence("Copy rewritten."), asked=written.asked)
        if written.text is None:
            return replace(step, said=_LEFT_TO_PERSON)
        after = with_rewritten_text(candidate, written.text, claims, policy)
        proved = self.bench.proved(step, current, after)
        assert proved.verified is not None  # it was just verified
        refused = _WORSE if _rank(proved.verified) < _rank(current) else None
        if refused is None and policy.repairs.whole_sentences:
            refused = unfaithful(current, proved.verified, policy)
        return proved if refused is None else replace(proved, said=refused, used=False)


def _unsupported(current: Verification, last: Repair | None) -> tuple[CopyClaim, ...]:
    """Unsupported claims of the copy and of the last try.

    A hard violation ends a verification, so the last try may have been checked further.
    """
    tried = last.verified.findings if last and last.verified else ()
    return tuple(dict.fromkeys(unsupported_claims((*current.findings, *tried))))


def _wrong_with(last: Repair | None) -> tuple[Sentence, ...]:
    """What kept the last try from being used."""
    if last is None or last.verified is None:
        return ()
    problems = (f for f in last.verified.findings if f.severity is not Severity.INFO)
    refused = () if last.used or last.said is _WORSE else (last.said,)
    return (*refused, *(Sentence(f.message, f.measure) for f in problems))


_SELLS_FORBIDDEN = Sentence(
    "What is sold or promised here is forbidden itself. A person must decide what becomes of it."
)
_LEFT_TO_PERSON = Sentence("The model leaves this copy to a person.")
_WORSE = Sentence("The rewrite scores worse than the text before it, so it is not suggested.")


def _rank(verification: Verification) -> tuple[int, ...]:
    """Sort key, the better the higher: the verdict, then the scores in order of priority.

    A score that a hard violation left unchecked counts as 0.
    """
    scores = (verification.scores.get(dimension) for dimension in PRIORITY)
    return (-verification.verdict.rank, *(score.units if score else 0 for score in scores))


_NOT_IN_TEXT = frozenset({Code.COMPLIANCE_CHANNEL_UNKNOWN, Code.QUALITY_LOCALE_UNKNOWN})
_NO_REWRITE_HELPS = Sentence(
    "No rewrite can fix this. Correct the candidate's channel or locale, or add it to the policy."
)


def _request(
    current: Verification,
    claims: tuple[CopyClaim, ...],
    policy: Policy,
    last: Repair | None,
) -> RewriteRequest:
    """The request for a rewrite without these claims and with everything else cleared."""
    candidate, channel = current.candidate, policy.channels.get(current.candidate.channel)
    facts = current.facts or (last.verified.facts if last and last.verified else None)
    problems = [f for f in current.findings if f.severity is not Severity.INFO]
    return RewriteRequest(
        item=candidate.id,
        text=candidate.text,
        locale=candidate.locale,
        channel=candidate.channel,
        clear=tuple(dict.fromkeys(finding.code for finding in problems)),
        problems=tuple(Sentence(finding.message, finding.measure) for finding in problems),
        wrong=_wrong_with(last),
        avoid=tuple(_with_phrases(claim, policy) for claim in claims),
        # Until facts are checked no claim is known to be true.
        claims=without_claims(candidate.claims, claims, policy) if current.facts else Claims(),
        items=titles_of(facts),
        words=policy.words_to_avoid(han=has_han(candidate.text)),
        max_length=max_length(candidate, policy),
        min_length=policy.length.shortest,
        word_units=policy.length.word,
        max_exclamations=policy.marks.exclamations,
        max_emoji=policy.marks.emoji,
        links=channel is None or channel.urls == "allowed",
        prices=not candidate.constraints.no_price,
    )


def _with_phrases(claim: CopyClaim, policy: Policy) -> str:
    """An event with the phrases that claim it, since its name alone tells a writer nothing."""
    event = policy.events.get(claim.name) if claim.kind is ClaimKind.EVENT else None
    return f"{claim} ({', '.join(event.phrases)})" if event and event.phrases else str(claim)
