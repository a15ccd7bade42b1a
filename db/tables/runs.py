"""Runs, the ledger of their items, their results, and the workers that execute them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.ids import IDS_NEVER_REUSED
from db.tables.moments import instant_column, now

_BIG_INTEGER: Any = BigInteger().with_variant(Integer, "sqlite")
"""A 64-bit integer, since long contexts exceed 2^31 tokens; SQLite integers are 64-bit anyway."""


class Run(SQLModel, table=True):
    """A run with its frozen spec. `wanted`: the state that people asked for; `status`: the actual.

    `status`: queued, running, paused, cancelled, done or stopped (by an error such as a refused
    key). `wanted`: run, pause or cancel. `calls`, `tokens` and `cost` (in the currency of its
    spec's price) are spent so far, updated in the commit of its items; at `max_calls`,
    `max_tokens` or `max_cost`, which people may raise, it pauses. `estimate`: made before it
    started. `notices`: findings about the run as a whole (code, message, params).
    """

    __tablename__ = "run"
    __table_args__ = IDS_NEVER_REUSED

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
    tokens: int = Field(default=0, sa_type=_BIG_INTEGER)
    cost: float = Field(default=0.0, sa_column_kwargs={"server_default": "0"})
    max_calls: int | None = None
    max_tokens: int | None = Field(default=None, sa_type=_BIG_INTEGER)
    max_cost: float | None = None
    estimate: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    notices: list[dict[str, Any]] = Field(default=[], sa_column=Column(JSON, nullable=False))
    is_sample: bool = False
    idempotency_key: str | None = Field(
        default=None, unique=True, description="a second click with the same key starts nothing"
    )
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))
    started_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    finished_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))


class RunItem(SQLModel, table=True):
    """The ledger: one row per finished item of a run.

    `outcome`: passed, failed (by a validation or for a leak; waits for a reviewer), answered (in a
    depth test), infrastructure (a system error) or skipped. `reason`: of a skip, a system error or
    a leak. `retry` marks a row to be asked again; its earlier result goes to `run_item_past`.
    """

    __tablename__ = "run_item"
    __table_args__ = (
        UniqueConstraint("run_id", "item_key"),
        Index("ix_run_item_outcome", "run_id", "outcome"),
        Index("ix_run_item_finished", "run_id", "finished_at"),
        IDS_NEVER_REUSED,
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
    finished_at: datetime = Field(default_factory=now, sa_column=instant_column())


class RunItemPast(SQLModel, table=True):
    """An earlier result of an item that was asked again; `row`: its fields and verdict."""

    __tablename__ = "run_item_past"

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", index=True)
    row: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    retired_at: datetime = Field(default_factory=now, sa_column=instant_column())


class Worker(SQLModel, table=True):
    """A process that executes runs; `seen_at`: its last heartbeat."""

    __tablename__ = "worker"

    name: str = Field(primary_key=True, description="the executor id it holds a lock on")
    host: str
    pid: int
    started_at: datetime = Field(default_factory=now, sa_column=instant_column())
    seen_at: datetime = Field(default_factory=now, sa_column=instant_column())


class Validation(SQLModel, table=True):
    """The validation result of an item; fields as in source 000's ValidationResult.

    An item with a system error has one, too, if a reply came (stored in `raw_reply`):
    `run_item.outcome` tells whether it counts.
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
    """A readable reply, stored so that it is not paid for twice; failures are not stored."""

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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class ConnectionFormat(SQLModel, table=True):
    """The strictest reply format that a test found a connection's endpoint to support."""

    __tablename__ = "connection_format"

    key: str = Field(primary_key=True, description="hash of connection, address and model")
    connection: str
    model: str
    reply_format: str = Field(description="a ReplyFormat")
    found_at: datetime = Field(default_factory=now, sa_column=instant_column())
