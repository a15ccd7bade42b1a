"""What the steps of a repair are verified against: policy, facts and time of the check."""

from dataclasses import dataclass, replace
from datetime import datetime

from core.verification.candidate import Candidate
from core.verification.facts.fact_sources import FactSource
from core.verification.findings import Code
from core.verification.policy.policy import Policy
from core.verification.quality.novelty import RecentCopy
from core.verification.repairs.repair_steps import Repair
from core.verification.verify import Verification, verify


@dataclass(frozen=True, slots=True)
class RepairBench:
    """The context of a repair; `original` is the copy before its first step."""

    original: Candidate
    policy: Policy
    source: FactSource
    now: datetime
    recent: RecentCopy | None

    def proved(self, step: Repair, before: Verification, after: Candidate) -> Repair:
        """The step with its text verified, and the codes that it cleared and raised."""
        verified = verify(after, self.policy, self.source, now=self.now, recent=self.recent)
        old, new = before.scores.keys(), verified.scores.keys()
        # A step is verified without asking models, so their opinions are not compared.
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
    """Codes that were checked without a model."""
    return frozenset(code for code in verification.codes if not code.is_opinion)
