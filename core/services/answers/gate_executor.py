"""Execute runs of test cases; each answer is committed on its own, so a crash loses only those in
flight.
"""

import asyncio
import logging
import threading
from dataclasses import replace
from uuid import uuid4

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session

from core.evidence_gate import Case, ChatRequest, outcome_of
from core.queue import Lease, LostError, work_on
from core.services.answers.answer_context import AnswerContext
from core.services.answers.case_sets import cases_of
from core.services.answers.chats import answer_unstored, trace_row
from core.services.answers.gate_runs import (
    Arm,
    GateRunSpec,
    StoredGateRun,
    get_gate_run,
    outcome_record,
)
from core.services.answers.profiles import answerer
from core.settings import Settings
from db import writing
from db.queries import gate_runs as queries
from db.tables import GateRun

BATCH_SIZE = 8
"""Cases asked concurrently."""

_log = logging.getLogger(__name__)


def run_gate_cases(
    desk: AnswerContext,
    run_id: int,
    *,
    worker: str | None = None,
    stop: threading.Event | None = None,
) -> bool:
    """Ask the missing cases of a run; return whether it is done now. Must not be called from a
    running event loop.

    A run that cannot go on, for instance for a missing NPC, is stopped with the reason. Raises
    NotFoundError for an unknown run, and errors of the database: the run is then resumed later.
    """
    lease = Lease(desk.engine, GateRun, run_id, worker or f"here-{uuid4().hex[:8]}")
    if not lease.take():
        get_gate_run(desk.engine, run_id)
        return False
    try:
        run = get_gate_run(desk.engine, run_id)
        run_desk = _with_gate_of(desk, run.spec)
        with lease.kept_alive():
            finished = asyncio.run(_work(run_desk, run, lease, stop or threading.Event()))
        if finished:
            return lease.finish()
        lease.give_back()
    except LostError:
        return False
    except (DBAPIError, NoConnectionFree):
        raise
    except Exception as error:  # noqa: BLE001 - stored as the run's error; other runs go on
        _log.error("a run of cases is stopped", exc_info=error, extra={"run_id": run_id})
        lease.stop(error)
    return False


def _with_gate_of(desk: AnswerContext, spec: GateRunSpec) -> AnswerContext:
    """The context with the gate settings stored in the run, not those of this worker."""
    settings = replace(
        desk.settings,
        gate_threshold=spec.threshold,
        gate_min_citations=spec.min_citations,
        gate_policy=spec.policy,
    )
    return replace(desk, settings=settings)


async def _work(
    desk: AnswerContext, run: StoredGateRun, lease: Lease, stop: threading.Event
) -> bool:
    """Ask the missing cases in batches; False if `stop` was set before the last one."""
    try:
        for arm in run.spec.arms:
            last_id = 0
            while batch := _missing(desk.engine, run, arm, last_id):
                if stop.is_set():
                    return False
                await asyncio.gather(
                    *(_ask(desk, run, lease, arm, id_, case) for id_, case in batch.items())
                )
                last_id = max(batch)
        return True
    finally:
        await desk.aclose()


def _missing(engine: Engine, run: StoredGateRun, arm: Arm, last_id: int) -> dict[int, Case]:
    """The next BATCH_SIZE cases without an answer in this arm, by id; ids above `last_id` only."""
    with Session(engine) as session:
        return cases_of(
            queries.missing(session, run.id, run.cases.id, arm.value, last_id, BATCH_SIZE)
        )


async def _ask(
    desk: AnswerContext, run: StoredGateRun, lease: Lease, arm: Arm, case_id: int, case: Case
) -> None:
    responder = await asyncio.to_thread(
        answerer, desk.engine, case.tenant_id, case.site_id, case.npc_id
    )
    request = ChatRequest(
        tenant_id=case.tenant_id, site_id=case.site_id, npc_id=case.npc_id, query=case.query
    )
    reply = await answer_unstored(
        desk,
        responder,
        request,
        case.history,
        gate_on=arm is Arm.ON,
        connection=run.spec.connection,
    )
    outcome = outcome_of(case, reply)
    row = trace_row(
        responder,
        case.query,
        reply,
        run_id=run.id,
        case_id=case_id,
        arm=arm.value,
        outcome=outcome_record(outcome),
    )
    await asyncio.to_thread(_store, desk.engine, lease, row)


def _store(engine: Engine, lease: Lease, row: object) -> None:
    with writing(engine) as session:
        lease.hold(session)
        session.add(row)


def work_on_gate_runs(
    engine: Engine, worker: str, stop: threading.Event, *, settings: Settings
) -> None:
    """Work on case runs that no worker holds, one after the other, until `stop` is set."""

    def work(run_id: int) -> None:
        run_gate_cases(AnswerContext(settings), run_id, worker=worker, stop=stop)

    work_on(engine, GateRun, worker, stop, work)
