"""Export all acts of review on a set's questions, over all of its runs."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import jsonl_lines
from core.services.access import Right, demand
from core.services.results.final_status import Snapshot
from core.services.review import Event
from core.services.review.events import event_of
from db.queries import review as queries


def act_lines(engine: Engine, snapshot: Snapshot) -> Iterator[bytes]:
    """Yield the acts up to the moment of `snapshot` as JSONL, oldest first: opinions, final
    decisions, skips, assignments and undone acts (docs/schemas/act.schema.json).
    """
    demand(engine, Right.EXPORT)
    questions = {row.question_id: row for row in snapshot.rows}
    with Session(engine) as session:
        undone = queries.undone_in(session, snapshot.set_id, snapshot.last_act)
        for row, name, assignee, run_id in queries.acts_in(
            session, snapshot.set_id, snapshot.last_act
        ):
            act = event_of(row, name, assignee, undone=row.id in undone, run_id=run_id)
            question = questions[act.question_id]
            yield from jsonl_lines(
                [{"item": question.original.item_key, "line": question.line, **_act_record(act)}]
            )


def _act_record(act: Event) -> dict[str, Any]:
    return {
        "act": act.id,
        "run": act.run_id,
        "action": act.action,
        "by": act.reviewer,
        "at": act.at.isoformat(timespec="seconds"),
        "reasons": [reason.value for reason in act.reasons],
        "comment": act.comment,
        "final": act.is_final,
        "cause": act.cause.value if act.cause else None,
        "blind": act.blind,
        "assigned_to": act.assignee,
        "corrects": act.revision_id is not None,
        "undoes": act.undoes_id,
        "undone": act.undone,
        "batch": act.batch_id,
        "answer": None if act.answer is None else list(act.answer),
    }
