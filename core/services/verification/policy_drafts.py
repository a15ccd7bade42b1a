"""Drafts of policies: edited until they are published or discarded."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from core.services.verification.policies import (
    PublishedPolicy,
    add_version,
    ensure_shipped,
    published_policy,
)
from core.services.verification.policy_examination import require_publishable
from db import writing
from db.tables import PolicyDraft, PolicyVersion, now


@dataclass(frozen=True, slots=True)
class EditedPolicy:
    """A draft; `text` may be invalid. `revision` counts its saves."""

    id: int
    title: str
    based_on: str | None
    text: str
    revision: int
    created_by: str
    saved_by: str
    created_at: datetime
    saved_at: datetime
    published_version: str | None
    discarded: bool

    @property
    def is_open(self) -> bool:
        return self.published_version is None and not self.discarded


def new_draft(
    engine: Engine, *, by: str, based_on: str | None = None, text: str = "", title: str = ""
) -> EditedPolicy:
    """A draft that begins with `text`, or with a copy of the published version `based_on`."""
    demand(engine, Right.PUBLISH)
    start = text or (published_policy(engine, based_on).text if based_on else "")
    row = PolicyDraft(
        title=title.strip() or based_on or "",
        based_on=based_on,
        text=start,
        created_by=by,
        saved_by=by,
    )
    with writing(engine) as session:
        session.add(row)
        session.flush()
        return _draft(session, row)


def list_drafts(engine: Engine, *, closed: bool = False) -> list[EditedPolicy]:
    """Open drafts, latest saved first; with `closed` also published and discarded ones."""
    query = select(PolicyDraft).order_by(col(PolicyDraft.saved_at).desc(), col(PolicyDraft.id))
    with Session(engine) as session:
        drafts = [_draft(session, row) for row in session.exec(query)]
    return [draft for draft in drafts if closed or draft.is_open]


def get_draft(engine: Engine, draft_id: int) -> EditedPolicy:
    """The draft. Raises NotFoundError."""
    with Session(engine) as session:
        return _draft(session, _row(session, draft_id))


def save_draft(
    engine: Engine, draft_id: int, text: str, *, by: str, seen: int, title: str | None = None
) -> EditedPolicy:
    """Store the text as typed, valid or not. `seen` is the revision that was edited.

    Raises InputError if another revision was saved meanwhile, and for a closed draft.
    """
    demand(engine, Right.PUBLISH)
    with writing(engine) as session:
        row = _open_row(session, draft_id, seen)
        row.text, row.saved_by, row.saved_at = text, by, now()
        row.title = row.title if title is None else title.strip()
        row.revision += 1
        session.flush()
        return _draft(session, row)


def discard_draft(engine: Engine, draft_id: int, *, by: str, seen: int) -> None:
    """Close the draft without publishing; it stays on record. Raises as `save_draft`."""
    demand(engine, Right.PUBLISH)
    with writing(engine) as session:
        row = _open_row(session, draft_id, seen)
        row.discarded_at, row.saved_by = now(), by


def publish(engine: Engine, draft_id: int, *, by: str, seen: int) -> PublishedPolicy:
    """Publish the draft's text as a version that never changes.

    Raises InputError if the text is no policy, has lint errors or a failing case, if the version
    already exists, and as `save_draft`.
    """
    demand(engine, Right.PUBLISH)
    ensure_shipped(engine)

    def add(session: Session) -> PublishedPolicy:
        draft = _open_row(session, draft_id, seen)
        version = add_version(session, require_publishable(draft.text), draft.text, by=by)
        draft.published_id, draft.saved_by, draft.saved_at = version.id, by, now()
        return version

    return in_one_transaction(engine, add)


def _open_row(session: Session, draft_id: int, seen: int) -> PolicyDraft:
    row = _row(session, draft_id, lock=True)
    if row.published_id is not None or row.discarded_at is not None:
        raise InputError("The draft is closed and cannot be changed. Start a new one from it.")
    if row.revision != seen:
        raise InputError(
            "{who} saved this draft meanwhile. Reload it, then make your change again.",
            who=row.saved_by or "?",
        )
    return row


def _row(session: Session, draft_id: int, *, lock: bool = False) -> PolicyDraft:
    query = select(PolicyDraft).where(PolicyDraft.id == draft_id)
    row = session.exec(query.with_for_update() if lock else query).first()
    if row is None:
        raise NotFoundError("Draft {id} does not exist. Choose one from the list.", id=draft_id)
    return row


def _draft(session: Session, row: PolicyDraft) -> EditedPolicy:
    version = session.get(PolicyVersion, row.published_id) if row.published_id else None
    return EditedPolicy(
        id=row.id or 0,
        title=row.title,
        based_on=row.based_on,
        text=row.text,
        revision=row.revision,
        created_by=row.created_by,
        saved_by=row.saved_by,
        created_at=row.created_at,
        saved_at=row.saved_at,
        published_version=version.version if version else None,
        discarded=row.discarded_at is not None,
    )
