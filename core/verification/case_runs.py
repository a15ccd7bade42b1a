"""Run the test cases of a policy and say why one fails."""

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
    """The result of one case; `at` is the case's index in `cases`.

    `verification` is None and `error` says why if the case could not be checked; that is no pass.
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
        """Whether the verdict differs from the expected one."""
        return self.verdict != self.case.verdict

    @property
    def missing(self) -> tuple[Code, ...]:
        """Expected codes that were not found."""
        found_codes = {finding.code for finding in self._findings}
        return tuple(
            code for code in dict.fromkeys(self.case.codes or ()) if code not in found_codes
        )

    @property
    def unexpected(self) -> tuple[Finding, ...]:
        """The first finding of each code that counts (severity above info) but was not expected."""
        if self.case.codes is None:
            return ()
        first: dict[Code, Finding] = {}
        for finding in self._findings:
            if _counts(finding) and finding.code not in self.case.codes:
                first.setdefault(finding.code, finding)
        return tuple(first.values())

    @property
    def codes(self) -> tuple[Code, ...]:
        """Codes of the findings that count (severity above info) or were expected."""
        expected = self.case.codes or ()
        codes = (f.code for f in self._findings if _counts(f) or f.code in expected)
        return tuple(dict.fromkeys(codes))

    @property
    def path(self) -> tuple[str, int]:
        """The path of the case in the policy file, for `PolicyFile.line`."""
        return ("cases", self.at)

    def reasons(self) -> Iterator[tuple[Sentence, ...]]:
        """Yield why the case fails, the verdict first; each reason is one or two sentences."""
        if self.verification is None:
            yield (self.error or _NOT_JUDGED,)
            return
        if self.differs:
            yield (_why_verdict(self.verification),)
        for code in self.missing:
            yield (Sentence("Expected and not found: {code}.", {"code": code.value}),)
        for finding in self.unexpected:
            unexpected = Sentence("Not expected: {code}.", {"code": finding.code.value})
            yield unexpected, Sentence(finding.message, finding.measure)

    @property
    def _findings(self) -> tuple[Finding, ...]:
        return self.verification.findings if self.verification else ()


_NOT_JUDGED = Sentence("The case could not be checked.")


def _counts(finding: Finding) -> bool:
    """Whether a finding affects the verdict, that is, has a severity above info."""
    return finding.severity is not Severity.INFO


def _why_verdict(verification: Verification) -> Sentence:
    """The sentence that says which dimension decided the verdict."""
    decided = verification.decision.decided_by
    if decided is None:
        return Sentence("Nothing found takes a score below its threshold.")
    score = verification.scores[decided].value
    return Sentence(_DECIDED[decided].message, {"score": f"{score:.4g}"})


@functools.lru_cache(maxsize=16)
def run_cases(policy: Policy) -> tuple[PolicyCaseOutcome, ...]:
    """Verify every case of the policy, in order; no model is called."""
    return tuple(_outcome(at, case, policy) for at, case in enumerate(policy.cases))


_USER = "user"
"""The user id in every case."""


def _outcome(at: int, case: PolicyCase, policy: Policy) -> PolicyCaseOutcome:
    recent = RecentCopy(case.facts.recent, ngram=policy.novelty.ngram)
    try:
        verification = verify(_candidate(case), policy, _source(case), now=case.at, recent=recent)
    except DeskError as error:  # such as a time zone or a country's holidays that do not exist
        return PolicyCaseOutcome(at, case, None, Sentence.from_error(error))
    return PolicyCaseOutcome(at, case, verification)


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


def expected_text(case: PolicyCase) -> str:
    """The expectation as text: REVISE [COMPLIANCE_ABSOLUTE_WORDS]; without codes if any will do."""
    return _verdict_with_codes(case.verdict, case.codes)


def result_text(outcome: PolicyCaseOutcome) -> str:
    """The result as text, in the form of `expected_text`; "nothing" if there is no verdict."""
    if outcome.verdict is None:
        return "nothing"
    codes = None if outcome.case.codes is None else outcome.codes
    return _verdict_with_codes(outcome.verdict.value, codes)


def _verdict_with_codes(verdict: str, codes: tuple[Code, ...] | None) -> str:
    if codes is None:
        return verdict
    return f"{verdict} [{', '.join(code.value for code in codes)}]"
