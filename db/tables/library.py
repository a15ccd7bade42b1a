"""Novels, question sets and recorded replies."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.ids import IDS_NEVER_REUSED
from db.tables.moments import instant_column, now


class SourceText(SQLModel, table=True):
    """A novel as decoded text. `content_hash`: sha256 of that text."""

    __tablename__ = "source_text"
    __table_args__ = IDS_NEVER_REUSED

    id: int | None = Field(default=None, primary_key=True)
    title: str
    language: str = Field(description="en or zh, guessed from the text, correctable")
    file_name: str
    encoding: str
    content_hash: str = Field(unique=True, index=True)
    chars: int
    text: str = Field(sa_column=Column(Text, nullable=False))
    is_sample: bool = False
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class QuestionSet(SQLModel, table=True):
    """An imported file of questions; `source_id` is null if every row has its own context."""

    __tablename__ = "question_set"
    __table_args__ = (UniqueConstraint("source_id", "content_hash"), IDS_NEVER_REUSED)

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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class QuestionRow(SQLModel, table=True):
    """A question as imported; `item_key` is unique in its set and identifies it in results."""

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
    """A refused row, or a warning about an imported one; `raw`: the row verbatim."""

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
    """The team's latest column mapping for files with these columns."""

    __tablename__ = "column_mapping"

    id: int | None = Field(default=None, primary_key=True)
    columns_hash: str = Field(unique=True, index=True, description="sha256 of the sorted columns")
    columns: list[str] = Field(sa_column=Column(JSON, nullable=False))
    mapping: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class Recording(SQLModel, table=True):
    """Imported replies: replayed by a `recorded` connection, or those of a batch run (`run_id`)."""

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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class RecordedReply(SQLModel, table=True):
    """A reply to an item, or, in a batch, to one call. `failure`: the FailureKind of a failed call,
    whose error message is then in `reply`.
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
