"""Runs, the ledger of their items, their results, and who executes them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.ids import NEVER_AGAIN
from db.tables.moments import now, when

_MANY: Any = BigInteger().with_variant(Integer, "sqlite")
"""A run at long contexts takes more tokens than 32 bits count; SQLite has one kind of integer."""


class Run(SQLModel, table=True):
    """One run with its frozen spec. `wanted` is what people asked for, `status` what is so.

    status: queued, running, paused, cancelled, done, stopped (by an error such as a refused key).
    wanted: run, pause, cancel. `calls`, `tokens` and `cost` (in the currency of its spec's price)
    are what it has spent, counted in the same commit as its items; at `max_calls`, `max_tokens` or
    `max_cost`, which people may raise, it pauses. `estimate` is what was said before it started.
    `notices` are findings about the run as a whole: code, message, params.
    """

    __tablename__ = "run"
    __table_args__ = NEVER_AGAIN

    id: int | None = Field(default=None, primary_key=True)
    kind: str = "validation"
    title: str
    set_id: int = Field(foreign_key="question_set.id", index=True)
    spec: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    spec_hash: str
    status: str = Field(default="queued", index=True)
    wanted: str = "run"
    stop_reason: str | None = Field(default=None, description="a sentence's template")
    stop_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    plan: int = Field(default=0, description="how often its missing items were planned")
    total: int = 0
    calls: int = 0
    tokens: int = Field(default=0, sa_type=_MANY)
    cost: float = Field(default=0.0, sa_column_kwargs={"server_default": "0"})
    max_calls: int | None = None
    max_tokens: int | None = Field(default=None, sa_type=_MANY)
    max_cost: float | None = None
    estimate: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    notices: list[dict[str, Any]] = Field(default=[], sa_column=Column(JSON, nullable=False))
    is_sample: bool = False
    idempotency_key: str | None = Field(
        default=None, unique=True, description="a second click with the same key starts nothing"
    )
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when(index=True))
    started_at: datetime | None = Field(default=None, sa_column=when(nullable=True))
    finished_at: datetime | None = Field(default=None, sa_column=when(nullable=True))


class RunItem(SQLModel, table=True):
    """The ledger: one row per finished item of a run.

    outcome: passed, failed (on its merits: it waits for a reviewer), answered (in a depth test),
    infrastructure, skipped. `reason` names the skip, the machinery's failure, or a leak. `retry`
    marks a row that is to be asked again; its past is kept in `run_item_past`.
    """

    __tablename__ = "run_item"
    __table_args__ = (
        UniqueConstraint("run_id", "item_key"),
        Index("ix_run_item_outcome", "run_id", "outcome"),
        Index("ix_run_item_finished", "run_id", "finished_at"),
        NEVER_AGAIN,
    )

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    item_key: str
    outcome: str
    reason: str | None = None
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    attempts: int = 0
    reused: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latency_s: float = 0.0
    worker: str = ""
    retry: bool = False
    finished_at: datetime = Field(default_factory=now, sa_column=when())


class RunItemPast(SQLModel, table=True):
    """What an item of a run was before it was asked again; `row` holds its fields and verdict."""

    __tablename__ = "run_item_past"

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", index=True)
    row: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    retired_at: datetime = Field(default_factory=now, sa_column=when())


class Worker(SQLModel, table=True):
    """A process that executes runs; `seen_at` is its last sign of life."""

    __tablename__ = "worker"

    name: str = Field(primary_key=True, description="the executor id it holds a lock on")
    host: str
    pid: int
    started_at: datetime = Field(default_factory=now, sa_column=when())
    seen_at: datetime = Field(default_factory=now, sa_column=when())


class Validation(SQLModel, table=True):
    """The result of an item that was asked; fields as in source 000's ValidationResult.

    An item the machinery failed has one too when a reply came (its `raw_reply` is kept); whether
    it counts is said by `run_item.outcome`.
    """

    __tablename__ = "validation"
    __table_args__ = (Index("ix_validation_run_valid", "run_id", "is_valid"),)

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", unique=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    is_valid: bool
    model_answer: list[str] = Field(sa_column=Column(JSON, nullable=False))
    answer_matches: bool
    evidence: str = Field(sa_column=Column(Text, nullable=False))
    evidence_found: bool
    evidence_similarity: float
    evidence_verdict: str
    is_answerable: bool
    confidence: str
    failure_reasons: list[str] = Field(sa_column=Column(JSON, nullable=False))
    reasoning: str = Field(default="", sa_column=Column(Text, nullable=False))
    matched_text: str | None = Field(default=None, sa_column=Column(Text))
    span_start: int | None = None
    span_end: int | None = None
    fragments: list[list[int]] = Field(
        default=[], sa_column=Column(JSON, nullable=False, server_default="[]")
    )
    context_start: int | None = None
    context_end: int | None = None
    differences: list[dict[str, str]] = Field(default=[], sa_column=Column(JSON, nullable=False))
    warnings: list[str] = Field(default=[], sa_column=Column(JSON, nullable=False))
    raw_reply: str | None = Field(default=None, sa_column=Column(Text))
    provenance: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))


class LLMReply(SQLModel, table=True):
    """A reply that was read, kept so that it is never paid for twice; errors are never kept."""

    __tablename__ = "llm_reply"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True, description="hash of connection, model, settings and prompt")
    connection: str
    model: str
    prompt_hash: str
    text: str = Field(sa_column=Column(Text, nullable=False))
    finish_reason: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    created_at: datetime = Field(default_factory=now, sa_column=when())


class ConnectionFormat(SQLModel, table=True):
    """The strongest form of reply that a test found a connection's endpoint to keep to."""

    __tablename__ = "connection_format"

    key: str = Field(primary_key=True, description="hash of connection, address and model")
    connection: str
    model: str
    reply_format: str = Field(description="a ReplyFormat")
    found_at: datetime = Field(default_factory=now, sa_column=when())
