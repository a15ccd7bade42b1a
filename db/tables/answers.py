"""Gated answers: who answers, what was said and thought of it, and cases that test the gate."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import now, when


class RefusalTemplateRow(SQLModel, table=True):
    """What is said instead of an answer; a change is another version. `texts` is
    {"refusal": {"en", "zh"}, "unavailable": {"en", "zh"}}.
    """

    __tablename__ = "refusal_template"
    __table_args__ = (UniqueConstraint("name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    version: int = 1
    texts: dict[str, dict[str, str]] = Field(sa_column=Column(JSON, nullable=False))
    changed_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())


class NpcProfileRow(SQLModel, table=True):
    """Who answers, as set up at one time; a change is another version, and the latest counts.

    `kind` names the `npc_kind` whose citations are required, unless `min_citations` says otherwise;
    `source_ids` are the texts it knows, null for the whole library; `connection` writes for it.
    """

    __tablename__ = "npc_profile"
    __table_args__ = (UniqueConstraint("tenant_id", "site_id", "npc_id", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    tenant_id: str
    site_id: str
    npc_id: str
    version: int = 1
    name: str
    kind: str = ""
    persona: str = Field(default="", sa_column=Column(Text, nullable=False))
    language: str = Field(description="en or zh")
    min_citations: int | None = None
    source_ids: list[int] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    refusal: str = Field(description="the name of a refusal template")
    words: dict[str, str] = Field(default={}, sa_column=Column(JSON, nullable=False))
    connection: str
    is_sample: bool = False
    changed_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())


class NpcKindRow(SQLModel, table=True):
    """Citations that a fact needs by kind of NPC (source 002, P2)."""

    __tablename__ = "npc_kind"

    kind: str = Field(primary_key=True)
    min_citations: int


class ChatSession(SQLModel, table=True):
    """What one visitor asked one NPC; its memory are the answers stored under it."""

    __tablename__ = "chat_session"

    id: str = Field(primary_key=True)
    tenant_id: str
    site_id: str
    npc_id: str
    created_at: datetime = Field(default_factory=now, sa_column=when(index=True))


class GateCaseSet(SQLModel, table=True):
    """An imported file of cases, never changed. `content_hash`: sha256 of the decoded text."""

    __tablename__ = "gate_case_set"

    id: int | None = Field(default=None, primary_key=True)
    title: str
    file_name: str
    content_hash: str = Field(unique=True)
    row_count: int = 0
    is_sample: bool = False
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())


class GateCase(SQLModel, table=True):
    """A question with what the gate should do. `role`: attack, twin, or a paraphrase of either;
    `expected_*` are empty where nobody said. `case` is the row as it was read.
    """

    __tablename__ = "gate_case"
    __table_args__ = (UniqueConstraint("set_id", "key", "role"),)

    id: int | None = Field(default=None, primary_key=True)
    set_id: int = Field(foreign_key="gate_case_set.id", index=True)
    key: str
    role: str
    category: str = ""
    query: str = Field(sa_column=Column(Text, nullable=False))
    expected_mode: str = Field(default="", description="normal, conservative or nothing")
    case: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class GateRun(SQLModel, table=True):
    """All cases of a set asked with the gate on, off or both.

    status: queued, running, done, stopped (with `error`), cancelled. `worker` has it in hand until
    `lease_until`. `spec` is frozen: arms, connection, k, gate settings.
    """

    __tablename__ = "gate_run"
    __table_args__ = (Index("ix_gate_run_status", "status", "lease_until"),)

    id: int | None = Field(default=None, primary_key=True)
    set_id: int = Field(foreign_key="gate_case_set.id", index=True)
    spec: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    status: str = "queued"
    total: int = 0
    is_sample: bool = False
    worker: str = ""
    lease_until: datetime | None = Field(default=None, sa_column=when(nullable=True))
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    created_by: str = ""
    idempotency_key: str | None = Field(default=None, unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=when(index=True))
    started_at: datetime | None = Field(default=None, sa_column=when(nullable=True))
    finished_at: datetime | None = Field(default=None, sa_column=when(nullable=True))


class AnswerTrace(SQLModel, table=True):
    """One question and its answer with every step between, never changed.

    gate_status: passed, blocked, skipped, error. `record` is the whole of it: intent, gate,
    evidence, draft, assertions, sentences, citations, tool calls. Of a run of cases, `arm` is on or
    off, and `outcome` is what came of it (`core.evidence_gate.case_outcomes`): rates read no
    record.
    """

    __tablename__ = "answer_trace"
    __table_args__ = (
        UniqueConstraint("run_id", "case_id", "arm"),
        Index("ix_answer_trace_session", "session_id", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    trace_id: str = Field(unique=True)
    session_id: str | None = Field(default=None, foreign_key="chat_session.id")
    profile_id: int = Field(foreign_key="npc_profile.id", index=True)
    run_id: int | None = Field(default=None, foreign_key="gate_run.id")
    case_id: int | None = Field(default=None, foreign_key="gate_case.id", index=True)
    arm: str | None = None
    outcome: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    query: str = Field(sa_column=Column(Text, nullable=False))
    answer_text: str = Field(sa_column=Column(Text, nullable=False))
    intent: str
    policy_mode: str
    gate_status: str
    asked_by: str = Field(default="", description="a reviewer, or empty over HTTP")
    record: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(default_factory=now, sa_column=when(index=True))


class GateFeedback(SQLModel, table=True):
    """What somebody thought of a gate decision, appended: wrongly_refused, wrongly_answered, right,
    or undo (of `undoes_id`).
    """

    __tablename__ = "gate_feedback"

    id: int | None = Field(default=None, primary_key=True)
    trace_id: int = Field(foreign_key="answer_trace.id", index=True)
    judged: str
    note: str = Field(default="", sa_column=Column(Text, nullable=False))
    given_by: str = ""
    undoes_id: int | None = Field(default=None, foreign_key="gate_feedback.id", index=True)
    idempotency_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=when())
