"""Copy verification: what was uploaded, the policies, what was checked, what people said of it."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import now, when


class CopyUpload(SQLModel, table=True):
    """An imported file, never changed; another version of it is another upload.

    kind: candidates, catalogue, events, recent. `content_hash` is the sha256 of the decoded text.
    """

    __tablename__ = "copy_upload"
    __table_args__ = (UniqueConstraint("kind", "content_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    title: str
    file_name: str
    content_hash: str
    row_count: int = 0
    refused_count: int = 0
    is_sample: bool = False
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())


class CopyIssue(SQLModel, table=True):
    """A row of an upload that was refused, or a warning about the file; `raw` word for word."""

    __tablename__ = "copy_issue"

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="copy_upload.id", index=True)
    severity: str = Field(description="refused or warning")
    code: str
    line: int | None = None
    field: str | None = None
    message: str
    params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    raw: str | None = Field(default=None, sa_column=Column(Text))
    key: str = Field(default="", description="the item or user a refused row is about, if it says")


class CatalogueItem(SQLModel, table=True):
    """`price` is a decimal number as it was written: floats would change it."""

    __tablename__ = "catalogue_item"
    __table_args__ = (
        Index("ix_catalogue_item_brand", "upload_id", "brand"),
        {"sqlite_with_rowid": False},  # kept in the key's order, as it is looked up
    )

    upload_id: int = Field(foreign_key="copy_upload.id", primary_key=True)
    item_id: str = Field(primary_key=True)
    brand: str = ""
    active: bool = True
    purchasable: bool = True
    price: str | None = None
    title: str = Field(default="", sa_column=Column(Text, nullable=False))


class UserEventRow(SQLModel, table=True):
    __tablename__ = "user_event"
    __table_args__ = (Index("ix_user_event_user", "upload_id", "user_id", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="copy_upload.id")
    user_id: str
    kind: str
    at: datetime = Field(sa_column=when())
    item_id: str | None = None


class RecentText(SQLModel, table=True):
    """A copy that was sent before; new ones are compared with it."""

    __tablename__ = "recent_copy"

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="copy_upload.id", index=True)
    line: int
    text: str = Field(sa_column=Column(Text, nullable=False))


class CopyCandidate(SQLModel, table=True):
    """A copy as it was read; `key` names it in its file and in every result.

    `said` holds its claims, constraints, time zone and time; `item_count` counts the items that it
    refers to; `folded` is what a search among its words goes through.
    """

    __tablename__ = "copy_candidate"
    __table_args__ = (UniqueConstraint("upload_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="copy_upload.id", index=True)
    line: int
    key: str
    channel: str
    locale: str
    user_id: str | None = None
    item_count: int = 0
    text: str = Field(sa_column=Column(Text, nullable=False))
    folded: str = Field(sa_column=Column(Text, nullable=False))
    said: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class PolicyVersion(SQLModel, table=True):
    """A published policy, never changed. `sha256` is of its content, not of the file's layout."""

    __tablename__ = "policy_version"

    id: int | None = Field(default=None, primary_key=True)
    version: str = Field(unique=True)
    sha256: str = Field(index=True)
    text: str = Field(sa_column=Column(Text, nullable=False))
    note: str = Field(default="", sa_column=Column(Text, nullable=False))
    built_in: bool = False
    published_by: str = ""
    published_at: datetime = Field(default_factory=now, sa_column=when())


class PolicyDraft(SQLModel, table=True):
    """A policy that is being written; `text` is YAML as it was typed, and need not be valid yet.

    `revision` counts the saves, so that nobody overwrites what they have not seen. A draft that was
    published or discarded is kept and no longer changes.
    """

    __tablename__ = "policy_draft"

    id: int | None = Field(default=None, primary_key=True)
    title: str
    based_on: str | None = None
    text: str = Field(sa_column=Column(Text, nullable=False))
    revision: int = 1
    created_by: str = ""
    saved_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())
    saved_at: datetime = Field(default_factory=now, sa_column=when())
    published_id: int | None = Field(default=None, foreign_key="policy_version.id", index=True)
    discarded_at: datetime | None = Field(default=None, sa_column=when(nullable=True))


