"""Checks: which candidates, under which policy, against which catalogue, at which moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError, Sentence
from core.queue.leases import start_once
from core.services.access import Right, demand
from core.services.verification.policies import published
from core.services.verification.uploads import Upload, UploadKind, get_upload, upload_of, utc
from core.stats import Conclusion
from core.verification import Verdict
from core.verification.files.candidates import YEARS
from db.engine import writing
from db.queries import copy_checks as queries
from db.queries import leases
from db.tables import CopyCheck, CopyUpload, PolicyVersion, now


@dataclass(frozen=True, slots=True)
class CheckTotals:
    """Of a check: `done` of `total` candidates, by verdict; `failed` have none, by fault of the
    machinery. `repaired` were not allowed and had repairs that made another text, `rescued` of them
    are allowed with it; where a writer was asked and could not answer, nothing is known yet.
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
    """status: queued, running, done, stopped (with `error`), cancelled."""

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
    """The new check's id. A worker takes it up; `run_check` does it here and now.

    `moment` is the time it is checked for, now unless it is given; it carries its zone. `writer`,
    `reader` and `embedder` name connections that write copy anew, say what they think of it and
    compare its meaning; without one nobody is asked. A second call with the same
    `idempotency_key` returns the check of the first. Raises NotFoundError for an
    unknown upload or version, InputError where a candidate refers to items without a catalogue, or
    to a user without events: what nobody can look up is no wrong claim.
    """
    demand(engine, Right.RUN)
    policy = published(engine, policy_version)
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
    """Raises NotFoundError."""
    with Session(engine) as session:
        found = list(_checks(session, [check_id]))
    if not found:
        raise no_check(check_id)
    return found[0]


def list_checks(engine: Engine, *, limit: int = 50, offset: int = 0) -> list[Check]:
    """The newest first, with their counts as they are now."""
    with Session(engine) as session:
        return _checks(session, queries.check_ids(session, limit, offset))


def count_checks(engine: Engine) -> int:
    with Session(engine) as session:
        return queries.count_checks(session)


def cancel_check(engine: Engine, check_id: int) -> None:
    """No further candidate is checked; results so far stay. Raises InputError when it is over."""
    demand(engine, Right.RUN)
    values = {"status": "cancelled", "finished_at": now(), "lease_until": None}
    if not _changed(engine, check_id, leases.ACTIVE, values):
        raise InputError("The check has ended and cannot be cancelled.")


def resume_check(engine: Engine, check_id: int) -> None:
    """Goes on with what a cancelled or stopped check has not looked at."""
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
    """Checks the candidates again that the machinery failed; returns how many. Until then they stay
    as they are, and verdicts are never made again.
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
    """False where it is in no allowed state. Raises NotFoundError."""
    with writing(engine) as session:
        if leases.change(session, CopyCheck, check_id, allowed, values):
            return True
    get_check(engine, check_id)
    return False


def _checks(session: Session, ids: Sequence[int]) -> list[Check]:
    found = queries.checks(session, ids)
    named = (getattr(row, f"{kind.value}_id") for row, _policy in found for kind in UploadKind)
    uploads = queries.uploads_named(session, [id_ for id_ in named if id_ is not None])
    counted: dict[int, list[queries.CheckCounts]] = {}
    for each in queries.counts(session, ids):
        counted.setdefault(each.check_id, []).append(each)
    return [
        _check(row, policy, uploads, _counts(row.total, counted.get(row.id or 0, [])))
        for row, policy in found
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
