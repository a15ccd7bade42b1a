"""A question that leaked waits for a reviewer once, however often it was asked without evidence."""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

from db.queries.runs import Entry
from db.tables import Run, RunItem

LEAKED = "leaked"
"""The reason of a question that was answered without its evidence."""


def leaks_once(session: Session, entries: Sequence[Entry]) -> list[Entry]:
    """The entries to write: of a question's leaks in a run the first, written or to be written,
    waits; the others are answers like any. Every one of them stays told by its depth result.
    """
    runs = {entry.run_id for entry in entries if entry.reason == LEAKED}
    if not runs:
        return list(entries)
    # On PostgreSQL another worker may be writing the same question's leak; SQLite has one writer.
    locked = select(Run.id).where(col(Run.id).in_(runs)).order_by(col(Run.id))
    session.exec(locked.with_for_update()).all()
    questions = {entry.question_id for entry in entries if entry.reason == LEAKED}
    waiting = set(
        session.exec(
            select(RunItem.run_id, RunItem.question_id).where(
                col(RunItem.run_id).in_(runs),
                col(RunItem.question_id).in_(questions),
                RunItem.reason == LEAKED,
            )
        )
    )
    written: list[Entry] = []
    for entry in entries:
        place = (entry.run_id, entry.question_id)
        again = entry.reason == LEAKED and place in waiting
        written.append(replace(entry, outcome="answered", reason=None) if again else entry)
        if entry.reason == LEAKED:
            waiting.add(place)
    return written
