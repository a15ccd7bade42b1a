"""The durable queue: the only module that knows DBOS (docs/decisions/0001-durable-runs.md).

A shard is a few dozen items of one run under one plan. The ledger (`core.services.runs.ledger`)
records which items are finished; the queue only assigns shards to workers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from dbos import DBOS, DBOSClient, DBOSConfig, DBOSPortableJSONSerializer, EnqueueOptions
from sqlalchemy import Engine
from sqlmodel import Session

from db import as_operator, for_writing, url_of

QUEUE = "shards"
WORKFLOW = "shard"
WORKER_SHARDS = 8
POLL_S = 0.2
"""Seconds between polls of the queue. A worker holds two rounds of calls; polling twice a second
left it idle a fifth of the time when answers took no time. At this rate an idle worker uses 3 % of
a core.
"""
MAX_RECOVERIES = 3
"""A shard whose worker died suddenly more often than this is isolated as a suspect."""

_VERSION = "1"
"""Pinned, since DBOS's default is a hash of the source: any edit would orphan queued shards."""

_LIVE = ["ENQUEUED", "PENDING"]
_SUSPECT = "MAX_RECOVERY_ATTEMPTS_EXCEEDED"
_OVER = ["SUCCESS", "ERROR", "CANCELLED", _SUSPECT]


@dataclass(frozen=True, slots=True)
class Shard:
    """Items of one run to execute together. `alone`: one item at a time in a child process."""

    run_id: int
    plan: int
    item_ids: tuple[int, ...]
    alone: bool = False

    @property
    def name(self) -> str:
        """The workflow id: equal for equal shards, so that enqueueing twice adds nothing."""
        return f"{_prefix(self.run_id, self.plan)}{self.item_ids[0]}"


Execute = Callable[[Shard], None]


def _prefix(run_id: int, plan: int | None = None) -> str:
    return f"run-{run_id}-" if plan is None else f"run-{run_id}-{plan}-"


def create_tables(engine: Engine) -> None:
    """Create DBOS's tables; safe to call again and from several processes."""
    DBOS.migrate(url_of(engine))


def _client(engine: Engine) -> DBOSClient:
    return _client_of(as_operator(engine))


@cache
def _client_of(engine: Engine) -> DBOSClient:
    return DBOSClient(
        system_database_engine=for_writing(engine),
        serializer=DBOSPortableJSONSerializer(),
        lazy=True,  # connecting now could wait for SQLite's write lock that the caller itself holds
    )


def enqueue(session: Session, engine: Engine, shards: Iterable[Shard]) -> None:
    """Add shards to the queue in the caller's transaction: they exist once it commits."""
    client = _client(engine)
    for shard in shards:
        options = EnqueueOptions(
            workflow_name=WORKFLOW, queue_name=QUEUE, workflow_id=shard.name, app_version=_VERSION
        )
        client.enqueue_in_transaction(
            session, options, shard.run_id, shard.plan, list(shard.item_ids), shard.alone
        )


def is_live(engine: Engine, run_id: int) -> bool:
    """Whether any shard of the run is queued or running."""
    return bool(
        _client(engine).list_workflows(
            workflow_id_prefix=_prefix(run_id),
            status=_LIVE,
            limit=1,
            load_input=False,
            load_output=False,
        )
    )


def suspect_items(engine: Engine, run_id: int, plan: int) -> set[int]:
    """Ids of the items in shards whose worker died more than MAX_RECOVERIES times."""
    workflows = _client(engine).list_workflows(
        workflow_id_prefix=_prefix(run_id, plan), status=_SUSPECT, load_output=False
    )
    return {
        item_id
        for workflow in workflows
        if workflow.input is not None
        for item_id in workflow.input["args"][2]
    }


def cancel_queued(engine: Engine, run_id: int) -> None:
    """Cancel the run's queued shards; running ones see the run's new status and stop."""
    client = _client(engine)
    waiting = client.list_workflows(
        workflow_id_prefix=_prefix(run_id), status="ENQUEUED", load_input=False, load_output=False
    )
    if waiting:
        client.cancel_workflows([workflow.workflow_id for workflow in waiting])


def abandoned_shards(engine: Engine, me: str) -> dict[str, list[Shard]]:
    """Shards in progress on executors other than `me`, by executor id."""
    shards_by_executor: dict[str, list[Shard]] = {}
    for workflow in _client(engine).list_workflows(
        name=WORKFLOW, status="PENDING", load_output=False
    ):
        if workflow.executor_id not in (None, me) and workflow.input is not None:
            run_id, plan, item_ids, alone = workflow.input["args"]
            shard = Shard(run_id, plan, tuple(item_ids), alone)
            shards_by_executor.setdefault(str(workflow.executor_id), []).append(shard)
    return shards_by_executor


def cancel_shards(engine: Engine, shards: Sequence[Shard]) -> None:
    """Cancel shards, so that the planner enqueues their missing items anew."""
    _client(engine).cancel_workflows([shard.name for shard in shards])


def delete_old_shards(engine: Engine, before: datetime) -> int:
    """Delete the queue's record of shards that ended before `before`; return how many."""
    client = _client(engine)
    ended = client.list_workflows(
        name=WORKFLOW,
        status=_OVER,
        completed_before=before.isoformat(),
        load_input=False,
        load_output=False,
    )
    if ended:
        client.delete_workflows([workflow.workflow_id for workflow in ended])
    return len(ended)


def forget_runs(engine: Engine, run_ids: Iterable[int]) -> None:
    """Delete the queue's record of the shards of deleted runs."""
    client = _client(engine)
    for run_id in run_ids:
        shards = client.list_workflows(
            workflow_id_prefix=_prefix(run_id), load_input=False, load_output=False
        )
        if shards:
            client.delete_workflows([shard.workflow_id for shard in shards])


@contextmanager
def launched_executor(
    engine: Engine,
    executor_id: str,
    execute: Execute,
    on_configured: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Execute queued shards in threads until the block ends.

    `on_configured` is called once DBOS has created its loggers. Shards that this executor id left
    unfinished are recovered first. The caller must hold the lock on the id: two processes under
    one id would do the same work twice.
    """
    DBOS(
        config=DBOSConfig(
            name="evidence-desk",
            application_version=_VERSION,
            executor_id=executor_id,
            system_database_url=url_of(engine),
            system_database_engine=for_writing(engine),
            serializer=DBOSPortableJSONSerializer(),
            log_level="WARNING",
            run_migrations=False,
        )
    )

    on_configured()

    @DBOS.workflow(name=WORKFLOW, max_recovery_attempts=MAX_RECOVERIES)
    def shard(run_id: int, plan: int, item_ids: list[int], alone: bool) -> None:
        execute(Shard(run_id, plan, tuple(item_ids), alone))

    # Registered before the launch: otherwise DBOS first polls the queue a second later.
    _client(engine).register_queue(
        QUEUE, worker_concurrency=WORKER_SHARDS, polling_interval_sec=POLL_S
    )
    try:
        DBOS.launch()
        yield
    finally:
        DBOS.destroy(workflow_completion_timeout_sec=1, destroy_registry=True)
