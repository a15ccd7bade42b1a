"""Counting of results into cells: which results count, and what n is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.depth import DepthBinStats, calculate_depth_bins, control_rates, grid_of, rates_by_length
from core.depth.cells import depth_bin_of, percent_of
from core.depth.outcomes import ANSWERED, Outcome
from core.depth.results import ResultEntry
from core.stats import Rate
from tests.core.depth.simulated import LABELS, LENGTHS, entry, lost_in_the_middle, simulated
from tests.core.linear.growth import MOST_GROWTH, growth


def test_every_length_and_label_has_a_cell_in_their_order() -> None:
    cells = calculate_depth_bins([entry()], [64000, 8000])
    assert [(cell.context_length, cell.depth_bin) for cell in cells] == [
        (length, label) for length in (64000, 8000) for label in LABELS
    ]
    filled = [cell for cell in cells if cell.question_count]
    assert [(cell.context_length, cell.depth_bin) for cell in filled] == [(8000, "50%")]
    assert all(cell.accuracy is None for cell in cells if cell not in filled)


@given(st.lists(st.sampled_from(list(Outcome)), max_size=60))
def test_system_failures_are_never_wrong_answers(outcomes: list[Outcome]) -> None:
    results = [entry(outcome, item_key=f"q{number}") for number, outcome in enumerate(outcomes)]
    (cell,) = calculate_depth_bins(results, [8000], ["50%"])
    answered = [outcome for outcome in outcomes if outcome in ANSWERED]
    n_correct = outcomes.count(Outcome.CORRECT)
    assert (cell.correct, cell.answered, cell.attempts) == (n_correct, len(answered), len(outcomes))
    assert cell.question_count == len(outcomes)
    assert cell.n == len(answered)
    assert cell.accuracy == (n_correct / len(answered) if answered else None)
    assert cell.accuracy_over_all == (n_correct / len(outcomes) if outcomes else None)
    assert sum(cell.errors.values()) == len(outcomes) - len(answered)
    assert cell.interval == (
        pytest.approx(Rate(n_correct, len(answered)).interval) if answered else None
    )


def test_repeats_of_a_question_are_attempts_but_not_questions() -> None:
    results = [
        entry(Outcome.CORRECT if number < 20 else Outcome.WRONG, item_key=f"q{number}", repeat=r)
        for number in range(30)
        for r in range(3)
    ]
    (cell,) = calculate_depth_bins(results, [8000], ["50%"])
    assert (cell.question_count, cell.n, cell.answered, cell.attempts) == (30, 30, 90, 90)
    assert cell.repeats == 3
    independent = Rate(60, 90).interval
    assert independent and cell.interval
    assert cell.interval[0] < independent[0] < independent[1] < cell.interval[1]


def test_a_cell_of_24_questions_is_muted_however_often_they_are_asked() -> None:
    def cell(questions: int, repeats: int) -> DepthBinStats:
        attempts = [(number, r) for number in range(questions) for r in range(repeats)]
        results = [entry(item_key=f"q{number}", repeat=r) for number, r in attempts]
        return calculate_depth_bins(results, [8000], ["50%"])[0]

    assert cell(24, 4).low_n
    assert not cell(25, 1).low_n


def test_controls_other_lengths_and_results_without_a_depth_do_not_count() -> None:
    results = [
        entry(control="oracle"),
        entry(control="filler_only"),
        entry(test_context_length=9000),
        entry(depth=None, depth_bin=None),
        entry(depth_bin="33%"),
    ]
    assert all(cell.attempts == 0 for cell in calculate_depth_bins(results, [8000]))


def test_a_result_with_a_depth_and_no_label_goes_to_the_nearest_bin() -> None:
    assert depth_bin_of(entry(depth=0.3, depth_bin=None)) == "25%"
    assert depth_bin_of(entry(depth=None, depth_bin=None)) is None
    assert depth_bin_of(entry(outcome=Outcome.DID_NOT_FIT, depth=None, depth_bin="75%")) == "75%"


def test_source_003s_four_fields_make_a_cell() -> None:
    cell = DepthBinStats(32000, "25%", 0.62, 34)
    assert (cell.n, cell.correct, cell.answered, cell.attempts) == (34, 21, 34, 34)
    assert cell.interval == pytest.approx(Rate(21, 34).interval)
    assert not cell.low_n
    empty = DepthBinStats(32000, "25%", None, 0)
    assert (empty.interval, empty.error_share, empty.n) == (None, None, 0)


@given(st.dictionaries(st.sampled_from(list(Outcome)), st.integers(0, 99)))
def test_a_cell_from_counts_equals_the_cell_from_results(counts: dict[Outcome, int]) -> None:
    outcomes = [outcome for outcome, n in counts.items() for _ in range(n)]
    results = [entry(outcome, item_key=f"q{at}") for at, outcome in enumerate(outcomes)]
    assert [DepthBinStats.from_counts(8000, "50%", counts)] == calculate_depth_bins(
        results, [8000], ["50%"]
    )


def test_rows_of_other_tools_are_told_apart_by_their_text() -> None:
    results = [entry(item_key="", question=text) for text in ("a", "b", "b")]
    (cell,) = calculate_depth_bins(results, [8000], ["50%"])
    assert (cell.question_count, cell.attempts) == (2, 3)


def test_the_grid_of_results_is_sorted_on_both_axes() -> None:
    results = [
        entry(test_context_length=length, depth_bin=label)
        for length, label in ((128000, "9%"), (1000, "100%"), (6853, "11.3%"), (1000, "none"))
    ]
    assert grid_of([*results, entry(control="oracle", test_context_length=3)]) == (
        [1000, 6853, 128000],
        ["9%", "11.3%", "100%", "none"],
    )
    assert grid_of([entry(depth=None, depth_bin=None)]) == ([], [])


def test_percentages_in_labels_are_read() -> None:
    assert (percent_of("25%"), percent_of("11.3 %"), percent_of("middle")) == (25.0, 11.3, None)


def test_lengths_and_controls_have_rates_of_their_own() -> None:
    results = simulated(lost_in_the_middle, seed=1, questions=10)
    results += [entry(Outcome.WRONG, control="oracle"), entry(control="closed_book")]
    by_length = rates_by_length(results)
    assert list(by_length) == list(LENGTHS)
    assert {(rate.n, rate.clusters) for rate in by_length.values()} == {(50, 10)}
    controls = control_rates(results)
    assert {name: rate.value for name, rate in controls.items()} == {
        "oracle": 0.0,
        "closed_book": 1.0,
    }


def test_work_grows_linearly_with_the_results() -> None:
    results: list[ResultEntry] = simulated(lost_in_the_middle, seed=2, questions=50) * 100
    assert sum(cell.attempts for cell in calculate_depth_bins(results, LENGTHS)) == 100_000
    assert growth(lambda n: calculate_depth_bins(results[:n], LENGTHS), 25_000) < MOST_GROWTH


def test_rows_are_counted_like_entries() -> None:
    entries = [entry(outcome, item_key=outcome.value) for outcome in Outcome]
    rows = [result.to_dict() for result in entries]
    assert calculate_depth_bins(rows, [8000]) == calculate_depth_bins(entries, [8000])
