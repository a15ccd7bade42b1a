"""Read and list the stored runs."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, func
from sqlmodel import Session, col, select

from core.errors import NotFoundError
from db.tables import Run


def get_run(engine: Engine, run_id: int) -> Run:
    """Raises NotFoundError."""
    with Session(engine) as session:
        run = session.get(Run, run_id)
    if run is None:
        raise NotFoundError("Run {run_id} does not exist.", run_id=run_id)
    return run


def has_run(engine: Engine, run_id: int) -> bool:
    with Session(engine) as session:
        return session.exec(select(Run.id).where(Run.id == run_id)).first() is not None


def list_runs(
    engine: Engine,
    kind: str = "validation",
    *,
    set_id: int | None = None,
    limit: int = 50,
    offset: int = 0,
) -> Sequence[Run]:
    """Runs of a kind, newest first; only those of one question set if `set_id` is given."""
    newest = select(Run).where(Run.kind == kind).order_by(col(Run.id).desc())
    if set_id is not None:
        newest = newest.where(Run.set_id == set_id)
    with Session(engine) as session:
        return session.exec(newest.offset(offset).limit(limit)).all()


@dataclass(frozen=True, slots=True)
class RunTitle:
    title: str
    is_sample: bool


def run_titles(engine: Engine) -> dict[int, RunTitle]:
    """Titles of all runs of every kind by id, newest first."""
    with Session(engine) as session:
        columns = select(Run.id, Run.title, Run.is_sample)
        rows = session.exec(columns.order_by(col(Run.id).desc()))
        return {id_: RunTitle(title, sample) for id_, title, sample in rows if id_ is not None}


def runs_using(engine: Engine, connection: str) -> set[int]:
    """Ids of the runs that use a connection."""
    uses_connection = col(Run.spec)["connection"].as_string() == connection
    with Session(engine) as session:
        return {run_id for run_id in session.exec(select(Run.id).where(uses_connection)) if run_id}


def sample_runs(engine: Engine) -> Sequence[Run]:
    """The validation runs of the sample library, newest first."""
    query = select(Run).where(Run.kind == "validation", col(Run.is_sample))
    with Session(engine) as session:
        return session.exec(query.order_by(col(Run.id).desc())).all()


def count_runs(engine: Engine, kind: str = "validation") -> int:
    with Session(engine) as session:
        return session.exec(select(func.count()).select_from(Run).where(Run.kind == kind)).one()
