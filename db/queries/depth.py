"""Count and list depth results in the database; callers own the session."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, case, column, func, values
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import DepthResult, QuestionRow, QuestionSet, Run, RunItem, SourceText

Joined = tuple[DepthResult, RunItem, QuestionRow]


@dataclass(frozen=True, slots=True)
class CellCount:
    """The number of results with one outcome in one cell; names are as in `depth_result`."""

    control: str
    context_length: int
    depth_bin: str
    outcome: str
    results: int


@dataclass(frozen=True, slots=True)
class Answers:
    """One question's attempts in one group of cells: how many were answered, how many correctly.

    `group` holds the values of the columns that were grouped by.
    """

    group: tuple[Any, ...]
    question_id: int
    right: int
    answered: int


@dataclass(frozen=True, slots=True)
class ClusterAnswers:
    """The attempts at all questions of one cluster in one cell."""

    context_length: int
    depth_bin: str
    right: int
    answered: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a heatmap or of a control; `outcomes` empty: all of them."""

    run_id: int
    control: str
    context_length: int
    depth_bin: str
    outcomes: tuple[str, ...] = ()

    @property
    def conditions(self) -> list[Any]:
        conditions = [
            col(DepthResult.run_id) == self.run_id,
            col(DepthResult.control) == self.control,
            col(DepthResult.context_length) == self.context_length,
            col(DepthResult.depth_bin) == self.depth_bin,
        ]
        return (
            [*conditions, col(DepthResult.outcome).in_(self.outcomes)]
            if self.outcomes
            else conditions
        )


def cell_counts(session: Session, run_id: int) -> list[CellCount]:
    """Number of results by cell and outcome; reads one index only, 0.3 s for a million results."""
    cell = (
        col(DepthResult.control),
        col(DepthResult.context_length),
        col(DepthResult.depth_bin),
        col(DepthResult.outcome),
    )
    counted = columns(*cell, func.count()).where(col(DepthResult.run_id) == run_id)
    return [CellCount(*row) for row in session.execute(counted.group_by(*cell))]


def answers_by_question(
    session: Session,
    run_id: int,
    groups: Sequence[str],
    *,
    controls: bool,
    right: str,
    answered: Sequence[str],
) -> Iterator[Answers]:
    """The attempts by question and group, e.g. ("context_length",), of the controls or the test."""
    group_columns = [getattr(DepthResult, name) for name in groups]
    outcome, control = col(DepthResult.outcome), col(DepthResult.control)
    counted = columns(
        *group_columns,
        col(DepthResult.question_id),
        func.sum(case((outcome == right, 1), else_=0)),
        func.sum(case((outcome.in_(answered), 1), else_=0)),
    ).where(
        col(DepthResult.run_id) == run_id,
        control != "" if controls else control == "",
    )
    for row in session.execute(counted.group_by(*group_columns, col(DepthResult.question_id))):
        yield Answers(tuple(row[: len(group_columns)]), *map(int, row[len(group_columns) :]))


def answers_by_cluster(
    session: Session,
    run_id: int,
    clusters: Mapping[int, int],
    *,
    right: str,
    answered: Sequence[str],
) -> list[ClusterAnswers]:
    """The attempts by cluster and cell, without controls. `clusters`: question -> number; any other
    question is its own cluster. Grouped in the database: a run may have a million results.
    """
    numbers = values(
        column("question_id", Integer),
        column("number", Integer),
        name="clusters",
        literal_binds=True,
    )
    cluster_numbers = numbers.data(list(clusters.items())).cte("clusters")
    outcome = col(DepthResult.outcome)
    cell = col(DepthResult.context_length), col(DepthResult.depth_bin)
    number = func.coalesce(cluster_numbers.c.number, -col(DepthResult.question_id))
    query = (
        columns(
            *cell,
            func.sum(case((outcome == right, 1), else_=0)),
            func.sum(case((outcome.in_(answered), 1), else_=0)),
        )
        .join(
            cluster_numbers,
            cluster_numbers.c.question_id == col(DepthResult.question_id),
            isouter=True,
        )
        .where(col(DepthResult.run_id) == run_id, col(DepthResult.control) == "")
        .group_by(*cell, number)
    )
    return [
        ClusterAnswers(length, label, int(hits), int(n))
        for length, label, hits, n in session.execute(query)
    ]


