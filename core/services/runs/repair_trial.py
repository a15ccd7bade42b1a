"""Try changed settings on one question before a whole run starts with them."""

import os
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import Sentence
from core.llm import Budget, BudgetUsage, CapGate
from core.services.access import Right, demand
from core.services.runs.run_context import BookCache, RunOpener
from core.services.runs.run_spec import RunSpec
from core.settings import Settings
from db import writing
from db.queries import runs as rows


@dataclass(frozen=True, slots=True)
class RepairTrial:
    """Whether the question got a usable reply, in how many calls, and the error if it did not."""

    usable: bool
    calls: int
    error: Sentence | None = None


async def try_repair(
    engine: Engine, settings: Settings, run_id: int, spec: RunSpec, question_id: int
) -> RepairTrial:
    """Ask one question of the run under changed settings, with the usual retries.

    No result is recorded, but a readable reply is stored, so that a run with these settings reuses
    it. Raises DeskError if the settings cannot be used at all.
    """
    demand(engine, Right.RUN)
    opener = RunOpener(engine, settings, os.environ, BookCache(engine))
    runner = await opener.open(spec)
    try:
        with Session(engine) as session:
            (question,) = runner.load(session, [question_id])
        reservation = CapGate(_no_caps, runner.planner).reserve()
        entry = await runner.judge(run_id, question, "", reservation)
        await reservation.leave()
    finally:
        await runner.aclose()
    if entry.reply is not None:
        with writing(engine) as session:
            rows.keep_replies(session, [entry.reply])
    usable = entry.outcome not in rows.UNUSABLE
    error = Sentence(entry.error, entry.error_params) if entry.error else None
    return RepairTrial(usable, entry.attempts, error)


async def _no_caps() -> tuple[Budget, BudgetUsage]:
    return Budget(), BudgetUsage()
