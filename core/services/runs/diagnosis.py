"""Diagnose a run with mostly unusable items: commonest cause, one example, possible repairs."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import ColumnElement, Engine, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from core.errors import Sentence
from core.llm import Connection, FailureKind
from core.services.records import error_sentence
from core.services.runs.progress import RunProgress
from core.services.runs.run_spec import AnySpec, DepthSpec, RunSpec
from core.validation import PROSE, ContextMode, Placement, SkipReason
from db.queries import library
from db.queries.runs import UNUSABLE
from db.tables import DepthResult, QuestionRow, Run, RunItem, Validation

_SAMPLE_SIZE = 50
_WRONG_FORMAT = frozenset(
    {
        PROSE,
        FailureKind.PARSE_FAILURE.value,
        FailureKind.EMPTY_REPLY.value,
        FailureKind.PLACEHOLDER.value,
    }
)
_TEMPORARY = frozenset(
    {
        FailureKind.CONNECTION.value,
        FailureKind.TIMEOUT.value,
        FailureKind.RATE_LIMIT.value,
        FailureKind.SERVER_ERROR.value,
        FailureKind.CRASHED.value,
    }
)
"""Failures that may be over by now: asking the same connection again can be enough."""
_NO_PLACE = frozenset(
    {
        SkipReason.NO_POSITION.value,
        SkipReason.POSITION_OUT_OF_RANGE.value,
        SkipReason.POSITION_INVALID.value,
    }
)


class RunRepair(StrEnum):
    """A change of settings to start the run again with; RETRY changes nothing and asks the failed
    items of the same run again.
    """

    WHOLE_TEXT = "whole_text"
    AT_POSITION = "at_position"
    JSON_MODE = "json_mode"
    RETRY = "retry"
    OTHER_CONNECTION = "other_connection"


@dataclass(frozen=True, slots=True)
class FailedExample:
    """One item of the commonest cause. `reply`: what the model sent, None if nothing."""

    item_id: int
    question_id: int
    line: int
    question: str
    attempts: int
    reply: str | None
    error: Sentence | None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The commonest cause of unusable items. Of `unusable` items, `items` ended for `reason` (a
    FailureKind, a SkipReason or PROSE); `failed` of them were asked or tried, the others skipped.
    `repairs`: best first; empty if only a change of the question set helps.
    """

    reason: str
    items: int
    unusable: int
    failed: int
    example: FailedExample | None
    repairs: tuple[RunRepair, ...]


def diagnose(
    engine: Engine, run: Run, progress: RunProgress, spec: AnySpec, connection: Connection | None
) -> Diagnosis | None:
    """Diagnose an ended run; None if it has not ended, or most of it is usable. `connection`: the
    one the run used, None if it is no longer set up.
    """
    if not progress.conclusion.is_mostly_unusable:
        return None
    with Session(engine) as session:
        causes = _causes(session, run.id or 0)
        if not causes:
            reason = FailureKind.AUTH.value if progress.stop_reason else ""
            diagnosis = Diagnosis(reason, 0, progress.total, 0, None, ())
        else:
            reason, items = causes.most_common(1)[0]
            example = _example(session, run.id or 0, reason)
            if reason == FailureKind.PARSE_FAILURE and _all_prose(session, run.id or 0):
                reason = PROSE
            diagnosis = Diagnosis(
                reason, items, causes.total(), progress.infrastructure, example, ()
            )
        placement = Placement(*library.placement(session, run.set_id))
    repairs = repairs_for(diagnosis.reason, spec, connection, placement)
    return replace(diagnosis, repairs=repairs)


def repairs_for(
    reason: str, spec: AnySpec, connection: Connection | None, placement: Placement
) -> tuple[RunRepair, ...]:
    """Repairs to try against a cause, best first."""
    if reason in _NO_PLACE:
        return (RunRepair.WHOLE_TEXT,) if isinstance(spec, RunSpec) else ()
    if reason == SkipReason.NO_TEXT:
        return ()
    repairs: list[RunRepair] = []
    if reason in _WRONG_FORMAT and can_use_json_mode(spec, connection):
        repairs.append(RunRepair.JSON_MODE)
    if reason == FailureKind.CONTEXT_TOO_LONG and _reads_whole(spec) and placement.positioned:
        repairs.append(RunRepair.AT_POSITION)
    if reason in _TEMPORARY and connection is not None:
        repairs.append(RunRepair.RETRY)
    return (*repairs, RunRepair.OTHER_CONNECTION)


def can_use_json_mode(spec: AnySpec, connection: Connection | None) -> bool:
    """Whether JSON mode can be tried: an endpoint, and nothing asks for a reply format yet."""
    return (
        connection is not None
        and connection.kind == "openai"
        and not (connection.json_mode or spec.json_mode)
        and not (connection.reply_format or spec.reply_format or connection.sets_format_itself)
    )


def _reads_whole(spec: AnySpec) -> bool:
    return not isinstance(spec, DepthSpec) and spec.context_mode is ContextMode.WHOLE


def _causes(session: Session, run_id: int) -> Counter[str]:
    query = (
        select(RunItem.reason, func.count())
        .where(*_failed(run_id), col(RunItem.reason).is_not(None))
        .group_by(col(RunItem.reason))
    )
    return Counter({str(reason): n for reason, n in session.exec(query)})


def _failed(run_id: int) -> tuple[ColumnElement[bool], ...]:
    return (
        col(RunItem.run_id) == run_id,
        col(RunItem.outcome).in_(UNUSABLE),
        col(RunItem.retry).is_(False),
    )


def _example(session: Session, run_id: int, reason: str) -> FailedExample | None:
    """The first item that ended for `reason`, preferring items with a reply."""
    reply = func.coalesce(Validation.raw_reply, DepthResult.raw_reply)
    row = session.execute(
        columns(RunItem, col(QuestionRow.line), col(QuestionRow.question), reply)
        .join(QuestionRow, col(QuestionRow.id) == RunItem.question_id)
        .outerjoin(Validation, col(Validation.item_id) == RunItem.id)
        .outerjoin(DepthResult, col(DepthResult.item_id) == RunItem.id)
        .where(*_failed(run_id), col(RunItem.reason) == reason)
        .order_by(reply.is_(None), col(QuestionRow.line), col(RunItem.id))
        .limit(1)
    ).first()
    if row is None:
        return None
    item, line, question, raw_reply = row
    return FailedExample(
        item.id or 0,
        item.question_id,
        line,
        question,
        item.attempts,
        raw_reply,
        error_sentence(item),
    )


def _all_prose(session: Session, run_id: int) -> bool:
    """Whether none of the first unreadable replies contains the start of a JSON object."""
    reply = func.coalesce(Validation.raw_reply, DepthResult.raw_reply)
    sent = session.execute(
        columns(reply)
        .select_from(RunItem)
        .outerjoin(Validation, col(Validation.item_id) == RunItem.id)
        .outerjoin(DepthResult, col(DepthResult.item_id) == RunItem.id)
        .where(
            *_failed(run_id),
            col(RunItem.reason) == FailureKind.PARSE_FAILURE.value,
            reply.is_not(None),
        )
        .order_by(col(RunItem.id))
        .limit(_SAMPLE_SIZE)
    ).scalars()
    replies = list(sent)
    return bool(replies) and not any("{" in reply_text for reply_text in replies)
