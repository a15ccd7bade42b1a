"""The audit of copy checks: search results by filter, and read one complete record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError, Sentence
from core.services.verification.acts import CopyAct, acts_on
from core.services.verification.records import split_at_pipes
from core.verification import (
    Code,
    Dimension,
    Fix,
    RepairKind,
    Verdict,
    Verification,
    claims_checked,
)
from core.verification.scores import WHOLE
from db.queries import copy_audit as queries


class HumanDecision(StrEnum):
    """Filter by reviewers' decisions: none, a verdict, one on a repair, or a differing verdict."""

    NOTHING = "nothing"
    VERDICT = "verdict"
    REPAIR = "repair"
    DIFFERS = "differs"
    """A reviewer's verdict differs from the policy's."""


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """Scores of a dimension in [low, high), both bounds in [0, 1]; with `high` 1, 1 is included."""

    dimension: Dimension
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Conditions on results; None or empty means any.

    `verdicts` may contain None for system errors. `text` matches candidates whose text or id
    contains each of its words. `policy` is a version. `since` and `until` are the first and last
    day of the check, inclusive, in UTC as in `CopyGrouping.DAY`. `rescued` selects candidates that
    were not allowed but have a repaired text, by whether that text is allowed. `sample`: whether
    the check came with the desk. `scored` leaves out results without a score in that dimension.
    """

    check_id: int | None = None
    verdicts: tuple[Verdict | None, ...] = ()
    code: Code | None = None
    channel: str | None = None
    locale: str | None = None
    policy: str | None = None
    repaired: bool | None = None
    repair: RepairKind | None = None
    decided: HumanDecision | None = None
    masked: bool | None = None
    rescued: bool | None = None
    scored: ScoreRange | None = None
    sample: bool | None = None
    since: date | None = None
    until: date | None = None
    text: str = ""

    def conditions(self) -> queries.Where:
        verdicts = tuple(each and each.value for each in self.verdicts)
        scored = self.scored
        return queries.conditions(
            check_id=self.check_id,
            verdicts=verdicts,
            code=self.code and self.code.value,
            channel=self.channel,
            locale=self.locale,
            policy=self.policy,
            repaired=self.repaired,
            repair=self.repair and self.repair.value,
            decided=self.decided and self.decided.value,
            masked=self.masked,
            rescued=self.rescued,
            scored=(scored.dimension.value, scored.low, scored.high) if scored else None,
            sample=self.sample,
            since=self.since,
            until=self.until,
            text=self.text,
        )


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A result as a row of a list.

    `text` is cut to 300 characters. `scores` lacks dimensions that were not checked. After a
    system error `verdict` is None and `error` is set. `human` and `decision` are the reviewers'
    current verdict and their current decision on a repair: accept, edit or reject.
    """

    id: int
    check_id: int
    candidate: str
    text: str
    channel: str
    locale: str
    policy_version: str
    verdict: Verdict | None
    decided_by: Dimension | None
    masked_reject: bool
    scores: Mapping[Dimension, float]
    codes: tuple[Code, ...]
    repairs: tuple[RepairKind, ...]
    repaired_verdict: Verdict | None
    human: Verdict | None
    decision: str | None
    error: Sentence | None
    checked_at: datetime


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One complete result: its stored record, and the reviewers' acts, oldest first.

    `verification` is None after a system error.
    """

    line: AuditLine
    check_title: str
    verification: Verification | None
    fix: Fix
    acts: tuple[CopyAct, ...]


@dataclass(frozen=True, slots=True)
class AuditChoices:
    """Options of the filters; `checks` maps id to title, newest first, and `samples` are the ids of
    checks that came with the desk.
    """

    checks: Mapping[int, str]
    samples: frozenset[int]
    policies: tuple[str, ...]
    channels: tuple[str, ...]
    locales: tuple[str, ...]
    codes: tuple[Code, ...]


def count_audit(engine: Engine, chosen: AuditFilter) -> int:
    with Session(engine) as session:
        return queries.count(session, chosen.conditions())


def verdict_counts(engine: Engine, chosen: AuditFilter) -> Mapping[Verdict | None, int]:
    """Verdict -> number of the chosen results that have it; None counts system errors."""
    with Session(engine) as session:
        counts = queries.verdict_counts(session, chosen.conditions())
    return {Verdict(name) if name else None: n for name, n in counts.items()}


def audit_page(
    engine: Engine, chosen: AuditFilter, *, limit: int = 50, offset: int = 0
) -> list[AuditLine]:
    """A page of the chosen results: newest check first, within a check in the file's order."""
    with Session(engine) as session:
        return [_line(row) for row in queries.page(session, chosen.conditions(), limit, offset)]


