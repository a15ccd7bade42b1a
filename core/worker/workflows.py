"""Execute shards: run the items that have no ledger row yet, one commit per item."""

import asyncio
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from core.errors import DeskError, Sentence
from core.llm import AuthenticationFailed, Budget, BudgetUsage, CapGate, CapReached, NoMoreCalls
from core.llm.second_tries import UNREADABLE
from core.queue.engine import Shard
from core.services.runs import (
    AnySpec,
    BookCache,
    ItemRunner,
    Ledger,
    RunOpener,
    control,
    get_run,
    read_spec,
)
from core.settings import Settings
from core.validation import FirstReplies, Outage, RepliesUnreadable
from core.worker.planner import begin, finish
from db import is_transient
from db.queries import runs as rows
from db.queries.runs import ACTIVE, RunState
from db.tables import Run

_log = logging.getLogger(__name__)

_FLAGS_AGE_S = 0.2
_AWAY_S = 0.5


@dataclass
class _OpenRun:
    """A run that this process is working on.

    `slots` bounds the items in flight until they are committed: so many answers at most are lost
    when the process dies. `users`: shards that use the run. `state`: the run's row as last looked
    up, at the monotonic time `state_at`. `halted` counts the times that it was stopped or paused
    here.
    """

    run_id: int
    spec: AnySpec
    runner: ItemRunner[Any]
    slots: asyncio.Semaphore
    gate: CapGate
    first: FirstReplies
    outage: Outage = field(default_factory=Outage)
    users: int = 0
    state: RunState | None = None
    lookup_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    state_at: float = field(default=float("-inf"))
    halted: int = 0

    def halt(self) -> None:
        """Forget the looked-up state after the run was stopped or paused here."""
        self.halted += 1
        self.state = None


