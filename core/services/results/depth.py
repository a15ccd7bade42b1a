"""Numbers of a depth run: its cells, its controls and the metadata of its figures."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import (
    DEPTH_LABELS,
    Control,
    DatasetMetadata,
    DepthBinStats,
    DepthMode,
    Outcome,
    depth_label,
)
from core.depth.outcomes import ANSWERED
from core.services.results.question_clusters import Counts, QuestionClusters, clusters_of
from core.services.runs import DepthSpec
from core.services.runs.run_spec import read_spec
from core.stats import ClusteredRate
from db.queries import depth as queries
from db.queries.results import source_of_set
from db.tables import Run

CellKey = tuple[int, str]
"""(context length, depth label)."""
WITHOUT_EVIDENCE = (Control.CLOSED_BOOK.value, Control.FILLER_ONLY.value)
"""Controls without evidence: a question answered correctly in one of them leaked."""


@dataclass(frozen=True, slots=True)
class DepthPlacement:
    """Where a depth run's questions come from, as `clusters_of` needs it."""

    set_id: int
    source_id: int | None
    spec: DepthSpec


@dataclass(frozen=True)
class ControlStats:
    """Results of a control. `rate`: over answered attempts, clustered; `outcomes`: of all."""

    control: str
    rate: ClusteredRate
    outcomes: Counter[Outcome] = field(hash=False)


@dataclass(frozen=True)
class DepthFigures:
    """Rates of a depth run. `overall` and `by_length` are over all depths, without controls.

    `leaked`: number of questions that were answered correctly without their evidence.
    """

    overall: ClusteredRate
    by_length: dict[int, ClusteredRate] = field(hash=False)
    controls: dict[str, ControlStats] = field(hash=False)
    leaked: int


def spec_of(run: Run) -> DepthSpec:
    """Read a depth run's spec. Raises TypeError for any other kind of run."""
    spec = read_spec(run.spec)
    if not isinstance(spec, DepthSpec):
        raise TypeError(f"run {run.id} is no depth test")
    return spec


def labels_of(spec: DepthSpec) -> tuple[str, ...]:
    """Return the depth labels of a run, one per row of its heatmap; ("",) in legacy mode, which
    claims no depth.
    """
    if spec.imported is not None:
        return spec.imported.depth_bins
    if spec.depth_mode is DepthMode.LEGACY:
        return ("",)
    if spec.fixed_depth is not None:
        return (depth_label(spec.fixed_depth),)
    return DEPTH_LABELS


def depth_cells(engine: Engine, run: Run) -> list[DepthBinStats]:
    """Return the statistics of each length and depth of the run, empty cells included.

    As `calculate_depth_bins`, but with intervals clustered by passage or chapter where known.
    """
    spec, clusters = spec_of(run), depth_clusters(engine, run)
    outcomes: dict[tuple[int, str], Counter[Outcome]] = {}
    with Session(engine) as session:
        for count in queries.cell_counts(session, run.id or 0):
            if not count.control:
                cell = outcomes.setdefault((count.context_length, count.depth_bin), Counter())
                cell[Outcome(count.outcome)] += count.results
        questions, rates = dict[CellKey, int](), dict[CellKey, ClusteredRate]()
        if spec.repeats > 1:
            counts_by_cell = _by_question(session, run, ("context_length", "depth_bin"))
            questions = {cell: len(counts) for cell, counts in counts_by_cell.items()}
            rates = {cell: clusters.rate(counts) for cell, counts in counts_by_cell.items()}
        elif clusters.numbers:
            rates = _cluster_rates(session, run, clusters)
    return [
        DepthBinStats.from_counts(
            *cell,
            outcomes.get(cell, Counter()),
            question_count=questions.get(cell),
            rate=rates.get(cell),
        )
        for length in sorted(spec.context_lengths)
        for cell in [(length, label) for label in labels_of(spec)]
    ]


def depth_clusters(engine: Engine, run: Run) -> QuestionClusters:
    """Return the passage or chapter of each of the run's questions; unknown without a novel or
    positions.
    """
    with Session(engine) as session:
        source_id = source_of_set(session, run.set_id)
    return clusters_of(engine, [DepthPlacement(run.set_id, source_id, spec_of(run))])


