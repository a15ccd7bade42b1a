"""Reviewers' acts on a result: give a verdict, decide on a repair, undo either."""

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import InputError
from core.questions import escape_unstorable
from core.services.access import Right, demand
from core.services.review import MAX_COMMENT
from core.services.review.reviewers import usable
from core.services.verification.acts import (
    UNDO,
    VERDICT,
    CopyAct,
    CopyResultState,
    RepairAction,
    acts_on,
    result_state,
)
from core.services.verification.audit import AuditRow, audit_row, no_result
from core.services.verification.batches import recent_of
from core.services.verification.checks import get_check
from core.services.verification.facts import cached_facts
from core.services.verification.policies import published_policy
from core.verification import Verdict, Verification, unsupported_claims, verify, with_rewritten_text
from core.verification.files.candidates import MAX_TEXT
from db import writing
from db.queries import copy_acts as queries
from db.queries.review import reviewer as reviewer_of
from db.tables import CopyEvent, CopyStanding


def record_verdict(
    engine: Engine,
    result_id: int,
    reviewer: str,
    verdict: Verdict,
    comment: str = "",
    *,
    idempotency_key: str,
) -> CopyAct:
    """Store the reviewer's own verdict, which replays compare policies with.

    The latest verdict counts, whoever gave it; all stay on record. A second call with the same key
    returns the first act. Raises NotFoundError, and InputError for an unusable name.
    """
    demand(engine, Right.REVIEW)
    row = CopyEvent(
        result_id=result_id,
        action=VERDICT,
        verdict=verdict.value,
        comment=comment,
        idempotency_key=idempotency_key,
        reviewer_id=0,
    )
    return _append(engine, row, reviewer)


def decide_repair(
    engine: Engine,
    result_id: int,
    reviewer: str,
    action: RepairAction,
    *,
    step: int,
    text: str | None = None,
    comment: str = "",
    idempotency_key: str,
) -> CopyAct:
    """Store the decision on repair `step`, counted from 0; the latest on a result counts.

    The `text` of an edit is verified and stored with its verification. Raises NotFoundError, and
    InputError for a missing step, accepting a step without text, an edit without a text, and a
    text without an edit.
    """
    demand(engine, Right.REVIEW)
    result = audit_row(engine, result_id)
    _require_step(result, action, step)
    row = CopyEvent(
        result_id=result_id,
        action=action.value,
        step=step,
        comment=comment,
        idempotency_key=idempotency_key,
        reviewer_id=0,
    )
    if action is RepairAction.EDIT:
        verification = verify_text(engine, result_id, text or "")
        row.text, row.verification = verification.candidate.text, verification.to_dict()
    elif text is not None:
        raise InputError("Only an edit can include text. Choose edit.", field="text")
    return _append(engine, row, reviewer)


def verify_text(engine: Engine, result_id: int, text: str) -> Verification:
    """Verify another text for a result's candidate with the inputs of its check; store nothing.

    As after a model's rewrite, unsupported claims count only if the text still makes them. Raises
    NotFoundError, and InputError for a text that is empty, too long or cannot be stored.
    """
    demand(engine, Right.REVIEW)
    result = audit_row(engine, result_id)
    if result.verification is None:
        raise InputError("This candidate was not checked. Check it first.")
    clean = text.strip()
    if not clean or len(clean) > MAX_TEXT or clean != escape_unstorable(clean):
        raise InputError(
            "Enter a storable text of 1 to {limit} characters.",
            field="text",
            limit=MAX_TEXT,
        )
    check = get_check(engine, result.line.check_id)
    policy = published_policy(engine, check.policy_version).policy
    source = cached_facts(
        engine,
        check.catalogue.id if check.catalogue else None,
        check.events.id if check.events else None,
    )
    claims = tuple(dict.fromkeys(unsupported_claims(result.verification.findings)))
    return verify(
        with_rewritten_text(result.verification.candidate, clean, claims, policy),
        policy,
        source,
        now=check.moment,
        recent=recent_of(engine, check, policy),
    )


def undo_act(engine: Engine, result_id: int, reviewer: str, *, idempotency_key: str) -> CopyAct:
    """Undo the reviewer's latest act on the result that is not undone, as a new event.

    Raises InputError if there is none.
    """
    demand(engine, Right.REVIEW)
    row = CopyEvent(
        result_id=result_id, action=UNDO, idempotency_key=idempotency_key, reviewer_id=0
    )
    return _append(engine, row, reviewer)


def acts_of(engine: Engine, result_id: int) -> list[CopyAct]:
    """Every act on the result, oldest first."""
    with Session(engine) as session:
        return acts_on(session, result_id)


def _require_step(result: AuditRow, action: RepairAction, step: int) -> None:
    steps = result.fix.repairs
    if not 0 <= step < len(steps):
        raise InputError("Repair {step} does not exist. Reload the page.", step=step + 1)
    if action is RepairAction.ACCEPT and steps[step].after is None:
        raise InputError(
            "This step produced no text to accept. Use edit to write one, or dismiss it."
        )


def _append(engine: Engine, row: CopyEvent, reviewer: str) -> CopyAct:
    name, key = usable(reviewer), row.idempotency_key
    row.comment = row.comment.strip()[:MAX_COMMENT]
    result_id = row.result_id
    try:
        with writing(engine) as session:
            return _stored(session, row, name)
    except IntegrityError:  # stored meanwhile by a repeated press
        with Session(engine) as session:
            existing_id = queries.with_key(session, key)
            if existing_id is None:
                raise
            return _named(session, result_id, existing_id)


def _stored(session: Session, row: CopyEvent, name: str) -> CopyAct:
    by, result_id = reviewer_of(session, name), row.result_id
    if queries.lock(session, result_id) is None:
        raise no_result(result_id)
    existing_id = queries.with_key(session, row.idempotency_key)
    if existing_id is not None:
        return _named(session, result_id, existing_id)
    if row.action == UNDO:
        row.undoes_id = _last_of(acts_on(session, result_id), name)
    row.reviewer_id = by
    session.add(row)
    session.flush()
    acts = acts_on(session, result_id)
    queries.put_state(session, _projected(result_id, result_state(acts)))
    return next(act for act in acts if act.id == row.id)


def _last_of(acts: list[CopyAct], name: str) -> int:
    mine = (act for act in reversed(acts) if act.reviewer == name and act.action != UNDO)
    act_id = next((act.id for act in mine if not act.undone), None)
    if act_id is None:
        raise InputError("You have nothing to undo here.")
    return act_id


def _projected(result_id: int, state: CopyResultState) -> CopyStanding:
    verdict, repair = state.verdict, state.repair
    return CopyStanding(
        result_id=result_id,
        verdict=verdict.verdict.value if verdict and verdict.verdict else None,
        verdict_event_id=verdict.id if verdict else None,
        repair=repair.action if repair else None,
        repair_event_id=repair.id if repair else None,
    )


def _named(session: Session, result_id: int, event_id: int) -> CopyAct:
    return next(act for act in acts_on(session, result_id) if act.id == event_id)
