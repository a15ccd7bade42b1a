"""Reviewers, their decisions, and the review state projected from these."""

from datetime import datetime
from typing import Optional

from sqlalchemy import JSON, Column, Index, Text
from sqlmodel import Field, SQLModel

from db.tables.moments import instant_column, now


class Reviewer(SQLModel, table=True):
    __tablename__ = "reviewer"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class NamedQueue(SQLModel, table=True):
    """A saved filter of flagged questions, for one reviewer or, without `reviewer_id`, for all. An
    empty filter field sets no condition.
    """

    __tablename__ = "named_queue"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    set_id: int | None = Field(default=None, foreign_key="question_set.id", index=True)
    language: str = ""
    reason: str = ""
    reviewer_id: int | None = Field(default=None, foreign_key="reviewer.id", index=True)
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class ReviewEvent(SQLModel, table=True):
    """A reviewer's act on an item of a run. The review state of a question is folded from the
    events of all its items.

    `action`: keep, fix, drop (an opinion, or the final decision if `cause` is set), skip, second
    (request a second review), assign (to `assignee_id`, or to nobody), undo (of the act
    `undoes_id`), or answer (the letters in `answer`, chosen with label, model and quote hidden).
    `reasons`: the reviewer's, not the validation's. `blind`: made without seeing others'
    decisions. `revision_id`: the corrected question of a fix. `batch_id`: the bulk act it is part
    of. `shown`: the failure reasons that were on screen, as |one|other|. `of_question`: acts on the
    question in all runs were on screen; false for earlier releases, where a decision was about the
    item of one run.
    """

    __tablename__ = "review_event"
    __table_args__ = (Index("ix_review_event_reviewer", "reviewer_id", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    reviewer_id: int = Field(foreign_key="reviewer.id")
    action: str
    comment: str = ""
    undoes_id: Optional[int] = Field(default=None, foreign_key="review_event.id", index=True)  # noqa: UP045
    idempotency_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))
    reasons: list[str] = Field(
        default=[], sa_column=Column(JSON, nullable=False, server_default="[]")
    )
    cause: str | None = None
    blind: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    # No foreign keys: SQLite could not drop the columns in a downgrade.
    assignee_id: int | None = Field(default=None, index=True, description="of a reviewer")
    revision_id: int | None = Field(default=None, index=True, description="of a revision")
    batch_id: int | None = Field(default=None, index=True, description="of a batch")
    answer: Optional[list[str]] = Field(default=None, sa_column=Column(JSON, nullable=True))  # noqa: UP045
    shown: str = Field(default="", sa_column_kwargs={"server_default": ""})
    of_question: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})


class ReviewBatch(SQLModel, table=True):
    """A bulk act; each of its events refers to it and has the same action.

    `action`: keep, drop, second, assign (to `assignee_id`, or to nobody) or undo (of the batch
    `undoes_id`). `n`: number of items changed; `left_out`: numbers of selected items that were
    not, by reason.
    """

    __tablename__ = "review_batch"

    id: int | None = Field(default=None, primary_key=True)
    reviewer_id: int = Field(foreign_key="reviewer.id", index=True)
    action: str
    idempotency_key: str = Field(unique=True)
    comment: str = ""
    reasons: list[str] = Field(default=[], sa_column=Column(JSON, nullable=False))
    assignee_id: int | None = Field(default=None, foreign_key="reviewer.id")
    undoes_id: int | None = Field(default=None, foreign_key="review_batch.id", index=True)
    n: int = 0
    left_out: dict[str, int] = Field(default={}, sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class ReviewState(SQLModel, table=True):
    """The review state of an item's question, with the columns that queues sort and filter by.

    A projection: written in the transaction of the event that changes it, and rebuilt from results
    and events by `db.queries.projection.rebuild`. One row per item that a reviewer may decide on;
    the state is the same on all items of a question.

    `is_current`: the one item of the question that counts, of the newest validation that judged
    it. `is_listed`: it appears in queues over all runs: the current item, and the newest that a
    depth test failed. `state`: open, second, disputed, decided or settled (see
    core/review/review_state.py). `reasons`: the validation's, as |one|other|. `margin`: distance
    of the quote's similarity from the run's threshold, NO_MARGIN without a quote. `waits`: the
    question waits for reviewers (open or second). `earlier_id`: the earlier decision on a question
    that is open again, because the current item has a failure reason that the decision's author
    did not see. `opinions`: number of reviewers with an active opinion; `contest`: how many of
    them differ from the majority.
    """

    __tablename__ = "review_state"
    __table_args__ = (
        # In the file's order, so that the next waiting item is the first entry of this index.
        Index(
            "ix_review_state_next",
            *("is_listed", "waits", "outcome", "newest_first", "line", "item_id"),
        ),
        Index("ix_review_state_order", "newest_first", "line", "item_id"),
        Index("ix_review_state_reviewer", "reviewer_id", "decision_id"),
    )

    item_id: int = Field(
        foreign_key="run_item.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    run_id: int = Field(foreign_key="run.id", index=True)
    newest_first: int = Field(description="minus the run's id, so that the order ascends")
    question_id: int = Field(foreign_key="question.id", index=True)
    is_current: bool = False
    is_listed: bool = False
    line: int
    outcome: str
    reasons: str
    verdict: str
    confidence: str
    margin: float
    model: str
    language: str
    state: str = "open"
    waits: bool = True
    decision: str | None = None
    decision_id: int | None = Field(default=None, foreign_key="review_event.id", index=True)
    earlier_id: int | None = Field(default=None, description="of an event")
    reviewer_id: int | None = Field(default=None, foreign_key="reviewer.id")
    opinions: int = 0
    contest: int = 0
    assignee_id: int | None = Field(default=None, foreign_key="reviewer.id", index=True)
    last_event_id: int = 0


class ReviewOpinion(SQLModel, table=True):
    """A reviewer's active opinion on a question: their latest that was not undone, except final
    decisions. A projection like ReviewState.

    `independent`: their opinion, if they are one of the first two reviewers who had not seen
    another's; null for all others, and if there are no two.
    """

    __tablename__ = "review_opinion"
    __table_args__ = {"sqlite_with_rowid": False}  # stored in key order, as rows are read by key

    question_id: int = Field(
        foreign_key="question.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", primary_key=True, index=True)
    action: str
    revision_id: int | None = Field(default=None, foreign_key="question_revision.id")
    independent: str | None = None


class ReviewText(SQLModel, table=True):
    """The searchable text of an item, NFKC-normalised and case-folded. `text`: key, question,
    options and quoted evidence; `notes`: reviewers' comments; `corrected`: the text of the active
    correction, empty while a second review is pending, which is blind. Kept apart from ReviewState,
    which must stay small enough to be scanned.
    """

    __tablename__ = "review_text"

    item_id: int = Field(
        foreign_key="run_item.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    text: str = Field(sa_column=Column(Text, nullable=False))
    notes: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    corrected: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))


class ReviewAside(SQLModel, table=True):
    """A waiting question that is left out of one reviewer's queue: they skipped it, or gave the
    opinion that a second review is requested for. A projection like ReviewState.
    """

    __tablename__ = "review_aside"

    question_id: int = Field(
        foreign_key="question.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", primary_key=True, index=True)


class ReviewClaim(SQLModel, table=True):
    """A reviewer's reservation of an item; nobody else gets the item before `expires_at`."""

    __tablename__ = "review_claim"

    item_id: int = Field(
        foreign_key="run_item.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", index=True)
    claimed_at: datetime = Field(default_factory=now, sa_column=instant_column())
    expires_at: datetime = Field(sa_column=instant_column())