def _cluster_rates(
    session: Session, run: Run, clusters: QuestionClusters
) -> dict[CellKey, ClusteredRate]:
    """Return the clustered rate of each cell, for runs that ask every question once per cell."""
    counts_by_cell: dict[CellKey, list[tuple[int, int]]] = {}
    for row in queries.answers_by_cluster(
        session,
        run.id or 0,
        clusters.numbers,
        right=Outcome.CORRECT.value,
        answered=[outcome.value for outcome in ANSWERED],
    ):
        cell = row.context_length, row.depth_bin
        counts_by_cell.setdefault(cell, []).append((row.right, row.answered))
    return {
        cell: ClusteredRate.from_counts(counts).of(clusters.unit, sum(n for _, n in counts))
        for cell, counts in counts_by_cell.items()
    }


def depth_figures(engine: Engine, run: Run) -> DepthFigures:
    """Return the numbers shown beside the heatmap. Takes about 2 s for a million results."""
    run_id, outcomes = run.id or 0, dict[str, Counter[Outcome]]()
    clusters = depth_clusters(engine, run)
    with Session(engine) as session:
        lengths = _by_question(session, run, ("context_length",))
        questions = _by_question(session, run, ())
        controls = _by_question(session, run, ("control",), controls=True)
        for count in queries.cell_counts(session, run_id):
            if count.control:
                control_outcomes = outcomes.setdefault(count.control, Counter())
                control_outcomes[Outcome(count.outcome)] += count.results
        correct = Outcome.CORRECT.value
        leaked = queries.answered_under(session, run_id, WITHOUT_EVIDENCE, correct)
    return DepthFigures(
        overall=clusters.rate(questions.get((), [])),
        by_length={length: clusters.rate(lengths[length,]) for (length,) in sorted(lengths)},
        controls={
            control.value: ControlStats(
                control.value,
                clusters.rate(controls[control.value,]),
                outcomes.get(control.value, Counter()),
            )
            for control in Control
            if (control.value,) in controls
        },
        leaked=len(leaked),
    )


def _by_question(
    session: Session,
    run: Run,
    groups: tuple[str, ...],
    *,
    controls: bool = False,
) -> dict[tuple[Any, ...], list[Counts]]:
    """Return group -> (question id, correct attempts, answered attempts) of each question."""
    counts_by_group: dict[tuple[Any, ...], list[Counts]] = {}
    answers: Iterable[queries.Answers] = queries.answers_by_question(
        session,
        run.id or 0,
        groups,
        controls=controls,
        right=Outcome.CORRECT.value,
        answered=[outcome.value for outcome in ANSWERED],
    )
    for question in answers:
        counts_by_group.setdefault(question.group, []).append(
            (question.question_id, question.right, question.answered)
        )
    return counts_by_group


def depth_metadata(engine: Engine, run: Run) -> DatasetMetadata:
    """Return the run's settings as its figures and files show them."""
    spec = spec_of(run)
    if spec.imported is not None:
        metadata = DatasetMetadata.from_dict(spec.imported.metadata)
        return replace(metadata, run=f"#{run.id}")
    has_depth = spec.depth_mode is not DepthMode.LEGACY
    tested = run.finished_at or run.started_at or run.created_at
    with Session(engine) as session:
        novel, questions = queries.files_of(session, run.id or 0)
    return DatasetMetadata(
        tested_at=tested.replace(tzinfo=None).isoformat(timespec="seconds"),
        model_name=spec.model or spec.connection,
        novel_path=novel,
        question_set_path=questions,
        depth_mode=spec.depth_mode.value,
        context_lengths=spec.context_lengths,
        depth_bins=labels_of(spec) if has_depth else (),
        questions_per_bin=_questions_per_bin(run, spec) if has_depth else None,
        tokenizer=spec.tokenizer,
        prompt_hash=spec.template_hash or None,
        run=f"#{run.id}",
        seed=spec.seed,
        filler=spec.filler if has_depth else None,
        padding_size=spec.padding_size if has_depth else None,
        estimate={**run.estimate, "price": run.spec.get("price")} if run.estimate else None,
        settings=dict(run.spec),
    )


def questions_of(run: Run, spec: DepthSpec) -> int:
    """Return how many questions the run asks, derived from its number of planned items."""
    lengths = len(spec.context_lengths)
    depths = len(DEPTH_LABELS) if spec.depth_mode is DepthMode.CROSSED else 1
    controls = sum(
        lengths if control is Control.FILLER_ONLY else 1 for control in set(spec.controls)
    )
    return run.total // (spec.repeats * (depths * lengths + controls))


def _questions_per_bin(run: Run, spec: DepthSpec) -> int:
    questions = questions_of(run, spec)
    if spec.depth_mode is not DepthMode.UNIFORM:
        return questions
    return max(min(1, questions), questions // len(DEPTH_LABELS))
