"""What every step of a repair is held against: the policy, the facts and the time of the check."""

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
    """`given` is the copy as it came in."""

    given: Candidate
    policy: Policy
    source: FactSource
    now: datetime
    recent: RecentCopy | None

    def proved(self, step: Repair, before: Verification, after: Candidate) -> Repair:
        """The step with its text verified, and what that cleared and raised."""
        verified = verify(after, self.policy, self.source, now=self.now, recent=self.recent)
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
