"""Results of a candidate as one row of a file: docs/schemas/copy_result.schema.json."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Sentence
from core.verification.checked_claims import claims_checked
from core.verification.repairs.repair_steps import RepairKind
from core.verification.verify import Verification


def result_row(
    verification: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """The row for a Verification's `to_dict` and those of its Repairs.

    First what readers look for, then the whole record, then section 5's `fix` with its steps.
    """
    candidate, scores = verification["candidate"], verification["scores"]
    applied = [step for step in steps if step["after"] is not None and step.get("used", True)]
    return {
        "id": candidate["id"],
        "verdict": verification["decision"]["verdict"],
        "fact": _value(scores, "fact"),
        "compliance": _value(scores, "compliance"),
        "quality": _value(scores, "quality"),
        "claims_checked": claims_checked(Verification.from_dict(verification)),
        "codes": list(dict.fromkeys(each["code"] for each in verification["findings"])),
        "suggested_text": applied[-1]["after"] if applied else None,
        "suggested_verdict": applied[-1]["verdict"] if applied else None,
        "error": None,
        **verification,
        "fix": {
            "removeUrls": any(step["kind"] == RepairKind.REMOVE_URLS for step in steps),
            "removeClaims": [
                claim
                for step in steps
                if step["kind"] == RepairKind.REMOVE_CLAIMS
                for claim in step["claims"]
            ],
            "truncateTo": next((s["truncate_to"] for s in steps if s["truncate_to"]), None),
            "regenerate": any(step["kind"] == RepairKind.REGENERATE for step in steps),
            "steps": list(steps),
        },
    }


def failed_row(candidate: Mapping[str, Any], error: Sentence) -> dict[str, Any]:
    """The row of a candidate that a system error kept from being checked: it has no verdict."""
    return {
        "id": candidate["id"],
        "verdict": None,
        "error": error.translate(),
        "candidate": dict(candidate),
    }


def _value(scores: Mapping[str, Any], dimension: str) -> float | None:
    score = scores.get(dimension)
    return None if score is None else score["value"]
