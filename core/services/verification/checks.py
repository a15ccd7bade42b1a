"""Checks of candidates under a policy, against a catalogue and events, as of one moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError, Sentence
from core.queue import start_once
from core.services.access import Right, demand
from core.services.verification.policies import published_policy
from core.services.verification.uploads import Upload, UploadKind, get_upload, upload_of, utc
from core.stats import Conclusion
from core.verification import Verdict
from core.verification.files.candidates import YEARS
from db import writing
from db.queries import copy_checks as queries
from db.queries import leases
from db.tables import CopyCheck, CopyUpload, PolicyVersion, now


@dataclass(frozen=True, slots=True)
class CheckTotals:
    """Counts of a check's candidates: `done` of `total`, by verdict; `failed` had a system error.

    `repaired` were not allowed and got a repaired text, with which `rescued` of them are allowed;
    neither counts candidates whose writer could not answer.
    """

    total: int
    verdicts: Mapping[Verdict, int] = field(default_factory=dict)
    failed: int = 0
    repaired: int = 0
    rescued: int = 0

    @property
    def judged(self) -> int:
        return sum(self.verdicts.values())

    @property
    def done(self) -> int:
        return self.judged + self.failed


@dataclass(frozen=True, slots=True)
class Check:
    """A stored check; `status` is queued, running, done, stopped (with `error`) or cancelled."""

    id: int
    title: str
    status: str
    candidates: Upload
    catalogue: Upload | None
    events: Upload | None
    recent: Upload | None
    policy_version: str
    policy_sha256: str
    moment: datetime
    options: Mapping[str, Any]
    counts: CheckTotals
    is_sample: bool
    created_by: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    error: Sentence | None

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "stopped", "cancelled")

    @property
    def conclusion(self) -> Conclusion:
        counts = self.counts
        return Conclusion(self.status, counts.total, counts.failed, counts.done)


def start_check(
    engine: Engine,
    *,
    candidates_id: int,
    policy_version: str,
    catalogue_id: int | None = None,
    events_id: int | None = None,
    recent_id: int | None = None,
    moment: datetime | None = None,
    repairs: bool = True,
    writer: str | None = None,
    reader: str | None = None,
    embedder: str | None = None,
    title: str = "",
    by: str = "",
    idempotency_key: str | None = None,
    is_sample: bool = False,
) -> int:
    """Queue a check and return its id. A worker runs it; `run_check` runs it at once.

    `moment` is the time to check for, with its zone; now by default. `writer`, `reader` and
    `embedder` name connections that rewrite copy, review it and compare meanings; None uses no
    model. A second call with the same `idempotency_key` returns the first check.

    Raises NotFoundError for an unknown upload or version, InputError if a candidate refers to
    items without a catalogue, or to a user without events: a claim that cannot be looked up is
    not a wrong one.
    """
    demand(engine, Right.RUN)
    policy = published_policy(engine, policy_version)
    chosen = {
        UploadKind.CANDIDATES: candidates_id,
        UploadKind.CATALOGUE: catalogue_id,
        UploadKind.EVENTS: events_id,
        UploadKind.RECENT: recent_id,
    }
    uploads = {kind: get_upload(engine, id_) for kind, id_ in chosen.items() if id_ is not None}
    for kind, upload in uploads.items():
        if upload.kind is not kind:
            raise InputError(
                "The upload {title} has the wrong type. Choose one from the list.",
                field=kind.value,
                title=upload.title,
            )
    if (at := moment or now()).tzinfo is None:
        raise InputError("Include the time zone, such as 2025-11-14T20:30:00Z.")
    if at.year not in YEARS:
        raise InputError(
            "Use a time from the year {first} to {last}.", first=YEARS[0], last=YEARS[-1]
        )
    check = CopyCheck(
        title=title.strip() or uploads[UploadKind.CANDIDATES].title,
        candidates_id=candidates_id,
        catalogue_id=catalogue_id,
        events_id=events_id,
        recent_id=recent_id,
        policy_id=policy.id,
        moment=utc(at),
        options={
            "repairs": repairs,
            "writer": writer,
            "reader": reader,
            "embedder": embedder,
        },
        total=uploads[UploadKind.CANDIDATES].row_count,
        created_by=by,
        idempotency_key=idempotency_key,
        is_sample=is_sample,
    )
    return start_once(engine, check, lambda session: _require_sources(session, check))


def _require_sources(session: Session, check: CopyCheck) -> None:
    named = queries.sources_needed(session, check.candidates_id)
    if check.catalogue_id is None and named.item_of:
        raise InputError(
            "The candidate {name} refers to items. Choose the catalogue that has them.",
            name=named.item_of,
        )
    if check.events_id is None and named.user_of:
        raise InputError(
            "The candidate {name} names a user. Choose a user events file.",
            name=named.user_of,
        )


def get_check(engine: Engine, check_id: int) -> Check:
    """The check with its current counts. Raises NotFoundError."""
    with Session(engine) as session:
        checks = list(_checks(session, [check_id]))
    if not checks:
        raise no_check(check_id)
    return checks[0]


def list_checks(engine: Engine, *, limit: int = 50, offset: int = 0) -> list[Check]:
    """A page of checks, newest first, with their current counts."""
    with Session(engine) as session:
        return _checks(session, queries.check_ids(session, limit, offset))


def count_checks(engine: Engine) -> int:
    with Session(engine) as session:
        return queries.count_checks(session)


def cancel_check(engine: Engine, check_id: int) -> None:
    """Stop checking further candidates; results stay. Raises InputError if the check has ended."""
    demand(engine, Right.RUN)
    values = {"status": "cancelled", "finished_at": now(), "lease_until": None}
    if not _changed(engine, check_id, leases.ACTIVE, values):
        raise InputError("The check has ended and cannot be cancelled.")


def resume_check(engine: Engine, check_id: int) -> None:
    """Queue the unchecked candidates of a cancelled or stopped check; else raise InputError."""
    demand(engine, Right.RUN)
    values: dict[str, object] = {
        "status": "queued",
        "finished_at": None,
        "error": None,
        "error_params": {},
    }
    if not _changed(engine, check_id, ("cancelled", "stopped"), values):
        raise InputError("Only a cancelled or stopped check can be resumed.")


def retry_failures(engine: Engine, check_id: int) -> int:
    """Queue the candidates with system errors again; returns how many.

    Their failed results stay until they are checked. Candidates with a verdict are not repeated.
    """
    demand(engine, Right.RUN)
    get_check(engine, check_id)
    with writing(engine) as session:
        marked = queries.retry_failures(session, check_id)
        if marked:
            leases.change(
                session, CopyCheck, check_id, ("done",), {"status": "queued", "finished_at": None}
            )
    return marked


def no_check(check_id: int) -> NotFoundError:
    return NotFoundError("Check {id} does not exist. Choose one from the list.", id=check_id)


def _changed(
    engine: Engine, check_id: int, allowed: Sequence[str], values: Mapping[str, object]
) -> bool:
    """Update a check in an allowed status; False in any other. Raises NotFoundError."""
    with writing(engine) as session:
        if leases.change(session, CopyCheck, check_id, allowed, values):
            return True
    get_check(engine, check_id)
    return False


def _checks(session: Session, ids: Sequence[int]) -> list[Check]:
    rows = queries.checks(session, ids)
    named = (getattr(row, f"{kind.value}_id") for row, _policy in rows for kind in UploadKind)
    uploads = queries.uploads_named(session, [id_ for id_ in named if id_ is not None])
    counted: dict[int, list[queries.CheckCounts]] = {}
    for each in queries.counts(session, ids):
        counted.setdefault(each.check_id, []).append(each)
    return [
        _check(row, policy, uploads, _counts(row.total, counted.get(row.id or 0, [])))
        for row, policy in rows
    ]


def _counts(total: int, rows: Sequence[queries.CheckCounts]) -> CheckTotals:
    return CheckTotals(
        total=total,
        verdicts={Verdict(each.verdict): each.n for each in rows if each.verdict},
        failed=sum(each.n for each in rows if each.verdict is None),
        repaired=sum(each.repaired for each in rows),
        rescued=sum(each.rescued for each in rows),
    )


def _check(
    row: CopyCheck, policy: PolicyVersion, uploads: Mapping[int, CopyUpload], counts: CheckTotals
) -> Check:
    def upload(upload_id: int | None) -> Upload | None:
        return None if upload_id is None else upload_of(uploads[upload_id])

    return Check(
        id=row.id or 0,
        title=row.title,
        status=row.status,
        candidates=upload_of(uploads[row.candidates_id]),
        catalogue=upload(row.catalogue_id),
        events=upload(row.events_id),
        recent=upload(row.recent_id),
        policy_version=policy.version,
        policy_sha256=policy.sha256,
        moment=row.moment,
        options=row.options,
        counts=counts,
        is_sample=row.is_sample,
        created_by=row.created_by,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        error=Sentence(row.error, row.error_params) if row.error else None,
    )
