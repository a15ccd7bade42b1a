"""Deleting a text or a question set with all that hangs on it."""

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
from core.services.answers.index import clear_outdated, forget_in
from core.services.library.sets import no_set
from core.services.library.sources import no_source
from db.engine import empty_log, writing
from db.queries import dependents as rows
from db.tables import QuestionSet, SourceText


class DeletionRoot(StrEnum):
    """What can be deleted: a text of the library, or a question set alone."""

    SOURCE = "source"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Dependents:
    """A text or a set, and how many rows of which table go with it, its own included.

    `under_way`: tables and ids of runs, runs of cases and loops that are not over.
    """

    root: DeletionRoot
    id: int
    title: str
    is_sample: bool
    rows: Mapping[str, int]
    under_way: tuple[tuple[str, int], ...]


def list_dependents(engine: Engine, root: DeletionRoot, id_: int) -> Dependents:
    """Raises NotFoundError, and ForbiddenError for anybody but an admin."""
    demand(engine, Right.ADMINISTER)
    with Session(engine) as session:
        return _hanging(session, root, id_)


def delete_with_all(engine: Engine, root: DeletionRoot, id_: int, *, confirm: str) -> Dependents:
    """Deletes it with all that hangs on it, in one transaction, and returns what went.

    `confirm` is its title. What was asked, decided and answered goes too; the audit keeps how much
    it was, by whom and when. Raises InputError where the title is another, something is under way,
    or the text is the sample's, which every start brings back; NotFoundError.
    """
    demand(engine, Right.ADMINISTER)
    clear_outdated(engine)
    with writing(engine) as session:
        found = _hanging(session, root, id_)
        _refuse(found, confirm)
        doomed = _doomed(root, id_)
        run_ids = rows.runs_in(session, doomed)
        if root is DeletionRoot.SOURCE:
            forget_in(session, id_)
        rows.remove(session, doomed)
        said = {"what": root.value, "id": id_, "title": found.title}
        session.add(event(engine, DELETED, **said, **found.rows))
    forget_runs(engine, run_ids)
    empty_log(engine)
    return found


def _hanging(session: Session, root: DeletionRoot, id_: int) -> Dependents:
    row: SourceText | QuestionSet | None
    if root is DeletionRoot.SOURCE:
        row, missing = session.get(SourceText, id_), no_source(id_)
    else:
        row, missing = session.get(QuestionSet, id_), no_set(id_)
    if row is None:
        raise missing
    doomed = _doomed(root, id_)
    return Dependents(
        root,
        id_,
        row.title,
        row.is_sample,
        rows.counts(session, doomed),
        tuple(rows.under_way(session, doomed)),
    )


def _doomed(root: DeletionRoot, id_: int) -> rows.Doomed:
    return rows.on_source(id_) if root is DeletionRoot.SOURCE else rows.on_set(id_)


_WORK = {
    "run": N_("run {id}"),
    "gate_run": N_("case run {id}"),
    "answer_loop": N_("loop {id}"),
}
"""What may be under way, by its table."""


def require_deletable(found: Dependents) -> None:
    """Raises InputError for the desk's own samples, and where something is under way."""
    if found.is_sample:
        raise InputError("Samples come with the desk and are restored at every start.")
    if found.under_way:
        raise InputError(
            "{what} is still active. Cancel it, or wait until it ends.",
            what=tuple(Sentence(_WORK[table], {"id": id_}) for table, id_ in found.under_way[:5]),
        )


def _refuse(found: Dependents, confirm: str) -> None:
    require_deletable(found)
    if confirm.strip() != found.title.strip():
        raise InputError("Enter the title “{title}” to confirm.", title=found.title)
