"""Asking a corrected question again: by its run's connection, prompt and settings."""

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
from core.services.runs.run_context import RunOpener
from core.services.runs.run_spec import RunSpec, read_spec
from core.settings import Settings
from db.engine import writing
from db.queries import corrections as queries
from db.queries import runs as ledger
from db.queries.runs import Entry
from db.tables import QuestionRow
from db.tables import Revalidation as RevalidationRow

TIMEOUT_S = 60.0
"""How long somebody is kept waiting; a call that takes longer is given up."""

_log = logging.getLogger(__name__)
_starting = Lock()
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
    """Asks the corrected question once as its run would, stores what came of it, and gives it.

    It goes through the code that judges a run's items, so that both verdicts can be compared. What
    keeps it from being judged (nobody there, a refused key, no reply in `timeout_s` seconds) is
    stored too, as the machinery's failure; it may be asked again, and every time is appended. A
    prompt that was answered before, as where the label alone is new, is not paid for again. The
    run's caps do not count here: somebody asks for each of these calls.

    Not to be called on a running event loop. Raises NotFoundError, and InputError for an item of a
    depth test, whose prompt is another one.
    """
    demand(engine, Right.REVIEW)
    by = reviewer_id(engine, reviewer)
    corrected = revision(engine, revision_id)
    with Session(engine) as session:
        found = queries.run_of(session, revision_id)
    if found is None:
        raise NotFoundError(
            "Edited question {revision_id} does not exist. Open it from its item.",
            revision_id=revision_id,
        )
    run_id, stored = found
    spec = read_spec(stored)
    if not isinstance(spec, RunSpec):
        raise InputError(
            "A question of a depth test cannot be re-validated here. Edit it in a validation run."
        )
    entry = _judged(engine, run_id, spec, corrected, settings, environ, timeout_s)
    row = _row(revision_id, by, entry)
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
    """`revalidate` beside the caller, so that nobody has to wait for a model before going on.

    Asked twice while it is under way, it is asked once. It ends with this process: then nothing is
    stored, and it can be asked again.
    """
    demand(engine, Right.REVIEW)
    asked = (as_operator(engine), revision_id)  # once, whoever asks
    with _starting:
        if asked in _under_way:
            return
        _under_way.add(asked)

    def ask() -> None:
        try:
            revalidate(engine, revision_id, reviewer, settings=settings, environ=environ)
        except (DeskError, SQLAlchemyError):
            _log.exception("corrected question %s could not be asked again", revision_id)
        finally:
            _under_way.discard(asked)

    Thread(target=ask, name=f"revalidate-{revision_id}", daemon=True).start()


def is_under_way(engine: Engine, revision_id: int) -> bool:
    """Whether this process is asking the corrected question again now."""
    return (as_operator(engine), revision_id) in _under_way


def can_revalidate(spec: Mapping[str, object]) -> bool:
    """Whether the items of a run with this spec can be asked again."""
    return spec.get("kind", "validation") == "validation"


def _judged(
    engine: Engine,
    run_id: int,
    spec: RunSpec,
    corrected: Revision,
    settings: Settings,
    environ: Mapping[str, str],
    timeout_s: float,
) -> Entry:
    """Whatever happens, an entry that says so."""
    blank = Entry(run_id, 0, corrected.original.item_key, outcome="infrastructure")
    if spec.recording_id is not None and not _asks_the_same(corrected):
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
        return asyncio.run(asyncio.wait_for(_asked(opener, run_id, spec, corrected), timeout_s))
    except TimeoutError:
        said = Sentence("No result within {seconds} seconds. Retry.", {"seconds": timeout_s})
        return _failed(blank, FailureKind.TIMEOUT, said)
    except AuthenticationFailed as refused:
        return _failed(blank, FailureKind.AUTH, Sentence.from_error(refused))
    except DeskError as error:
        return _failed(blank, FailureKind.CONNECTION, Sentence.from_error(error))


async def _asked(opener: RunOpener, run_id: int, spec: RunSpec, corrected: Revision) -> Entry:
    judge = await opener.open(spec)
    seat = CapGate(_without_caps, judge.planner).seat()
    try:
        return await judge.judge(run_id, _as_row(corrected), "desk", seat)
    finally:
        await seat.leave()
        await judge.aclose()


async def _without_caps() -> tuple[Budget, BudgetUsage]:
    return Budget(), BudgetUsage()


def _as_row(corrected: Revision) -> QuestionRow:
    """The corrected question under the original's name, never stored."""
    asked = corrected.question
    position = asked.position
    return QuestionRow(
        set_id=0,
        line=0,
        item_key=corrected.original.item_key,
        question=asked.question,
        question_type=asked.question_type.value,
        choice=dict(asked.choice),
        answer=list(asked.answer),
        start_pos=position.start_pos if position else None,
        end_pos=position.end_pos if position else None,
        context=asked.context,
        extra=dict(asked.extra),
    )


def _asks_the_same(corrected: Revision) -> bool:
    """Whether the prompt is the one that was asked: the label is no part of it."""
    return _asked_for(corrected.original) == _asked_for(corrected.question)


def _asked_for(question: Question) -> tuple[object, ...]:
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
