"""Runs of a case set with the gate on, off or both, to compare leaks and over-refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError, Sentence
from core.evidence_gate import Case, CaseOutcome, CaseRole, GateStatus
from core.queue import start_once
from core.services.access import Right, demand
from core.services.answers.case_sets import CaseSet, case_set, cases_of, get_case_set
from core.settings import GATE_POLICIES
from core.stats import Conclusion
from db import writing
from db.queries import gate_runs as queries
from db.queries import leases
from db.tables import GateRun, now


class Arm(StrEnum):
    """With the evidence gate, or without it (source 002, P5)."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class GateRunSpec:
    """Settings of a run. `connection` writes the answers; None: the connection of each NPC.

    `threshold`, `min_citations` and `policy` are copied from the gate's settings at the start, so
    that the record shows what was measured.
    """

    arms: tuple[Arm, ...]
    connection: str | None
    threshold: float
    min_citations: int
    policy: str = GATE_POLICIES[0]

    def to_dict(self) -> dict[str, Any]:
        return {
            "arms": [arm.value for arm in self.arms],
            "connection": self.connection,
            "threshold": self.threshold,
            "min_citations": self.min_citations,
            "policy": self.policy,
        }

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "GateRunSpec":
        return cls(**{**stored, "arms": tuple(map(Arm, stored["arms"]))})


@dataclass(frozen=True, slots=True)
class StoredGateRun:
    """A run with its counts: `done` of `total` answers exist, `failed` of them for an error of the
    system. `status`: as in `core.services.verification.checks.Check`.
    """

    id: int
    cases: CaseSet
    spec: GateRunSpec
    status: str
    done: int
    failed: int
    total: int
    created_by: str
    created_at: datetime
    finished_at: datetime | None
    error: Sentence | None

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "stopped", "cancelled")

    @property
    def conclusion(self) -> Conclusion:
        return Conclusion(self.status, self.total, self.failed, self.done)


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The answer to one case in one arm."""

    case: Case
    arm: Arm
    trace_id: str
    answer_text: str
    policy_mode: str
    gate_status: str
    outcome: CaseOutcome


def start_gate_run(
    engine: Engine,
    set_id: int,
    spec: GateRunSpec,
    *,
    by: str = "",
    idempotency_key: str | None = None,
) -> int:
    """Store a run and return its id; a worker executes it.

    Raises NotFoundError for an unknown set, InputError for no arm or the same arm twice.
    """
    demand(engine, Right.RUN)
    cases = get_case_set(engine, set_id)
    if not spec.arms or len(set(spec.arms)) < len(spec.arms):
        raise InputError("Choose the gate on, off, or both.", field="arms")
    row = GateRun(
        set_id=set_id,
        spec=spec.to_dict(),
        total=cases.row_count * len(spec.arms),
        created_by=by,
        idempotency_key=idempotency_key,
    )
    return start_once(engine, row)


def get_gate_run(engine: Engine, run_id: int) -> StoredGateRun:
    """Raises NotFoundError."""
    with Session(engine) as session:
        row = session.get(GateRun, run_id)
        if row is None:
            raise NotFoundError(
                "Case run {id} does not exist. Choose one from the list.", id=run_id
            )
        return _runs(session, [row])[0]


def list_gate_runs(engine: Engine, *, limit: int = 50, offset: int = 0) -> list[StoredGateRun]:
    """Runs, newest first."""
    with Session(engine) as session:
        return _runs(session, queries.runs(session, limit, offset))


def cancel_gate_run(engine: Engine, run_id: int) -> None:
    """Ask no further case of a run; its answers so far stay. Raises InputError if it has ended."""
    demand(engine, Right.RUN)
    values = {"status": "cancelled", "finished_at": now(), "lease_until": None}
    if not _changed(engine, run_id, leases.ACTIVE, values):
        raise InputError("The run has ended and cannot be cancelled.")


def resume_gate_run(engine: Engine, run_id: int) -> None:
    """Queue a cancelled or stopped run again, for its cases without an answer.

    Raises InputError for a run in another state.
    """
    demand(engine, Right.RUN)
    values: dict[str, Any] = {
        "status": "queued",
        "finished_at": None,
        "error": None,
        "error_params": {},
    }
    if not _changed(engine, run_id, ("cancelled", "stopped"), values):
        raise InputError("Only a cancelled or stopped run can be resumed.")


def answers_of(engine: Engine, run_id: int) -> list[CaseAnswer]:
    """Answers of a run in the file's order, the gate on before the gate off."""
    with Session(engine) as session:
        rows = queries.answers(session, run_id)
        cases = cases_of([case for case, _ in rows])
        return [
            CaseAnswer(
                case=cases[case.id or 0],
                arm=Arm(trace.arm),
                trace_id=trace.trace_id,
                answer_text=trace.answer_text,
                policy_mode=trace.policy_mode,
                gate_status=trace.gate_status,
                outcome=_outcome(trace.outcome),
            )
            for case, trace in rows
        ]


def outcome_record(outcome: CaseOutcome) -> dict[str, Any]:
    return {
        "role": outcome.role.value,
        "failed": outcome.failed,
        "leaked": outcome.leaked,
        "over_refused": outcome.over_refused,
        "unanswered": outcome.unanswered,
        "as_expected": outcome.as_expected,
        "intent_as_expected": outcome.intent_as_expected,
        "evidence_cited": outcome.evidence_cited,
    }


def _outcome(stored: dict[str, Any]) -> CaseOutcome:
    return CaseOutcome(**{**stored, "role": CaseRole(stored["role"])})


def _changed(engine: Engine, run_id: int, allowed: Sequence[str], values: dict[str, Any]) -> bool:
    """Write `values` if the run's status is `allowed`; return whether. Raises NotFoundError."""
    with writing(engine) as session:
        if leases.change(session, GateRun, run_id, allowed, values):
            return True
    get_gate_run(engine, run_id)
    return False


def _runs(session: Session, rows: Sequence[GateRun]) -> list[StoredGateRun]:
    counts = queries.counts(session, [row.id or 0 for row in rows], GateStatus.ERROR)
    sets = queries.sets_named(session, {row.set_id for row in rows})
    return [_run(row, case_set(sets[row.set_id]), *counts.get(row.id or 0, (0, 0))) for row in rows]


def _run(row: GateRun, cases: CaseSet, done: int, failed: int) -> StoredGateRun:
    return StoredGateRun(
        id=row.id or 0,
        cases=cases,
        spec=GateRunSpec.from_dict(row.spec),
        status=row.status,
        done=done,
        failed=failed,
        total=row.total,
        created_by=row.created_by,
        created_at=row.created_at,
        finished_at=row.finished_at,
        error=Sentence(row.error, row.error_params) if row.error else None,
    )
