"""Queries of copy verification's uploads and their rows. Functions only read."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import (
    CatalogueItem,
    CopyCandidate,
    CopyIssue,
    CopyUpload,
    RecentText,
    UserEventRow,
)

_AT_ONCE = 500
"""Number of names in one condition, which every database supports."""


def upload_with(session: Session, kind: str, content_hash: str) -> int | None:
    query = columns(col(CopyUpload.id)).where(
        col(CopyUpload.kind) == str(kind), col(CopyUpload.content_hash) == content_hash
    )
    return session.execute(query).scalar()


def uploads(session: Session, kind: str) -> Sequence[CopyUpload]:
    query = select(CopyUpload).where(CopyUpload.kind == str(kind))
    return session.exec(query.order_by(col(CopyUpload.id).desc())).all()


def issues(session: Session, upload_id: int, limit: int | None, offset: int) -> Sequence[CopyIssue]:
    query = select(CopyIssue).where(CopyIssue.upload_id == upload_id).order_by(col(CopyIssue.id))
    return session.exec(query.offset(offset).limit(limit)).all()


def refused_keys(session: Session, upload_id: int, *, but: str) -> frozenset[str]:
    """Keys of the upload's refused rows, "" for rows without one; rows with code `but` left out."""
    query = columns(col(CopyIssue.key)).where(
        col(CopyIssue.upload_id) == upload_id,
        col(CopyIssue.severity) == "refused",
        col(CopyIssue.code) != but,
    )
    return frozenset(session.execute(query.distinct()).scalars())


def candidates(
    session: Session, upload_id: int, limit: int | None, offset: int
) -> Sequence[CopyCandidate]:
    query = select(CopyCandidate).where(CopyCandidate.upload_id == upload_id)
    ordered = query.order_by(col(CopyCandidate.id))
    return session.exec(ordered.offset(offset).limit(limit)).all()


def latest_texts(session: Session, limit: int) -> Iterator[str]:
    """Texts to be checked, then texts that were sent; each newest first, without samples."""
    for table in (CopyCandidate, RecentText):
        query = columns(col(table.text)).join(CopyUpload).where(~col(CopyUpload.is_sample))
        yield from session.execute(query.order_by(col(table.id).desc()).limit(limit)).scalars()


def recent_texts(session: Session, upload_id: int) -> Iterator[str]:
    query = columns(col(RecentText.text)).where(col(RecentText.upload_id) == upload_id)
    return iter(session.execute(query.order_by(col(RecentText.id))).scalars())


def brands(session: Session, upload_id: int) -> list[str]:
    query = columns(col(CatalogueItem.brand)).where(
        col(CatalogueItem.upload_id) == upload_id, col(CatalogueItem.brand) != ""
    )
    return list(session.execute(query.distinct()).scalars())


def items(session: Session, upload_id: int, ids: Sequence[str]) -> list[CatalogueItem]:
    rows: list[CatalogueItem] = []
    for batch in _batches(ids):
        query = select(CatalogueItem).where(
            CatalogueItem.upload_id == upload_id, col(CatalogueItem.item_id).in_(batch)
        )
        rows += session.exec(query)
    return rows


def user_events(
    session: Session, upload_id: int, users: Sequence[str], since: datetime, until: datetime
) -> list[UserEventRow]:
    """Events of these users from `since` to `until`, both inclusive and in UTC; oldest first."""
    rows: list[UserEventRow] = []
    for batch in _batches(users):
        query = select(UserEventRow).where(
            UserEventRow.upload_id == upload_id,
            col(UserEventRow.user_id).in_(batch),
            col(UserEventRow.at) >= since,
            col(UserEventRow.at) <= until,
        )
        rows += session.exec(query.order_by(col(UserEventRow.at), col(UserEventRow.id)))
    return rows


def _batches(names: Sequence[str]) -> Iterator[list[str]]:
    remaining = iter(names)
    while batch := list(islice(remaining, _AT_ONCE)):
        yield batch
