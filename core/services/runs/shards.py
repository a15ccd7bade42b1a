"""Cut the missing items of a run into shards, exactly once per plan."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Engine, update
from sqlmodel import Session, col

from core.queue import engine as durable
from core.queue.engine import Shard
from core.services.runs.run_spec import read_spec
from db import writing
from db.queries import runs as rows
from db.tables import Run

_LEAST = 25
_CALLS = 2
"""Items in a worker's shards per concurrent call, so that calls never pause while one shard ends
and the next is taken from the queue.
"""


def cut_shards(
    run_id: int, plan: int, item_ids: Sequence[int], *, concurrency: int, alone: bool = False
) -> Iterator[Shard]:
    """Cut items into shards of one plan; `concurrency`: number of concurrent calls of the run."""
    size = max(_LEAST, _CALLS * concurrency // durable.WORKER_SHARDS)
    for start in range(0, len(item_ids), size):
        yield Shard(run_id, plan, tuple(item_ids[start : start + size]), alone)


def plan_missing(engine: Engine, run_id: int, plan: int, suspects: set[int]) -> bool:
    """Enqueue the run's missing items under plan number `plan` + 1; False if another worker did.

    `suspects`: ids of items that go into shards which run alone. The plan's number and its shards
    are written in one transaction.
    """
    with writing(engine) as session:
        if not _claim_plan(session, run_id, plan):
            return False
        ids = rows.missing(session, run_id)
        concurrency = read_spec(session.get_one(Run, run_id).spec).concurrency
        for alone in (False, True):
            chosen = [id_ for id_ in ids if (id_ in suspects) is alone]
            planned = cut_shards(run_id, plan + 1, chosen, concurrency=concurrency, alone=alone)
            durable.enqueue(session, engine, planned)
    return True


def _claim_plan(session: Session, run_id: int, plan: int) -> bool:
    """Increment the run's plan number from `plan`; False if the run changed or is not active."""
    claimed = session.execute(
        update(Run)
        .where(col(Run.id) == run_id, col(Run.plan) == plan, col(Run.status).in_(rows.ACTIVE))
        .values(plan=plan + 1)
        .returning(col(Run.id))
    )
    return claimed.first() is not None
