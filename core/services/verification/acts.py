"""Reviewers' acts on a result, read from the append-only events, oldest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import Session

from core.verification import Verdict, Verification
from db.queries import copy_acts as queries
from db.tables import CopyEvent


class RepairAction(StrEnum):
    """A reviewer's decision on a repair: accept its text, write another, or reject it."""

    ACCEPT = "accept"
    EDIT = "edit"
    REJECT = "reject"


VERDICT, UNDO = "verdict", "undo"


@dataclass(frozen=True, slots=True)
class CopyAct:
    """One act of a reviewer; `action` is VERDICT, UNDO or a RepairAction on repair `step`, from 0.

    An edit carries its `text` and that text's `verification`; `undone` marks an undone act.
    """

    id: int
    result_id: int
    reviewer: str
    action: str
    at: datetime
    comment: str = ""
    step: int | None = None
    verdict: Verdict | None = None
    text: str | None = None
    verification: Verification | None = None
    undoes_id: int | None = None
    undone: bool = False

    @property
    def is_of_repair(self) -> bool:
        return self.action in set(RepairAction)


@dataclass(frozen=True, slots=True)
class CopyResultState:
    """The latest verdict and the latest act on a repair that are not undone; None without one."""

    verdict: CopyAct | None
    repair: CopyAct | None


def result_state(acts: Sequence[CopyAct]) -> CopyResultState:
    live = [act for act in acts if not act.undone and act.action != UNDO]
    return CopyResultState(
        next((act for act in reversed(live) if act.action == VERDICT), None),
        next((act for act in reversed(live) if act.is_of_repair), None),
    )


def acts_on(session: Session, result_id: int) -> list[CopyAct]:
    """Every act on a result, oldest first."""
    return _acts(queries.events(session, [result_id]))


def acts_on_each(session: Session, result_ids: Sequence[int]) -> dict[int, list[CopyAct]]:
    """Result id -> its acts, oldest first; results without acts are left out."""
    acts: dict[int, list[CopyAct]] = {}
    for act in _acts(queries.events(session, result_ids)):
        acts.setdefault(act.result_id, []).append(act)
    return acts


def _acts(rows: Sequence[tuple[CopyEvent, str]]) -> list[CopyAct]:
    undone = {row.undoes_id for row, _name in rows if row.undoes_id is not None}
    return [
        CopyAct(
            id=row.id or 0,
            result_id=row.result_id,
            reviewer=name,
            action=row.action,
            at=row.created_at,
            comment=row.comment,
            step=row.step,
            verdict=Verdict(row.verdict) if row.verdict else None,
            text=row.text,
            verification=Verification.from_dict(row.verification) if row.verification else None,
            undoes_id=row.undoes_id,
            undone=row.id in undone,
        )
        for row, name in rows
    ]
