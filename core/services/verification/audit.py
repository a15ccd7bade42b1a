"""The audit: what was checked, found by anything that matters, and one record whole."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError, Sentence
from core.services.verification.acts import CopyAct, acts_on
from core.services.verification.records import unpiped
from core.verification import Code, Dimension, Fix, RepairKind, Verdict, Verification
from core.verification.checked_claims import claims_checked
from core.verification.scores import WHOLE
from db.queries import copy_audit as queries


class HumanDecision(StrEnum):
    """What people have said of a result."""

    NOTHING = "nothing"
    VERDICT = "verdict"
    REPAIR = "repair"
    DIFFERS = "differs"
    """Somebody's verdict is another than the policy's."""


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """Scores of a dimension from `low` to below `high`, both in [0, 1]; up to 1, that with 1."""

    dimension: Dimension
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """What a result must be to be listed; None and empty leave a condition out.

    `verdicts` may hold None for what the machinery failed. `text` finds candidates that hold each
    of its words, in their text or id. `policy` is a version. `since` and `until` are the first and
    last day it was checked on, in UTC as in `By.DAY`. `rescued`, of what was not allowed and has a
    repaired text: whether that text is allowed. `sample`: whether it came with the desk. `scored`
    leaves out what has no score there.
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
    """A result as a list shows it. `text` is cut to its first 300 characters; `scores` lacks what
    was not checked. `verdict` is None where the machinery failed, with `error`. `human` and
    `decision` are what stands of people's acts: a verdict, and accept, edit or reject of a repair.
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
    """One result whole: its record as it was made, and what people did, oldest first.

    `verification` is None where the machinery failed.
    """

    line: AuditLine
    check_title: str
    verification: Verification | None
    fix: Fix
    acts: tuple[CopyAct, ...]


@dataclass(frozen=True, slots=True)
class AuditChoices:
    """What there is to choose from in filters; checks by id, newest first, and which of them came
    with the desk.
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
    """How many of the chosen results have each verdict; under None what the machinery failed."""
    with Session(engine) as session:
        found = queries.verdict_counts(session, chosen.conditions())
    return {Verdict(name) if name else None: n for name, n in found.items()}


def audit_page(
    engine: Engine, chosen: AuditFilter, *, limit: int = 50, offset: int = 0
) -> list[AuditLine]:
    """The newest check first, each in its file's order."""
    with Session(engine) as session:
        return [_line(row) for row in queries.page(session, chosen.conditions(), limit, offset)]


def without_checked_claims(engine: Engine, result_ids: Sequence[int]) -> frozenset[int]:
    """Those of the results of which no claim was held against a source."""
    with Session(engine) as session:
        found = queries.whole(session, list(result_ids))
        return frozenset(
            result.id or 0
            for result, _candidate, audit in found
            if audit is not None and not claims_checked(Verification.from_dict(audit.verification))
        )


def audit_lines(engine: Engine, result_ids: Sequence[int]) -> list[AuditLine]:
    """These results in this order; unknown ones are left out."""
    with Session(engine) as session:
        return [_line(row) for row in queries.lines(session, result_ids)]


def audit_neighbours(
    engine: Engine, chosen: AuditFilter, result_id: int
) -> tuple[int | None, int | None]:
    """The results before and after this one in the list."""
    with Session(engine) as session:
        where = chosen.conditions()
        return (
            queries.neighbour(session, where, result_id, forward=False),
            queries.neighbour(session, where, result_id, forward=True),
        )


def audit_row(engine: Engine, result_id: int) -> AuditRow:
    """Raises NotFoundError."""
    with Session(engine) as session:
        found = queries.page(session, queries.named(result_id), 1, 0)
        if not found:
            raise no_result(result_id)
        line = _line(found[0])
        record = queries.record(session, result_id)
        title = queries.check_title(session, line.check_id)
        acts = tuple(acts_on(session, result_id))
    verification = Verification.from_dict(record.verification) if record else None
    fix = Fix.from_dicts(record.steps, verification.candidate) if record and verification else Fix()
    return AuditRow(line, title, verification, fix, acts)


def audit_choices(engine: Engine) -> AuditChoices:
    with Session(engine) as session:
        there = queries.choices(session)
    found = {code for stored in there.codes for code in unpiped(stored)}
    return AuditChoices(
        checks=there.checks,
        samples=there.samples,
        policies=there.policies,
        channels=there.channels,
        locales=there.locales,
        codes=tuple(code for code in Code if code.value in found),
    )


def stored_verifications(
    engine: Engine, chosen: AuditFilter
) -> Iterator[tuple[int, Verification, Verdict | None]]:
    """Each chosen result that was checked: its id, its record, and the verdict of people that
    stands. A few hundred are in memory at a time.
    """
    for result_id, said, human in queries.records(engine, chosen.conditions()):
        yield result_id, Verification.from_dict(said), Verdict(human) if human else None


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
        scores={each: found / WHOLE for each, found in units.items() if found is not None},
        codes=tuple(map(Code, unpiped(row.codes))),
        repairs=tuple(map(RepairKind, unpiped(row.repairs))),
        repaired_verdict=Verdict(row.repaired_verdict) if row.repaired_verdict else None,
        human=Verdict(row.human) if row.human else None,
        decision=row.decision,
        error=Sentence(row.error, row.error_params) if row.error else None,
        checked_at=row.checked_at,
    )
