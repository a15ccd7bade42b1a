"""Queue a leaked question for review once, however often it was answered without evidence."""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

from db.queries.runs import Entry
from db.tables import Run, RunItem

LEAKED = "leaked"
"""The reason of a question that was answered without its evidence."""


def leaks_once(session: Session, entries: Sequence[Entry]) -> list[Entry]:
    """The entries to write: only the first leak of a question in a run, stored or new, stays
    "failed" and waits for review; further ones become "answered". Their depth results still record
    each leak.
    """
    run_ids = {entry.run_id for entry in entries if entry.reason == LEAKED}
    if not run_ids:
        return list(entries)
    # On PostgreSQL another worker may be writing the same question's leak; SQLite has one writer.
    locked = select(Run.id).where(col(Run.id).in_(run_ids)).order_by(col(Run.id))
    session.exec(locked.with_for_update()).all()
    question_ids = {entry.question_id for entry in entries if entry.reason == LEAKED}
    leaked = set(
        session.exec(
            select(RunItem.run_id, RunItem.question_id).where(
                col(RunItem.run_id).in_(run_ids),
                col(RunItem.question_id).in_(question_ids),
                RunItem.reason == LEAKED,
            )
        )
    )
    written: list[Entry] = []
    for entry in entries:
        key = (entry.run_id, entry.question_id)
        is_repeated = entry.reason == LEAKED and key in leaked
        written.append(replace(entry, outcome="answered", reason=None) if is_repeated else entry)
        if entry.reason == LEAKED:
            leaked.add(key)
    return written
