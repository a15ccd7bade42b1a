"""Queries of case sets, case runs and their answers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, case, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import AnswerTrace, GateCase, GateCaseSet, GateRun


def set_with(session: Session, content_hash: str) -> int | None:
    query = select(GateCaseSet.id).where(GateCaseSet.content_hash == content_hash)
    return session.exec(query).first()


def sets(session: Session) -> Sequence[GateCaseSet]:
    return session.exec(select(GateCaseSet).order_by(col(GateCaseSet.id).desc())).all()


def runs(session: Session, limit: int, offset: int) -> Sequence[GateRun]:
    """Case runs, newest first."""
    query = select(GateRun).order_by(col(GateRun.id).desc())
    return session.exec(query.offset(offset).limit(limit)).all()


def sets_named(session: Session, ids: Collection[int]) -> dict[int, GateCaseSet]:
    rows = session.exec(select(GateCaseSet).where(col(GateCaseSet.id).in_(ids)))
    return {row.id or 0: row for row in rows}


def counts(session: Session, ids: Sequence[int], failed: str) -> dict[int, tuple[int, int]]:
    """run id -> (number of answers, number of answers with the gate status `failed`)."""
    query = (
        columns(
            col(AnswerTrace.run_id),
            func.count(),
            func.count(case((col(AnswerTrace.gate_status) == failed, 1))),
        )
        .where(col(AnswerTrace.run_id).in_(ids))
        .group_by(col(AnswerTrace.run_id))
    )
    return {int(run_id): (int(n), int(bad)) for run_id, n, bad in session.execute(query)}


def missing(
    session: Session, run_id: int, set_id: int, arm: str, after: int, limit: int
) -> Sequence[GateCase]:
    """Cases with ids above `after` that have no answer in this arm yet."""
    query = (
        select(GateCase)
        .outerjoin(
            AnswerTrace,
            and_(
                col(AnswerTrace.run_id) == run_id,
                col(AnswerTrace.case_id) == col(GateCase.id),
                col(AnswerTrace.arm) == arm,
            ),
        )
        .where(GateCase.set_id == set_id, col(GateCase.id) > after, col(AnswerTrace.id).is_(None))
    )
    return session.exec(query.order_by(col(GateCase.id)).limit(limit)).all()


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer of a case run without its `record`, which is many times longer."""

    arm: str
    trace_id: str
    answer_text: str
    policy_mode: str
    gate_status: str
    outcome: dict[str, Any]


def answers(session: Session, run_id: int) -> list[tuple[GateCase, AnswerLine]]:
    """Every answered case with its answer, in the file's order, the gate on before the gate off."""
    selected = (
        *(AnswerTrace.arm, AnswerTrace.trace_id, AnswerTrace.answer_text),
        *(AnswerTrace.policy_mode, AnswerTrace.gate_status, AnswerTrace.outcome),
    )
    query = (
        columns(GateCase, *map(col, selected))
        .join(AnswerTrace, col(AnswerTrace.case_id) == col(GateCase.id))
        .where(col(AnswerTrace.run_id) == run_id)
        .order_by(col(GateCase.id), col(AnswerTrace.arm).desc())
    )
    return [(case, AnswerLine(*line)) for case, *line in session.execute(query)]
