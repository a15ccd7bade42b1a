"""Database rows of a verification: columns for lists, and the complete record."""

from typing import Any

from core.errors import Sentence
from core.verification import Candidate, Dimension, Fix, Verification
from db.tables import now


def join_with_pipes(names: list[str]) -> str:
    """Join names as |a|b|, so that a query for |a| finds one; empty without names."""
    return f"|{'|'.join(names)}|" if names else ""


def split_at_pipes(stored: str) -> list[str]:
    return stored.strip("|").split("|") if stored else []


def result_columns(
    check_id: int, candidate_id: int, verification: Verification, fix: Fix
) -> dict[str, Any]:
    """Columns of `copy_result` for a verified candidate."""
    decision, suggestion = verification.decision, fix.suggestion
    codes = dict.fromkeys(finding.code.value for finding in verification.findings)
    return {
        **_shared(check_id, candidate_id, verification.candidate),
        "outcome": "checked",
        "verdict": decision.verdict.value,
        "decided_by": decision.decided_by and decision.decided_by.value,
        "masked_reject": decision.masked_reject,
        **{dimension.value: _units(verification, dimension) for dimension in Dimension},
        "codes": join_with_pipes(list(codes)),
        "repairs": join_with_pipes(list(dict.fromkeys(step.kind.value for step in fix.repairs))),
        "repaired": suggestion is not None,
        "repaired_verdict": suggestion.verdict.value if suggestion else None,
        "unfinished": fix.unanswered is not None,
        "error": None,
        "error_params": {},
    }


def failed_columns(
    check_id: int, candidate_id: int, candidate: Candidate, error: Sentence
) -> dict[str, Any]:
    """Columns of `copy_result` for a system error: no verdict, no score."""
    return {
        **_shared(check_id, candidate_id, candidate),
        "outcome": "failed",
        "verdict": None,
        "decided_by": None,
        "masked_reject": False,
        **{dimension.value: None for dimension in Dimension},
        "codes": "",
        "repairs": "",
        "repaired": False,
        "repaired_verdict": None,
        "unfinished": False,
        "error": error.message,
        "error_params": dict(error.params),
    }


def audit_columns(verification: Verification, fix: Fix) -> dict[str, Any]:
    """Columns of `copy_audit` except the result's id."""
    return {
        "verification": verification.to_dict(),
        "steps": [step.to_dict() for step in fix.repairs],
    }


def _shared(check_id: int, candidate_id: int, candidate: Candidate) -> dict[str, Any]:
    return {
        "check_id": check_id,
        "candidate_id": candidate_id,
        "channel": candidate.channel,
        "locale": candidate.locale,
        "retry": False,
        "checked_at": now(),
    }


def _units(verification: Verification, dimension: Dimension) -> int | None:
    score = verification.scores.get(dimension)
    return None if score is None else score.units
