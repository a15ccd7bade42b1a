"""Questions corrected by reviewers, their revalidations, and drafts of corrections."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Text
from sqlmodel import Field, SQLModel

from db.tables.moments import instant_column, now


class QuestionRevision(SQLModel, table=True):
    """A complete corrected question; added with the `fix` event that refers to it, never changed.

    It is in force while such an event is. Making the same correction again reuses the row, so
    `reviewer_id` and `created_at` are the first reviewer's. Fields as in `question`; those it lacks
    (context, extra fields) stay as imported. `evidence`: the text that supports the answer,
    verbatim, at the half-open character range [evidence_start, evidence_end) of the novel or of
    the row's own context; all three are null if the reviewer marked none.
    """

    __tablename__ = "question_revision"

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    reviewer_id: int = Field(foreign_key="reviewer.id", index=True)
    question: str = Field(sa_column=Column(Text, nullable=False))
    question_type: str
    choice: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    answer: list[str] = Field(sa_column=Column(JSON, nullable=False))
    start_pos: int | None = None
    end_pos: int | None = None
    evidence: str | None = Field(default=None, sa_column=Column(Text))
    evidence_start: int | None = None
    evidence_end: int | None = None
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class Revalidation(SQLModel, table=True):
    """One validation of a corrected question with the settings of its run; never changed.

    `outcome`, `reason` and `error` as in `run_item`; `infrastructure` tells nothing about the
    question. `verdict`: the columns of `validation`, if a reply came. `cost` is in the currency of
    the run's price and does not count towards its caps.
    """

    __tablename__ = "revalidation"

    id: int | None = Field(default=None, primary_key=True)
    revision_id: int = Field(foreign_key="question_revision.id", index=True)
    reviewer_id: int = Field(foreign_key="reviewer.id", index=True)
    outcome: str
    reason: str | None = None
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    attempts: int = 0
    reused: bool = False
    tokens: int = 0
    cost: float = 0.0
    latency_s: float = 0.0
    verdict: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    asked_at: datetime = Field(default_factory=now, sa_column=instant_column())


class ReviewDraft(SQLModel, table=True):
    """A reviewer's unfinished correction; deleted once they decide on the item."""

    __tablename__ = "review_draft"

    item_id: int = Field(
        foreign_key="run_item.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", primary_key=True, index=True)
    content: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    saved_at: datetime = Field(default_factory=now, sa_column=instant_column())
