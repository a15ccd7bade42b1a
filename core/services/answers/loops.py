"""Answer loops in the database: start, list, read, cancel and resume them (source 004)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.answer_loop import Attempt, Config
from core.answer_loop.config import MOST_EPOCHS
from core.errors import InputError, NotFoundError, Sentence
from core.evidence_gate import Evidence
from core.evidence_gate.extractive import EXTRACTIVE
from core.queue import start_once
from core.services.access import Right, demand
from core.services.answers.loop_records import attempt_of, evidence_of
from core.text import guess_language
from db import writing
from db.queries import leases
from db.queries import loops as queries
from db.tables import AnswerLoop, now

RULES = ""
"""The value of `LoopSpec.evaluator` for the rules instead of a model."""

LONGEST_QUERY = 4_000


@dataclass(frozen=True, slots=True)
class LoopSpec:
    """Settings of a loop, frozen when it starts.

    `generator` and `evaluator` name connections; EXTRACTIVE is the offline baseline, RULES the
    rule evaluator. `source_ids`: the texts to search, None for the whole library.
    """

    generator: str = EXTRACTIVE
    evaluator: str = RULES
    gener_epoch: int = 3
    top_k: int = 5
    source_ids: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        ids = None if self.source_ids is None else list(self.source_ids)
        return {
            "generator": self.generator,
            "evaluator": self.evaluator,
            "gener_epoch": self.gener_epoch,
            "top_k": self.top_k,
            "source_ids": ids,
        }

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "LoopSpec":
        ids = stored["source_ids"]
        return cls(**{**stored, "source_ids": None if ids is None else tuple(ids)})


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop as stored. `status`: queued, running, done, stopped (with `error`) or cancelled;
    `outcome` (a `core.answer_loop.loop_result.LoopOutcome`) once done; `attempts` oldest first.
    """

    id: int
    query: str
    language: str
    kind: str
    item_id: int | None
    spec: LoopSpec
    status: str
    outcome: str | None
    best_epoch: int | None
    evidence: tuple[Evidence, ...] | None
    attempts: tuple[Attempt, ...]
    created_by: str
    created_at: datetime
    finished_at: datetime | None
    left_at: datetime | None
    error: Sentence | None

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "stopped", "cancelled")

    @property
    def waits(self) -> bool:
        """Whether it waits for a person (reading 43): ended, not passed, and not looked at yet."""
        is_over = self.status in ("done", "stopped")
        return is_over and self.outcome != "passed" and self.left_at is None


def start_loop(
    engine: Engine,
    query: str,
    spec: LoopSpec,
    *,
    kind: str = "answer",
    language: str | None = None,
    item_id: int | None = None,
    by: str = "",
    idempotency_key: str | None = None,
) -> int:
    """Store a loop and return its id; a worker executes it. A second call with the same key
    returns the first loop's id.

    Raises InputError for an empty or over-long question or an invalid spec.
    """
    demand(engine, Right.RUN)
    return store_loop(
        engine,
        query,
        spec,
        kind=kind,
        language=language,
        item_id=item_id,
        by=by,
        idempotency_key=idempotency_key,
    )


def store_loop(
    engine: Engine,
    query: str,
    spec: LoopSpec,
    *,
    kind: str,
    language: str | None,
    item_id: int | None,
    by: str,
    idempotency_key: str | None,
) -> int:
    """`start_loop` for callers that have already demanded the right."""
    text = query.strip()
    if not text or len(text) > LONGEST_QUERY or "\0" in text:
        raise InputError(
            "Enter a question of 1 to {most} characters.", field="query", most=LONGEST_QUERY
        )
    if not 1 <= spec.gener_epoch <= MOST_EPOCHS:
        raise InputError("Choose 1 to {most} attempts.", field="gener_epoch", most=MOST_EPOCHS)
    Config(GENER_EPOCH=spec.gener_epoch, TOP_K=spec.top_k)
    row = AnswerLoop(
        kind=kind,
        query=text,
        language=language or guess_language(text),
        item_id=item_id,
        spec=spec.to_dict(),
        created_by=by,
        idempotency_key=idempotency_key,
    )
    return start_once(engine, row)


