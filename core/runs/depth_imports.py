"""Results of depth tests that ran elsewhere, or here before, stored as runs to be drawn."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.depth import (
    Control,
    DatasetMetadata,
    DepthMode,
    Outcome,
    ResultEntry,
    Results,
    parse_results,
    planned_grid,
)
from core.depth.cells import bin_of
from core.depth.rebuilding import rebuilt
from core.errors import InputError, Sentence
from core.library.adding import in_one_transaction
from core.library.result_sets import place_questions
from core.questions import Position, Question, QuestionType
from core.runs.depth_items import result_columns
from core.runs.ledger import error_columns
from core.runs.spec import DepthSpec, Imported
from core.text.size import require_size
from db.queries import runs as rows
from db.queries.runs import Entry
from db.tables import DepthTask, QuestionSet, Run, SourceText

NO_SCORE, NO_DEPTH, REPEATED = "no_score", "no_depth", "repeated"
"""Why a row cannot be drawn: nothing tells right from wrong; no depth beside others that have one;
another row word for word."""

MOST_MODELS = 20
_AT_ONCE = 2_000


@dataclass(frozen=True)
class ModelResults:
    """One model's results in a file, each of which becomes a run; `labels` is ("",) where no
    result claims a depth. `left_out` counts rows that cannot be drawn, by why.
    """

    model: str
    metadata: DatasetMetadata
    entries: Sequence[ResultEntry]
    lengths: tuple[int, ...]
    labels: tuple[str, ...]
    left_out: dict[str, int]

    @property
    def questions(self) -> int:
        return len({question_of(entry).content_key for entry in self.entries})


@dataclass(frozen=True)
class ResultsRead:
    file_name: str
    content_hash: str
    models: tuple[ModelResults, ...]


@dataclass(frozen=True, slots=True)
class ResultsImported:
    """The runs, one a model; `already_there`: every one of them was imported before."""

    run_ids: tuple[int, ...]
    already_there: bool


def preview_results(data: bytes, *, file_name: str, max_bytes: int) -> ResultsRead:
    """What an import would bring; nothing is stored.

    Raises InputError for a file over `max_bytes`, for one that cannot be read, naming its line and
    field, and for one that holds nothing to draw.
    """
    require_size(data, max_bytes, file_name)
    read = parse_results(data, file_name)
    if not all(entry.question for entry in read.entries):
        raise InputError(
            "The table of scores has no questions, so it cannot be stored. Draw it with "
            "`python -m core heatmap`.",
            file=file_name,
        )
    models = tuple(one for one in _by_model(read) if one.entries)
    if not models:
        raise InputError(
            "The file holds no result that can be counted. Every row needs a score, or the model's "
            "answer.",
            file=file_name,
        )
    if len(models) > MOST_MODELS:
        raise InputError(
            "The file holds the results of {count} models. Import at most {most} at a time.",
            file=file_name,
            count=len(models),
            most=MOST_MODELS,
        )
    return ResultsRead(file_name, hashlib.sha256(data).hexdigest(), models)


def import_results(engine: Engine, read: ResultsRead, *, created_by: str) -> ResultsImported:
    """All of the file or nothing. A file that was imported before, and whose questions are in no
    other set since, gives the runs that are there.
    """

    def store(session: Session) -> ResultsImported:
        stored = [_store(session, read, one, created_by) for one in read.models]
        ids = tuple(run_id for run_id, _ in stored)
        return ResultsImported(ids, all(already for _, already in stored))

    return in_one_transaction(engine, store)


def question_of(entry: ResultEntry) -> Question:
    position = entry.position or {}
    start, end = position.get("start_pos"), position.get("end_pos")
    return Question(
        question=entry.question,
        question_type=QuestionType(entry.question_type),
        choice=entry.choice,
        answer=entry.correct_answer,
        position=None if start is None or end is None else Position(start, end),
        key=entry.item_key or None,
    )


def _by_model(read: Results) -> Iterable[ModelResults]:
    """In the file's order; rows that name no model are the metadata's."""
    metadata = read.metadata or DatasetMetadata(depth_mode="")
    by_model: dict[str, list[ResultEntry]] = {}
    for entry in read.entries:
        by_model.setdefault(entry.model or metadata.model_name, []).append(entry)
    unscored: Counter[str] = Counter()
    for model, n in read.unscored.items():
        unscored[model or metadata.model_name] += n
    for model in {**by_model, **unscored}:
        yield _model(
            model, replace(metadata, model_name=model), by_model.get(model, []), unscored[model]
        )


def _model(
    model: str, metadata: DatasetMetadata, entries: Sequence[ResultEntry], unscored: int
) -> ModelResults:
    lengths, labels = planned_grid(entries, metadata)
    has_depth = bool(labels) and any(bin_of(entry) for entry in entries if not entry.control)
    left_out = Counter({NO_SCORE: unscored})
    kept, seen = list[ResultEntry](), set[str]()
    attempts: Counter[tuple[str, ...]] = Counter()
    for entry in entries:
        if has_depth and not entry.control and not bin_of(entry):
            left_out[NO_DEPTH] += 1
            continue
        said = repr(entry)
        if said in seen:
            left_out[REPEATED] += 1
            continue
        seen.add(said)
        kept.append(_attempt(entry, attempts))
    if not has_depth:
        lengths = sorted(
            {entry.test_context_length for entry in kept if not entry.control}
            | set(metadata.context_lengths)
        )
    return ModelResults(
        model=model,
        metadata=metadata,
        entries=kept if lengths else [],
        lengths=tuple(lengths),
        labels=tuple(labels) if has_depth else ("",),
        left_out={why: n for why, n in left_out.items() if n},
    )


def _attempt(entry: ResultEntry, attempts: Counter[tuple[str, ...]]) -> ResultEntry:
    """The entry as the so-manieth of its question in its cell: other tools do not number them."""
    key, label = question_of(entry), bin_of(entry) or ""
    cell = (
        key.item_key,
        key.content_key,
        str(entry.test_context_length),
        label,
        entry.control or "",
    )
    number = attempts[cell]
    attempts[cell] += 1
    return replace(entry, depth_bin=label or None, repeat=number)


def _store(
    session: Session, read: ResultsRead, results: ModelResults, created_by: str
) -> tuple[int, bool]:
    """(id of the run, whether it was there)."""
    asked = {_name(entry): question_of(entry) for entry in results.entries}
    set_id, ids = place_questions(
        session,
        list(asked.values()),
        file_name=read.file_name,
        fits=lambda one: _is_asked_from(session, one, results.entries),
    )
    key = hashlib.sha256(f"{read.content_hash}|{results.model}|{set_id}".encode()).hexdigest()
    known = session.exec(select(Run.id).where(Run.idempotency_key == f"import:{key}")).first()
    if known is not None:
        return known, True
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
    question_ids = dict(zip(asked, ids, strict=True))
    entries = [
        _row(run.id or 0, number, question_ids[_name(entry)], entry)
        for number, entry in enumerate(results.entries)
    ]
    for start in range(0, len(entries), _AT_ONCE):
        rows.write(session, entries[start : start + _AT_ONCE])
    return run.id or 0, False


def _name(entry: ResultEntry) -> tuple[str, str]:
    question = question_of(entry)
    return question.item_key, question.content_key


def _is_asked_from(
    session: Session, question_set: QuestionSet, entries: Sequence[ResultEntry]
) -> bool:
    """Whether the results' contexts are made of the set's novel, judged by the first that tells."""
    told = next((entry for entry in entries if entry.metrics.get("pieces")), None)
    if told is None or question_set.source_id is None:
        return question_set.source_id is not None
    found = rebuilt(session.get_one(SourceText, question_set.source_id).text, told)
    return found is not None and found.intact


def _spec(read: ResultsRead, results: ModelResults, set_id: int) -> DepthSpec:
    said, modes = results.metadata, set(DepthMode) - {DepthMode.LEGACY}
    mode = DepthMode(said.depth_mode) if said.depth_mode in modes else DepthMode.UNIFORM
    controls = {entry.control for entry in results.entries}
    return DepthSpec(
        set_id=set_id,
        connection="",
        model=results.model,
        depth_mode=DepthMode.LEGACY if results.labels == ("",) else mode,
        context_lengths=results.lengths,
        repeats=1 + max(entry.repeat for entry in results.entries),
        controls=tuple(one for one in Control if one.value in controls),
        template_hash=said.prompt_hash or "",
        imported=Imported(
            file_name=read.file_name,
            content_hash=read.content_hash,
            metadata=said.to_dict(),
            depth_bins=results.labels,
            left_out=results.left_out,
        ),
    )


def _row(run_id: int, number: int, question_id: int, entry: ResultEntry) -> Entry:
    """As the worker's, but nothing was spent here, and a leak does not wait for a reviewer."""
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
    said = Sentence.verbatim(entry.error) if entry.error else None
    row = Entry(
        run_id=run_id,
        question_id=question_id,
        item_key=item_key,
        outcome=outcome,
        reason=reason,
        **error_columns(said),
    )
    return replace(row, depth=result_columns(row, task, entry))