def without_checked_claims(engine: Engine, result_ids: Sequence[int]) -> frozenset[int]:
    """Ids of those results in which no claim was checked against a source."""
    with Session(engine) as session:
        rows = queries.whole(session, list(result_ids))
        return frozenset(
            result.id or 0
            for result, _candidate, audit in rows
            if audit is not None and not claims_checked(Verification.from_dict(audit.verification))
        )


def audit_lines(engine: Engine, result_ids: Sequence[int]) -> list[AuditLine]:
    """The results with these ids, in this order; unknown ids are left out."""
    with Session(engine) as session:
        return [_line(row) for row in queries.lines(session, result_ids)]


def audit_neighbours(
    engine: Engine, chosen: AuditFilter, result_id: int
) -> tuple[int | None, int | None]:
    """Ids of the results before and after this one in the list; None at an end."""
    with Session(engine) as session:
        where = chosen.conditions()
        return (
            queries.neighbour(session, where, result_id, forward=False),
            queries.neighbour(session, where, result_id, forward=True),
        )


def audit_row(engine: Engine, result_id: int) -> AuditRow:
    """The complete result. Raises NotFoundError."""
    with Session(engine) as session:
        rows = queries.page(session, queries.named(result_id), 1, 0)
        if not rows:
            raise no_result(result_id)
        line = _line(rows[0])
        record = queries.record(session, result_id)
        title = queries.check_title(session, line.check_id)
        acts = tuple(acts_on(session, result_id))
    verification = Verification.from_dict(record.verification) if record else None
    fix = Fix.from_dicts(record.steps, verification.candidate) if record and verification else Fix()
    return AuditRow(line, title, verification, fix, acts)


def audit_choices(engine: Engine) -> AuditChoices:
    with Session(engine) as session:
        stored_choices = queries.choices(session)
    used_codes = {code for stored in stored_choices.codes for code in split_at_pipes(stored)}
    return AuditChoices(
        checks=stored_choices.checks,
        samples=stored_choices.samples,
        policies=stored_choices.policies,
        channels=stored_choices.channels,
        locales=stored_choices.locales,
        codes=tuple(code for code in Code if code.value in used_codes),
    )


def stored_verifications(
    engine: Engine, chosen: AuditFilter
) -> Iterator[tuple[int, Verification, Verdict | None]]:
    """Yield (result id, verification, reviewers' current verdict) of each chosen result with a
    verdict; a few hundred are in memory at a time.
    """
    for result_id, record, human in queries.records(engine, chosen.conditions()):
        yield result_id, Verification.from_dict(record), Verdict(human) if human else None


def no_result(result_id: int) -> NotFoundError:
    return NotFoundError("Result {id} does not exist. Choose one from the list.", id=result_id)


def _line(row: queries.CopyAuditLine) -> AuditLine:
    units = {each: getattr(row, each.value) for each in Dimension}
    return AuditLine(
        id=row.id,
        check_id=row.check_id,
        candidate=row.key,
        text=row.text,
        channel=row.channel,
        locale=row.locale,
        policy_version=row.version,
        verdict=Verdict(row.verdict) if row.verdict else None,
        decided_by=Dimension(row.decided_by) if row.decided_by else None,
        masked_reject=row.masked_reject,
        scores={each: score / WHOLE for each, score in units.items() if score is not None},
        codes=tuple(map(Code, split_at_pipes(row.codes))),
        repairs=tuple(map(RepairKind, split_at_pipes(row.repairs))),
        repaired_verdict=Verdict(row.repaired_verdict) if row.repaired_verdict else None,
        human=Verdict(row.human) if row.human else None,
        decision=row.decision,
        error=Sentence(row.error, row.error_params) if row.error else None,
        checked_at=row.checked_at,
    )
