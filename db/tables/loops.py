"""Answer loops, and their attempts with evaluations (source 004)."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import instant_column, now


class AnswerLoop(SQLModel, table=True):
    """A loop that answers a question.

    `status`: queued, running, done, stopped (with `error`) or cancelled. `spec` (generator,
    evaluator, gener_epoch, top_k, source_ids) is frozen. `evidence`: the retrieved passages, null
    before. `outcome` (passed, capped, unevaluated) and `best_epoch` are set once it is done.
    `item_id`: the flagged question that it suggests a fix for (kind suggest_fix); `left_at`: when
    a reviewer dismissed its result or looked at it.
    """

    __tablename__ = "answer_loop"
    __table_args__ = (Index("ix_answer_loop_status", "status", "lease_until"),)

    id: int | None = Field(default=None, primary_key=True)
    kind: str = "answer"
    query: str = Field(sa_column=Column(Text, nullable=False))
    language: str
    item_id: int | None = Field(default=None, foreign_key="run_item.id", index=True)
    spec: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    evidence: list[dict[str, Any]] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True))
    )
    status: str = "queued"
    outcome: str | None = Field(default=None, index=True)
    best_epoch: int | None = None
    worker: str = ""
    lease_until: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    created_by: str = ""
    idempotency_key: str | None = Field(default=None, unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))
    started_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    finished_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    left_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))


class AnswerAttempt(SQLModel, table=True):
    """Answer number `epoch` of a loop, with its evaluation once there is one; neither is asked for
    twice. `unevaluated`: why the evaluation failed.
    """

    __tablename__ = "answer_attempt"
    __table_args__ = (UniqueConstraint("loop_id", "epoch"),)

    id: int | None = Field(default=None, primary_key=True)
    loop_id: int = Field(foreign_key="answer_loop.id")
    epoch: int
    draft: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    judged: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    unevaluated: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True))
    )
    generated_at: datetime = Field(default_factory=now, sa_column=instant_column())
    evaluated_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
