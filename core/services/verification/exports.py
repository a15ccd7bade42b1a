"""Exports of the audit as JSONL and CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import Sentence
from core.questions import guard_formula, jsonl_lines
from core.services.access import Right, demand
from core.services.verification.acts import CopyResultState, acts_on_each, result_state
from core.services.verification.audit import AuditFilter
from core.services.verification.uploads import candidate_of
from core.verification import failed_row, result_row
from db.queries import copy_audit as queries

_BATCH_SIZE = 200

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
    """The complete record of each chosen result, one object per line, in the list's order.

    Described by docs/schemas/copy_result.schema.json: the output of `python -m core verify`, plus
    `check`, `checked_at` and the reviewers' decisions (`review`).
    """
    demand(engine, Right.EXPORT)
    yield from jsonl_lines(row for row, _ in _rows(engine, chosen))


def audit_csv(engine: Engine, chosen: AuditFilter) -> Iterator[bytes]:
    """One row per chosen result, as UTF-8 with a byte order mark; cells that a spreadsheet would
    run as formulas get a leading apostrophe.
    """
    demand(engine, Right.EXPORT)
    yield _csv_line(_COLUMNS, mark=True)
    for row, state in _rows(engine, chosen):
        yield _csv_line([_cell(value) for value in _cells(row, state).values()])


def _rows(engine: Engine, chosen: AuditFilter) -> Iterator[tuple[dict[str, Any], CopyResultState]]:
    with Session(engine) as session:
        ids = queries.result_ids(session, chosen.conditions())
    for start in range(0, len(ids), _BATCH_SIZE):
        batch = ids[start : start + _BATCH_SIZE]
        with Session(engine) as session:
            acts = acts_on_each(session, batch)
            for result, candidate, audit in queries.whole(session, batch):
                state = result_state(acts.get(result.id or 0, []))
                if audit is not None:
                    row = result_row(audit.verification, audit.steps)
                else:
                    error = result.error or ""
                    sentence = Sentence(error, result.error_params)
                    row = failed_row(candidate_of(candidate).to_dict(), sentence)
                checked = {"check": result.check_id, "checked_at": result.checked_at.isoformat()}
                yield {**row, **checked, "review": _review(state)}, state


def _review(state: CopyResultState) -> dict[str, Any]:
    verdict, repair = state.verdict, state.repair
    return {
        "verdict": verdict.verdict if verdict else None,
        "verdict_by": verdict.reviewer if verdict else None,
        "verdict_at": verdict.at.isoformat() if verdict else None,
        "verdict_comment": verdict.comment if verdict else "",
        "repair": repair.action if repair else None,
        "repair_step": repair.step if repair else None,
        "repair_text": repair.text if repair else None,
        "repair_by": repair.reviewer if repair else None,
        "repair_at": repair.at.isoformat() if repair else None,
        "repair_comment": repair.comment if repair else "",
    }


def _cells(row: Mapping[str, Any], state: CopyResultState) -> dict[str, Any]:
    review, candidate = row["review"], row["candidate"]
    decision, audit = row.get("decision", {}), row.get("audit", {})
    comments = (review["verdict_comment"], review["repair_comment"])
    cells = {
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
        "final_text": _final_text(row, state),
        "comment": " / ".join(filter(None, comments)),
        "error": row["error"],
    }
    return {name: cells[name] for name in _COLUMNS}


def _final_text(row: Mapping[str, Any], state: CopyResultState) -> str | None:
    """The text that a reviewer accepted or wrote; None without one."""
    act = state.repair
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
    csv.writer(out).writerow([guard_formula(cell) for cell in cells])
    return out.getvalue().encode("utf-8-sig" if mark else "utf-8")
