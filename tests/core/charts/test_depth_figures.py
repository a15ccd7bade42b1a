"""Figures of a depth test, checked by their Plotly data."""

from typing import Any

import pytest

from core.charts import (
    ComparedModels,
    accuracy_over_depth,
    accuracy_over_length,
    depth_heatmap,
    depth_scatter,
    difference_heatmap,
)
from core.charts.scatter import DRAWN_POINTS
from core.depth import (
    DatasetMetadata,
    DepthBinStats,
    calculate_depth_bins,
    compare_models,
    effective_length,
    rates_by_length,
)
from core.depth.outcomes import Outcome
from core.depth.results import ResultEntry
from core.stats import ClusteredRate
from tests.core.depth.simulated import LABELS, LENGTHS, entry, lost_in_the_middle, simulated

METADATA = DatasetMetadata(
    tested_at="2026-11-21T12:00:00",
    model_name="gpt-<x>",
    novel_path="/home/someone/红楼梦.txt",
    depth_mode="crossed",
    tokenizer="o200k_base",
    prompt_hash="9c1e33aa88771122",
    run="12",
)


def _texts(figure: Any) -> list[str]:
    return [str(note.text) for note in figure.layout.annotations]


def _points(figure: Any) -> Any:
    """Return the trace that reports hovering and clicks."""
    return next(trace for trace in figure.data if trace.customdata is not None)


def _keys(figure: Any) -> list[str]:
    return [trace.name for trace in figure.data if trace.type == "bar"]


def _cells(n: int, correct: int, failed: int = 0) -> list[DepthBinStats]:
    results = [
        entry(Outcome.CORRECT if number < correct else Outcome.WRONG, item_key=f"q{number}")
        for number in range(n)
    ]
    results += [entry(Outcome.API_ERROR, item_key=f"e{number}") for number in range(failed)]
    return calculate_depth_bins(results, [8000], ["50%"])


def test_a_cell_shows_share_and_n_and_on_hover_interval_and_errors() -> None:
    figure = depth_heatmap(_cells(34, 21, failed=6))
    assert "<b>62%</b><br>n = 34" in _texts(figure)
    (hover,) = _points(figure).hovertext
    for expected in ("61.8%", "n = 34", "45.0% to 76.1%", "15.0% of 40", "call failed: 6", "52.5%"):
        assert expected in hover
    assert [list(point) for point in _points(figure).customdata] == [[8000, "50%"]]


def test_the_axes_are_lengths_and_depths_from_the_beginning_down() -> None:
    figure = depth_heatmap(calculate_depth_bins([], [32000, 128000]))
    assert list(figure.layout.xaxis.ticktext) == ["32K", "128K"]
    assert list(figure.layout.yaxis.ticktext) == list(LABELS)
    first, last = figure.layout.yaxis.range
    assert first > last


def test_only_cells_with_few_questions_are_hatched_and_explained() -> None:
    few, enough = depth_heatmap(_cells(24, 12)), depth_heatmap(_cells(25, 12))
    assert _keys(few) == ["n < 25: too few to rank"]
    assert len(few.layout.shapes) == 2
    assert _keys(enough) == []
    assert len(enough.layout.shapes) == 0


def test_a_cell_without_answers_is_grey_and_says_why() -> None:
    did_not_fit = [entry(Outcome.DID_NOT_FIT, depth=None, item_key=f"q{at}") for at in range(9)]
    failed = [entry(Outcome.API_ERROR, item_key="q0"), entry(Outcome.DID_NOT_FIT, item_key="q1")]
    for results, expected in ((did_not_fit, "did not fit"), (failed, "no answer"), ([], "")):
        figure = depth_heatmap(calculate_depth_bins(results, [8000], ["50%"]))
        assert figure.data[1].z[0][0] is None
        assert _keys(figure) == ["no data"]
        assert [text for text in _texts(figure) if text in ("did not fit", "no answer")] == (
            [expected] if expected else []
        )


def test_the_small_print_names_the_test_without_folders() -> None:
    texts = " ".join(_texts(depth_heatmap(_cells(30, 9), METADATA)))
    for part in ("gpt-&lt;x&gt;", "run 12", "9c1e33aa8877", "o200k_base", "2026-11-21 12:00"):
        assert part in texts
    assert "红楼梦.txt" in texts
    assert "someone" not in texts


def test_the_offline_baseline_is_labelled() -> None:
    figure = depth_heatmap(_cells(30, 9), DatasetMetadata(model_name="lexical-1"))
    assert figure.layout.title.subtitle.text == "lexical-1 · offline baseline (no model)"


def test_repeats_are_noted() -> None:
    results = [entry(item_key=f"q{at}", repeat=r) for at in range(30) for r in range(3)]
    figure = depth_heatmap(calculate_depth_bins(results, [8000], ["50%"]))
    assert any("3 repetitions at most" in text for text in _texts(figure))
    assert "90 answers" in _points(figure).hovertext[0]


def test_an_unknown_scale_is_refused() -> None:
    red, cividis = (depth_heatmap(_cells(30, 9), scale=scale) for scale in ("red-green", "cividis"))
    assert red.data[1].colorscale[0][1] == "#B5443A"
    assert cividis.data[1].colorscale[0] != red.data[1].colorscale[0]
    with pytest.raises(ValueError, match="rainbow"):
        depth_heatmap([], scale="rainbow")


