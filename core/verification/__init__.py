"""Source 001: verification of generated copy. What a user of the library needs is importable here.

policy = policy_of("v1.0.0")
source = CachedFacts(UploadedFacts(items, events, snapshot="2025-11-14"))
verification = verify(candidate, policy, source, now=datetime.now(UTC))
fix = repair(verification, policy, source)
"""

from core.verification.asked import Asked, Unanswered
from core.verification.candidate import Candidate, Claims, Constraints, Item, UserEvent
from core.verification.candidates import (
    read_candidates,
    read_catalogue,
    read_recent,
    read_user_events,
)
from core.verification.claims import Claim, ClaimKind, claims_in
from core.verification.compliance import check_compliance
from core.verification.consulting import Consulted, Waiting, consult, opinions
from core.verification.facts import check_facts
from core.verification.findings import Code, Dimension, Finding, Severity
from core.verification.fixes import (
    Fix,
    Repair,
    RepairKind,
    Rewriter,
    RewriteRequest,
    Rewriting,
)
from core.verification.gathering import Facts, gather_facts
from core.verification.lint import Level, Lint, Remark, lint, never_decides
from core.verification.meaning import RecentMeanings, diversity_by_meaning
from core.verification.novelty import Diversity, Nearest, RecentCopy, diversity
from core.verification.opinions import Meaning, Opinion, Reading
from core.verification.patches import Change, diff
from core.verification.policy import Policy
from core.verification.policy_changes import PolicyChange, policy_changes
from core.verification.policy_files import policy_of, read_policy, shipped_policies, write_policy
from core.verification.policy_parts import Mode
from core.verification.quality import QualityReading, check_quality
from core.verification.repairs import repair
from core.verification.replay import (
    AgainstPeople,
    FlipMatrix,
    Replay,
    against_people,
    compare,
    flip_matrix,
    replay,
)
from core.verification.result_rows import failed_row, result_row
from core.verification.rewriting import ModelRewriter
from core.verification.scores import Score, ScoreLine, ScorePart
from core.verification.sources import CachedFacts, FactSource, UploadedFacts
from core.verification.tables import Row, Table
from core.verification.verdict import Decision, Margin, Verdict, make_verdict
from core.verification.verify import Verification, verify, verify_again, with_opinion

__all__ = [
    "AgainstPeople",
    "Asked",
    "CachedFacts",
    "Candidate",
    "Change",
    "Claim",
    "ClaimKind",
    "Claims",
    "Code",
    "Constraints",
    "Consulted",
    "Decision",
    "Dimension",
    "Diversity",
    "FactSource",
    "Facts",
    "Finding",
    "Fix",
    "FlipMatrix",
    "Item",
    "Level",
    "Lint",
    "Margin",
    "Meaning",
    "Mode",
    "ModelRewriter",
    "Nearest",
    "Opinion",
    "Policy",
    "PolicyChange",
    "QualityReading",
    "Reading",
    "RecentCopy",
    "RecentMeanings",
    "Remark",
    "Repair",
    "RepairKind",
    "Replay",
    "RewriteRequest",
    "Rewriter",
    "Rewriting",
    "Row",
    "Score",
    "ScoreLine",
    "ScorePart",
    "Severity",
    "Table",
    "Unanswered",
    "UploadedFacts",
    "UserEvent",
    "Verdict",
    "Verification",
    "Waiting",
    "against_people",
    "check_compliance",
    "check_facts",
    "check_quality",
    "claims_in",
    "compare",
    "consult",
    "diff",
    "diversity",
    "diversity_by_meaning",
    "failed_row",
    "flip_matrix",
    "gather_facts",
    "lint",
    "make_verdict",
    "never_decides",
    "opinions",
    "policy_changes",
    "policy_of",
    "read_candidates",
    "read_catalogue",
    "read_policy",
    "read_recent",
    "read_user_events",
    "repair",
    "replay",
    "result_row",
    "shipped_policies",
    "verify",
    "verify_again",
    "with_opinion",
    "write_policy",
]