class Executor:
    """Executes shards on one event loop; shards of one run share its clients."""

    def __init__(self, engine: Engine, opener: RunOpener, ledger: Ledger, worker: str) -> None:
        self._engine = engine
        self._opener = opener
        self._ledger = ledger
        self._worker = worker
        self._runs: dict[int, _OpenRun] = {}
        self._opening = asyncio.Lock()
        self.stopping = False

    async def execute(self, shard: Shard) -> None:
        """Return once each item of the shard is in the ledger, or the run was paused or stopped.

        A database that is away is waited for: the queue could not record a failure of the shard
        either, and would leave the shard to this worker for as long as it lives.
        """
        while not self.stopping:
            try:
                await self._execute(shard)
            except SQLAlchemyError as error:
                if not is_transient(error):
                    raise
                _log.warning("the database is away, going on later", extra={"run_id": shard.run_id})
                await asyncio.sleep(_AWAY_S)
            else:
                return

    async def _execute(self, shard: Shard) -> None:
        run = await self._open(shard)
        if run is None:
            return
        try:
            await asyncio.to_thread(begin, self._engine, shard.run_id)
            await self._work(run, shard)
        finally:
            await self._release(run)
        await asyncio.to_thread(finish, self._engine, shard.run_id)

    async def _work(self, run: _OpenRun, shard: Shard) -> None:
        items = await asyncio.to_thread(self._missing, run, shard)
        if shard.alone:
            for item in items:
                await self._item(run, shard, item)
            return
        # Not a TaskGroup: when one item fails, it would cancel others' calls that are paid for.
        outcomes = await asyncio.gather(
            *(self._item(run, shard, item) for item in items), return_exceptions=True
        )
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome

    async def _item(self, run: _OpenRun, shard: Shard, item: Any) -> None:
        """Run and record one item; pause or stop its run where the result calls for it."""
        async with run.slots:
            if not await self._may_ask(run, shard):
                return
            reservation = run.gate.reserve()
            try:
                entry = await run.runner.judge(shard.run_id, item, self._worker, reservation)
                await self._ledger.record(entry)
            except AuthenticationFailed as refused:
                await self._stop(run, Sentence.from_error(refused))
                return
            except CapReached as reached:
                await self._pause(run, Sentence.from_error(reached))
                return
            except NoMoreCalls:
                return
            finally:
                await reservation.leave()
            if entry.outcome == "infrastructure":
                about = {"run_id": run.run_id, "item_id": entry.item_key, "worker": self._worker}
                _log.warning("an item has no answer: %s", entry.reason, extra=about)
            readable = entry.outcome in rows.READABLE
            if run.first.saw(entry.reason, readable=readable):
                unreadable = RepliesUnreadable(run.first.unreadable, entry.raw_reply)
                await self._pause(run, Sentence.from_error(unreadable))
            if run.outage.saw(entry.reason) and entry.error:
                await self._stop(run, Sentence(entry.error, entry.error_params))

    async def _may_ask(self, run: _OpenRun, shard: Shard) -> bool:
        """Whether another item may start: the run is active under the shard's plan and no cap is
        reached; a run at its cap is paused.
        """
        if run.state is None:
            async with run.lookup_lock:  # items that begin together share one look-up
                state = run.state or await self._look_up(run)
        elif run.state.is_capped or time.monotonic() - run.state_at > _FLAGS_AGE_S:
            state = await self._look_up(run)
        else:
            state = run.state
        if self.stopping or not _is_wanted(state, shard):
            return False
        cap_message = state and control.cap_reached(state, run.spec.currency)
        if cap_message:
            await self._pause(run, cap_message)
            return False
        return True

    async def _look_up(self, run: _OpenRun) -> RunState | None:
        """Look up the run's state, again if the run was stopped or paused here meanwhile."""
        while True:
            run.state_at = time.monotonic()  # before the look-up, so that others do not repeat it
            halted = run.halted
            state = await asyncio.to_thread(self._state, run.run_id)
            if halted == run.halted:
                run.state = state
                return state

    async def _pause(self, run: _OpenRun, reason: Sentence) -> None:
        await asyncio.to_thread(control.pause_until_resumed, self._engine, run.run_id, reason)
        run.halt()

    async def _spent(self, run_id: int, currency: str) -> tuple[Budget, BudgetUsage]:
        """The run's caps and what the ledger has used of them; no limits for an uncapped run.

        Raises NoMoreCalls if the run is no longer active.
        """
        run = self._runs.get(run_id)
        if run and run.state and not run.state.is_capped:
            return Budget(), BudgetUsage()  # state looked up just before the item began
        state = await asyncio.to_thread(self._state, run_id)
        if self.stopping or state is None or state.status not in ACTIVE:
            raise NoMoreCalls("The run was paused.")
        return control.caps_of(state, currency), BudgetUsage(state.calls, state.tokens, state.cost)

    async def _still_wanted(self, shard: Shard) -> bool:
        state = await asyncio.to_thread(self._state, shard.run_id)
        return not self.stopping and _is_wanted(state, shard)

    async def _stop(self, run: _OpenRun, reason: Sentence) -> None:
        _log.warning("a run is stopped: %s", reason.message, extra={"run_id": run.run_id})
        await asyncio.to_thread(control.stop, self._engine, run.run_id, reason)
        run.halt()

    async def _open(self, shard: Shard) -> _OpenRun | None:
        """The opened run; None if it is not active, or cannot be opened and is stopped for that.

        The state is checked under the lock: shards that waited while another failed to open the
        run must not stop it once more after someone has fixed and resumed it.
        """
        run_id = shard.run_id
        async with self._opening:
            if not await self._still_wanted(shard):
                return None
            run = self._runs.get(run_id)
            if run is None:
                try:
                    spec = await asyncio.to_thread(self._spec, run_id)
                    runner = await self._opener.open(spec, run_id)
                except DeskError as error:
                    _log.warning("a run is stopped", exc_info=error, extra={"run_id": run_id})
                    await asyncio.to_thread(
                        control.stop, self._engine, run_id, Sentence.from_error(error)
                    )
                    return None
                gate = CapGate(partial(self._spent, run_id, spec.currency), runner.planner)
                first = await asyncio.to_thread(self._first, run_id, paid=runner.planner.paid)
                slots = asyncio.Semaphore(spec.concurrency)
                run = _OpenRun(run_id, spec, runner, slots, gate, first)
                self._runs[run_id] = run
            run.users += 1
            return run

    async def _release(self, run: _OpenRun) -> None:
        """End a shard's use of the run; close the run after the last one."""
        run.users -= 1
        if run.users == 0:
            del self._runs[run.run_id]
            await run.runner.aclose()

    def _state(self, run_id: int) -> RunState | None:
        with Session(self._engine) as session:
            return rows.state(session, run_id)

    def _first(self, run_id: int, *, paid: bool) -> FirstReplies:
        """The run's first replies so far, counted in the ledger: other shards may have got some."""
        if not paid:
            return FirstReplies(passed=True)
        with Session(self._engine) as session:
            total = session.get_one(Run, run_id).total
            readable, unreadable = rows.count_first(session, run_id, UNREADABLE)
        return FirstReplies.of_run(total, unreadable=unreadable, passed=readable)

    def _spec(self, run_id: int) -> AnySpec:
        return read_spec(get_run(self._engine, run_id).spec)

    def _missing(self, run: _OpenRun, shard: Shard) -> Sequence[Any]:
        with Session(self._engine) as session:
            ids = rows.missing(session, shard.run_id, shard.item_ids)
            return run.runner.load(session, ids)


def _is_wanted(state: RunState | None, shard: Shard) -> bool:
    """Whether the run is active under the shard's plan; a newer plan has other shards."""
    return state is not None and state.status in ACTIVE and state.plan == shard.plan


def make_executor(engine: Engine, settings: Settings, ledger: Ledger, name: str) -> Executor:
    """An executor that opens runs with these settings and the environment's keys."""
    opener = RunOpener(engine, settings, os.environ, BookCache(engine))
    return Executor(engine, opener, ledger, name)
