"""Verify a candidate: findings, scores, verdict, and the facts and measures behind them."""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from core.verification.candidate import Candidate
from core.verification.compliance.compliance import check_compliance
from core.verification.facts.fact_collection import Facts, collect_facts
from core.verification.facts.fact_sources import FactSource
from core.verification.facts.facts import check_facts
from core.verification.findings import Code, Dimension, Finding, Severity
from core.verification.policy.policy import Policy
from core.verification.quality.model_opinions import ModelOpinion
from core.verification.quality.novelty import Nearest, RecentCopy
from core.verification.quality.quality import QualityReading, check_quality
from core.verification.scores import Score, quality_score, score
from core.verification.verdict import Verdict, VerdictDecision, decide


@dataclass(frozen=True)
class Verification:
    """The verdict on one candidate with its audit (source 001, section 6).

    After a hard violation of compliance nothing else is checked (section 8.3), so `facts` and
    `quality` are None. `now` is the time that a candidate without its own `at` is checked for;
    `checked_at` is the clock time of the check, None if an older release made it.
    """

    candidate: Candidate
    policy_version: str
    policy_sha256: str
    checks_sha256: str
    catalog_snapshot: str
    now: datetime
    findings: tuple[Finding, ...]
    scores: Mapping[Dimension, Score]
    decision: VerdictDecision
    facts: Facts | None = None
    quality: QualityReading | None = None
    checked_at: datetime | None = field(default=None, compare=False)

    @property
    def checked_for(self) -> datetime:
        """The reference time for holidays and events."""
        return self.candidate.at or self.now

    @property
    def verdict(self) -> Verdict:
        return self.decision.verdict

    @property
    def codes(self) -> frozenset[Code]:
        return frozenset(finding.code for finding in self.findings)

    @property
    def enforced(self) -> frozenset[Code]:
        """Codes of the findings that count in a score, without those of severity info."""
        return frozenset(f.code for f in self.findings if f.severity is not Severity.INFO)

    @property
    def not_checked(self) -> tuple[Finding, ...]:
        """Findings of facts that could not be checked: neither rejected for nor confirmed."""
        return tuple(finding for finding in self.findings if finding.code.is_not_checked)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Violations in a copy that is allowed all the same (reading 7)."""
        if self.verdict is not Verdict.ALLOW:
            return ()
        return tuple(f for f in self.findings if f.severity is not Severity.INFO)

    def audit(self) -> dict[str, str]:
        """The audit record of section 6, plus the policy hash, checkedFor and checkedAt."""
        checked_at = {"checkedAt": self.checked_at.isoformat()} if self.checked_at else {}
        return {
            "policyVer": self.policy_version,
            "catalogSnapshot": self.catalog_snapshot,
            "timestamp": self.now.isoformat(),
            "policySha256": self.policy_sha256,
            "checkedFor": self.checked_for.isoformat(),
            **checked_at,
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON that `from_dict` turns back into the same verification."""
        return {
            "candidate": self.candidate.to_dict(),
            "audit": self.audit(),
            "checks_sha256": self.checks_sha256,
            "findings": [finding.to_dict() for finding in self.findings],
            "not_checked": [finding.code.value for finding in self.not_checked],
            "scores": {name.value: each.to_dict() for name, each in self.scores.items()},
            "decision": self.decision.to_dict(),
            "facts": self.facts.to_dict() if self.facts else None,
            "measured": (
                {
                    "readability": self.quality.readability,
                    "novelty": self.quality.novelty,
                    "nearest": self.quality.nearest and list(self.quality.nearest),
                    "opinion": self.quality.opinion and self.quality.opinion.to_dict(),
                }
                if self.quality
                else None
            ),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Verification":
        findings = tuple(map(Finding.from_dict, data["findings"]))
        of_quality = tuple(f for f in findings if f.dimension is Dimension.QUALITY)
        measured, audit = data["measured"], data["audit"]
        checked_at = audit.get("checkedAt")
        return cls(
            candidate=Candidate.from_dict(data["candidate"]),
            policy_version=audit["policyVer"],
            policy_sha256=audit["policySha256"],
            checks_sha256=data["checks_sha256"],
            catalog_snapshot=audit["catalogSnapshot"],
            now=datetime.fromisoformat(audit["timestamp"]),
            findings=findings,
            scores={Dimension(name): Score.from_dict(s) for name, s in data["scores"].items()},
            decision=VerdictDecision.from_dict(data["decision"]),
            facts=Facts.from_dict(data["facts"]) if data["facts"] else None,
            quality=_reading(of_quality, measured) if measured else None,
            checked_at=datetime.fromisoformat(checked_at) if checked_at else None,
        )


def _reading(findings: tuple[Finding, ...], measured: Mapping[str, Any]) -> QualityReading:
    nearest = Nearest(*measured["nearest"]) if measured["nearest"] else None
    opinion = ModelOpinion.from_dict(measured["opinion"]) if measured.get("opinion") else None
    return QualityReading(findings, measured["readability"], measured["novelty"], nearest, opinion)


def verify(
    candidate: Candidate,
    policy: Policy,
    source: FactSource,
    *,
    now: datetime,
    recent: RecentCopy | None = None,
    executor: Executor | None = None,
) -> Verification:
    """Check compliance first and stop at a hard violation; then check facts and quality.

    With an `executor`, facts are looked up there while quality is checked here (section 8.2).
    Raises ValueError if a time has no zone, and whatever the source raises: a failed look-up gives
    no verdict.
    """
    if (candidate.at or now).tzinfo is None or now.tzinfo is None:
        raise ValueError("a time needs its zone")
    compliance = check_compliance(candidate, policy)
    stage = _ComplianceStage(candidate, policy, now, source.snapshot, compliance)
    if stage.is_rejected:
        return stage.finish()
    nearest = recent.nearest(candidate.text) if recent else None
    if executor is None:
        facts = collect_facts(candidate, source, now=now)
        return stage.finish(facts, check_quality(candidate, policy, nearest))
    pending = executor.submit(collect_facts, candidate, source, now=now)
    quality = check_quality(candidate, policy, nearest)
    return stage.finish(pending.result(), quality)


def verify_again(stored: Verification, policy: Policy) -> Verification | None:
    """Verify the same copy under another policy, with the recorded facts and nearest copy.

    Nothing is looked up. None if the record does not suffice: a hard violation ended the stored
    verification, but the other policy needs facts and quality.
    """
    candidate = stored.candidate
    compliance = check_compliance(candidate, policy)
    stage = _ComplianceStage(candidate, policy, stored.now, stored.catalog_snapshot, compliance)
    if stage.is_rejected:
        return stage.finish()
    if stored.facts is None or stored.quality is None:
        return None
    quality = stored.quality
    return stage.finish(
        stored.facts, check_quality(candidate, policy, quality.nearest, quality.opinion)
    )


def with_opinion(verification: Verification, policy: Policy, opinion: ModelOpinion) -> Verification:
    """Add the opinion of models; the verdict stays, since every policy only monitors their codes.

    Returns the verification unchanged if a hard violation ended it. Raises ValueError if `policy`
    is not the policy of the verification.
    """
    if policy.sha256 != verification.policy_sha256:
        raise ValueError("an opinion is added under the verification's own policy")
    if verification.quality is None:
        return verification
    quality = check_quality(verification.candidate, policy, verification.quality.nearest, opinion)
    other_findings = (f for f in verification.findings if f.dimension is not Dimension.QUALITY)
    return replace(
        verification,
        findings=(*other_findings, *quality.findings),
        scores={**verification.scores, Dimension.QUALITY: quality_score(quality, policy)},
        quality=quality,
    )


class _ComplianceStage(NamedTuple):
    """A verification in progress, after the check of compliance."""

    candidate: Candidate
    policy: Policy
    now: datetime
    snapshot: str
    compliance: tuple[Finding, ...]

    @property
    def is_rejected(self) -> bool:
        return any(finding.severity is Severity.HARD for finding in self.compliance)

    def finish(
        self, facts: Facts | None = None, quality: QualityReading | None = None
    ) -> Verification:
        policy, findings = self.policy, list(self.compliance)
        scores = {Dimension.COMPLIANCE: score(Dimension.COMPLIANCE, findings, policy)}
        if facts is not None and quality is not None:
            fact_findings = check_facts(self.candidate, facts, policy)
            scores[Dimension.FACT] = score(Dimension.FACT, fact_findings, policy)
            scores[Dimension.QUALITY] = quality_score(quality, policy)
            findings += [*fact_findings, *quality.findings]
        return Verification(
            candidate=self.candidate,
            policy_version=policy.version,
            policy_sha256=policy.sha256,
            checks_sha256=policy.checks_sha256,
            catalog_snapshot=self.snapshot,
            now=self.now,
            findings=tuple(findings),
            scores=scores,
            decision=decide(scores, policy.thresholds),
            facts=facts,
            quality=quality,
            checked_at=datetime.now(UTC),
        )
