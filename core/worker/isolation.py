"""Run suspect items one at a time in a child process, which they may crash.

A shard whose worker died several times holds an item that kills its process, or only ran beside
one. The items run in order: when the child dies, the first item without a result has killed it and
is recorded as crashed, and a new child runs the remaining ones.
"""

import asyncio
import logging
import os
import signal
import sys

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import Sentence
from core.ops.database import using_desk
from core.ops.logs import set_up_logging
from core.queue import Process
from core.queue.engine import Shard
from core.services.records import error_columns
from core.services.runs import Ledger
from core.settings import Settings
from core.worker.heartbeat import watched
from core.worker.processes import exit_with_parent, start_child, wait_for_end
from core.worker.signals import leave_stopping_to_parent
from core.worker.workflows import make_executor
from db import make_engine
from db.queries import runs as rows
from db.queries.runs import Entry

_log = logging.getLogger(__name__)

_NOT_THE_ITEM = 70
"""Exit code of a child that failed outside of any item."""


async def execute_isolated(
    engine: Engine, settings: Settings, ledger: Ledger, shard: Shard
) -> None:
    """Run the shard in child processes until each of its items has a result.

    Raises RuntimeError if a child fails outside of its items.
    """
    while True:
        ids = await asyncio.to_thread(_missing, engine, shard)
        if not ids:
            return
        numbers = map(str, (shard.run_id, shard.plan, *ids))
        child = start_child(settings, "-m", "core.worker.isolation", *numbers)
        try:
            code = await wait_for_end(child)
        finally:
            child.kill()
            child.wait()
        if code == 0:
            return
        if code == _NOT_THE_ITEM:
            raise RuntimeError(f"the child process of {shard.name} failed outside of its items")
        remaining = await asyncio.to_thread(_missing, engine, shard)
        if remaining:
            about = {"run_id": shard.run_id, "item_id": remaining[0]}
            _log.error("an item killed its process", extra=about)
            await ledger.record(
                await asyncio.to_thread(_crash_entry, engine, shard, remaining[0], code)
            )


def _missing(engine: Engine, shard: Shard) -> list[int]:
    """Ids of the shard's items that have no result, in order."""
    with Session(engine) as session:
        return rows.missing(session, shard.run_id, shard.item_ids)


def _crash_entry(engine: Engine, shard: Shard, item_id: int, code: int) -> Entry:
    """The ledger entry of an item whose process ended with exit code `code`."""
    with Session(engine) as session:
        question_id, key = rows.named(session, shard.run_id, item_id)
    cause = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return Entry(
        run_id=shard.run_id,
        question_id=question_id,
        item_key=key,
        outcome="infrastructure",
        reason="crashed",
        **error_columns(
            Sentence(
                "The process handling this item stopped unexpectedly ({cause}).", {"cause": cause}
            )
        ),
    )


async def _execute_in_child(shard: Shard, settings: Settings) -> None:
    engine = make_engine(settings.database_url)
    executor = make_executor(engine, settings, Ledger(engine), "alone")
    with watched(settings, asyncio.get_running_loop()):
        await executor.execute(shard)


def main(arguments: list[str]) -> int:
    """Execute items in this child process; `arguments`: run id, plan and item ids."""
    run_id, plan, *ids = map(int, arguments)
    leave_stopping_to_parent()  # else an item in flight would count as crashed
    exit_with_parent(lambda: os._exit(_NOT_THE_ITEM))
    shard = Shard(run_id, plan, tuple(ids), alone=True)
    try:
        settings = Settings.from_environment()
        set_up_logging(settings)
        with using_desk(settings, Process.WORKER):
            asyncio.run(_execute_in_child(shard, settings))
    except Exception:  # noqa: BLE001 - whatever it was, it must not be blamed on an item
        _log.exception("the items %s", ids, extra={"run_id": run_id})
        return _NOT_THE_ITEM
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
