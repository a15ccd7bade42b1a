"""Uploads: files of candidates, catalogues, user events or recent copy; they never change."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, SQLModel

from core.errors import InputError, NotFoundError
from core.locale import N_n, plural_form
from core.questions import IssueSeverity, RowIssue
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from core.text import require_size
from core.verification import (
    Candidate,
    CatalogueEntry,
    UploadRow,
    UploadTable,
    UserEvent,
    read_candidates,
    read_catalogue,
    read_recent,
    read_user_events,
)
from db.queries import copy as queries
from db.queries.library import insert_all
from db.queries.projection import fold_for_search
from db.tables import CatalogueItem, CopyCandidate, CopyIssue, CopyUpload, RecentText, UserEventRow

_INSERT_ROWS = 5_000
"""Rows per insert statement."""


class UploadKind(StrEnum):
    CANDIDATES = "candidates"
    CATALOGUE = "catalogue"
    EVENTS = "events"
    RECENT = "recent"


@dataclass(frozen=True, slots=True)
class Upload:
    id: int
    kind: UploadKind
    title: str
    file_name: str
    content_hash: str
    row_count: int
    refused_count: int
    is_sample: bool
    created_by: str
    created_at: datetime

    @property
    def snapshot(self) -> str:
        """Day and hash of the upload, as the audit names a catalogue (source 001, section 6)."""
        return f"{self.created_at:%Y-%m-%d} {self.content_hash[:12]}"


@dataclass(frozen=True, slots=True)
class UploadAdded:
    upload_id: int
    already_there: bool


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a kind's rows are read, and the table and columns that hold them."""

    read: Callable[..., UploadTable[Any]]
    table: type[SQLModel]
    columns: Callable[[UploadRow[Any]], dict[str, Any]]


def preview_upload(
    kind: UploadKind,
    data: bytes,
    *,
    file_name: str,
    max_bytes: int,
    encoding: str | None = None,
    zone: str | None = None,
) -> UploadTable[Any]:
    """Read a file without storing it; every row is either read or refused.

    `zone` is the time zone of user events whose times name none. Raises InputError for a file over
    `max_bytes` and for one that cannot be read at all.
    """
    require_size(data, max_bytes, file_name)
    if kind is UploadKind.EVENTS:
        return read_user_events(data, file_name=file_name, encoding=encoding, zone=zone)
    return _KINDS[kind].read(data, file_name=file_name, encoding=encoding)


def add_upload(
    engine: Engine,
    kind: UploadKind,
    table: UploadTable[Any],
    *,
    file_name: str,
    title: str | None = None,
    by: str = "",
) -> UploadAdded:
    """Store the rows and issues in one transaction; a stored file is recognised by its hash.

    The title defaults to the file's name. Raises InputError if no row could be read.
    """
    demand(engine, Right.RUN)
    return in_one_transaction(
        engine,
        lambda session: store_upload(session, kind, table, file_name=file_name, title=title, by=by),
    )


def store_upload(
    session: Session,
    kind: UploadKind,
    table: UploadTable[Any],
    *,
    file_name: str,
    title: str | None,
    by: str,
    is_sample: bool = False,
) -> UploadAdded:
    if not table.rows:
        message = plural_form(
            N_n(
                "No row could be read: {count} was rejected. Correct it and upload the file again.",
                "No row could be read: {count} were rejected. Correct them and upload the file "
                "again.",
            ),
            len(table.refused),
        )
        raise InputError(
            message,
            file=file_name,
            count=len(table.refused),
        )
    existing_id = queries.upload_with(session, kind, table.content_hash)
    if existing_id is not None:
        return UploadAdded(existing_id, already_there=True)
    added = CopyUpload(
        kind=kind.value,
        title=(title or "").strip() or PurePath(file_name).stem,
        file_name=file_name,
        content_hash=table.content_hash,
        row_count=len(table.rows),
        refused_count=len(table.refused),
        is_sample=is_sample,
        created_by=by,
    )
    session.add(added)
    session.flush()
    upload_id, rows_of = added.id or 0, _KINDS[kind]
    for start in range(0, len(table.rows), _INSERT_ROWS):
        rows = table.rows[start : start + _INSERT_ROWS]
        insert_all(
            session,
            rows_of.table,
            [{"upload_id": upload_id, **rows_of.columns(row)} for row in rows],
        )
    insert_all(session, CopyIssue, list(_issue_rows(upload_id, table.issues)))
    return UploadAdded(upload_id, already_there=False)


