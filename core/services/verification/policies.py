"""Policies in the database: drafts that are edited, versions that never change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from core.verification import (
    Level,
    Policy,
    PolicyCaseOutcome,
    PolicyChange,
    PolicyFile,
    Remark,
    expected_of,
    got_of,
    lint,
    policy_changes,
    read_policy_file,
    run_cases,
    shipped_policies,
)
from core.verification.policy_files import shipped_text
from db.engine import writing
from db.queries import copy as queries
from db.tables import PolicyDraft, PolicyVersion, now


@dataclass(frozen=True, slots=True)
class PublishedPolicy:
    """A version that never changes. `text` is its YAML as it was published."""

    id: int
    version: str
    sha256: str
    text: str
    note: str
    built_in: bool
    published_by: str
    published_at: datetime

    @property
    def policy(self) -> Policy:
        return self.file.policy

    @property
    def file(self) -> PolicyFile:
        return _read(self.text, self.version)


@dataclass(frozen=True, slots=True)
class EditedPolicy:
    """A policy being written; `text` need not be valid yet. `revision` counts its saves."""

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


@dataclass(frozen=True)
class PolicyExamination:
    """What a draft's text is worth: a policy with the linter's remarks and what came of its cases,
    or its first fault. `file` knows the lines of the text.
    """

    file: PolicyFile | None
    error: InputError | None
    remarks: tuple[Remark, ...] = ()
    cases: tuple[PolicyCaseOutcome, ...] = ()

    @property
    def policy(self) -> Policy | None:
        return self.file.policy if self.file else None

    @property
    def errors(self) -> tuple[Remark, ...]:
        """Remarks that stop a publication."""
        return tuple(remark for remark in self.remarks if remark.level is Level.ERROR)

    @property
    def failed(self) -> tuple[PolicyCaseOutcome, ...]:
        """Cases that the policy does not judge as they expect; they stop a publication too."""
        return tuple(outcome for outcome in self.cases if not outcome.passed)

    @property
    def is_publishable(self) -> bool:
        return self.policy is not None and not self.errors and not self.failed


def list_policies(engine: Engine) -> list[PublishedPolicy]:
    """Every published version, those that come with the desk first, then by time."""
    _ensure_shipped(engine)
    with Session(engine) as session:
        rows = session.exec(
            select(PolicyVersion).order_by(
                col(PolicyVersion.built_in).desc(), col(PolicyVersion.id)
            )
        )
        return [_published(row) for row in rows]


def published(engine: Engine, version: str) -> PublishedPolicy:
    """Raises NotFoundError naming the versions there are."""
    known = {each.version: each for each in list_policies(engine)}
    if version not in known:
        raise NotFoundError(
            "Policy {version} does not exist. Choose one of: {known}.",
            version=version,
            known=", ".join(known),
        )
    return known[version]


def compare_policies(engine: Engine, old: str, new: str) -> tuple[PolicyChange, ...]:
    """What version `new` says otherwise than `old`, field by field. Raises NotFoundError."""
    return policy_changes(published(engine, old).policy, published(engine, new).policy)


def examine(
    text: str, *, name: str = "policy.yaml", recent: Sequence[str] = ()
) -> PolicyExamination:
    """Whether a text is a policy, what the linter says of it and of `recent` copy under it, and
    whether its cases pass; never raises for a bad one.
    """
    return _examined(text, name, tuple(recent))


@lru_cache(maxsize=8)
def _examined(text: str, name: str, recent: tuple[str, ...]) -> PolicyExamination:
    try:
        file = read_policy_file(text, file_name=name)
    except InputError as error:
        return PolicyExamination(None, error)
    return PolicyExamination(file, None, lint(file.policy, recent=recent), run_cases(file.policy))


RECENT_TEXTS = 500
"""Compared with a policy by the linter."""


def latest_copy(engine: Engine) -> tuple[str, ...]:
    """The newest texts that were uploaded to be checked or as sent, the sample's left out."""
    with Session(engine) as session:
        return tuple(dict.fromkeys(queries.latest_texts(session, RECENT_TEXTS)))


def new_draft(
    engine: Engine, *, by: str, based_on: str | None = None, text: str = "", title: str = ""
) -> EditedPolicy:
    """A draft that begins with `text`, or with a copy of the published version `based_on`."""
    demand(engine, Right.PUBLISH)
    start = text or (published(engine, based_on).text if based_on else "")
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
    """The open ones, the latest saved first; with `closed` also those published or discarded."""
    query = select(PolicyDraft).order_by(col(PolicyDraft.saved_at).desc(), col(PolicyDraft.id))
    with Session(engine) as session:
        drafts = [_draft(session, row) for row in session.exec(query)]
    return [draft for draft in drafts if closed or draft.is_open]


