"""Gated answers: NPC profiles, chats and their answers, feedback, and test cases of the gate."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import instant_column, now


class RefusalTemplateRow(SQLModel, table=True):
    """The text that replaces a refused answer; each change is a new version. `texts`:
    {"refusal": {"en", "zh"}, "unavailable": {"en", "zh"}}.
    """

    __tablename__ = "refusal_template"
    __table_args__ = (UniqueConstraint("name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    version: int = 1
    texts: dict[str, dict[str, str]] = Field(sa_column=Column(JSON, nullable=False))
    changed_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class NpcProfileRow(SQLModel, table=True):
    """An NPC in one version; each change is a new version, and the latest one counts.

    `kind` names the `npc_kind` that sets the required citations, unless `min_citations` is set;
    `source_ids`: the texts it may cite, null for the whole library; `connection`: the model that
    writes its answers.
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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class NpcKindRow(SQLModel, table=True):
    """Number of citations that a factual answer needs, by kind of NPC (source 002, P2)."""

    __tablename__ = "npc_kind"

    kind: str = Field(primary_key=True)
    min_citations: int


class ChatSession(SQLModel, table=True):
    """A conversation of a visitor with one NPC; its answers (`answer_trace`) are its memory."""

    __tablename__ = "chat_session"

    id: str = Field(primary_key=True)
    tenant_id: str
    site_id: str
    npc_id: str
    created_at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))


class GateCaseSet(SQLModel, table=True):
    """An imported file of test cases, never changed. `content_hash`: sha256 of the decoded text."""

    __tablename__ = "gate_case_set"

    id: int | None = Field(default=None, primary_key=True)
    title: str
    file_name: str
    content_hash: str = Field(unique=True)
    row_count: int = 0
    is_sample: bool = False
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class GateCase(SQLModel, table=True):
    """A question with the gate's expected behaviour. `role`: attack, twin, or a paraphrase of
    either; `expected_mode` is empty if unspecified. `case`: the remaining fields of the row.
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
    """A run of all cases of a set with the gate on, off or both.

    `status`: queued, running, done, stopped (with `error`) or cancelled. `worker` holds its lease
    until `lease_until`. `spec` (arms, connection, gate settings) is frozen.
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
    lease_until: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    created_by: str = ""
    idempotency_key: str | None = Field(default=None, unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))
    started_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    finished_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))


class AnswerTrace(SQLModel, table=True):
    """A question and its answer with every step between, never changed.

    `gate_status`: passed, blocked, skipped or error. `record` holds all steps: intent, gate,
    evidence, draft, assertions, sentences, citations, tool calls. In a run of cases, `arm` is on
    or off, and `outcome` is the case's (`core.evidence_gate.case_outcomes`), so that rates need
    not read `record`.
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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))


class GateFeedback(SQLModel, table=True):
    """A person's rating of a gate decision, never changed. `judged`: wrongly_refused,
    wrongly_answered, right, or undo (of `undoes_id`).
    """

    __tablename__ = "gate_feedback"

    id: int | None = Field(default=None, primary_key=True)
    trace_id: int = Field(foreign_key="answer_trace.id", index=True)
    judged: str
    note: str = Field(default="", sa_column=Column(Text, nullable=False))
    given_by: str = ""
    undoes_id: int | None = Field(default=None, foreign_key="gate_feedback.id", index=True)
    idempotency_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())
