"""Intervals of a depth run are clustered by what its questions share."""

from dataclasses import replace

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.depth import DEPTH_LABELS, calculate_depth_bins, rates_by_length
from core.depth.evidence_clusters import METRIC
from core.services.results import depth_cells, depth_entries, depth_figures
from core.services.results.depth import depth_clusters
from core.services.runs import get_run
from core.stats import ClusteredRate, ClusterUnit
from core.text import load_tokenizer
from db.engine import writing
from db.tables import QuestionRow, Run
from tests.core.services.results.depth_data import LENGTHS, fill_depth
from tests.core.services.results.desk_data import NOVEL

TWENTIETHS = 20


def place_questions(engine: Engine, stretches: int, added: int = 0) -> None:
    """Place the set's questions and `added` more ones in turn in each of `stretches` parts of the
    novel.
    """
    tokens = len(load_tokenizer("cl100k_base").encode(NOVEL))
    with writing(engine) as session:
        first = session.exec(select(QuestionRow).where(QuestionRow.set_id == 1)).first()
        assert first is not None
        for number in range(added):
            fields = first.model_dump(exclude={"id", "item_key", "line"})
            session.add(QuestionRow(**fields, item_key=f"more{number}", line=100 + number))
        session.flush()
        rows = session.exec(select(QuestionRow).where(QuestionRow.set_id == 1))
        for number, row in enumerate(rows):
            middle = int(tokens * (number % stretches + 0.5) / TWENTIETHS)
            row.start_pos, row.end_pos = middle - 2, middle + 2
            session.add(row)


def _run(engine: Engine, repeats: int = 1) -> Run:
    return get_run(engine, fill_depth(engine, repeats=repeats))


def _counted_in_python(engine: Engine, run: Run, length: int, label: str) -> ClusteredRate:
    clusters = depth_clusters(engine, run)
    with Session(engine) as session:
        ids = {row.item_key: row.id or 0 for row in session.exec(select(QuestionRow))}
    counts = [
        (ids[entry.item_key], int(entry.outcome.value == "correct"), int(entry.outcome.answered))
        for entry in depth_entries(engine, run)
        if not entry.control and (entry.context_length, entry.depth_bin) == (length, label)
    ]
    return clusters.rate(counts)


def test_cells_and_lengths_are_clustered_by_passage(engine: Engine) -> None:
    place_questions(engine, stretches=12, added=16)
    run = _run(engine)
    assert calculate_depth_bins(depth_entries(engine, run), LENGTHS, DEPTH_LABELS) == depth_cells(
        engine, run
    ), "as the heatmap made from the downloaded results"
    for cell in depth_cells(engine, run):
        assert cell.rate == _counted_in_python(engine, run, cell.context_length, cell.depth_bin)
        assert cell.rate is not None
        assert (cell.rate.unit, cell.rate.clusters) == (ClusterUnit.PASSAGE, 12)
        assert cell.n == cell.rate.items
    figures = depth_figures(engine, run)
    assert {rate.clusters for rate in figures.by_length.values()} == {12}
    assert not figures.overall.too_few
    assert figures.overall.items == 24


def test_fewer_than_ten_passages_are_too_few_to_say(engine: Engine) -> None:
    place_questions(engine, stretches=3)
    run = _run(engine)
    assert all(cell.rate and cell.rate.too_few for cell in depth_cells(engine, run))
    assert depth_figures(engine, run).overall.too_few


def test_a_passage_each_is_independent_as_it_would_be_by_question(engine: Engine) -> None:
    place_questions(engine, stretches=TWENTIETHS)
    run = _run(engine)
    entries = [
        replace(entry, metrics={**entry.metrics, METRIC: None})
        for entry in depth_entries(engine, run)
    ]
    by_question = calculate_depth_bins(entries, LENGTHS, DEPTH_LABELS)
    cells = depth_cells(engine, run)
    assert [cell.interval for cell in cells] == [cell.interval for cell in by_question]
    assert all(cell.rate and cell.rate.is_independent for cell in cells)
    lengths = depth_figures(engine, run).by_length
    expected = rates_by_length(entries)
    assert {n: rate.interval for n, rate in lengths.items()} == {
        n: rate.interval for n, rate in expected.items()
    }
