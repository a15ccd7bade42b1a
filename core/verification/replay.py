"""Another policy over stored verifications: which verdicts flip, and who was nearer to people.

Nothing is looked up and no model is asked: the stored text, facts and nearest copy are judged
again, or only weighed again where both policies find the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.stats import PairedDifference, Rate, paired_difference
from core.verification.findings import Dimension
from core.verification.policy.policy import Policy
from core.verification.scores import quality_score, score
from core.verification.verdict import Verdict, decide
from core.verification.verify import Verification, verify_again

EXAMPLES = 20
"""Candidates listed for each cell of a flip matrix."""


@dataclass(frozen=True)
class FlipMatrix:
    """How often a verdict became which: `counts[old, new]`, and candidates that did so."""

    counts: Mapping[tuple[Verdict, Verdict], int]
    examples: Mapping[tuple[Verdict, Verdict], Sequence[str]] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def flipped(self) -> int:
        return sum(count for (old, new), count in self.counts.items() if old is not new)

    @property
    def stricter(self) -> int:
        return sum(count for (old, new), count in self.counts.items() if new.rank > old.rank)

    def rows(self) -> list[tuple[Verdict, list[int]]]:
        """A row for each old verdict, in the order ALLOW, REVISE, REJECT, as are its columns."""
        return [(old, [self.counts.get((old, new), 0) for new in Verdict]) for old in Verdict]


@dataclass(frozen=True)
class AgainstPeople:
    """How often either policy said what people decided, on what both and people judged.

    `difference` is new minus old, in shares.
    """

    old: FlipMatrix
    new: FlipMatrix
    old_agrees: Rate
    new_agrees: Rate
    difference: PairedDifference | None


@dataclass(frozen=True)
class Replay:
    """`not_replayed` are candidates whose stored facts did not suffice; they are in no count."""

    old_versions: tuple[str, ...]
    new_version: str
    flips: FlipMatrix
    people: AgainstPeople | None
    results: Mapping[str, Verification]
    not_replayed: tuple[str, ...]


def rescore(stored: Verification, policy: Policy) -> Verification:
    """The stored findings under another policy's points, caps, modes and thresholds.

    Only right where both policies find the same: equal `checks_sha256`.
    """
    findings = tuple(
        replace(finding, severity=policy.severity(finding.code)) for finding in stored.findings
    )
    by = {
        dimension: [f for f in findings if f.dimension is dimension]
        for dimension in (Dimension.COMPLIANCE, Dimension.FACT)
    }
    scores = {name: score(name, found, policy) for name, found in by.items()}
    quality = stored.quality and stored.quality._replace(
        findings=tuple(f for f in findings if f.dimension is Dimension.QUALITY)
    )
    if quality is None or stored.facts is None:
        del scores[Dimension.FACT]
    else:
        scores[Dimension.QUALITY] = quality_score(quality, policy)
    return replace(
        stored,
        policy_version=policy.version,
        policy_sha256=policy.sha256,
        checks_sha256=policy.checks_sha256,
        findings=findings,
        scores=scores,
        decision=decide(scores, policy.thresholds),
        quality=quality,
    )


def verify_stored(stored: Verification, policy: Policy) -> Verification | None:
    """A stored verification under another policy, None where its record does not suffice."""
    same_findings = stored.checks_sha256 == policy.checks_sha256
    if not same_findings:
        return verify_again(stored, policy)
    weighed = rescore(stored, policy)
    # What ended at a hard violation goes on where that is soft now, and ends where it is hard now.
    if weighed.quality is None or weighed.decision.own[Dimension.COMPLIANCE] is Verdict.REJECT:
        return verify_again(stored, policy)
    return weighed


def replay(
    policy: Policy,
    stored: Mapping[str, Verification],
    *,
    people: Mapping[str, Verdict] | None = None,
) -> Replay:
    """`stored` has any unique names, and `people` what a person decided under the same."""
    old: dict[str, Verification] = {}
    new: dict[str, Verification] = {}
    missing: list[str] = []
    for name, verification in stored.items():
        found = verify_stored(verification, policy)
        if found is None:
            missing.append(name)
        else:
            old[name], new[name] = verification, found
    versions = dict.fromkeys(each.policy_version for each in old.values())
    before = {name: each.verdict for name, each in old.items()}
    after = {name: each.verdict for name, each in new.items()}
    return Replay(
        old_versions=tuple(versions),
        new_version=policy.version,
        flips=flip_matrix(before, after),
        people=against_people(people, before, after) if people else None,
        results=new,
        not_replayed=tuple(missing),
    )


def flip_matrix(old: Mapping[str, Verdict], new: Mapping[str, Verdict]) -> FlipMatrix:
    """Of the names that both have."""
    counts = Counter[tuple[Verdict, Verdict]]()
    examples: dict[tuple[Verdict, Verdict], list[str]] = {}
    for name, verdict in old.items():
        if name not in new:
            continue
        cell = (verdict, new[name])
        counts[cell] += 1
        if len(listed := examples.setdefault(cell, [])) < EXAMPLES:
            listed.append(name)
    return FlipMatrix(dict(counts), examples)


def against_people(
    people: Mapping[str, Verdict], old: Mapping[str, Verdict], new: Mapping[str, Verdict]
) -> AgainstPeople | None:
    """None where people decided on none of what both judged."""
    names = [name for name in people if name in old and name in new]
    if not names:
        return None
    before = [old[name] is people[name] for name in names]
    after = [new[name] is people[name] for name in names]
    decided = {name: people[name] for name in names}
    return AgainstPeople(
        old=flip_matrix(decided, old),
        new=flip_matrix(decided, new),
        old_agrees=Rate(sum(before), len(names)),
        new_agrees=Rate(sum(after), len(names)),
        difference=paired_difference(zip(after, before, strict=True)),
    )


def compare(a: Policy, b: Policy, stored: Mapping[str, Verification]) -> FlipMatrix:
    """A/B: what `a` says against what `b` says, of all that both can judge."""
    verdicts = []
    for policy in (a, b):
        judged = ((name, verify_stored(each, policy)) for name, each in stored.items())
        verdicts.append({name: found.verdict for name, found in judged if found is not None})
    return flip_matrix(*verdicts)
