"""Read and count the final status of a set's questions."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.questions import FieldChange, Question
from core.services.records import question_from_row
from core.services.results.final_status import (
    CountingRule,
    CurrentDecision,
    QuestionOutcome,
    QuestionStatus,
    ReviewerOpinion,
    Snapshot,
    ValidationSource,
    changes_of,
    question_outcome,
)
from core.services.review import Event, opinions
from core.services.review.events import event_of
from core.services.review.revisions import corrected_question, evidence_of, revalidation_of
from core.services.runs import get_run
from db.queries import corrections as queries
from db.queries import results
from db.queries import review as acts
from db.queries.projection import JUDGED
from db.tables import QuestionRevision, QuestionSet, ReviewEvent, Run, now


def take_snapshot(engine: Engine, run_id: int) -> Snapshot:
    """Read the status of each question by one run's validation.

    Raises NotFoundError, and InputError for a depth test, which is no validation.
    """
    run = get_run(engine, run_id)
    if run.kind != "validation":
        raise InputError("A depth test has no cleaned set. Choose a validation run.")
    with Session(engine) as session:
        return _build_snapshot(session, run.set_id, run)


def take_set_snapshot(engine: Engine, set_id: int) -> Snapshot:
    """Read the status of each question by the newest run that judged it.

    Raises NotFoundError, and InputError for a set that no run has validated.
    """
    with Session(engine) as session:
        if session.get(QuestionSet, set_id) is None:
            raise NotFoundError(
                "Question set {id} does not exist. Choose one from the library.", id=set_id
            )
        run = results.newest_validation(session, set_id)
        if run is None:
            raise InputError("No run has validated this question set yet. Start one.")
        return _build_snapshot(session, set_id, run, CountingRule.NEWEST)


def _build_snapshot(
    session: Session, set_id: int, run: Run, rule: CountingRule = CountingRule.RUN
) -> Snapshot:
    disputed = _in_dispute(session, set_id)
    single_run_id = run.id if rule is CountingRule.RUN else None
    rows = tuple(
        _question_status(row, disputed.get(row.question.id or 0, ()))
        for row in queries.decided_rows(session, set_id, single_run_id)
    )
    taken_at, last_act = now(), acts.last_act(session)
    questions = session.get_one(QuestionSet, set_id)
    title, _chars = results.source_title_and_length(session, questions.source_id)
    runs = _sources(session, rows, run)
    return Snapshot(
        run_id=runs[0].id,
        run_title=runs[0].title,
        spec=runs[0].spec,
        set_id=set_id,
        set_title=questions.title,
        file_name=questions.file_name,
        source_title=title,
        refused_at_import=questions.refused_count,
        taken_at=taken_at,
        last_act=last_act,
        rows=rows,
        rule=rule,
        runs=runs,
    )


def _sources(
    session: Session, rows: Sequence[QuestionStatus], run: Run
) -> tuple[ValidationSource, ...]:
    """Return the runs that judged the questions, newest first; only `run` if none did."""
    counted = Counter(row.run_id for row in rows if row.outcome in JUDGED)
    runs = [session.get_one(Run, id_) for id_ in sorted(filter(None, counted), reverse=True)]
    return tuple(
        ValidationSource(source.id or 0, source.title, dict(source.spec), counted[source.id])
        for source in runs or [run]
    )


def count_outcomes(engine: Engine, run_id: int) -> Counter[QuestionOutcome]:
    """Count the questions of a run's set by final status, in SQL."""
    get_run(engine, run_id)
    return count_outcomes_of(engine, [run_id])[run_id]


def count_set_outcomes(engine: Engine, set_id: int) -> Counter[QuestionOutcome]:
    """As `count_outcomes`, for a set: each question by the newest run that judged it."""
    with Session(engine) as session:
        return _count_by_outcome(queries.count_set_rulings(session, set_id))[set_id]


def count_outcomes_of(
    engine: Engine, run_ids: Sequence[int]
) -> dict[int, Counter[QuestionOutcome]]:
    """As `count_outcomes`, for several runs at once, each with the questions of its own set."""
    with Session(engine) as session:
        counted = queries.count_statuses(session, run_ids)
    return _count_by_outcome(counted)


def _count_by_outcome(
    rulings: Sequence[queries.Ruling],
) -> defaultdict[int, Counter[QuestionOutcome]]:
    counts = defaultdict[int, Counter[QuestionOutcome]](Counter)
    for key, outcome, state, decision, corrected, n in rulings:
        result = question_outcome(outcome or "", state or "", decision, corrected=bool(corrected))
        counts[key][result] += n
    return counts


def count_revalidated(engine: Engine, run_id: int) -> dict[str, int]:
    """Count corrected questions by outcome of their last revalidation, or "not_asked"."""
    run = get_run(engine, run_id)
    with Session(engine) as session:
        counts = queries.count_revalidated(session, run.set_id)
    return {outcome or "not_asked": n for outcome, n in counts.items()}


def _in_dispute(
    session: Session, set_id: int
) -> dict[int, list[tuple[Event, QuestionRevision | None]]]:
    """Return disputed question id -> the opinions in force, each with its correction."""
    rows = list(queries.disputed_events(session, set_id))
    revised = {event.id: revision for event, _name, revision in rows}
    acts = (event_of(event, name) for event, name, _revision in rows)
    return {
        question_id: [(event, revised[event.id]) for event in opinions(list(events))]
        for question_id, events in groupby(acts, key=lambda event: event.question_id)
    }


def _opinion(
    event: Event, revision: QuestionRevision | None, original: Question
) -> ReviewerOpinion:
    changes: tuple[FieldChange, ...] = ()
    if revision is not None:
        corrected = corrected_question(revision, original)
        changes = changes_of(original, corrected, evidence_of(revision))
    reasons = tuple(reason.value for reason in event.reasons)
    return ReviewerOpinion(
        event.action, event.reviewer, event.at, event.comment, reasons, event.blind, changes
    )


def _question_status(
    row: queries.DecidedQuestion, disputed_opinions: Sequence[tuple[Event, QuestionRevision | None]]
) -> QuestionStatus:
    original = question_from_row(row.question)
    revision, event, revalidation = row.revision, row.event, row.revalidation
    question = corrected_question(revision, original) if revision else original
    outcome = row.outcome if row.outcome and not row.retry else ""
    # The projection stores failure reasons as |one|other|.
    projected_reasons = (row.failure_reasons or "").split("|")
    reasons = tuple(reason for reason in (*projected_reasons, row.reason) if reason)
    final_outcome = question_outcome(
        outcome, row.state or "", event.action if event else None, corrected=revision is not None
    )
    # The dispute may have been settled between the two queries.
    opinions = disputed_opinions if final_outcome is QuestionOutcome.DISPUTED else ()
    return QuestionStatus(
        line=row.question.line,
        item_id=row.item_id,
        original=original,
        question=question,
        status=final_outcome,
        outcome=outcome,
        failure_reasons=tuple(dict.fromkeys(reasons)),
        decision=_decision(event, row.reviewer or "") if event else None,
        evidence=evidence_of(revision) if revision else None,
        revalidation=revalidation_of(revalidation, question, "") if revalidation else None,
        opinions=tuple(_opinion(opinion, revised, original) for opinion, revised in opinions),
        run_id=row.run_id,
        question_id=row.question.id or 0,
    )


def _decision(event: ReviewEvent, reviewer: str) -> CurrentDecision:
    return CurrentDecision(
        action=event.action,
        reviewer=reviewer,
        at=event.created_at,
        comment=event.comment,
        reasons=tuple(event.reasons),
        cause=event.cause,
    )
