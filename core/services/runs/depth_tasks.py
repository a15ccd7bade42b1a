"""Plan the tasks of a depth run: one per question, length, depth and repeat, plus controls."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Engine, func
from sqlmodel import Session, col, select

from core.depth import DepthScheduler, trials_of
from core.errors import InputError
from core.services.records import question_from_row
from core.services.runs.run_spec import DepthSpec
from core.text import Span
from db.tables import DepthTask, QuestionRow, RunItem, Validation


def tasks_of(
    session: Session, run_id: int, spec: DepthSpec, questions: Sequence[QuestionRow]
) -> list[DepthTask]:
    """The tasks of a new run, not yet added to the session.

    Questions left out for a failed validation get none. Questions without a usable position get
    theirs, so that their results say why they were not asked. Raises InputError if none is left.
    """
    invalid = invalid_questions(session, spec) if spec.ignore_invalid else set[int]()
    rows = [row for row in questions if row.id not in invalid]
    if not rows:
        raise InputError(
            "Every question failed validation. Choose other questions, or include invalid ones."
        )
    scheduler = DepthScheduler(spec.depth_mode, spec.fixed_depth, spec.context_lengths)
    parsed = [question_from_row(row) for row in rows]
    ids = {question.item_key: row.id or 0 for question, row in zip(parsed, rows, strict=True)}
    planned = trials_of(parsed, scheduler, repeats=spec.repeats, controls=spec.controls)
    return [
        DepthTask(
            run_id=run_id,
            question_id=ids[trial.question.item_key],
            item_key=trial.key,
            context_length=trial.context_length,
            depth_bin=trial.depth_bin or "",
            target_depth=trial.target_depth,
            repeat=trial.repeat,
            control=trial.control.value if trial.control else "",
        )
        for trial in planned
    ]


def invalid_questions(session: Session, spec: DepthSpec) -> set[int]:
    """Ids of questions that failed the spec's validation run; InputError if it names none."""
    if spec.validation_run_id is None:
        raise InputError("Choose the validation run that identifies invalid questions.")
    failed = select(RunItem.question_id).where(
        RunItem.run_id == spec.validation_run_id, RunItem.outcome == "failed"
    )
    return set(session.exec(failed))


def evidence_found(engine: Engine, spec: DepthSpec) -> dict[str, Span]:
    """Places in the novel where the validation found the evidence, by item key (reading 47)."""
    if spec.validation_run_id is None:
        return {}
    places = (
        select(RunItem.item_key, Validation.span_start, Validation.span_end)
        .join(Validation, col(Validation.item_id) == RunItem.id)
        .join(QuestionRow, col(QuestionRow.id) == RunItem.question_id)
        .where(
            RunItem.run_id == spec.validation_run_id,
            QuestionRow.set_id == spec.set_id,
            col(QuestionRow.context).is_(None),
            col(Validation.evidence_found),
        )
    )
    with Session(engine) as session:
        return dict(_spans(session.exec(places)))


def newest_with_evidence(engine: Engine, set_id: int) -> int | None:
    """Id of the newest validation run that found evidence of the set's questions in their novel."""
    newest = (
        select(func.max(RunItem.run_id))
        .join(Validation, col(Validation.item_id) == RunItem.id)
        .join(QuestionRow, col(QuestionRow.id) == RunItem.question_id)
        .where(
            QuestionRow.set_id == set_id,
            col(QuestionRow.context).is_(None),
            col(Validation.evidence_found),
            col(Validation.span_start).is_not(None),
        )
    )
    with Session(engine) as session:
        return session.exec(newest).one()


def _spans(rows: Iterable[tuple[str, int | None, int | None]]) -> Iterable[tuple[str, Span]]:
    for key, start, end in rows:
        if start is not None and end is not None:
            yield key, Span(start, end)
