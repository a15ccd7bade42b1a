"""People and what they decided."""

from datetime import datetime
from typing import Optional

from sqlmodel import Field, SQLModel

from db.tables.moments import now, when


class Reviewer(SQLModel, table=True):
    __tablename__ = "reviewer"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=when())


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
    created_at: datetime = Field(default_factory=now, sa_column=when(index=True))
