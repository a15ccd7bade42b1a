"""Replay stored verifications under another policy: which verdicts flip, and which policy agrees
more often with human decisions.

Nothing is looked up and no model is called: the stored text, facts and nearest copy are checked
again, or only scored again if both policies have the same findings.
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
    """`counts[old, new]`: how many verdicts changed from old to new, and example candidates."""

    counts: Mapping[tuple[Verdict, Verdict], int]
    examples: Mapping[tuple[Verdict, Verdict], Sequence[str]] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def flipped(self) -> int:
        """How many verdicts changed."""
        return sum(count for (old, new), count in self.counts.items() if old is not new)

    @property
    def stricter(self) -> int:
        """How many verdicts became stricter."""
        return sum(count for (old, new), count in self.counts.items() if new.rank > old.rank)

    def rows(self) -> list[tuple[Verdict, list[int]]]:
        """One row per old verdict; rows and columns are in the order ALLOW, REVISE, REJECT."""
        return [(old, [self.counts.get((old, new), 0) for new in Verdict]) for old in Verdict]


@dataclass(frozen=True)
class AgainstPeople:
    """How often each policy agrees with people, over the candidates that all three judged.

    `difference` is the share of agreement of the new policy minus that of the old one.
    """

    old: FlipMatrix
    new: FlipMatrix
    old_agrees: Rate
    new_agrees: Rate
    difference: PairedDifference | None


@dataclass(frozen=True)
class Replay:
    """The result of a replay. `not_replayed`: candidates whose stored facts did not suffice; no
    count includes them.
    """

    old_versions: tuple[str, ...]
    new_version: str
    flips: FlipMatrix
    people: AgainstPeople | None
    results: Mapping[str, Verification]
    not_replayed: tuple[str, ...]


def rescore(stored: Verification, policy: Policy) -> Verification:
    """Score the stored findings with another policy's points, caps, modes and thresholds.

    Only valid if both policies have the same findings, that is, an equal `checks_sha256`.
    """
    findings = tuple(
        replace(finding, severity=policy.severity(finding.code)) for finding in stored.findings
    )
    by_dimension = {
        dimension: [f for f in findings if f.dimension is dimension]
        for dimension in (Dimension.COMPLIANCE, Dimension.FACT)
    }
    scores = {
        name: score(name, of_dimension, policy) for name, of_dimension in by_dimension.items()
    }
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
    """A stored verification under another policy; None if its record does not suffice."""
    same_findings = stored.checks_sha256 == policy.checks_sha256
    if not same_findings:
        return verify_again(stored, policy)
    rescored = rescore(stored, policy)
    # Check again if a hard violation skipped facts and quality then, or has to skip them now.
    if rescored.quality is None or rescored.decision.own[Dimension.COMPLIANCE] is Verdict.REJECT:
        return verify_again(stored, policy)
    return rescored


def replay(
    policy: Policy,
    stored: Mapping[str, Verification],
    *,
    people: Mapping[str, Verdict] | None = None,
) -> Replay:
    """Replay verifications by name; `people` maps the same names to human decisions."""
    old: dict[str, Verification] = {}
    new: dict[str, Verification] = {}
    missing: list[str] = []
    for name, verification in stored.items():
        replayed = verify_stored(verification, policy)
        if replayed is None:
            missing.append(name)
        else:
            old[name], new[name] = verification, replayed
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
    """Count the changes over the names that both mappings contain."""
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
    """Compare both policies with human decisions; None if no name is in all three mappings."""
    names = [name for name in people if name in old and name in new]
    if not names:
        return None
    old_agrees = [old[name] is people[name] for name in names]
    new_agrees = [new[name] is people[name] for name in names]
    decided = {name: people[name] for name in names}
    return AgainstPeople(
        old=flip_matrix(decided, old),
        new=flip_matrix(decided, new),
        old_agrees=Rate(sum(old_agrees), len(names)),
        new_agrees=Rate(sum(new_agrees), len(names)),
        difference=paired_difference(zip(new_agrees, old_agrees, strict=True)),
    )


def compare(a: Policy, b: Policy, stored: Mapping[str, Verification]) -> FlipMatrix:
    """A/B comparison: the verdicts of `a` against those of `b`, over all that both can judge."""
    verdicts = []
    for policy in (a, b):
        judged = ((name, verify_stored(each, policy)) for name, each in stored.items())
        verdicts.append(
            {
                name: verification.verdict
                for name, verification in judged
                if verification is not None
            }
        )
    return flip_matrix(*verdicts)
