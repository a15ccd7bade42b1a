"""Every table of the desk. Human acts and results are appended, never overwritten."""

from datetime import UTC, datetime
from typing import Any, Optional

from sqlalchemy import JSON, Column, DateTime, Index, Text, TypeDecorator, UniqueConstraint
from sqlmodel import Field, SQLModel


def now() -> datetime:
    return datetime.now(UTC)


class Instant(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: object) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def _when(*, nullable: bool = False, index: bool = False) -> Any:
    return Column(Instant(), nullable=nullable, index=index)


class SourceText(SQLModel, table=True):
    """A novel, decoded once; `content_hash` is of the decoded text (sha256)."""

    __tablename__ = "source_text"

    id: int | None = Field(default=None, primary_key=True)
    title: str
    language: str = Field(description="en or zh, guessed from the text, correctable")
    file_name: str
    encoding: str
    content_hash: str = Field(unique=True, index=True)
    chars: int
    text: str = Field(sa_column=Column(Text, nullable=False))
    is_sample: bool = False
    created_at: datetime = Field(default_factory=now, sa_column=_when())


class QuestionSet(SQLModel, table=True):
    """An imported file of questions; `source_id` is empty when every row brings its context."""

    __tablename__ = "question_set"
    __table_args__ = (UniqueConstraint("source_id", "content_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    source_id: int | None = Field(default=None, foreign_key="source_text.id", index=True)
    title: str
    file_name: str
    format: str = Field(description="jsonl, json or csv")
    tokenizer: str = Field(description="the tokeniser its positions are counted in")
    content_hash: str = Field(index=True, description="sha256 of the decoded text")
    row_count: int = 0
    refused_count: int = 0
    is_sample: bool = False
    created_at: datetime = Field(default_factory=now, sa_column=_when())


class QuestionRow(SQLModel, table=True):
    """One question as it was read; `item_key` is unique in its set and names it in every result."""

    __tablename__ = "question"
    __table_args__ = (UniqueConstraint("set_id", "item_key"),)

    id: int | None = Field(default=None, primary_key=True)
    set_id: int = Field(foreign_key="question_set.id", index=True)
    line: int
    item_key: str
    question: str
    question_type: str
    choice: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    answer: list[str] = Field(sa_column=Column(JSON, nullable=False))
    start_pos: int | None = None
    end_pos: int | None = None
    context: str | None = Field(default=None, sa_column=Column(Text))
    extra: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class ImportIssue(SQLModel, table=True):
    """A row that was refused, or a warning about one that was read; `raw` is kept word for word."""

    __tablename__ = "import_issue"

    id: int | None = Field(default=None, primary_key=True)
    set_id: int = Field(foreign_key="question_set.id", index=True)
    severity: str = Field(description="refused or warning")
    code: str
    line: int | None = None
    field: str | None = None
    message: str
    params: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    raw: str | None = Field(default=None, sa_column=Column(Text))


class Recording(SQLModel, table=True):
    """Replies obtained elsewhere, replayed by a `recorded` connection."""

    __tablename__ = "recording"
    __table_args__ = (UniqueConstraint("set_id", "content_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    set_id: int = Field(foreign_key="question_set.id", index=True)
    title: str
    file_name: str
    content_hash: str
    reply_count: int = 0
    is_sample: bool = False
    created_at: datetime = Field(default_factory=now, sa_column=_when())


class RecordedReply(SQLModel, table=True):
    __tablename__ = "recorded_reply"
    __table_args__ = (UniqueConstraint("recording_id", "item_key"),)

    id: int | None = Field(default=None, primary_key=True)
    recording_id: int = Field(foreign_key="recording.id", index=True)
    item_key: str
    reply: str = Field(sa_column=Column(Text, nullable=False))


class Run(SQLModel, table=True):
    """One run with its frozen spec. `wanted` is what people asked for, `status` what is so.

    status: queued, running, paused, cancelled, done, stopped (by an error such as a refused key).
    wanted: run, pause, cancel. `calls` and `tokens` are what it has spent, counted in the same
    commit as its items; `notices` are findings about the run as a whole: code, message, params.
    """

    __tablename__ = "run"

    id: int | None = Field(default=None, primary_key=True)
    kind: str = "validation"
    title: str
    set_id: int = Field(foreign_key="question_set.id", index=True)
    spec: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    spec_hash: str
    status: str = Field(default="queued", index=True)
    wanted: str = "run"
    stop_reason: str | None = Field(default=None, description="a sentence's template")
    stop_params: dict[str, Any] = Field(
        default_factory=dict, sa_column=Column(JSON, nullable=False)
    )
    plan: int = Field(default=0, description="how often its missing items were planned")
    total: int = 0
    calls: int = 0
    tokens: int = 0
    notices: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    is_sample: bool = False
    idempotency_key: str | None = Field(
        default=None, unique=True, description="a second click with the same key starts nothing"
    )
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=_when(index=True))
    started_at: datetime | None = Field(default=None, sa_column=_when(nullable=True))
    finished_at: datetime | None = Field(default=None, sa_column=_when(nullable=True))


class RunItem(SQLModel, table=True):
    """The ledger: one row per finished item of a run.

    outcome: passed, failed (on its merits), infrastructure, skipped. `reason` names the skip or
    the machinery's failure. `retry` marks a row that is to be asked again; its past is kept in
    `run_item_past`.
    """

    __tablename__ = "run_item"
    __table_args__ = (
        UniqueConstraint("run_id", "item_key"),
        Index("ix_run_item_outcome", "run_id", "outcome"),
        Index("ix_run_item_finished", "run_id", "finished_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    item_key: str
    outcome: str
    reason: str | None = None
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(
        default_factory=dict, sa_column=Column(JSON, nullable=False)
    )
    attempts: int = 0
    reused: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latency_s: float = 0.0
    worker: str = ""
    retry: bool = False
    finished_at: datetime = Field(default_factory=now, sa_column=_when())


class RunItemPast(SQLModel, table=True):
    """What an item of a run was before it was asked again; `row` holds its fields and verdict."""

    __tablename__ = "run_item_past"

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", index=True)
    row: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    retired_at: datetime = Field(default_factory=now, sa_column=_when())


class Worker(SQLModel, table=True):
    """A process that executes runs; `seen_at` is its last sign of life."""

    __tablename__ = "worker"

    name: str = Field(primary_key=True, description="the executor id it holds a lock on")
    host: str
    pid: int
    started_at: datetime = Field(default_factory=now, sa_column=_when())
    seen_at: datetime = Field(default_factory=now, sa_column=_when())


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
        default_factory=list, sa_column=Column(JSON, nullable=False, server_default="[]")
    )
    context_start: int | None = None
    context_end: int | None = None
    differences: list[dict[str, str]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    warnings: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    raw_reply: str | None = Field(default=None, sa_column=Column(Text))
    provenance: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


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
    created_at: datetime = Field(default_factory=now, sa_column=_when())


class Reviewer(SQLModel, table=True):
    __tablename__ = "reviewer"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=_when())


class ReviewEvent(SQLModel, table=True):
    """A human act on an item of a run: keep, fix, drop, or undo of an earlier event."""

    __tablename__ = "review_event"

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    reviewer_id: int = Field(foreign_key="reviewer.id", index=True)
    action: str
    comment: str = ""
    undoes_id: Optional[int] = Field(default=None, foreign_key="review_event.id", index=True)  # noqa: UP045
    idempotency_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=_when(index=True))
