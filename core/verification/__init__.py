"""Source 001: verification of generated copy for facts, compliance and quality.

policy = policy_of("v1.0.0")
source = CachedFacts(UploadedFacts(items, events, snapshot="2025-11-14"))
verification = verify(candidate, policy, source, now=datetime.now(UTC))
fix = repair(verification, policy, source)
"""

from core.verification.candidate import Candidate, CatalogueEntry, Claims, Constraints, UserEvent
from core.verification.case_runs import PolicyCaseOutcome, expected_text, result_text, run_cases
from core.verification.checked_claims import claims_checked
from core.verification.claims.claims import ClaimKind, CopyClaim, claims_in, shared_instance
from core.verification.compliance.compliance import check_compliance
from core.verification.copy_text.pattern_rules import PatternRule
from core.verification.facts.fact_collection import Facts, collect_facts
from core.verification.facts.fact_sources import CachedFacts, FactSource, UploadedFacts
from core.verification.facts.facts import check_facts
from core.verification.files.candidates import (
    read_candidates,
    read_catalogue,
    read_recent,
    read_user_events,
)
from core.verification.files.result_rows import failed_row, result_row
from core.verification.files.sample_pack import load_sample
from core.verification.files.upload_tables import UploadRow, UploadTable
from core.verification.findings import Code, Dimension, Finding, Severity
from core.verification.lint.lint import lint
from core.verification.lint.remarks import Level, Lint, Remark
from core.verification.lint.weights import never_decides
from core.verification.llm_review import LlmReviewResult, RetryPolicy, opinions, review_with_models
from core.verification.model_source import ModelSource, Unanswered
from core.verification.policy.cases import PolicyCase
from core.verification.policy.changes import PolicyChange, policy_changes
from core.verification.policy.files import (
    PolicyFile,
    policy_of,
    read_policy,
    read_policy_file,
    shipped_file,
    shipped_policies,
    shipped_text,
    shipped_versions,
    write_policy,
)
from core.verification.policy.holidays import Holiday
from core.verification.policy.policy import Policy
from core.verification.policy_parts import CodeRule, Mode, VocabularyRule
from core.verification.quality.meaning import RecentMeanings, diversity_by_meaning
from core.verification.quality.model_opinions import MeaningSimilarity, ModelOpinion, ModelRatings
from core.verification.quality.novelty import Diversity, Nearest, RecentCopy, diversity
from core.verification.quality.quality import QualityReading, check_quality
from core.verification.repairs.claim_cuts import unsupported_claims, with_rewritten_text
from core.verification.repairs.repair_steps import (
    Fix,
    Repair,
    RepairKind,
    Rewriter,
    RewriteRequest,
    Rewriting,
)
from core.verification.repairs.repairs import repair
from core.verification.repairs.rewriting import ModelRewriter
from core.verification.repairs.text_edits import TextChange, diff
from core.verification.replay import (
    AgainstPeople,
    FlipMatrix,
    Replay,
    against_people,
    compare,
    flip_matrix,
    replay,
    verify_stored,
)
from core.verification.scores import Score, ScoreLine, ScorePart, quality_score, score
from core.verification.unread import Unread, unread_of
from core.verification.verdict import Margin, Verdict, VerdictDecision, make_verdict
from core.verification.verify import Verification, verify, verify_again, with_opinion

__all__ = [
    "AgainstPeople",
    "CachedFacts",
    "Candidate",
    "CatalogueEntry",
    "ClaimKind",
    "Claims",
    "Code",
    "CodeRule",
    "Constraints",
    "CopyClaim",
    "Dimension",
    "Diversity",
    "FactSource",
    "Facts",
    "Finding",
    "Fix",
    "FlipMatrix",
    "Holiday",
    "Level",
    "Lint",
    "LlmReviewResult",
    "Margin",
    "MeaningSimilarity",
    "Mode",
    "ModelOpinion",
    "ModelRatings",
    "ModelRewriter",
    "ModelSource",
    "Nearest",
    "PatternRule",
    "Policy",
    "PolicyCase",
    "PolicyCaseOutcome",
    "PolicyChange",
    "PolicyFile",
    "QualityReading",
    "RecentCopy",
    "RecentMeanings",
    "Remark",
    "Repair",
    "RepairKind",
    "Replay",
    "RetryPolicy",
    "RewriteRequest",
    "Rewriter",
    "Rewriting",
    "Score",
    "ScoreLine",
    "ScorePart",
    "Severity",
    "TextChange",
    "Unanswered",
    "Unread",
    "UploadRow",
    "UploadTable",
    "UploadedFacts",
    "UserEvent",
    "Verdict",
    "VerdictDecision",
    "Verification",
    "VocabularyRule",
    "against_people",
    "check_compliance",
    "check_facts",
    "check_quality",
    "claims_checked",
    "claims_in",
    "collect_facts",
    "compare",
    "diff",
    "diversity",
    "diversity_by_meaning",
    "expected_text",
    "failed_row",
    "flip_matrix",
    "lint",
    "load_sample",
    "make_verdict",
    "never_decides",
    "opinions",
    "policy_changes",
    "policy_of",
    "quality_score",
    "read_candidates",
    "read_catalogue",
    "read_policy",
    "read_policy_file",
    "read_recent",
    "read_user_events",
    "repair",
    "replay",
    "result_row",
    "result_text",
    "review_with_models",
    "run_cases",
    "score",
    "shared_instance",
    "shipped_file",
    "shipped_policies",
    "shipped_text",
    "shipped_versions",
    "unread_of",
    "unsupported_claims",
    "verify",
    "verify_again",
    "verify_stored",
    "with_opinion",
    "with_rewritten_text",
    "write_policy",
]
