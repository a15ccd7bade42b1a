"""Figures, lists and files of a depth run agree with its results."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.depth import (
    DEPTH_LABELS,
    ContextWarning,
    Outcome,
    calculate_depth_bins,
    compare_models,
    control_rates,
    rates_by_length,
    read_results,
)
from core.depth.cell_files import cell_row
from core.depth.option_rotation import OPTIONS_NOT_ROTATED
from core.depth.result_entries import LEAKED
from core.depth.trial_contexts import EVIDENCE_OUTSIDE
from core.depth.trials import TOKENS_DIFFER
from core.errors import NotFoundError
from core.llm.openai_api.billed_usage import PROMPT_CUT, USAGE_UNKNOWN
from core.services.results import (
    CellPlace,
    cell_outcomes,
    cell_results,
    compare_runs,
    context_shown,
    depth_cells,
    depth_entries,
    depth_figures,
    depth_item,
    depth_metadata,
    depth_results_json,
    neighbours,
    placed_entries,
    questions_of,
    spec_of,
)
from core.services.results.depth_items import WARNINGS
from core.services.runs import get_run
from tests.core.depth.schemas import check
from tests.core.services.results.depth_data import (
    LENGTHS,
    change_novel,
    fill_depth,
    questions_in,
)
from tests.core.services.results.desk_data import QUOTE
from tests.core.services.results.test_depth_clusters import place_questions


@pytest.mark.parametrize("repeats", [1, 3])
def test_cells_and_rates_counted_in_sql_are_those_of_the_entries(
    engine: Engine, repeats: int
) -> None:
    place_questions(engine, stretches=20)
    run = get_run(engine, fill_depth(engine, repeats=repeats))
    entries = list(depth_entries(engine, run))
    counted = calculate_depth_bins(entries, LENGTHS, DEPTH_LABELS)
    assert list(map(cell_row, depth_cells(engine, run))) == list(map(cell_row, counted))
    figures = depth_figures(engine, run)
    assert figures.by_length == rates_by_length(entries)
    controls = {name: stats.rate for name, stats in figures.controls.items()}
    assert controls == control_rates(entries)
    assert figures.leaked == 1


def test_a_failure_of_the_machinery_is_beside_the_rate_not_in_it(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    cell = next(
        stats
        for stats in depth_cells(engine, run)
        if (stats.context_length, stats.depth_bin) == (600, "50%")
    )
    n = questions_in(engine)
    assert (cell.attempts, cell.answered, cell.errors) == (n, n - 1, {Outcome.API_ERROR: 1})


def test_a_figure_says_what_it_was_made_with(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    metadata = depth_metadata(engine, run)
    assert (metadata.model_name, metadata.run, metadata.tokenizer) == (
        "lexical-1",
        f"#{run.id}",
        "cl100k_base",
    )
    assert (metadata.novel_path, metadata.question_set_path) == ("渡口.txt", "渡口.jsonl")
    assert metadata.prompt_hash == "a" * 64
    assert metadata.questions_per_bin == questions_of(run, spec_of(run)) == questions_in(engine)


def test_the_questions_behind_a_cell_are_listed_and_filtered(engine: Engine) -> None:
    run_id = fill_depth(engine)
    place = CellPlace(600, "50%")
    outcomes = cell_outcomes(engine, run_id, place)
    lines = cell_results(engine, run_id, place, size=100)
    assert len(lines) == outcomes.total() == questions_in(engine)
    wrong = cell_results(engine, run_id, place, [Outcome.WRONG], size=100)
    assert len(wrong) == outcomes[Outcome.WRONG]
    assert {line.outcome for line in wrong} == {Outcome.WRONG}
    assert [line.leaked for line in lines].count(True) == 1
    pages = [cell_results(engine, run_id, place, number=n, size=3) for n in (1, 2, 3)]
    assert [line.item_id for page in pages for line in page] == [line.item_id for line in lines][:9]


def test_a_cell_lists_its_questions_as_their_file_does_whichever_finished_first(
    engine: Engine,
) -> None:
    run_id, place = fill_depth(engine, backwards=True, repeats=2), CellPlace(600, "25%")
    lines = cell_results(engine, run_id, place, size=100)
    order = [(line.line, line.repeat) for line in lines]
    assert order == sorted(order)
    ids = [line.item_id for line in lines]
    assert ids != sorted(ids)
    for before, after in pairwise(ids):
        assert neighbours(engine, run_id, place, [], before)[1] == after
        assert neighbours(engine, run_id, place, [], after)[0] == before
    assert neighbours(engine, run_id, place, [], ids[0])[0] is None
    wrong = cell_results(engine, run_id, place, [Outcome.WRONG], size=100)
    beside = neighbours(engine, run_id, place, [Outcome.WRONG], wrong[1].item_id)
    assert beside == (wrong[0].item_id, wrong[2].item_id)
    assert neighbours(engine, run_id, place, [Outcome.WRONG], 99_999) == (None, None)


def test_a_result_shows_its_evidence_in_its_own_context(engine: Engine) -> None:
    run_id = fill_depth(engine)
    (line, *_) = cell_results(engine, run_id, CellPlace(400, "25%"))
    item = depth_item(engine, line.item_id)
    context = context_shown(engine, item, around=15)
    assert context is not None
    assert context.intact
    (mark,) = context.passage.marks
    assert context.passage.between(mark.start, mark.end) == QUOTE
    assert context.passage.start == mark.start - 15
    wider = context_shown(engine, item, around=10_000)
    assert wider is not None
    assert len(wider.passage.text) == wider.passage.total
    assert item.warnings == (WARNINGS["evidence_wide"],)
    change_novel(engine)
    changed = context_shown(engine, item)
    assert changed is not None
    assert not changed.intact


def test_without_a_text_there_is_no_context_and_without_evidence_no_mark(engine: Engine) -> None:
    run_id = fill_depth(engine)
    (closed, *_) = cell_results(engine, run_id, CellPlace(0, "", "closed_book"))
    assert context_shown(engine, depth_item(engine, closed.item_id)) is None
    (filler, *_) = cell_results(engine, run_id, CellPlace(400, "", "filler_only"))
    context = context_shown(engine, depth_item(engine, filler.item_id))
    assert context is not None
    assert (context.passage.start, context.passage.marks) == (0, ())


def test_an_unknown_result_is_not_found(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match="Depth result 99999 does not exist"):
        depth_item(engine, 99_999)
    run_id = fill_depth(engine)
    (line, *_) = cell_results(engine, run_id, CellPlace(400, "25%"))
    assert depth_item(engine, line.item_id, run_id=run_id).run_id == run_id
    with pytest.raises(NotFoundError, match=f"Depth result {line.item_id} does not exist"):
        depth_item(engine, line.item_id, run_id=run_id + 1)


def test_the_result_file_is_read_back_as_it_was(engine: Engine, tmp_path: Path) -> None:
    run = get_run(engine, fill_depth(engine))
    file = tmp_path / "results.json"
    file.write_text("".join(depth_results_json(engine, run)), encoding="utf-8")
    read = read_results(file)
    assert read.metadata == depth_metadata(engine, run)
    assert read.entries == list(depth_entries(engine, run))
    document = json.loads(file.read_text(encoding="utf-8"))
    check(document)
    assert len(document["results"]) == run.total


def test_two_runs_are_compared_as_their_entries_are(engine: Engine) -> None:
    first = get_run(engine, fill_depth(engine))
    second = get_run(engine, fill_depth(engine, repeats=2))
    compared = compare_runs(engine, first, second)
    entries = [list(depth_entries(engine, run)) for run in (first, second)]
    assert compared == compare_models(*entries, LENGTHS, DEPTH_LABELS)
    assert compared.overall is not None
    assert compared.overall.difference == 0


def test_a_scatter_of_few_results_shows_them_all(engine: Engine) -> None:
    run = get_run(engine, fill_depth(engine))
    entries, every = placed_entries(engine, run)
    assert (len(entries), every) == (10 * questions_in(engine), 1)


def test_every_warning_code_has_a_sentence() -> None:
    own_warnings = {
        TOKENS_DIFFER,
        PROMPT_CUT,
        USAGE_UNKNOWN,
        OPTIONS_NOT_ROTATED,
        EVIDENCE_OUTSIDE,
        LEAKED,
    }
    assert set(WARNINGS) == {*map(str, ContextWarning), *own_warnings}
