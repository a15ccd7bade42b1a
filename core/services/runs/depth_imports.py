"""Import results of depth tests that ran elsewhere, or here earlier, as runs to be charted."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from sqlalchemy import Engine, delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from core.depth import (
    Control,
    DepthMode,
    ModelResults,
    Outcome,
    ResultEntry,
    ResultsRead,
    imported_question,
    rebuild_context,
)
from core.errors import InputError, NotFoundError, Sentence
from core.services.access import Right, demand
from core.services.library.result_sets import place_questions
from core.services.library.transactions import in_one_transaction
from core.services.records import depth_columns, error_columns
from core.services.runs.run_spec import DepthSpec, ImportedSpec
from db import writing
from db.queries import projection
from db.queries import runs as rows
from db.queries.library import RESULTS
from db.queries.runs import Entry
from db.tables import DepthResult, DepthTask, QuestionRow, QuestionSet, Run, RunItem, SourceText

_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class ResultsImported:
    """Ids of the runs, one per model; `already_there`: all of them had been imported before."""

    run_ids: tuple[int, ...]
    already_there: bool


def import_results(engine: Engine, read: ResultsRead, *, created_by: str) -> ResultsImported:
    """Import all of the file or nothing. A file that was imported before gives the existing runs,
    unless its questions match another set by now.
    """
    demand(engine, Right.RUN)

    def store(session: Session) -> ResultsImported:
        stored = [_store(session, read, results, created_by) for results in read.models]
        ids = tuple(run_id for run_id, _ in stored)
        return ResultsImported(ids, all(exists for _, exists in stored))

    return in_one_transaction(engine, store)


def delete_import(engine: Engine, run_id: int) -> None:
    """Delete imported results, with the question set that was made for them alone, in one
    transaction.

    Raises NotFoundError for an unknown run, InputError for one that was not imported (its replies
    were paid for) or that review decisions are based on.
    """
    demand(engine, Right.RUN)
    try:
        with writing(engine) as session:
            run = session.get(Run, run_id)
            if run is None:
                raise NotFoundError("Run {run_id} does not exist.", run_id=run_id)
            if not run.spec.get("imported"):
                raise InputError("Only imported results can be deleted. This test was run here.")
            projection.leave_run(session, run_id)
            session.execute(delete(DepthResult).where(col(DepthResult.run_id) == run_id))
            session.execute(delete(RunItem).where(col(RunItem.run_id) == run_id))
            session.execute(delete(Run).where(col(Run.id) == run_id))
            _delete_own_set(session, run.set_id)
    except IntegrityError as error:
        raise InputError(
            "Review decisions are based on these results, so they cannot be deleted."
        ) from error


def _delete_own_set(session: Session, set_id: int) -> None:
    """Delete a question set made for imported results once no run uses it."""
    results_set = session.exec(
        select(QuestionSet.id).where(QuestionSet.id == set_id, QuestionSet.format == RESULTS)
    ).first()
    using_run = session.exec(select(Run.id).where(Run.set_id == set_id)).first()
    if results_set is None or using_run is not None:
        return
    session.execute(delete(QuestionRow).where(col(QuestionRow.set_id) == set_id))
    session.execute(delete(QuestionSet).where(col(QuestionSet.id) == set_id))


def _store(
    session: Session, read: ResultsRead, results: ModelResults, created_by: str
) -> tuple[int, bool]:
    """Store a model's results as a run; return (run id, whether it existed already)."""
    questions = {_question_key(entry): imported_question(entry) for entry in results.entries}
    set_id, ids = place_questions(
        session,
        list(questions.values()),
        file_name=read.file_name,
        fits=lambda question_set: _has_novel_of(session, question_set, results.entries),
    )
    key = hashlib.sha256(f"{read.content_hash}|{results.model}|{set_id}".encode()).hexdigest()
    existing_id = session.exec(select(Run.id).where(Run.idempotency_key == f"import:{key}")).first()
    if existing_id is not None:
        return existing_id, True
    spec = _spec(read, results, set_id)
    run = Run(
        kind="depth",
        title=" · ".join(filter(None, (PurePath(read.file_name).stem, results.model))),
        set_id=set_id,
        spec=spec.model_dump(mode="json"),
        spec_hash=spec.spec_hash,
        status="done",
        total=len(results.entries),
        created_by=created_by,
        idempotency_key=f"import:{key}",
    )
    session.add(run)
    session.flush()
    question_ids = dict(zip(questions, ids, strict=True))
    entries = [
        _row(run.id or 0, number, question_ids[_question_key(entry)], entry)
        for number, entry in enumerate(results.entries)
    ]
    for start in range(0, len(entries), _AT_ONCE):
        rows.write(session, entries[start : start + _AT_ONCE])
    return run.id or 0, False


def _question_key(entry: ResultEntry) -> tuple[str, str]:
    """(item key, content key) of the result's question."""
    question = imported_question(entry)
    return question.item_key, question.content_key


def _has_novel_of(
    session: Session, question_set: QuestionSet, entries: Sequence[ResultEntry]
) -> bool:
    """Whether the results' contexts are cut from the set's novel, judged by the first result that
    records its pieces; without one, whether the set has a novel.
    """
    sample = next((entry for entry in entries if entry.metrics.get("pieces")), None)
    if sample is None or question_set.source_id is None:
        return question_set.source_id is not None
    context = rebuild_context(session.get_one(SourceText, question_set.source_id).text, sample)
    return context is not None and context.intact


def _spec(read: ResultsRead, results: ModelResults, set_id: int) -> DepthSpec:
    """The spec of an imported run, as far as the file tells it."""
    metadata, modes = results.metadata, set(DepthMode) - {DepthMode.LEGACY}
    mode = DepthMode(metadata.depth_mode) if metadata.depth_mode in modes else DepthMode.UNIFORM
    controls = {entry.control for entry in results.entries}
    return DepthSpec(
        set_id=set_id,
        connection="",
        model=results.model,
        depth_mode=DepthMode.LEGACY if results.labels == ("",) else mode,
        context_lengths=results.lengths,
        repeats=1 + max(entry.repeat for entry in results.entries),
        controls=tuple(control for control in Control if control.value in controls),
        template_hash=metadata.prompt_hash or "",
        imported=ImportedSpec(
            file_name=read.file_name,
            content_hash=read.content_hash,
            metadata=metadata.to_dict(),
            depth_bins=results.labels,
            left_out=results.left_out,
        ),
    )


def _row(run_id: int, number: int, question_id: int, entry: ResultEntry) -> Entry:
    """A ledger row as a worker writes it, but without costs, and leaks do not wait for review."""
    item_key = f"{number}|{entry.trial_key}"
    task = DepthTask(
        run_id=run_id,
        question_id=question_id,
        item_key=item_key,
        context_length=entry.test_context_length,
        depth_bin=entry.depth_bin or "",
        target_depth=entry.target_depth,
        repeat=entry.repeat,
        control=entry.control or "",
    )
    outcome, reason = "answered", None
    if not entry.outcome.answered:
        outcome = "skipped" if entry.outcome is Outcome.DID_NOT_FIT else "infrastructure"
        reason = str(entry.metrics.get("failure") or entry.outcome.value)
    error = Sentence.verbatim(entry.error) if entry.error else None
    row = Entry(
        run_id=run_id,
        question_id=question_id,
        item_key=item_key,
        outcome=outcome,
        reason=reason,
        **error_columns(error),
    )
    return replace(row, depth=depth_columns(row, task, entry))