def get_draft(engine: Engine, draft_id: int) -> EditedPolicy:
    """Raises NotFoundError."""
    with Session(engine) as session:
        return _draft(session, _row(session, draft_id))


def save_draft(
    engine: Engine, draft_id: int, text: str, *, by: str, seen: int, title: str | None = None
) -> EditedPolicy:
    """Stores the text as it was typed, valid or not. `seen` is the revision it was made from.

    Raises InputError where somebody else saved meanwhile, and for a draft that is closed.
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
    """It stays on record and no longer changes. Raises as `save_draft`."""
    demand(engine, Right.PUBLISH)
    with writing(engine) as session:
        row = _open_row(session, draft_id, seen)
        row.discarded_at, row.saved_by = now(), by


def publish(engine: Engine, draft_id: int, *, by: str, seen: int) -> PublishedPolicy:
    """The draft's text becomes a version that never changes.

    Raises InputError for a text that is no policy, for one the linter has errors on or with a case
    that fails, where the version exists already, and as `save_draft`.
    """
    demand(engine, Right.PUBLISH)
    _ensure_shipped(engine)

    def add(session: Session) -> PublishedPolicy:
        draft = _open_row(session, draft_id, seen)
        row = _new_version(session, require_publishable(draft.text), draft.text, by=by)
        draft.published_id, draft.saved_by, draft.saved_at = row.id, by, now()
        return _published(row)

    return in_one_transaction(engine, add)


def publish_text(engine: Engine, text: str, *, by: str, name: str) -> PublishedPolicy:
    """The text of a file becomes a version that never changes. Raises InputError as `publish`, with
    the file's `name` and line.
    """
    demand(engine, Right.PUBLISH)
    _ensure_shipped(engine)
    policy = require_publishable(text, name=name)

    def add(session: Session) -> PublishedPolicy:
        return _published(_new_version(session, policy, text, by=by))

    return in_one_transaction(engine, add)


def require_publishable(text: str, *, name: str = "policy.yaml") -> Policy:
    """Raises InputError with the first fault, error of the linter or failing case."""
    examined = examine(text, name=name)
    if examined.error is not None:
        raise examined.error
    assert examined.file is not None  # without an error there is one
    for remark in examined.errors:
        values: Mapping[str, Any] = remark.said.params
        raise InputError(
            remark.said.message,
            file=name,
            line=examined.file.line(remark.path),
            field=remark.where,
            **values,
        )
    for outcome in examined.failed:
        raise InputError(
            "The case “{name}” fails: {expected} was expected, and the policy says {got}. Correct "
            "the policy or the case.",
            file=name,
            line=examined.file.line(outcome.path),
            name=outcome.case.name,
            expected=expected_of(outcome.case),
            got=got_of(outcome),
        )
    return examined.file.policy


def _new_version(session: Session, policy: Policy, text: str, *, by: str) -> PolicyVersion:
    """Raises InputError where the version exists already."""
    same = select(PolicyVersion.id).where(PolicyVersion.version == policy.version)
    if session.exec(same).first() is not None:
        raise InputError(
            "Version {version} is published and cannot be changed. Use another version number.",
            field="version",
            version=policy.version,
        )
    row = _version(policy, text, by=by)
    session.add(row)
    session.flush()
    return row


def _ensure_shipped(engine: Engine) -> None:
    """The desk's own versions are there from the start; what is there is never changed."""
    shipped = shipped_policies()
    with Session(engine) as session:
        known = set(session.exec(select(PolicyVersion.version)))
    if shipped.keys() <= known:
        return

    def add(session: Session) -> None:
        there = set(session.exec(select(PolicyVersion.version)))
        for version, policy in shipped.items():
            if version not in there:
                session.add(_version(policy, shipped_text(version), by="", built_in=True))
                session.flush()

    in_one_transaction(engine, add)


def _version(policy: Policy, text: str, *, by: str, built_in: bool = False) -> PolicyVersion:
    return PolicyVersion(
        version=policy.version,
        sha256=policy.sha256,
        text=text,
        note=policy.note,
        built_in=built_in,
        published_by=by,
    )


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


@lru_cache(maxsize=64)
def _read(text: str, version: str) -> PolicyFile:
    return read_policy_file(text, file_name=f"{version}.yaml")


def _published(row: PolicyVersion) -> PublishedPolicy:
    return PublishedPolicy(
        row.id or 0,
        row.version,
        row.sha256,
        row.text,
        row.note,
        row.built_in,
        row.published_by,
        row.published_at,
    )


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
