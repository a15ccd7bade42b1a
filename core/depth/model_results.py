"""Split the results of a file by model, leaving out rows that cannot be drawn."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.depth.cells import depth_bin_of, planned_grid
from core.depth.result_files import ResultFile, parse_results
from core.depth.results import DatasetMetadata, ResultEntry
from core.errors import InputError
from core.questions import Position, Question, QuestionType
from core.text.size_limits import require_size

NO_SCORE, NO_DEPTH, REPEATED = "no_score", "no_depth", "repeated"
"""Why a row cannot be drawn: it has no score or answer; it has no depth while others have one; it
repeats another row exactly."""

MOST_MODELS = 20


@dataclass(frozen=True)
class ModelResults:
    """One model's results in a file, which an import stores as a run. `labels` is ("",) where no
    result has a depth. `left_out` counts rows that cannot be drawn, by reason.
    """

    model: str
    metadata: DatasetMetadata
    entries: Sequence[ResultEntry]
    lengths: tuple[int, ...]
    labels: tuple[str, ...]
    left_out: dict[str, int]

    @property
    def questions(self) -> int:
        return len({imported_question(entry).content_key for entry in self.entries})


@dataclass(frozen=True)
class ResultsRead:
    file_name: str
    content_hash: str
    models: tuple[ModelResults, ...]


def preview_results(data: bytes, *, file_name: str, max_bytes: int) -> ResultsRead:
    """Read what an import would store, without storing anything.

    Raises InputError for a file over `max_bytes`, for one that cannot be read, naming line and
    field, and for one without any result to draw.
    """
    require_size(data, max_bytes, file_name)
    result_file = parse_results(data, file_name)
    if not all(entry.question for entry in result_file.entries):
        raise InputError(
            "The score table has no questions, so it cannot be stored. Draw it with `python -m "
            "core heatmap`.",
            file=file_name,
        )
    models = tuple(results for results in _by_model(result_file) if results.entries)
    if not models:
        raise InputError(
            "The file has no usable results. Every row needs a score or the model's answer.",
            file=file_name,
        )
    if len(models) > MOST_MODELS:
        raise InputError(
            "The file has results of {count} models. Import at most {most} at a time.",
            file=file_name,
            count=len(models),
            most=MOST_MODELS,
        )
    return ResultsRead(file_name, hashlib.sha256(data).hexdigest(), models)


def imported_question(entry: ResultEntry) -> Question:
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


def _by_model(result_file: ResultFile) -> Iterable[ModelResults]:
    """Yield results by model in the file's order; rows without a model get that of the metadata."""
    metadata = result_file.metadata or DatasetMetadata(depth_mode="")
    by_model: dict[str, list[ResultEntry]] = {}
    for entry in result_file.entries:
        by_model.setdefault(entry.model or metadata.model_name, []).append(entry)
    unscored: Counter[str] = Counter()
    for model, n in result_file.unscored.items():
        unscored[model or metadata.model_name] += n
    for model in {**by_model, **unscored}:
        yield _model(
            model, replace(metadata, model_name=model), by_model.get(model, []), unscored[model]
        )


def _model(
    model: str, metadata: DatasetMetadata, entries: Sequence[ResultEntry], unscored: int
) -> ModelResults:
    lengths, labels = planned_grid(entries, metadata)
    has_depth = bool(labels) and any(depth_bin_of(entry) for entry in entries if not entry.control)
    left_out = Counter({NO_SCORE: unscored})
    drawable, seen = list[ResultEntry](), set[str]()
    attempts: Counter[tuple[str, ...]] = Counter()
    for entry in entries:
        if has_depth and not entry.control and not depth_bin_of(entry):
            left_out[NO_DEPTH] += 1
            continue
        content = repr(entry)
        if content in seen:
            left_out[REPEATED] += 1
            continue
        seen.add(content)
        drawable.append(_attempt(entry, attempts))
    if not has_depth:
        lengths = sorted(
            {entry.test_context_length for entry in drawable if not entry.control}
            | set(metadata.context_lengths)
        )
    return ModelResults(
        model=model,
        metadata=metadata,
        entries=drawable if lengths else [],
        lengths=tuple(lengths),
        labels=tuple(labels) if has_depth else ("",),
        left_out={reason: n for reason, n in left_out.items() if n},
    )


def _attempt(entry: ResultEntry, attempts: Counter[tuple[str, ...]]) -> ResultEntry:
    """Number the entry's `repeat` per question and cell, as other tools do not number it."""
    question, label = imported_question(entry), depth_bin_of(entry) or ""
    cell = (
        question.item_key,
        question.content_key,
        str(entry.test_context_length),
        label,
        entry.control or "",
    )
    number = attempts[cell]
    attempts[cell] += 1
    return replace(entry, depth_bin=label or None, repeat=number)