class CopyCheck(SQLModel, table=True):
    """Candidates under a policy, against a catalogue, at a moment.

    status: queued, running, done, stopped (it cannot go on: `error`), cancelled. `moment` is the
    time it is checked for. `worker` has it in hand until `lease_until`, which it moves on as it
    works. `options` says what else is done, such as repairs.
    """

    __tablename__ = "copy_check"
    __table_args__ = (Index("ix_copy_check_status", "status", "lease_until"),)

    id: int | None = Field(default=None, primary_key=True)
    title: str
    candidates_id: int = Field(foreign_key="copy_upload.id", index=True)
    catalogue_id: int | None = Field(default=None, foreign_key="copy_upload.id", index=True)
    events_id: int | None = Field(default=None, foreign_key="copy_upload.id", index=True)
    recent_id: int | None = Field(default=None, foreign_key="copy_upload.id", index=True)
    policy_id: int = Field(foreign_key="policy_version.id", index=True)
    moment: datetime = Field(sa_column=when())
    options: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
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


class CopyResult(SQLModel, table=True):
    """What came of a candidate in a check, written once; its record is in `copy_audit`.

    outcome: checked, or failed (by the machinery, with `error`: then there is no verdict; `retry`
    marks one that is to be checked again, which alone may be written over). Scores
    are whole ten-thousandths, null for what was not checked after a hard violation. `codes` and
    `repairs` are |a|b|: the codes found, and the kinds of the steps that were tried. `repaired`:
    a step made another text, whose verdict is `repaired_verdict`; `unfinished`: a writer was asked
    and could not answer, so that this is no failed repair.
    """

    __tablename__ = "copy_result"
    __table_args__ = (
        UniqueConstraint("check_id", "candidate_id"),
        Index(
            "ix_copy_result_verdict",
            # all a list counts
            *("check_id", "verdict", "retry", "repaired", "unfinished", "repaired_verdict"),
        ),
        Index("ix_copy_result_codes", "codes"),
    )

    id: int | None = Field(default=None, primary_key=True)
    check_id: int = Field(foreign_key="copy_check.id")
    candidate_id: int = Field(foreign_key="copy_candidate.id", index=True)
    outcome: str
    verdict: str | None = None
    decided_by: str | None = None
    masked_reject: bool = False
    channel: str
    locale: str
    fact: int | None = None
    compliance: int | None = None
    quality: int | None = None
    codes: str = ""
    repairs: str = ""
    repaired: bool = False
    repaired_verdict: str | None = None
    unfinished: bool = False
    retry: bool = False
    error: str | None = Field(default=None, description="a sentence's template")
    error_params: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    checked_at: datetime = Field(default_factory=now, sa_column=when())


class CopyAudit(SQLModel, table=True):
    """The whole record of a result, apart from what lists and charts read.

    `verification`: text, inputs, policy version and hash, the items and events as they were looked
    up, findings, scores with their arithmetic, the decision. `steps`: the repairs tried, each with
    its diff, the codes it cleared and raised, and what it made verified again.
    """

    __tablename__ = "copy_audit"

    result_id: int = Field(
        foreign_key="copy_result.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    verification: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    steps: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))


class CopyEvent(SQLModel, table=True):
    """A human act on a result, appended.

    action: accept, edit, reject (the repair `step`, counted from 0), verdict (the reviewer's own
    on the candidate: `verdict`), undo (of the act `undoes_id`). `text` is what an edit made and
    `verification` what came of it.
    """

    __tablename__ = "copy_event"
    __table_args__ = (Index("ix_copy_event_reviewer", "reviewer_id", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    result_id: int = Field(foreign_key="copy_result.id", index=True)
    reviewer_id: int = Field(foreign_key="reviewer.id")
    action: str
    step: int | None = None
    verdict: str | None = None
    text: str | None = Field(default=None, sa_column=Column(Text))
    verification: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True))
    )
    comment: str = Field(default="", sa_column=Column(Text, nullable=False))
    undoes_id: int | None = Field(default=None, foreign_key="copy_event.id", index=True)
    idempotency_key: str = Field(unique=True)
    created_at: datetime = Field(default_factory=now, sa_column=when())


class CopyStanding(SQLModel, table=True):
    """What the events of a result amount to: the latest verdict and the latest act on a repair that
    nobody has undone. A projection, written in the transaction of the event that changes it.
    """

    __tablename__ = "copy_standing"

    result_id: int = Field(
        foreign_key="copy_result.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    verdict: str | None = Field(default=None, index=True)
    verdict_event_id: int | None = None
    repair: str | None = Field(default=None, index=True, description="accept, edit or reject")
    repair_event_id: int | None = None
