"""List the results of a heatmap cell, and load a single result with its details."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import WARNING_SENTENCES, Outcome, ResultEntry
from core.depth import trials as tried
from core.depth.trial_contexts import CONTEXT_WARNINGS
from core.errors import NotFoundError
from core.services.records import depth_entry
from core.services.results.depth import WITHOUT_EVIDENCE
from db.queries import depth as queries
from db.queries.results import source_of_set
from db.tables import Run

WARNINGS: Mapping[str, str] = {
    **{str(code): sentence for code, sentence in WARNING_SENTENCES.items()},
    **tried.WARNING_SENTENCES,
    **CONTEXT_WARNINGS,
}
"""Warning code of a depth result -> its sentence."""


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Identifies a cell of a heatmap. `depth_bin` is "" where no depth is claimed; `control` is the
    control's name, "" for the test itself.
    """

    context_length: int
    depth_bin: str = ""
    control: str = ""


@dataclass(frozen=True, slots=True)
class DepthLine:
    """One result in a list. `leaked`: the question was answered correctly without its evidence."""

    item_id: int
    line: int
    question: str
    outcome: Outcome
    labelled: tuple[str, ...]
    answered: tuple[str, ...]
    repeat: int
    depth: float | None
    leaked: bool


@dataclass(frozen=True, slots=True)
class DepthItem:
    """One depth result with all details; `source_id`: the novel its context was built from."""

    id: int
    run_id: int
    line: int
    source_id: int | None
    leaked: bool
    entry: ResultEntry = field(repr=False)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The result's warnings as sentences, to be translated for display."""
        return tuple(WARNINGS.get(code, code) for code in self.entry.warnings)

    @property
    def place(self) -> CellPlace:
        entry = self.entry
        return CellPlace(entry.test_context_length, entry.depth_bin or "", entry.control or "")


def cell_outcomes(engine: Engine, run_id: int, place: CellPlace) -> Counter[Outcome]:
    """Count a cell's results by outcome."""
    with Session(engine) as session:
        counts = queries.cell_counts(session, run_id)
    return Counter(
        {
            Outcome(count.outcome): count.results
            for count in counts
            if place == CellPlace(count.context_length, count.depth_bin, count.control)
        }
    )


def cell_results(
    engine: Engine,
    run_id: int,
    place: CellPlace,
    outcomes: Sequence[Outcome] = (),
    *,
    number: int = 1,
    size: int = 50,
) -> list[DepthLine]:
    """Return page `number` (from 1) of a cell's results; no `outcomes` means all."""
    with Session(engine) as session:
        rows = queries.results_in_cell(
            session, _cell(run_id, place, outcomes), limit=size, offset=(number - 1) * size
        )
        leaked = _leaked(session, run_id, [question.id or 0 for _, _, question in rows])
        return [
            DepthLine(
                item_id=item.id or 0,
                line=question.line,
                question=question.question,
                outcome=Outcome(result.outcome),
                labelled=tuple(question.answer),
                answered=tuple(result.model_answer),
                repeat=result.repeat,
                depth=result.depth,
                leaked=question.id in leaked,
            )
            for result, item, question in rows
        ]


def depth_item(engine: Engine, item_id: int, *, run_id: int | None = None) -> DepthItem:
    """Load a depth result. Raises NotFoundError if the item has none, or is not of run `run_id`."""
    with Session(engine) as session:
        row = queries.result(session, item_id)
        if row is None or run_id not in (None, row[0].run_id):
            raise NotFoundError(
                "Depth result {item_id} does not exist. Open one from a heatmap.", item_id=item_id
            )
        result, item, question = row
        run = session.get_one(Run, result.run_id)
        model = str(run.spec.get("model") or run.spec.get("connection") or "")
        return DepthItem(
            id=item_id,
            run_id=result.run_id,
            line=question.line,
            source_id=source_of_set(session, run.set_id),
            leaked=bool(_leaked(session, result.run_id, [question.id or 0])),
            entry=depth_entry(result, item, question, model),
        )


def neighbours(
    engine: Engine, run_id: int, place: CellPlace, outcomes: Sequence[Outcome], item_id: int
) -> tuple[int | None, int | None]:
    """Return the items before and after this one in its cell's list; None where there is none."""
    with Session(engine) as session:
        ids = queries.items_in_cell(session, _cell(run_id, place, outcomes))
    if item_id not in ids:
        return None, None
    index = ids.index(item_id)
    return (ids[index - 1] if index else None), (ids[index + 1] if index + 1 < len(ids) else None)


def _cell(run_id: int, place: CellPlace, outcomes: Sequence[Outcome]) -> queries.Cell:
    return queries.Cell(
        run_id,
        place.control,
        place.context_length,
        place.depth_bin,
        tuple(outcome.value for outcome in outcomes),
    )


def _leaked(session: Session, run_id: int, question_ids: Sequence[int]) -> set[int]:
    correct = Outcome.CORRECT.value
    return queries.answered_under(session, run_id, WITHOUT_EVIDENCE, correct, question_ids)
