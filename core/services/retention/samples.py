"""Remove the sample library permanently."""

from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError
from core.queue.engine import forget_runs
from core.services.access import SAMPLES_REMOVED, Right, demand, has_happened
from core.services.access.principal import event
from core.services.answers.index import clear_outdated, remove_from_index
from db import empty_log, writing
from db.queries import dependents as rows
from db.tables import QuestionSet, Run


@dataclass(frozen=True, slots=True)
class SampleLibrary:
    """The samples that have not been removed. `own_runs`: users' runs on sample sets; `own_sets`:
    users' sets on sample novels. Both are removed together with the samples.
    """

    novels: int
    questions: int
    runs: int
    own_runs: int
    own_sets: int


def sample_library(engine: Engine) -> SampleLibrary | None:
    """Count the sample library; None if it was never loaded or has been removed."""
    with Session(engine) as session:
        samples = session.exec(select(QuestionSet).where(col(QuestionSet.is_sample))).all()
        if not samples:
            return None
        sources = {row.source_id for row in samples}
        sets = session.exec(select(QuestionSet).where(col(QuestionSet.source_id).in_(sources)))
        is_sample_by_set = {row.id: row.is_sample for row in sets}
        runs = session.exec(
            select(Run.is_sample).where(col(Run.set_id).in_(is_sample_by_set))
        ).all()
    return SampleLibrary(
        novels=len(sources),
        questions=sum(row.row_count for row in samples),
        runs=sum(runs),
        own_runs=len(runs) - sum(runs),
        own_sets=len(is_sample_by_set) - sum(is_sample_by_set.values()),
    )


def are_samples_removed(engine: Engine) -> bool:
    """Whether an admin removed the samples, so that the next start does not restore them."""
    return has_happened(engine, SAMPLES_REMOVED)


def remove_samples(engine: Engine) -> None:
    """Delete the sample novels with all dependent rows, in one transaction.

    Raises InputError while a run on them has not ended, ForbiddenError for non-admins.
    """
    demand(engine, Right.ADMINISTER)
    clear_outdated(engine)
    run_ids: list[int] = []
    with writing(engine) as session:
        query = select(QuestionSet.source_id).where(col(QuestionSet.is_sample)).distinct()
        sources = [source_id for source_id in session.exec(query) if source_id is not None]
        selections = [rows.on_source(source_id) for source_id in sources]
        if any(True for selection in selections for _ in rows.under_way(session, selection)):
            raise InputError("A sample run is still active. Cancel it, or wait until it ends.")
        for source_id, selection in zip(sources, selections, strict=True):
            run_ids += rows.runs_in(session, selection)
            remove_from_index(session, source_id)
            rows.remove(session, selection)
        session.add(event(engine, SAMPLES_REMOVED, novels=len(sources), runs=len(run_ids)))
    forget_runs(engine, run_ids)
    empty_log(engine)
