"""A depth run's results as they are taken away, drawn and compared."""

import json
from collections.abc import Iterator, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import ModelComparison, Outcome, ResultEntry, compare_models
from core.depth.evidence_clusters import EvidenceCluster
from core.services.access import Right, demand
from core.services.records import depth_entry
from core.services.results.depth import depth_clusters, depth_metadata, labels_of, spec_of
from db.queries import depth as queries
from db.tables import Run

MOST_PLACED = 4000
"""Points of a scatter; a browser grows slow above."""


def depth_entries(engine: Engine, run: Run) -> Iterator[ResultEntry]:
    """Every result in source 003's format, in the order they came, with the chapter or passage that
    its interval is clustered by.
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
    """Source 003's result file, a row a line: an object of `metadata` and `results`."""
    demand(engine, Right.EXPORT)
    head = json.dumps(depth_metadata(engine, run).to_dict(), ensure_ascii=False)
    yield f'{{"metadata": {head},\n"results": ['
    separator = "\n"
    for entry in depth_entries(engine, run):
        yield separator + json.dumps(entry.to_dict(), ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def placed_entries(engine: Engine, run: Run) -> tuple[Sequence[ResultEntry], int]:
    """Results with a measured depth, and each how-manieth they are: MOST_PLACED at most, evenly."""
    with Session(engine) as session:
        counts = queries.cell_counts(session, run.id or 0)
        total = sum(count.results for count in counts if not count.control)
        step = max(1, -(-total // MOST_PLACED))
        rows = queries.placed_results(session, run.id or 0, step)
        return [depth_entry(*stored, _model(run)) for stored in rows], step


def compare_runs(engine: Engine, first: Run, second: Run) -> ModelComparison:
    """The first less the second on the questions of both, over the lengths and depths that either
    run asks at.

    In one set a question is known by its key, which spares reading it for each of its results.
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
    """The fields of each result that a comparison in one set needs; the key replaces the text."""
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
