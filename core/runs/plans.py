"""Cutting what is missing of a run into shards, exactly once per plan."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Engine, update
from sqlmodel import Session, col

from core.runs import engine as durable
from core.runs.engine import Shard
from db.engine import writing
from db.queries import runs as rows
from db.tables import Run

SHARD_SIZE = 25


def shards(
    run_id: int, plan: int, item_ids: Sequence[int], *, alone: bool = False
) -> Iterator[Shard]:
    for start in range(0, len(item_ids), SHARD_SIZE):
        yield Shard(run_id, plan, tuple(item_ids[start : start + SHARD_SIZE]), alone)


def plan_missing(engine: Engine, run_id: int, plan: int, suspects: set[int]) -> bool:
    """Enqueues what the run still misses as the plan after `plan`; False when another did.

    Suspects go into shards that run alone. The plan's number and its shards are one transaction.
    """
    with writing(engine) as session:
        if not _claim_plan(session, run_id, plan):
            return False
        ids = rows.missing(session, run_id)
        for alone in (False, True):
            chosen = [id_ for id_ in ids if (id_ in suspects) is alone]
            durable.enqueue(session, engine, shards(run_id, plan + 1, chosen, alone=alone))
    return True


def _claim_plan(session: Session, run_id: int, plan: int) -> bool:
    claimed = session.execute(
        update(Run)
        .where(col(Run.id) == run_id, col(Run.plan) == plan, col(Run.status).in_(rows.ACTIVE))
        .values(plan=plan + 1)
        .returning(col(Run.id))
    )
    return claimed.first() is not None
