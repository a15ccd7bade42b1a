"""Taking the sample library out of the desk, for good."""

from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError
from core.queue.engine import forget_runs
from core.services.access import SAMPLES_REMOVED, Right, demand, has_happened
from core.services.access.principal import event
from core.services.answers.index import clear_outdated, forget_in
from db.engine import empty_log, writing
from db.queries import dependents as rows
from db.tables import QuestionSet, Run


@dataclass(frozen=True, slots=True)
class SampleLibrary:
    """What came with the desk and is still there. `own_runs`: runs of people on its sets, and
    `own_sets`: their sets on its novels, which go with it.
    """

    novels: int
    questions: int
    runs: int
    own_runs: int
    own_sets: int


def sample_library(engine: Engine) -> SampleLibrary | None:
    """None where there is none, or no more."""
    with Session(engine) as session:
        samples = session.exec(select(QuestionSet).where(col(QuestionSet.is_sample))).all()
        if not samples:
            return None
        sources = {row.source_id for row in samples}
        sets = session.exec(select(QuestionSet).where(col(QuestionSet.source_id).in_(sources)))
        on_them = {row.id: row.is_sample for row in sets}
        runs = session.exec(select(Run.is_sample).where(col(Run.set_id).in_(on_them))).all()
    return SampleLibrary(
        novels=len(sources),
        questions=sum(row.row_count for row in samples),
        runs=sum(runs),
        own_runs=len(runs) - sum(runs),
        own_sets=len(on_them) - sum(on_them.values()),
    )


def are_samples_removed(engine: Engine) -> bool:
    """Whether somebody has taken them out: a start does not bring them back then."""
    return has_happened(engine, SAMPLES_REMOVED)


def remove_samples(engine: Engine) -> None:
    """Delete the sample novels with all that hangs on them, in one transaction. Raises InputError
    while something of theirs is under way, and ForbiddenError for anybody but an admin.
    """
    demand(engine, Right.ADMINISTER)
    clear_outdated(engine)
    run_ids: list[int] = []
    with writing(engine) as session:
        wanted = select(QuestionSet.source_id).where(col(QuestionSet.is_sample)).distinct()
        sources = [source_id for source_id in session.exec(wanted) if source_id is not None]
        doomed = [rows.on_source(source_id) for source_id in sources]
        if any(True for one in doomed for _ in rows.under_way(session, one)):
            raise InputError("A sample run is still active. Cancel it, or wait until it ends.")
        for source_id, one in zip(sources, doomed, strict=True):
            run_ids += rows.runs_in(session, one)
            forget_in(session, source_id)
            rows.remove(session, one)
        session.add(event(engine, SAMPLES_REMOVED, novels=len(sources), runs=len(run_ids)))
    forget_runs(engine, run_ids)
    empty_log(engine)