def test_chinese_figures_hold_no_english_sentence() -> None:
    results = simulated(lost_in_the_middle, seed=1, questions=30, failing=0.1)
    bins, by_length = calculate_depth_bins(results, LENGTHS), rates_by_length(results)
    effective = effective_length(by_length, ClusteredRate.independent(28, 30))
    chinese: dict[str, Any] = {"language": "zh_CN"}
    figures = [
        depth_heatmap(bins, **chinese),
        accuracy_over_depth(bins, **chinese),
        accuracy_over_length(bins, by_length=by_length, effective=effective, **chinese),
        depth_scatter(results, **chinese),
        difference_heatmap(
            compare_models(results, results, LENGTHS), ComparedModels("甲", "乙"), **chinese
        ),
    ]
    for figure in figures:
        content = str(figure.to_dict())
        for english in ("ccuracy", "depth", "questions", "answer", "interval", "length ("):
            assert english not in content.replace("'depth", ""), english


def test_many_cells_show_less_text_and_few_shapes() -> None:
    """35 lengths and 31 depths, as in a typical needle test."""
    bins = [
        DepthBinStats(1000 + 5853 * at, f"{depth}%", (at + depth) % 2 / 1, 1)
        for at in range(35)
        for depth in range(0, 93, 3)
    ]
    figure = depth_heatmap(bins)
    assert len(figure.layout.xaxis.ticktext) <= 12
    assert len(figure.layout.annotations) < 5
    assert len(figure.layout.shapes) == 2
    assert len(_points(figure).hovertext) == len(bins)
    lines = accuracy_over_length(bins)
    assert len(lines.data) == 8
    assert any("8 of 31 lines shown" in text for text in _texts(lines))


def test_lines_have_intervals_and_break_where_nothing_was_answered() -> None:
    results = simulated(lost_in_the_middle, seed=3, questions=30)
    results = [e for e in results if (e.context_length, e.depth_bin) != (8000, "50%")]
    figure = accuracy_over_depth(calculate_depth_bins(results, LENGTHS))
    line = figure.data[0]
    assert line.name == "8K"
    assert [y is None for y in line.y] == [False, False, True, False, False]
    for y, above, below in zip(line.y, line.error_y.array, line.error_y.arrayminus, strict=True):
        assert y is None or (above >= 0 <= below and y + above <= 1 and y - below >= 0)


def test_over_length_the_threshold_and_its_sentence_are_drawn() -> None:
    results = simulated(lost_in_the_middle, seed=3, questions=60)
    by_length = rates_by_length(results)
    effective = effective_length(by_length, ClusteredRate.independent(57, 60))
    figure = accuracy_over_length(
        calculate_depth_bins(results, LENGTHS), by_length=by_length, effective=effective
    )
    assert [trace.name for trace in figure.data[-2:]] == ["all depths", "required: 80.8%"]
    assert set(figure.data[-1].y) == {0.95 * 0.85}
    assert any("effective length" in text for text in _texts(figure))


def test_the_line_over_all_depths_leaves_out_lengths_that_miss_one() -> None:
    results = simulated(lost_in_the_middle, seed=3, questions=30)
    results = [e for e in results if (e.context_length, e.depth_bin) != (128000, "50%")]
    figure = accuracy_over_length(
        calculate_depth_bins(results, LENGTHS), by_length=rates_by_length(results)
    )
    assert figure.data[-1].name == "all depths"
    assert list(figure.data[-1].x) == [0, 1, 2]


def test_a_difference_shows_points_n_and_p_and_is_framed_if_significant() -> None:
    first = [entry(item_key=f"q{at}") for at in range(40)]
    second = [
        entry(Outcome.CORRECT if at < 20 else Outcome.WRONG, item_key=f"q{at}") for at in range(40)
    ]
    comparison = compare_models(first, second, [8000], ["50%"])
    figure = difference_heatmap(comparison, ComparedModels("<a>", "b"))
    assert "<b>+50</b><br>n = 40, p &lt; 0.001" in _texts(figure)
    assert _keys(figure) == ["p < 0.05 after Holm's correction"]
    assert figure.data[1].z[0][0] == 1.0
    assert "&lt;a&gt; minus b" in figure.layout.title.text
    (hover,) = _points(figure).hovertext
    assert "&lt;a&gt;: 100.0%" in hover
    back = difference_heatmap(
        compare_models(second, first, [8000], ["50%"]), ComparedModels("b", "a")
    )
    assert "<b>−50</b><br>n = 40, p &lt; 0.001" in _texts(back)
    assert back.data[1].z[0][0] == 0.0


def test_the_scatter_groups_results_by_outcome_at_their_actual_depth() -> None:
    results = [
        entry(Outcome.CORRECT, depth=0.24, target_depth=0.25, depth_bin="25%"),
        entry(Outcome.WRONG, depth=0.27, target_depth=0.25, depth_bin="25%"),
        entry(Outcome.ABSTAINED, depth=0.5, target_depth=None, depth_bin="50%"),
        entry(Outcome.API_ERROR, depth=0.75, target_depth=0.75, depth_bin="75%"),
        entry(Outcome.DID_NOT_FIT, depth=None, target_depth=1.0, depth_bin="100%"),
        entry(control="filler_only"),
    ]
    figure = depth_scatter(results)
    assert {trace.name: list(trace.y) for trace in figure.data} == {
        "correct (1)": [0.24],
        "not correct (2)": [0.27, 0.5],
        "no answer (1)": [0.75],
    }


def test_a_scatter_of_too_many_points_notes_how_many_it_draws() -> None:
    results: list[ResultEntry] = [entry(target_depth=0.5)] * (DRAWN_POINTS + 1)
    figure = depth_scatter(results)
    assert sum(len(trace.y) for trace in figure.data) <= DRAWN_POINTS
    assert any("2,001 of 4,001 results shown" in text for text in _texts(figure))


def test_figures_without_results_have_a_title() -> None:
    for figure in (depth_heatmap([]), accuracy_over_depth([]), accuracy_over_length([])):
        assert figure.layout.title.text
    assert depth_scatter([]).layout.title.text
