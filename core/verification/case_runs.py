"""Whether a policy says of its cases what they expect, and if not, why."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from core.errors import Sentence
from core.verification.candidate import Candidate, CatalogueEntry, Claims, Constraints, UserEvent
from core.verification.fact_sources import UploadedFacts
from core.verification.findings import Code, Dimension, Finding, Severity
from core.verification.novelty import RecentCopy
from core.verification.policy import Policy
from core.verification.policy_cases import PolicyCase
from core.verification.unread import ALL_READ, NO_SOURCE
from core.verification.verify import Verification, verify

_DECIDED = {
    Dimension.COMPLIANCE: Sentence("Compliance decided the verdict: its score is {score}."),
    Dimension.FACT: Sentence("Facts decided the verdict: their score is {score}."),
    Dimension.QUALITY: Sentence("Quality decided the verdict: its score is {score}."),
}


@dataclass(frozen=True)
class CaseOutcome:
    """What the policy says of a case; `at` is the case's place in `cases`."""

    at: int
    case: PolicyCase
    verification: Verification

    @property
    def passed(self) -> bool:
        return not (self.differs or self.missing or self.unexpected)

    @property
    def differs(self) -> bool:
        """Whether the verdict is another than expected."""
        return self.verification.verdict != self.case.verdict

    @property
    def missing(self) -> tuple[Code, ...]:
        """Expected codes that were not found."""
        found = self.verification.codes
        return tuple(code for code in dict.fromkeys(self.case.codes or ()) if code not in found)

    @property
    def unexpected(self) -> tuple[Finding, ...]:
        """The first finding of each code that weighs something and was not expected."""
        if self.case.codes is None:
            return ()
        weighing = {f.code: f for f in reversed(self._weighing) if f.code not in self.case.codes}
        return tuple(f for f in self._weighing if weighing.get(f.code) is f)

    @property
    def codes(self) -> tuple[Code, ...]:
        """What was found and weighs something, or was expected."""
        expected, found = self.case.codes or (), self.verification.findings
        shown = (f for f in found if f.severity is not Severity.INFO or f.code in expected)
        return tuple(dict.fromkeys(f.code for f in shown))

    @property
    def _weighing(self) -> list[Finding]:
        return [f for f in self.verification.findings if f.severity is not Severity.INFO]

    @property
    def path(self) -> tuple[str, int]:
        """The case's field in the policy."""
        return ("cases", self.at)

    def reasons(self) -> Iterator[tuple[Sentence, ...]]:
        """Why it fails, the verdict first; a reason may have a second sentence."""
        if self.differs:
            yield (self._of_verdict(),)
        for code in self.missing:
            yield (Sentence("Expected and not found: {code}.", {"code": code.value}),)
        for finding in self.unexpected:
            unexpected = Sentence("Not expected: {code}.", {"code": finding.code.value})
            yield unexpected, Sentence(finding.message, finding.measure)

    def _of_verdict(self) -> Sentence:
        decision = self.verification.decision
        if decision.decided_by is None:
            return Sentence("Nothing found takes a score below its threshold.")
        score = self.verification.scores[decision.decided_by].value
        return Sentence(_DECIDED[decision.decided_by].message, {"score": f"{score:.4g}"})


@functools.lru_cache(maxsize=16)
def run_cases(policy: Policy) -> tuple[CaseOutcome, ...]:
    """Every case of the policy, in its order; no model is asked."""
    return tuple(_outcome(at, case, policy) for at, case in enumerate(policy.cases))


_USER = "user"
"""Whom every case is about."""


def _outcome(at: int, case: PolicyCase, policy: Policy) -> CaseOutcome:
    recent = RecentCopy(case.facts.recent, ngram=policy.novelty.ngram)
    found = verify(_candidate(case), policy, _source(case), now=case.at, recent=recent)
    return CaseOutcome(at, case, found)


def _candidate(case: PolicyCase) -> Candidate:
    return Candidate(
        id=case.name,
        text=case.text,
        channel=case.channel,
        locale=case.locale,
        claims=Claims(**case.claims.model_dump()),
        user_id=_USER,
        constraints=Constraints(**case.constraints.model_dump()),
        time_zone=case.time_zone,
        at=case.at,
    )


def _source(case: PolicyCase) -> UploadedFacts:
    items, events = case.facts.items, case.facts.events
    return UploadedFacts(
        [CatalogueEntry(**item.model_dump()) for item in items or ()],
        [
            UserEvent(_USER, event.kind, case.at - timedelta(days=event.days_ago), event.item_id)
            for event in events or ()
        ],
        snapshot="case",
        unread_items=NO_SOURCE if items is None else ALL_READ,
        unread_events=NO_SOURCE if events is None else ALL_READ,
    )


def expected_of(case: PolicyCase) -> str:
    """REVISE [COMPLIANCE_ABSOLUTE_WORDS], or the verdict alone where any code will do."""
    return _told(case.verdict, case.codes)


def got_of(outcome: CaseOutcome) -> str:
    """The same of what the policy says."""
    codes = None if outcome.case.codes is None else outcome.codes
    return _told(outcome.verification.verdict.value, codes)


def _told(verdict: str, codes: tuple[Code, ...] | None) -> str:
    if codes is None:
        return verdict
    return f"{verdict} [{', '.join(code.value for code in codes)}]"
