"""Whether a policy says of its cases what they expect, and if not, why."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from core.errors import DeskError, Sentence
from core.verification.candidate import Candidate, CatalogueEntry, Claims, Constraints, UserEvent
from core.verification.facts.fact_sources import UploadedFacts
from core.verification.findings import Code, Dimension, Finding, Severity
from core.verification.policy.cases import PolicyCase
from core.verification.policy.policy import Policy
from core.verification.quality.novelty import RecentCopy
from core.verification.unread import ALL_READ, NO_SOURCE
from core.verification.verdict import Verdict
from core.verification.verify import Verification, verify

_DECIDED = {
    Dimension.COMPLIANCE: Sentence("Compliance decided the verdict: its score is {score}."),
    Dimension.FACT: Sentence("Facts decided the verdict: their score is {score}."),
    Dimension.QUALITY: Sentence("Quality decided the verdict: its score is {score}."),
}


@dataclass(frozen=True)
class PolicyCaseOutcome:
    """What the policy says of a case; `at` is the case's place in `cases`.

    `verification` is None where the case could not be judged, with `error`: that is no pass.
    """

    at: int
    case: PolicyCase
    verification: Verification | None
    error: Sentence | None = None

    @property
    def passed(self) -> bool:
        return self.verification is not None and not (
            self.differs or self.missing or self.unexpected
        )

    @property
    def verdict(self) -> Verdict | None:
        return self.verification.verdict if self.verification else None

    @property
    def differs(self) -> bool:
        """Whether the verdict is another than expected."""
        return self.verdict != self.case.verdict

    @property
    def missing(self) -> tuple[Code, ...]:
        """Expected codes that were not found."""
        found = {finding.code for finding in self._findings}
        return tuple(code for code in dict.fromkeys(self.case.codes or ()) if code not in found)

    @property
    def unexpected(self) -> tuple[Finding, ...]:
        """The first finding of each code that weighs something and was not expected."""
        if self.case.codes is None:
            return ()
        first: dict[Code, Finding] = {}
        for finding in self._findings:
            if _weighs(finding) and finding.code not in self.case.codes:
                first.setdefault(finding.code, finding)
        return tuple(first.values())

    @property
    def codes(self) -> tuple[Code, ...]:
        """What was found and weighs something, or was expected."""
        expected = self.case.codes or ()
        shown = (f.code for f in self._findings if _weighs(f) or f.code in expected)
        return tuple(dict.fromkeys(shown))

    @property
    def path(self) -> tuple[str, int]:
        """The case's field in the policy."""
        return ("cases", self.at)

    def reasons(self) -> Iterator[tuple[Sentence, ...]]:
        """Why it fails, the verdict first; a reason may have a second sentence."""
        if self.verification is None:
            yield (self.error or _NOT_JUDGED,)
            return
        if self.differs:
            yield (_of_verdict(self.verification),)
        for code in self.missing:
            yield (Sentence("Expected and not found: {code}.", {"code": code.value}),)
        for finding in self.unexpected:
            unexpected = Sentence("Not expected: {code}.", {"code": finding.code.value})
            yield unexpected, Sentence(finding.message, finding.measure)

    @property
    def _findings(self) -> tuple[Finding, ...]:
        return self.verification.findings if self.verification else ()


_NOT_JUDGED = Sentence("The case could not be checked.")


def _weighs(finding: Finding) -> bool:
    return finding.severity is not Severity.INFO


def _of_verdict(verification: Verification) -> Sentence:
    decided = verification.decision.decided_by
    if decided is None:
        return Sentence("Nothing found takes a score below its threshold.")
    score = verification.scores[decided].value
    return Sentence(_DECIDED[decided].message, {"score": f"{score:.4g}"})


@functools.lru_cache(maxsize=16)
def run_cases(policy: Policy) -> tuple[PolicyCaseOutcome, ...]:
    """Every case of the policy, in its order; no model is asked."""
    return tuple(_outcome(at, case, policy) for at, case in enumerate(policy.cases))


_USER = "user"
"""Whom every case is about."""


def _outcome(at: int, case: PolicyCase, policy: Policy) -> PolicyCaseOutcome:
    recent = RecentCopy(case.facts.recent, ngram=policy.novelty.ngram)
    try:
        found = verify(_candidate(case), policy, _source(case), now=case.at, recent=recent)
    except DeskError as error:  # such as a time zone or a country's holidays that do not exist
        return PolicyCaseOutcome(at, case, None, Sentence.from_error(error))
    return PolicyCaseOutcome(at, case, found)


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


def got_of(outcome: PolicyCaseOutcome) -> str:
    """The same of what the policy says."""
    if outcome.verdict is None:
        return "nothing"
    codes = None if outcome.case.codes is None else outcome.codes
    return _told(outcome.verdict.value, codes)


def _told(verdict: str, codes: tuple[Code, ...] | None) -> str:
    if codes is None:
        return verdict
    return f"{verdict} [{', '.join(code.value for code in codes)}]"
