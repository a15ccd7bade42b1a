"""Search all questions, with decisions and reviewers as far as the reader may see them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.review import WANTS_SECOND, fold_acts
from core.services.review.enums import Action, State
from core.services.review.queue import Queue, QueueLine, line_of
from core.services.review.reviewers import reviewer_id
from db.queries import question_locks
from db.queries import queue as queries
from db.queries import review as people


@dataclass(frozen=True, slots=True)
class FoundQuestion:
    """A question in the list of all questions. `hidden`: the reader may still give the blind second
    opinion, so that `decision` and `reviewer` are withheld.
    """

    line: QueueLine
    decision: Action | None
    reviewer: str | None
    assignee: str | None
    hidden: bool


def find_questions(
    engine: Engine, queue: Queue, reader: str | None, number: int = 1, size: int = 25
) -> list[FoundQuestion]:
    """Return page `number` (from 1) of the queue. Without a `reader` all first opinions that wait
    for a second one are hidden, since anybody might still give it.
    """
    with Session(engine) as session:
        where = queue.conditions()
        ids = queries.item_ids(session, where, queue.order, offset=(number - 1) * size, limit=size)
    return read_questions_found(engine, ids, reader)


def read_questions_found(
    engine: Engine, item_ids: Sequence[int], reader: str | None
) -> list[FoundQuestion]:
    """Return these items, in this order; unknown ones are left out."""
    reader_id = reviewer_id(engine, reader) if reader else None
    with Session(engine) as session:
        rows = queries.items(session, item_ids)
        waiting = [state.item_id for *_, state in rows if state.state == WANTS_SECOND]
        hidden = set(_hidden(session, waiting, reader_id))
        names = people.names(
            session, {id_ for *_, row in rows for id_ in (row.reviewer_id, row.assignee_id) if id_}
        )
    questions = list[FoundQuestion]()
    for item, question, verdict, state in rows:
        is_visible = state.item_id not in hidden
        decided = state.decision if is_visible and state.state != State.DISPUTED else None
        questions.append(
            FoundQuestion(
                line=line_of(item, question, verdict, state),
                decision=Action(decided) if decided else None,
                reviewer=names.get(state.reviewer_id or 0) if decided else None,
                assignee=names.get(state.assignee_id or 0),
                hidden=not is_visible,
            )
        )
    return questions


def _hidden(session: Session, waiting: list[int], reader_id: int | None) -> Iterable[int]:
    """Return the items whose first opinion must be hidden from the reader."""
    if reader_id is None:
        return waiting
    acts = question_locks.acts_on(session, waiting)
    return [item_id for item_id in waiting if fold_acts(acts[item_id]).hides_from(reader_id)]