def results_in_cell(
    session: Session, cell: Cell, *, limit: int = 50, offset: int = 0
) -> Sequence[Joined]:
    """A page of the results behind one cell, in the order of the questions' file."""
    # Choose the page before joining anything to it, as a cell may hold many thousands of results.
    page = _in_file_order(select(DepthResult.id).where(*cell.conditions))
    chosen = page.offset(offset).limit(limit).scalar_subquery()
    rows: Sequence[Joined] = session.exec(
        _in_file_order(_joined().where(col(DepthResult.id).in_(chosen)))
    ).all()
    return rows


def items_in_cell(session: Session, cell: Cell) -> Sequence[int]:
    """The items of a cell, in the same order."""
    item_ids: Sequence[int] = session.exec(
        _in_file_order(select(DepthResult.item_id).where(*cell.conditions))
    ).all()
    return item_ids


def answered_under(
    session: Session,
    run_id: int,
    controls: Sequence[str],
    outcome: str,
    question_ids: Sequence[int] | None = None,
) -> set[int]:
    """Questions with this outcome in one of the controls, among `question_ids` where given."""
    query = (
        select(DepthResult.question_id)
        .where(
            DepthResult.run_id == run_id,
            col(DepthResult.control).in_(controls),
            DepthResult.outcome == outcome,
        )
        .distinct()
    )
    if question_ids is not None:
        query = query.where(col(DepthResult.question_id).in_(question_ids))
    return set(session.exec(query))


def result(session: Session, item_id: int) -> Joined | None:
    """The depth result of an item with the item and its question."""
    row: Joined | None = session.exec(_joined().where(DepthResult.item_id == item_id)).first()
    return row


def with_evidence(session: Session, run_id: int, question_id: int) -> DepthResult | None:
    """A result of the question whose context contained its evidence."""
    query = select(DepthResult).where(
        DepthResult.question_id == question_id,
        DepthResult.run_id == run_id,
        col(DepthResult.evidence_start).is_not(None),
        col(DepthResult.evidence_end).is_not(None),
    )
    return session.exec(query.limit(1)).first()


def results(session: Session, run_id: int) -> Iterator[Joined]:
    """Every result of the run in stored order, fetched in batches."""
    query = _joined().where(DepthResult.run_id == run_id).order_by(col(DepthResult.id))
    yield from session.exec(query.execution_options(yield_per=1000))


def placed_results(session: Session, run_id: int, step: int) -> Sequence[Joined]:
    """Every `step`-th result of the test that has a measured depth."""
    chosen = select(DepthResult.id).where(
        DepthResult.run_id == run_id,
        DepthResult.control == "",
        col(DepthResult.id) % step == 0,
    )
    query = _joined().where(col(DepthResult.id).in_(chosen), col(DepthResult.depth).is_not(None))
    rows: Sequence[Joined] = session.exec(query.order_by(col(DepthResult.id))).all()
    return rows


def outcomes_by_key(session: Session, run_id: int) -> Iterator[tuple[str, int, str, str]]:
    """(question's key, length, bin, outcome) of the test's results, controls left out."""
    query = (
        select(
            QuestionRow.item_key,
            DepthResult.context_length,
            DepthResult.depth_bin,
            DepthResult.outcome,
        )
        .join(QuestionRow, col(QuestionRow.id) == DepthResult.question_id)
        .where(DepthResult.run_id == run_id, DepthResult.control == "")
    )
    yield from session.exec(query.execution_options(yield_per=10_000))


def files_of(session: Session, run_id: int) -> tuple[str, str]:
    """The file names of a run's novel and of its questions; "" where there is no novel."""
    query = (
        select(SourceText.file_name, QuestionSet.file_name)
        .select_from(Run)
        .join(QuestionSet, col(QuestionSet.id) == Run.set_id)
        .join(SourceText, col(SourceText.id) == QuestionSet.source_id, isouter=True)
        .where(Run.id == run_id)
    )
    novel, questions = session.exec(query).one()
    return novel or "", questions


def _in_file_order(query: Any) -> Any:
    """Order by question, as in their file, then by repeat."""
    return query.order_by(
        col(DepthResult.question_id), col(DepthResult.repeat), col(DepthResult.id)
    )


def _joined() -> Any:
    return (
        select(DepthResult, RunItem, QuestionRow)
        .join(RunItem, col(RunItem.id) == DepthResult.item_id)
        .join(QuestionRow, col(QuestionRow.id) == DepthResult.question_id)
    )