def list_uploads(engine: Engine, kind: UploadKind) -> list[Upload]:
    """Uploads of a kind, newest first."""
    with Session(engine) as session:
        return [upload_of(row) for row in queries.uploads(session, kind)]


def get_upload(engine: Engine, upload_id: int) -> Upload:
    """The upload. Raises NotFoundError."""
    with Session(engine) as session:
        row = session.get(CopyUpload, upload_id)
        if row is None:
            raise NotFoundError(
                "Upload {id} does not exist. Choose one from the list.", id=upload_id
            )
        return upload_of(row)


def upload_issues(
    engine: Engine, upload_id: int, *, limit: int | None = None, offset: int = 0
) -> list[RowIssue]:
    """Refused rows and warnings, ordered by line."""
    with Session(engine) as session:
        return [_issue(row) for row in queries.issues(session, upload_id, limit, offset)]


def candidates_page(
    engine: Engine, upload_id: int, *, limit: int | None = None, offset: int = 0
) -> list[Candidate]:
    """Candidates in the file's order."""
    with Session(engine) as session:
        rows = queries.candidates(session, upload_id, limit, offset)
        return [candidate_of(row) for row in rows]


def candidate_of(row: CopyCandidate) -> Candidate:
    columns = {name: getattr(row, name) for name in ("text", "channel", "locale", "user_id")}
    return Candidate.from_dict({**row.said, **columns, "id": row.key})


def utc(at: datetime) -> datetime:
    """The same moment in UTC, as SQLite loses any other zone."""
    return at.astimezone(UTC)


def _candidate_columns(row: UploadRow[Candidate]) -> dict[str, Any]:
    candidate, fields = row.value, row.value.to_dict()
    return {
        "line": row.line,
        "key": fields.pop("id"),
        "text": fields.pop("text"),
        "channel": fields.pop("channel"),
        "locale": fields.pop("locale"),
        "user_id": fields.pop("user_id"),
        "item_count": len(candidate.claims.referenced_item_ids),
        "folded": fold_for_search(f"{candidate.id} {candidate.text}"),
        "said": fields,
    }


def _item_columns(row: UploadRow[CatalogueEntry]) -> dict[str, Any]:
    item = row.value
    return {
        "item_id": item.id,
        "brand": item.brand,
        "active": item.active,
        "purchasable": item.purchasable,
        "price": None if item.price is None else str(item.price),
        "title": item.title,
    }


def _event_columns(row: UploadRow[UserEvent]) -> dict[str, Any]:
    event = row.value
    return {
        "user_id": event.user_id,
        "kind": event.kind,
        "at": utc(event.at),
        "item_id": event.item_id,
    }


def _recent_columns(row: UploadRow[str]) -> dict[str, Any]:
    return {"line": row.line, "text": row.value}


_KINDS = {
    UploadKind.CANDIDATES: _Kind(read_candidates, CopyCandidate, _candidate_columns),
    UploadKind.CATALOGUE: _Kind(read_catalogue, CatalogueItem, _item_columns),
    UploadKind.EVENTS: _Kind(read_user_events, UserEventRow, _event_columns),
    UploadKind.RECENT: _Kind(read_recent, RecentText, _recent_columns),
}


def _issue_rows(upload_id: int, issues: Sequence[RowIssue]) -> Iterator[dict[str, Any]]:
    for issue in issues:
        yield {
            "upload_id": upload_id,
            "severity": issue.severity.value,
            "code": issue.code,
            "line": issue.line,
            "field": issue.field,
            "message": issue.message,
            "params": dict(issue.params),
            "raw": issue.raw,
            "key": issue.key,
        }


def _issue(row: CopyIssue) -> RowIssue:
    return RowIssue(
        row.message,
        severity=IssueSeverity(row.severity),
        code=row.code,
        line=row.line,
        field=row.field,
        params=row.params,
        raw=row.raw,
        key=row.key,
    )


def upload_of(row: CopyUpload) -> Upload:
    return Upload(
        id=row.id or 0,
        kind=UploadKind(row.kind),
        title=row.title,
        file_name=row.file_name,
        content_hash=row.content_hash,
        row_count=row.row_count,
        refused_count=row.refused_count,
        is_sample=row.is_sample,
        created_by=row.created_by,
        created_at=row.created_at,
    )
