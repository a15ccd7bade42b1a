"""Published policies in the database: versions that never change."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from core.services.verification.policy_examination import require_publishable
from core.verification import (
    Policy,
    PolicyChange,
    PolicyFile,
    policy_changes,
    policy_of,
    read_policy_file,
    shipped_text,
    shipped_versions,
)
from db.tables import PolicyVersion


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


def list_policies(engine: Engine) -> list[PublishedPolicy]:
    """Every published version: the built-in ones first, then by time."""
    ensure_shipped(engine)
    with Session(engine) as session:
        rows = session.exec(
            select(PolicyVersion).order_by(
                col(PolicyVersion.built_in).desc(), col(PolicyVersion.id)
            )
        )
        return [_published(row) for row in rows]


def published_policy(engine: Engine, version: str) -> PublishedPolicy:
    """The published version. Raises NotFoundError that lists the existing versions."""
    versions = {each.version: each for each in list_policies(engine)}
    if version not in versions:
        raise NotFoundError(
            "Policy {version} does not exist. Choose one of: {known}.",
            version=version,
            known=", ".join(versions),
        )
    return versions[version]


def compare_policies(engine: Engine, old: str, new: str) -> tuple[PolicyChange, ...]:
    """Differences of version `new` from `old`, field by field. Raises NotFoundError."""
    return policy_changes(
        published_policy(engine, old).policy, published_policy(engine, new).policy
    )


def publish_text(engine: Engine, text: str, *, by: str, name: str) -> PublishedPolicy:
    """Publish the text of a file as a version that never changes.

    Raises InputError with the file's `name` and line if it is no policy, has lint errors or a
    failing case, and if the version already exists.
    """
    demand(engine, Right.PUBLISH)
    ensure_shipped(engine)
    policy = require_publishable(text, name=name)

    def add(session: Session) -> PublishedPolicy:
        return add_version(session, policy, text, by=by)

    return in_one_transaction(engine, add)


def add_version(session: Session, policy: Policy, text: str, *, by: str) -> PublishedPolicy:
    """Add a version in the caller's transaction. Raises InputError if it already exists."""
    same_version = select(PolicyVersion.id).where(PolicyVersion.version == policy.version)
    if session.exec(same_version).first() is not None:
        raise InputError(
            "Version {version} is published and cannot be changed. Use another version number.",
            field="version",
            version=policy.version,
        )
    row = _version(policy, text, by=by)
    session.add(row)
    session.flush()
    return _published(row)


def ensure_shipped(engine: Engine) -> None:
    """Add the built-in versions that are missing; existing ones never change."""
    shipped = shipped_versions()
    with Session(engine) as session:
        stored = set(session.exec(select(PolicyVersion.version)))
    if stored.issuperset(shipped):
        return

    def add(session: Session) -> None:
        present = set(session.exec(select(PolicyVersion.version)))
        for version in shipped:
            if version not in present:
                session.add(
                    _version(policy_of(version), shipped_text(version), by="", built_in=True)
                )
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
