"""The audit as files people take away."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import Sentence
from core.questions import jsonl_lines
from core.questions.table_rows import guarded
from core.services.access import Right, demand
from core.services.verification.acts import CopyResultState, acts_on_each, standing
from core.services.verification.audit import AuditFilter
from core.services.verification.uploads import candidate_of
from core.verification import failed_row, result_row
from db.queries import copy_audit as queries

_AT_ONCE = 200

_COLUMNS = (
    "id",
    "check",
    "verdict",
    "decided_by",
    "masked_reject",
    "fact",
    "compliance",
    "quality",
    "codes",
    "channel",
    "locale",
    "text",
    "suggested_text",
    "suggested_verdict",
    "claims_checked",
    "policy",
    "policy_sha256",
    "catalogue",
    "checked_for",
    "checked_at",
    "human_verdict",
    "human_verdict_by",
    "repair_decision",
    "repair_decision_by",
    "final_text",
    "comment",
    "error",
)


def audit_jsonl(engine: Engine, chosen: AuditFilter) -> Iterator[bytes]:
    """The whole record of each chosen result, one object a line, in the list's order.

    docs/schemas/copy_result.schema.json describes it: what `python -m core verify` writes, with
    `check`, `checked_at` and what people decided (`review`).
    """
    demand(engine, Right.EXPORT)
    yield from jsonl_lines(row for row, _ in _rows(engine, chosen))


def audit_csv(engine: Engine, chosen: AuditFilter) -> Iterator[bytes]:
    """One row a result for spreadsheets: UTF-8 with a mark; cells that a spreadsheet would execute
    are guarded with an apostrophe.
    """
    demand(engine, Right.EXPORT)
    yield _csv_line(_COLUMNS, mark=True)
    for row, stands in _rows(engine, chosen):
        yield _csv_line([_cell(value) for value in _cells(row, stands).values()])


def _rows(engine: Engine, chosen: AuditFilter) -> Iterator[tuple[dict[str, Any], CopyResultState]]:
    with Session(engine) as session:
        ids = queries.result_ids(session, chosen.conditions())
    for start in range(0, len(ids), _AT_ONCE):
        lot = ids[start : start + _AT_ONCE]
        with Session(engine) as session:
            acts = acts_on_each(session, lot)
            for result, candidate, audit in queries.whole(session, lot):
                stands = standing(acts.get(result.id or 0, []))
                if audit is not None:
                    row = result_row(audit.verification, audit.steps)
                else:
                    error = result.error or ""
                    said = Sentence(error, result.error_params)
                    row = failed_row(candidate_of(candidate).to_dict(), said)
                checked = {"check": result.check_id, "checked_at": result.checked_at.isoformat()}
                yield {**row, **checked, "review": _review(stands)}, stands


def _review(stands: CopyResultState) -> dict[str, Any]:
    said, repair = stands.verdict, stands.repair
    return {
        "verdict": said.verdict if said else None,
        "verdict_by": said.reviewer if said else None,
        "verdict_at": said.at.isoformat() if said else None,
        "verdict_comment": said.comment if said else "",
        "repair": repair.action if repair else None,
        "repair_step": repair.step if repair else None,
        "repair_text": repair.text if repair else None,
        "repair_by": repair.reviewer if repair else None,
        "repair_at": repair.at.isoformat() if repair else None,
        "repair_comment": repair.comment if repair else "",
    }


def _cells(row: Mapping[str, Any], stands: CopyResultState) -> dict[str, Any]:
    review, candidate = row["review"], row["candidate"]
    decision, audit = row.get("decision", {}), row.get("audit", {})
    comments = (review["verdict_comment"], review["repair_comment"])
    told = {
        "id": row["id"],
        "check": row["check"],
        "verdict": row["verdict"],
        "decided_by": decision.get("decided_by"),
        "masked_reject": decision.get("masked_reject"),
        **{name: row.get(name) for name in ("fact", "compliance", "quality")},
        "codes": " ".join(row.get("codes", ())),
        **{name: candidate[name] for name in ("channel", "locale", "text")},
        "suggested_text": row.get("suggested_text"),
        "suggested_verdict": row.get("suggested_verdict"),
        "claims_checked": row.get("claims_checked"),
        "policy": audit.get("policyVer"),
        "policy_sha256": audit.get("policySha256"),
        "catalogue": audit.get("catalogSnapshot"),
        "checked_for": audit.get("checkedFor") or candidate.get("at") or audit.get("timestamp"),
        "checked_at": row["checked_at"],
        "human_verdict": review["verdict"],
        "human_verdict_by": review["verdict_by"],
        "repair_decision": review["repair"],
        "repair_decision_by": review["repair_by"],
        "final_text": _final_text(row, stands),
        "comment": " / ".join(filter(None, comments)),
        "error": row["error"],
    }
    return {name: told[name] for name in _COLUMNS}


def _final_text(row: Mapping[str, Any], stands: CopyResultState) -> str | None:
    """The text that a person took; None where nobody took one."""
    act = stands.repair
    if act is None or act.action == "reject":
        return None
    if act.text is not None or act.step is None:
        return act.text
    after: str | None = row["fix"]["steps"][act.step]["after"]
    return after


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _csv_line(cells: Any, *, mark: bool = False) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerow([guarded(cell) for cell in cells])
    return out.getvalue().encode("utf-8-sig" if mark else "utf-8")
