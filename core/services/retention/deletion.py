"""Delete a text or a question set with all rows that depend on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, Sentence
from core.locale import N_
from core.queue.engine import forget_runs
from core.services.access import Right, demand
from core.services.access.audit import DELETED
from core.services.access.principal import event
from core.services.answers.index import clear_outdated, remove_from_index
from core.services.library.sets import no_set
from core.services.library.sources import no_source
from db import empty_log, writing
from db.queries import dependents as rows
from db.tables import QuestionSet, SourceText


class DeletionRoot(StrEnum):
    """What a deletion starts from: a text of the library, or a single question set."""

    SOURCE = "source"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Dependents:
    """What deleting a text or a set would delete. `rows`: counts by table, its own row included.

    `under_way`: (table, id) of each run, case run and answer loop that has not ended.
    """

    root: DeletionRoot
    id: int
    title: str
    is_sample: bool
    rows: Mapping[str, int]
    under_way: tuple[tuple[str, int], ...]


def list_dependents(engine: Engine, root: DeletionRoot, id_: int) -> Dependents:
    """Count what deleting `root` would delete; nothing is deleted.

    Raises NotFoundError, and ForbiddenError for non-admins.
    """
    demand(engine, Right.ADMINISTER)
    with Session(engine) as session:
        return _count_dependents(session, root, id_)


def delete_with_all(engine: Engine, root: DeletionRoot, id_: int, *, confirm: str) -> Dependents:
    """Delete `root` with all dependent rows in one transaction; return what was deleted.

    Runs, decisions and answers are deleted too; the audit log keeps the row counts, who did it and
    when. Raises InputError if `confirm` is not its title, if something on it is still running, or
    if it is a sample, which every start restores; NotFoundError for an unknown one.
    """
    demand(engine, Right.ADMINISTER)
    clear_outdated(engine)
    with writing(engine) as session:
        dependents = _count_dependents(session, root, id_)
        _require_confirmed(dependents, confirm)
        selection = _selection(root, id_)
        run_ids = rows.runs_in(session, selection)
        if root is DeletionRoot.SOURCE:
            remove_from_index(session, id_)
        rows.remove(session, selection)
        detail = {"what": root.value, "id": id_, "title": dependents.title}
        session.add(event(engine, DELETED, **detail, **dependents.rows))
    forget_runs(engine, run_ids)
    empty_log(engine)
    return dependents


def _count_dependents(session: Session, root: DeletionRoot, id_: int) -> Dependents:
    row: SourceText | QuestionSet | None
    if root is DeletionRoot.SOURCE:
        row, missing = session.get(SourceText, id_), no_source(id_)
    else:
        row, missing = session.get(QuestionSet, id_), no_set(id_)
    if row is None:
        raise missing
    selection = _selection(root, id_)
    return Dependents(
        root,
        id_,
        row.title,
        row.is_sample,
        rows.counts(session, selection),
        tuple(rows.under_way(session, selection)),
    )


def _selection(root: DeletionRoot, id_: int) -> rows.Doomed:
    """Select the text or set and all rows that depend on it."""
    return rows.on_source(id_) if root is DeletionRoot.SOURCE else rows.on_set(id_)


_WORK = {
    "run": N_("run {id}"),
    "gate_run": N_("case run {id}"),
    "answer_loop": N_("loop {id}"),
}
"""What may be under way, by its table."""


def require_deletable(dependents: Dependents) -> None:
    """Raises InputError for a sample, and while a run or loop on it has not ended."""
    if dependents.is_sample:
        raise InputError("Samples come with the desk and are restored at every start.")
    if dependents.under_way:
        raise InputError(
            "{what} is still active. Cancel it, or wait until it ends.",
            what=tuple(
                Sentence(_WORK[table], {"id": id_}) for table, id_ in dependents.under_way[:5]
            ),
        )


def _require_confirmed(dependents: Dependents, confirm: str) -> None:
    require_deletable(dependents)
    if confirm.strip() != dependents.title.strip():
        raise InputError("Enter the title “{title}” to confirm.", title=dependents.title)
