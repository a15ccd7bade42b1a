"""Sets of test cases: imported files, and the packaged red team set."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError
from core.evidence_gate import Case, CaseRole, Turn, read_cases
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from core.text import require_size
from db.queries import gate_runs as queries
from db.tables import GateCase, GateCaseSet

RED_TEAM = Path(__file__).parent / "sample" / "redteam_cases.json"
RED_TEAM_TITLE = "red team"


@dataclass(frozen=True, slots=True)
class CaseSet:
    id: int
    title: str
    file_name: str
    row_count: int
    is_sample: bool
    created_by: str
    created_at: datetime


def add_cases(
    engine: Engine,
    data: bytes,
    *,
    file_name: str,
    title: str = "",
    by: str = "",
    is_sample: bool = False,
    max_bytes: int = 10 * 1024 * 1024,
) -> int:
    """Store a file of cases; return the set's id, or that of an earlier import of the same file.

    Raises InputError with file, field and fix.
    """
    demand(engine, Right.RUN)
    require_size(data, max_bytes, file_name)
    cases = read_cases(data, file_name)
    content_hash = hashlib.sha256(data).hexdigest()

    def store(session: Session) -> int:
        existing_id = queries.set_with(session, content_hash)
        if existing_id is not None:
            return existing_id
        row = GateCaseSet(
            title=title.strip() or Path(file_name).stem,
            file_name=file_name,
            content_hash=content_hash,
            row_count=len(cases),
            is_sample=is_sample,
            created_by=by,
        )
        session.add(row)
        session.flush()
        session.add_all(_row(row.id or 0, case) for case in cases)
        return row.id or 0

    return in_one_transaction(engine, store)


def load_red_team(engine: Engine) -> int:
    """Store the red team's cases unless they are stored already; return the set's id."""
    data = RED_TEAM.read_bytes()
    return add_cases(engine, data, file_name=RED_TEAM.name, title=RED_TEAM_TITLE, is_sample=True)


def list_case_sets(engine: Engine) -> list[CaseSet]:
    """The newest first."""
    with Session(engine) as session:
        return [case_set(row) for row in queries.sets(session)]


def get_case_set(engine: Engine, set_id: int) -> CaseSet:
    """Raises NotFoundError."""
    with Session(engine) as session:
        row = session.get(GateCaseSet, set_id)
        if row is None:
            raise NotFoundError(
                "Case set {id} does not exist. Choose one from the list.", id=set_id
            )
        return case_set(row)


def cases_of(rows: Sequence[GateCase]) -> dict[int, Case]:
    """Cases by row id."""
    return {row.id or 0: _case(row) for row in rows}


def case_set(row: GateCaseSet) -> CaseSet:
    return CaseSet(
        row.id or 0,
        row.title,
        row.file_name,
        row.row_count,
        row.is_sample,
        row.created_by,
        row.created_at,
    )


def _row(set_id: int, case: Case) -> GateCase:
    return GateCase(
        set_id=set_id,
        key=case.key,
        role=case.role.value,
        category=case.category,
        query=case.query,
        expected_mode=case.expected_mode,
        case={
            "language": case.language,
            "tenant_id": case.tenant_id,
            "site_id": case.site_id,
            "npc_id": case.npc_id,
            "history": [[turn.role, turn.text] for turn in case.history],
            "expected_intent": case.expected_intent,
            "forbidden": list(case.forbidden),
            "expected_evidence": case.expected_evidence,
        },
    )


def _case(row: GateCase) -> Case:
    fields = dict(row.case)
    history = tuple(Turn(role, text) for role, text in fields.pop("history"))
    return Case(
        key=row.key,
        role=CaseRole(row.role),
        category=row.category,
        query=row.query,
        expected_mode=row.expected_mode,
        history=history,
        forbidden=tuple(fields.pop("forbidden")),
        **fields,
    )
