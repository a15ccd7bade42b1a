"""Novels, question sets and recorded replies."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.ids import NEVER_AGAIN
from db.tables.moments import now, when


class SourceText(SQLModel, table=True):
    """A novel, decoded once; `content_hash` is of the decoded text (sha256)."""

    __tablename__ = "source_text"
    __table_args__ = NEVER_AGAIN

    id: int | None = Field(default=None, primary_key=True)
    title: str
    language: str = Field(description="en or zh, guessed from the text, correctable")
    file_name: str
    encoding: str
    content_hash: str = Field(unique=True, index=True)
    chars: int
    text: str = Field(sa_column=Column(Text, nullable=False))
    is_sample: bool = False
    created_at: datetime = Field(default_factory=now, sa_column=when())


class QuestionSet(SQLModel, table=True):
    """An imported file of questions; `source_id` is empty when every row brings its context."""

    __tablename__ = "question_set"
    __table_args__ = (UniqueConstraint("source_id", "content_hash"), NEVER_AGAIN)

    id: int | None = Field(default=None, primary_key=True)
    source_id: int | None = Field(default=None, foreign_key="source_text.id", index=True)
    title: str
    file_name: str
    format: str = Field(description="jsonl, json, csv, xlsx or parquet")
    tokenizer: str = Field(description="the tokeniser its positions are counted in")
    content_hash: str = Field(index=True, description="sha256 of the decoded text")
    row_count: int = 0
    refused_count: int = 0
    is_sample: bool = False
    created_at: datetime = Field(default_factory=now, sa_column=when())


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
    extra: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))


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
    params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    raw: str | None = Field(default=None, sa_column=Column(Text))


class ColumnMappingRow(SQLModel, table=True):
    """What the columns of files with these columns hold, as the team said last."""

    __tablename__ = "column_mapping"

    id: int | None = Field(default=None, primary_key=True)
    columns_hash: str = Field(unique=True, index=True, description="sha256 of the sorted columns")
    columns: list[str] = Field(sa_column=Column(JSON, nullable=False))
    mapping: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(default_factory=now, sa_column=when())


class Recording(SQLModel, table=True):
    """Replies obtained elsewhere, replayed by a `recorded` connection; those of a batch belong to
    the run that was written out (`run_id`).
    """

    __tablename__ = "recording"
    __table_args__ = (UniqueConstraint("set_id", "content_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    set_id: int = Field(foreign_key="question_set.id", index=True)
    title: str
    file_name: str
    content_hash: str
    reply_count: int = 0
    is_sample: bool = False
    run_id: int | None = Field(default=None, foreign_key="run.id", index=True)
    created_at: datetime = Field(default_factory=now, sa_column=when())


class RecordedReply(SQLModel, table=True):
    """A reply to an item, in a batch to a call of the run. `failure` is the FailureKind of a call
    that failed; `reply` then holds what was said of it.
    """

    __tablename__ = "recorded_reply"
    __table_args__ = (UniqueConstraint("recording_id", "item_key"),)

    id: int | None = Field(default=None, primary_key=True)
    recording_id: int = Field(foreign_key="recording.id", index=True)
    item_key: str
    reply: str = Field(sa_column=Column(Text, nullable=False))
    finish_reason: str = Field(default="stop", sa_column_kwargs={"server_default": "stop"})
    prompt_tokens: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    completion_tokens: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    cached_tokens: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    failure: str | None = None
