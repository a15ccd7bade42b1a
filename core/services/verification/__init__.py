"""Copy checks in the database: uploads, checks, their audit, decisions and policies.

added = add_upload(engine, UploadKind.CANDIDATES, preview_upload(...), file_name=...)
check_id = start_check(engine, candidates_id=added.upload_id, policy_version="v1.1.0", ...)
run_check(engine, check_id)  # or leave it to a worker
audit_page(engine, AuditFilter(check_id=check_id))
"""

from core.services.verification.acts import CopyAct, CopyResultState, RepairAction, result_state
from core.services.verification.audit import (
    AuditChoices,
    AuditFilter,
    AuditLine,
    AuditRow,
    HumanDecision,
    ScoreRange,
    audit_choices,
    audit_lines,
    audit_neighbours,
    audit_page,
    audit_row,
    count_audit,
    verdict_counts,
    without_checked_claims,
)
from core.services.verification.check_executor import run_check, work_on_checks
from core.services.verification.checks import (
    Check,
    CheckTotals,
    cancel_check,
    count_checks,
    get_check,
    list_checks,
    resume_check,
    retry_failures,
    start_check,
)
from core.services.verification.exports import audit_csv, audit_jsonl
from core.services.verification.facts import StoredFacts, cached_facts
from core.services.verification.models import CheckModels
from core.services.verification.policies import (
    PublishedPolicy,
    compare_policies,
    list_policies,
    publish_text,
    published_policy,
)
from core.services.verification.policy_drafts import (
    EditedPolicy,
    discard_draft,
    get_draft,
    list_drafts,
    new_draft,
    publish,
    save_draft,
)
from core.services.verification.policy_examination import (
    PolicyExamination,
    examine,
    latest_copy,
)
from core.services.verification.policy_replay import StoredReplay, compare_stored, replay_stored
from core.services.verification.review_acts import (
    acts_of,
    decide_repair,
    record_verdict,
    undo_act,
    verify_text,
)
from core.services.verification.sample_pack import SamplePack, expected_verdicts, load_sample_pack
from core.services.verification.statistics import (
    BINS,
    CopyGroup,
    CopyGrouping,
    CopyStatistics,
    ScoreDistribution,
    check_diversity,
    code_counts,
    copy_statistics,
    score_distributions,
)
from core.services.verification.uploads import (
    Upload,
    UploadAdded,
    UploadKind,
    add_upload,
    candidates_page,
    get_upload,
    list_uploads,
    preview_upload,
    upload_issues,
)

__all__ = [
    "BINS",
    "AuditChoices",
    "AuditFilter",
    "AuditLine",
    "AuditRow",
    "Check",
    "CheckModels",
    "CheckTotals",
    "CopyAct",
    "CopyGroup",
    "CopyGrouping",
    "CopyResultState",
    "CopyStatistics",
    "EditedPolicy",
    "HumanDecision",
    "PolicyExamination",
    "PublishedPolicy",
    "RepairAction",
    "SamplePack",
    "ScoreDistribution",
    "ScoreRange",
    "StoredFacts",
    "StoredReplay",
    "Upload",
    "UploadAdded",
    "UploadKind",
    "acts_of",
    "add_upload",
    "audit_choices",
    "audit_csv",
    "audit_jsonl",
    "audit_lines",
    "audit_neighbours",
    "audit_page",
    "audit_row",
    "cached_facts",
    "cancel_check",
    "candidates_page",
    "check_diversity",
    "code_counts",
    "compare_policies",
    "compare_stored",
    "copy_statistics",
    "count_audit",
    "count_checks",
    "decide_repair",
    "discard_draft",
    "examine",
    "expected_verdicts",
    "get_check",
    "get_draft",
    "get_upload",
    "latest_copy",
    "list_checks",
    "list_drafts",
    "list_policies",
    "list_uploads",
    "load_sample_pack",
    "new_draft",
    "preview_upload",
    "publish",
    "publish_text",
    "published_policy",
    "record_verdict",
    "replay_stored",
    "result_state",
    "resume_check",
    "retry_failures",
    "run_check",
    "save_draft",
    "score_distributions",
    "start_check",
    "undo_act",
    "upload_issues",
    "verdict_counts",
    "verify_text",
    "without_checked_claims",
    "work_on_checks",
]