def get_loop(engine: Engine, loop_id: int) -> Loop:
    """Raises NotFoundError."""
    with Session(engine) as session:
        row = session.get(AnswerLoop, loop_id)
        if row is None:
            raise _no_loop(loop_id)
        return _read(session, row)


def list_loops(
    engine: Engine,
    *,
    kind: str = "answer",
    waiting: bool = False,
    limit: int = 50,
    offset: int = 0,
) -> list[Loop]:
    """Loops, newest first, without attempts; `waiting`: only those that wait for a person."""
    with Session(engine) as session:
        rows = queries.loops(session, limit, offset, kind=kind, waiting=waiting)
        return [_loop(row, ()) for row in rows]


def latest_loop_of(engine: Engine, item_id: int, by: str) -> Loop | None:
    """The latest loop that `by` started for this item, with its attempts."""
    with Session(engine) as session:
        row = queries.latest_of(session, item_id, by)
        return _read(session, row) if row else None


def leave_loop(engine: Engine, loop_id: int, by: str) -> None:
    """Dismiss the loop's result. Raises NotFoundError if `by` has no such loop."""
    demand(engine, Right.REVIEW)
    with writing(engine) as session:
        if not queries.leave(session, loop_id, by):
            raise _no_loop(loop_id)


def mark_loop_seen(engine: Engine, loop_id: int) -> None:
    """Record that a person has looked at a loop that did not pass, so that it waits no more
    (reading 43). Raises NotFoundError.
    """
    demand(engine, Right.REVIEW)
    with writing(engine) as session:
        if queries.look_at(session, loop_id):
            return
    get_loop(engine, loop_id)


def count_loops(engine: Engine, *, kind: str = "answer", waiting: bool = False) -> int:
    with Session(engine) as session:
        return queries.count_loops(session, kind=kind, waiting=waiting)


def cancel_loop(engine: Engine, loop_id: int) -> None:
    """Cancel a loop; its attempts so far stay. Raises InputError if it has ended."""
    demand(engine, Right.RUN)
    values = {"status": "cancelled", "finished_at": now(), "lease_until": None}
    if not _changed(engine, loop_id, leases.ACTIVE, values):
        raise InputError("The loop has ended and cannot be cancelled.")


def resume_loop(engine: Engine, loop_id: int) -> None:
    """Queue a loop again from its last committed attempt; an attempt whose evaluation failed is
    evaluated again. Raises InputError for a loop in another state.
    """
    demand(engine, Right.RUN)
    with writing(engine) as session:
        if queries.judge_again(session, loop_id):
            return
    values: dict[str, Any] = {
        "status": "queued",
        "finished_at": None,
        "error": None,
        "error_params": {},
    }
    if not _changed(engine, loop_id, ("cancelled", "stopped"), values):
        raise InputError(
            "Only a loop that was cancelled, stopped or failed to evaluate can be resumed."
        )


def _changed(engine: Engine, loop_id: int, allowed: Sequence[str], values: dict[str, Any]) -> bool:
    """Write `values` if the loop's status is `allowed`; return whether. Raises NotFoundError."""
    with writing(engine) as session:
        if leases.change(session, AnswerLoop, loop_id, allowed, values):
            return True
    get_loop(engine, loop_id)
    return False


def _no_loop(loop_id: int) -> NotFoundError:
    return NotFoundError("Loop {id} does not exist. Choose one from the list.", id=loop_id)


def _read(session: Session, row: AnswerLoop) -> Loop:
    return _loop(row, [attempt_of(attempt) for attempt in queries.attempts(session, row.id or 0)])


def _loop(row: AnswerLoop, attempts: Sequence[Attempt]) -> Loop:
    evidence = row.evidence
    return Loop(
        id=row.id or 0,
        query=row.query,
        language=row.language,
        kind=row.kind,
        item_id=row.item_id,
        spec=LoopSpec.from_dict(row.spec),
        status=row.status,
        outcome=row.outcome,
        best_epoch=row.best_epoch,
        evidence=None if evidence is None else tuple(map(evidence_of, evidence)),
        attempts=tuple(attempts),
        created_by=row.created_by,
        created_at=row.created_at,
        finished_at=row.finished_at,
        left_at=row.left_at,
        error=Sentence(row.error, row.error_params) if row.error else None,
    )
