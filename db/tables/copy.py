"""Copy verification: uploads, policies, checks with their results, and reviewers' decisions."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import instant_column, now


class CopyUpload(SQLModel, table=True):
    """An imported file, never changed; a new version of the file is a new upload.

    `kind`: candidates, catalogue, events or recent. `content_hash`: sha256 of the decoded text.
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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class CopyIssue(SQLModel, table=True):
    """A refused row of an upload, or a warning about the file; `raw`: the row verbatim."""

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
    """A product. `price` is a decimal number as text, since a float would change it."""

    __tablename__ = "catalogue_item"
    __table_args__ = (
        Index("ix_catalogue_item_brand", "upload_id", "brand"),
        {"sqlite_with_rowid": False},  # stored in key order, as rows are looked up by key
    )

    upload_id: int = Field(foreign_key="copy_upload.id", primary_key=True)
    item_id: str = Field(primary_key=True)
    brand: str = ""
    active: bool = True
    purchasable: bool = True
    price: str | None = None
    title: str = Field(default="", sa_column=Column(Text, nullable=False))


class UserEventRow(SQLModel, table=True):
    """An event of an uploaded file: what a user did (`kind`: view, cart, purchase and so on)."""

    __tablename__ = "user_event"
    __table_args__ = (Index("ix_user_event_user", "upload_id", "user_id", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="copy_upload.id")
    user_id: str
    kind: str
    at: datetime = Field(sa_column=instant_column())
    item_id: str | None = None


class RecentText(SQLModel, table=True):
    """A copy that was sent earlier, to compare new copies with."""

    __tablename__ = "recent_copy"

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="copy_upload.id", index=True)
    line: int
    text: str = Field(sa_column=Column(Text, nullable=False))


class CopyCandidate(SQLModel, table=True):
    """A copy as read from its file; `key` identifies it in the file and in results.

    `said` holds its claims, constraints, time zone and time; `item_count` counts the items that it
    refers to; `folded`: the text case-folded, for search.
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
    """A published policy, never changed. `sha256`: of its content, whatever the file's layout."""

    __tablename__ = "policy_version"

    id: int | None = Field(default=None, primary_key=True)
    version: str = Field(unique=True)
    sha256: str = Field(index=True)
    text: str = Field(sa_column=Column(Text, nullable=False))
    note: str = Field(default="", sa_column=Column(Text, nullable=False))
    built_in: bool = False
    published_by: str = ""
    published_at: datetime = Field(default_factory=now, sa_column=instant_column())


class PolicyDraft(SQLModel, table=True):
    """A policy that is being edited; `text` is YAML as typed, not necessarily valid.

    `revision` counts the saves, so that nobody overwrites a version they have not seen. Published
    and discarded drafts are kept and never change.
    """

    __tablename__ = "policy_draft"

    id: int | None = Field(default=None, primary_key=True)
    title: str
    based_on: str | None = None
    text: str = Field(sa_column=Column(Text, nullable=False))
    revision: int = 1
    created_by: str = ""
    saved_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())
    saved_at: datetime = Field(default_factory=now, sa_column=instant_column())
    published_id: int | None = Field(default=None, foreign_key="policy_version.id", index=True)
    discarded_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))


class CopyCheck(SQLModel, table=True):
    """A check of an upload's candidates against a policy and a catalogue.

    `status`: queued, running, done, stopped (with `error`) or cancelled. `moment`: the time that
    the copies are checked for. `worker` holds its lease until `lease_until`, which it renews.
    `options`: optional steps, such as repairs.
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
    moment: datetime = Field(sa_column=instant_column())
    options: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
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


class CopyResult(SQLModel, table=True):
    """The result of a candidate in a check, written once; its full record is in `copy_audit`.

    `outcome`: checked, or failed (a system error, with `error` and without a verdict). `retry`
    marks a failed one to be checked again; only such a row is overwritten. Scores are integers in
    1/10,000, null for parts not checked after a hard violation. `codes` and `repairs` are lists
    like |a|b|: codes found, and kinds of repair steps tried. `repaired`: a step changed the text,
    and `repaired_verdict` is the new text's; `unfinished`: a model was asked for a text and failed
    to answer, so the repair neither failed nor succeeded.
    """

    __tablename__ = "copy_result"
    __table_args__ = (
        UniqueConstraint("check_id", "candidate_id"),
        Index(
            "ix_copy_result_verdict",
            # all columns that a list counts by
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
    checked_at: datetime = Field(default_factory=now, sa_column=instant_column())


class CopyAudit(SQLModel, table=True):
    """The full record of a result, kept apart from the columns that lists and charts read.

    `verification`: text, inputs, policy version and hash, items and events as looked up, findings,
    scores with their arithmetic, the decision. `steps`: the repairs tried, each with its diff, the
    codes it cleared and raised, and the verification of its text.
    """

    __tablename__ = "copy_audit"

    result_id: int = Field(
        foreign_key="copy_result.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    verification: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    steps: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))


class CopyEvent(SQLModel, table=True):
    """A reviewer's act on a result, never changed.

    `action`: accept, edit, reject (of the repair `step`, counted from 0), verdict (the reviewer's
    own, in `verdict`) or undo (of the act `undoes_id`). `text`: the text after an edit;
    `verification`: that text's.
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
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())


class CopyStanding(SQLModel, table=True):
    """The current state of a result: its latest verdict and its latest act on a repair that were
    not undone. A projection, written in the transaction of the event that changes it.
    """

    __tablename__ = "copy_standing"

    result_id: int = Field(
        foreign_key="copy_result.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    verdict: str | None = Field(default=None, index=True)
    verdict_event_id: int | None = None
    repair: str | None = Field(default=None, index=True, description="accept, edit or reject")
    repair_event_id: int | None = None
