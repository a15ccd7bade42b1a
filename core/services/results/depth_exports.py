"""Read a depth run's results for export, scatter plots and comparisons."""

import json
from collections.abc import Iterator, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import EvidenceCluster, ModelComparison, Outcome, ResultEntry, compare_models
from core.services.access import Right, demand
from core.services.records import depth_entry
from core.services.results.depth import depth_clusters, depth_metadata, labels_of, spec_of
from db.queries import depth as queries
from db.tables import Run

MOST_PLACED = 4000
"""Maximum number of points in a scatter plot; more of them slow a browser down."""


def depth_entries(engine: Engine, run: Run) -> Iterator[ResultEntry]:
    """Yield every result in source 003's format, in order of completion, marked with the chapter or
    passage that its interval is clustered by.
    """
    clusters = depth_clusters(engine, run)
    with Session(engine) as session:
        for stored in queries.results(session, run.id or 0):
            entry, number = (
                depth_entry(*stored, _model(run)),
                clusters.numbers.get(stored[0].question_id),
            )
            yield entry if number is None else EvidenceCluster(clusters.unit, number).mark(entry)


def depth_results_json(engine: Engine, run: Run) -> Iterator[str]:
    """Yield source 003's result file, an object of `metadata` and `results`; a line per result."""
    demand(engine, Right.EXPORT)
    head = json.dumps(depth_metadata(engine, run).to_dict(), ensure_ascii=False)
    yield f'{{"metadata": {head},\n"results": ['
    separator = "\n"
    for entry in depth_entries(engine, run):
        yield separator + json.dumps(entry.to_dict(), ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def placed_entries(engine: Engine, run: Run) -> tuple[Sequence[ResultEntry], int]:
    """Return at most MOST_PLACED results with a measured depth, sampled evenly, and the step: every
    how many results one was taken.
    """
    with Session(engine) as session:
        counts = queries.cell_counts(session, run.id or 0)
        total = sum(count.results for count in counts if not count.control)
        step = max(1, -(-total // MOST_PLACED))
        rows = queries.placed_results(session, run.id or 0, step)
        return [depth_entry(*stored, _model(run)) for stored in rows], step


def compare_runs(engine: Engine, first: Run, second: Run) -> ModelComparison:
    """Compare `first` minus `second` on common questions, over all lengths and depths of either.

    Runs of the same set are matched by item key, which avoids loading the question of each result.
    """
    specs = [spec_of(first), spec_of(second)]
    lengths = sorted({length for spec in specs for length in spec.context_lengths})
    labels = list(dict.fromkeys(label for spec in specs for label in labels_of(spec)))
    labels.sort(key=lambda label: (len(label), label))
    if first.set_id != second.set_id:
        ours, theirs = depth_entries(engine, first), depth_entries(engine, second)
        return compare_models(ours, theirs, lengths, labels)
    with Session(engine) as session:
        ours, theirs = _answers(session, first), _answers(session, second)
        return compare_models(ours, theirs, lengths, labels)


def _answers(session: Session, run: Run) -> Iterator[ResultEntry]:
    """Yield results with only the fields that `compare_models` needs; the item key replaces the
    question text.
    """
    for key, length, label, outcome in queries.outcomes_by_key(session, run.id or 0):
        outcome_of_result = Outcome(outcome)
        yield ResultEntry(
            question=key,
            question_type="",
            choice={},
            correct_answer=(),
            model_answer=(),
            parsing_status="",
            position=None,
            score=outcome_of_result.score,
            outcome=outcome_of_result,
            depth_bin=label,
            test_context_length=length,
            item_key=key,
        )


def _model(run: Run) -> str:
    return str(run.spec.get("model") or run.spec.get("connection") or "")
