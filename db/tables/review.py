"""People, what they decided, and what that amounts to."""

from datetime import datetime
from typing import Optional

from sqlalchemy import JSON, Column, Index, Text
from sqlmodel import Field, SQLModel

from db.tables.moments import now, when


class Reviewer(SQLModel, table=True):
    __tablename__ = "reviewer"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=when())


class NamedQueue(SQLModel, table=True):
    """A saved filter over the flagged questions, for one reviewer or, without one, for everybody.
    Empty filters leave a condition out.
    """

    __tablename__ = "named_queue"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    set_id: int | None = Field(default=None, foreign_key="question_set.id", index=True)
    language: str = ""
    reason: str = ""
    reviewer_id: int | None = Field(default=None, foreign_key="reviewer.id", index=True)
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())


class ReviewEvent(SQLModel, table=True):
    """A human act on an item of a run.

    action: keep, fix, drop (an opinion, or the final decision where there is a `cause`), skip,
    second (ask for a second opinion), assign (to `assignee_id`, or to nobody), undo (of the act
    `undoes_id`). `reasons` are the reviewer's, not the validation's. `blind`: made without having
    been shown what anybody else decided. `revision_id`: the corrected question of a fix.
    `batch_id`: the act on many items that it is a part of. What stands of a question is folded from
    the events of all its items.

    action answer: the letters in `answer` that a reviewer chose with label, model and quote hidden.
    `shown`: the failure reasons that a decision's giver was shown, as |one|other|. `of_question`:
    they were shown what was done on the question in any run; false of earlier releases, where a
    decision was about one run's item.
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
    created_at: datetime = Field(default_factory=now, sa_column=when(index=True))
    reasons: list[str] = Field(
        default=[], sa_column=Column(JSON, nullable=False, server_default="[]")
    )
    cause: str | None = None
    blind: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    # No foreign keys: SQLite could never drop the columns again.
    assignee_id: int | None = Field(default=None, index=True, description="of a reviewer")
    revision_id: int | None = Field(default=None, index=True, description="of a revision")
    batch_id: int | None = Field(default=None, index=True, description="of a batch")
    answer: Optional[list[str]] = Field(default=None, sa_column=Column(JSON, nullable=True))  # noqa: UP045
    shown: str = Field(default="", sa_column_kwargs={"server_default": ""})
    of_question: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})


class ReviewBatch(SQLModel, table=True):
    """One act on many items: each of its events carries its id, and says the same.

    action: keep, drop, second, assign (to `assignee_id`, or to nobody), undo (of the batch
    `undoes_id`). `n` items it was done to; `left_out` counts by reason those it was meant for and
    not done to.
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
    created_at: datetime = Field(default_factory=now, sa_column=when())


class ReviewState(SQLModel, table=True):
    """What the events on an item's question amount to, beside what a queue sorts and filters by.

    A projection: written in the transaction of the event that changes it, and made again from the
    results and events by `db.queries.projection.rebuild`. One row for every item a reviewer may
    decide on; what stands of a question is the same on all of its items.

    `is_current`: the item whose validation counts for the question, one of its items: that of the
    newest validation that judged it. `is_listed`: it stands in queues over all runs, as the current
    item does, and beside it the newest that a depth test failed. state: open, second, disputed,
    decided, settled (see core/review/review_state.py). `reasons` are the validation's, as
    |one|other|. `margin` is how far the quote's similarity is from the run's threshold, NO_MARGIN
    where nothing was quoted. `waits`: for reviewers, as open and second do. `earlier_id`: the
    decision of a question that is asked again, because the current item has a failure reason that
    its givers were not shown. `opinions` counts the reviewers whose opinion stands, `contest` those
    who do not say what most say.
    """

    __tablename__ = "review_state"
    __table_args__ = (
        # In the file's order: the next item that waits is the first of its index.
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
    """What each reviewer says of a question: the latest of theirs that nobody has undone, final
    decisions apart. A projection as ReviewState is.

    `independent`: what they said of it among the first two who had not seen another's opinion;
    null for everybody else, and where there are no two.
    """

    __tablename__ = "review_opinion"
    __table_args__ = {"sqlite_with_rowid": False}  # kept in the key's order, as it is read

    question_id: int = Field(
        foreign_key="question.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", primary_key=True, index=True)
    action: str
    revision_id: int | None = Field(default=None, foreign_key="question_revision.id")
    independent: str | None = None


class ReviewText(SQLModel, table=True):
    """What a search among an item's words goes through, NFKC and case folded. `text`: its key,
    question, options and quoted evidence; `notes`: those of reviewers; `corrected`: the words of
    the correction that stands, nothing while a second opinion is wanted, which is blind. Apart from
    ReviewState, which stays small enough to be read as a whole.
    """

    __tablename__ = "review_text"

    item_id: int = Field(
        foreign_key="run_item.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    text: str = Field(sa_column=Column(Text, nullable=False))
    notes: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    corrected: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))


class ReviewAside(SQLModel, table=True):
    """A question that is not in a reviewer's queue while it waits for others: they skipped it, or
    gave the opinion that a second one is wanted to. A projection as ReviewState is.
    """

    __tablename__ = "review_aside"

    question_id: int = Field(
        foreign_key="question.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", primary_key=True, index=True)


class ReviewClaim(SQLModel, table=True):
    """Who has an item before them, until when. Nobody else is given it before `expires_at`."""

    __tablename__ = "review_claim"

    item_id: int = Field(
        foreign_key="run_item.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    reviewer_id: int = Field(foreign_key="reviewer.id", index=True)
    claimed_at: datetime = Field(default_factory=now, sa_column=when())
    expires_at: datetime = Field(sa_column=when())
