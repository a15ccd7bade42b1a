"""Revalidate a corrected question with its run's connection, prompt and settings."""

import asyncio
import logging
import os
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock, Thread

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from core.errors import DeskError, InputError, NotFoundError, Sentence
from core.llm import AuthenticationFailed, Budget, BudgetUsage, CapGate, FailureKind
from core.questions import Question
from core.services.access import Right, as_operator, demand
from core.services.records import error_columns
from core.services.review.reviewers import reviewer_id
from core.services.review.revisions import RevalidationResult, Revision, revision
from core.services.review.source_cache import SourceCache
from core.services.runs import RunSpec
from core.services.runs.run_context import RunOpener
from core.services.runs.run_spec import read_spec
from core.settings import Settings
from db import writing
from db.queries import corrections as queries
from db.queries import runs as ledger
from db.queries.runs import Entry
from db.tables import QuestionRow
from db.tables import Revalidation as RevalidationRow

TIMEOUT_S = 60.0
"""Seconds after which a call is given up, since a reviewer waits for it."""

_log = logging.getLogger(__name__)
_under_way_lock = Lock()
_under_way = set[tuple[Engine, int]]()


def revalidate(
    engine: Engine,
    revision_id: int,
    reviewer: str,
    *,
    settings: Settings,
    environ: Mapping[str, str] = os.environ,
    timeout_s: float = TIMEOUT_S,
) -> RevalidationResult:
    """Ask the corrected question as its run would; store the result and return it.

    It is judged by the same code as a run's items, so that both verdicts are comparable. A failure
    to judge (no connection, a refused key, no reply within `timeout_s` seconds) is stored too, as
    an infrastructure failure. Results are appended, and the question may be revalidated again. A
    prompt that was answered before, as when only the label changed, is not paid for again. The
    run's caps do not apply, since a reviewer requests each of these calls.

    Not to be called on a running event loop. Raises NotFoundError, and InputError for an item of a
    depth test, whose prompt is a different one.
    """
    demand(engine, Right.REVIEW)
    actor_id = reviewer_id(engine, reviewer)
    corrected = revision(engine, revision_id)
    with Session(engine) as session:
        run_and_spec = queries.run_of(session, revision_id)
    if run_and_spec is None:
        raise NotFoundError(
            "Edited question {revision_id} does not exist. Open it from its item.",
            revision_id=revision_id,
        )
    run_id, stored_spec = run_and_spec
    spec = read_spec(stored_spec)
    if not isinstance(spec, RunSpec):
        raise InputError(
            "A question of a depth test cannot be re-validated here. Edit it in a validation run."
        )
    entry = _judge_or_fail(engine, run_id, spec, corrected, settings, environ, timeout_s)
    row = _row(revision_id, actor_id, entry)
    with writing(engine) as session:
        session.add(row)
        if entry.reply is not None:
            ledger.keep_replies(session, [entry.reply])
    return revision(engine, revision_id).revalidations[-1]


def revalidate_soon(
    engine: Engine,
    revision_id: int,
    reviewer: str,
    *,
    settings: Settings,
    environ: Mapping[str, str] = os.environ,
) -> None:
    """Run `revalidate` in a background thread, so that the reviewer need not wait for the model.

    A call while the same revision is in progress does nothing. If the process ends before it does,
    nothing is stored, and it can be requested again.
    """
    demand(engine, Right.REVIEW)
    task = (as_operator(engine), revision_id)  # the same key for every reviewer
    with _under_way_lock:
        if task in _under_way:
            return
        _under_way.add(task)

    def run() -> None:
        try:
            revalidate(engine, revision_id, reviewer, settings=settings, environ=environ)
        except (DeskError, SQLAlchemyError):
            _log.exception("corrected question %s could not be asked again", revision_id)
        finally:
            _under_way.discard(task)

    Thread(target=run, name=f"revalidate-{revision_id}", daemon=True).start()


def is_under_way(engine: Engine, revision_id: int) -> bool:
    """Whether this process is revalidating the corrected question now."""
    return (as_operator(engine), revision_id) in _under_way


def can_revalidate(spec: Mapping[str, object]) -> bool:
    """Whether corrected questions of a run with this spec can be revalidated."""
    return spec.get("kind", "validation") == "validation"


def _judge_or_fail(
    engine: Engine,
    run_id: int,
    spec: RunSpec,
    corrected: Revision,
    settings: Settings,
    environ: Mapping[str, str],
    timeout_s: float,
) -> Entry:
    """Judge the corrected question; return an infrastructure failure instead of raising one."""
    blank = Entry(run_id, 0, corrected.original.item_key, outcome="infrastructure")
    if spec.recording_id is not None and not _has_same_prompt(corrected):
        return _failed(
            blank,
            FailureKind.NO_RECORDED_REPLY,
            Sentence(
                "The recording only has replies to the original question. Export the cleaned set "
                "and validate it with a model."
            ),
        )
    opener = RunOpener(engine, settings, environ, SourceCache(engine))
    try:
        return asyncio.run(asyncio.wait_for(_judge(opener, run_id, spec, corrected), timeout_s))
    except TimeoutError:
        timeout_error = Sentence(
            "No result within {seconds} seconds. Retry.", {"seconds": timeout_s}
        )
        return _failed(blank, FailureKind.TIMEOUT, timeout_error)
    except AuthenticationFailed as refused:
        return _failed(blank, FailureKind.AUTH, Sentence.from_error(refused))
    except DeskError as error:
        return _failed(blank, FailureKind.CONNECTION, Sentence.from_error(error))


async def _judge(opener: RunOpener, run_id: int, spec: RunSpec, corrected: Revision) -> Entry:
    judge = await opener.open(spec)
    reservation = CapGate(_without_caps, judge.planner).reserve()
    try:
        return await judge.judge(run_id, _as_row(corrected), "desk", reservation)
    finally:
        await reservation.leave()
        await judge.aclose()


async def _without_caps() -> tuple[Budget, BudgetUsage]:
    """Return an unlimited budget."""
    return Budget(), BudgetUsage()


def _as_row(corrected: Revision) -> QuestionRow:
    """Return the corrected question as a row with the original's item key; it is never stored."""
    question = corrected.question
    position = question.position
    return QuestionRow(
        set_id=0,
        line=0,
        item_key=corrected.original.item_key,
        question=question.question,
        question_type=question.question_type.value,
        choice=dict(question.choice),
        answer=list(question.answer),
        start_pos=position.start_pos if position else None,
        end_pos=position.end_pos if position else None,
        context=question.context,
        extra=dict(question.extra),
    )


def _has_same_prompt(corrected: Revision) -> bool:
    """Whether the prompt is the same as before the correction; it does not contain the label."""
    return _prompt_inputs(corrected.original) == _prompt_inputs(corrected.question)


def _prompt_inputs(question: Question) -> tuple[object, ...]:
    """Return what the prompt depends on."""
    options = list(question.choice.items())
    return question.question, question.question_type, options, question.position, question.context


def _failed(blank: Entry, kind: FailureKind, error: Sentence) -> Entry:
    return replace(blank, reason=kind.value, **error_columns(error))


def _row(revision_id: int, reviewer_id: int, entry: Entry) -> RevalidationRow:
    return RevalidationRow(
        revision_id=revision_id,
        reviewer_id=reviewer_id,
        outcome=entry.outcome,
        reason=entry.reason,
        error=entry.error,
        error_params=entry.error_params,
        attempts=entry.attempts,
        reused=entry.reused,
        tokens=entry.spent_tokens,
        cost=entry.cost,
        latency_s=entry.latency_s,
        verdict=entry.verdict,
    )
