"""Comparison of two models on the questions that both answered."""

import pytest

from core.depth import DatasetMetadata, compare_models
from core.depth.comparison import other_settings
from core.depth.outcomes import Outcome
from core.errors import InputError
from tests.core.depth.simulated import entry


def test_a_failed_call_takes_the_question_out_of_both_scores() -> None:
    first = [entry(item_key="q1"), entry(item_key="q2"), entry(item_key="q3")]
    second = [
        entry(Outcome.WRONG, item_key="q1"),
        entry(Outcome.API_ERROR, item_key="q2"),
        entry(Outcome.ABSTAINED, item_key="q4"),
    ]
    (cell,) = compare_models(first, second, [8000], ["50%"]).cells
    assert cell.paired is not None
    assert (cell.paired.n, cell.paired.first, cell.paired.second) == (1, 1.0, 0.0)
    assert cell.unpaired == 3


def test_repeats_are_one_question() -> None:
    first = [entry(item_key="q1", repeat=0), entry(Outcome.WRONG, item_key="q1", repeat=1)]
    second = [entry(Outcome.WRONG, item_key="q1")]
    (cell,) = compare_models(first, second, [8000], ["50%"]).cells
    assert cell.paired is not None
    assert (cell.paired.n, cell.paired.difference, cell.paired.first_better) == (1, 0.5, 1)


def test_overall_counts_each_question_once() -> None:
    places = [(length, label) for length in (8000, 32000) for label in ("0%", "50%")]
    first = [
        entry(item_key=f"q{number}", test_context_length=length, depth_bin=label)
        for length, label in places
        for number in range(6)
    ]
    second = [
        entry(Outcome.WRONG, item_key=e.item_key, test_context_length=8000, depth_bin="0%")
        for e in first[:6]
    ] + [e for e in first if (e.test_context_length, e.depth_bin) != (8000, "0%")]
    comparison = compare_models(first, second, [8000, 32000], ["0%", "50%"])
    assert comparison.overall is not None
    assert (comparison.overall.n, comparison.overall.difference) == (6, 0.25)


def test_no_common_question_means_no_difference_and_no_p() -> None:
    comparison = compare_models([entry(question="?")], [entry(question="!")], [8000])
    assert comparison.overall is None
    assert {(cell.paired, cell.adjusted_p) for cell in comparison.cells} == {(None, None)}
    assert sum(cell.unpaired for cell in comparison.cells) == 2
    assert not any(cell.significant for cell in comparison.cells)


def test_controls_are_not_compared() -> None:
    results = [entry(control="oracle")]
    assert compare_models(results, results, [8000]).overall is None


@pytest.mark.parametrize(
    "other",
    [
        {"question": "Who rang?"},
        {"choice": {"a": "宝玉", "b": "湘云"}},
        {"correct_answer": ("b",)},
    ],
)
def test_other_questions_under_the_same_keys_are_not_paired(other: dict[str, object]) -> None:
    comparison = compare_models([entry()], [entry(**other)], [8000])
    assert comparison.overall is None
    assert sum(cell.unpaired for cell in comparison.cells) == 2


def test_a_question_is_paired_despite_different_keys() -> None:
    shuffled = {"item_key": "7", "choice": {"b": "黛玉", "a": "宝玉"}}
    comparison = compare_models([entry()], [entry(Outcome.WRONG, **shuffled)], [8000])
    assert comparison.overall is not None
    assert (comparison.overall.n, comparison.overall.difference) == (1, 1.0)


def test_duplicates_in_a_set_are_distinguished_by_their_keys() -> None:
    results = [entry(item_key="q1"), entry(Outcome.WRONG, item_key="q2")]
    (cell,) = compare_models(results, results, [8000], ["50%"]).cells
    assert cell.paired is not None
    assert (cell.paired.n, cell.paired.first_better, cell.paired.second_better) == (2, 0, 0)


def test_rows_without_a_question_cannot_be_compared() -> None:
    scores = [entry(question="", item_key="line 2")]
    with pytest.raises(InputError, match="does not identify its questions"):
        compare_models(scores, scores, [8000])


def test_settings_that_both_tests_record_and_that_differ_are_named() -> None:
    first = DatasetMetadata(padding_size=500, seed=1, filler="random", settings={"novel": "a"})
    second = DatasetMetadata(padding_size=200, seed=1, tokenizer="o200k", settings={"novel": "b"})
    assert other_settings(first, second) == ["padding_size", "novel"]
    assert other_settings(first, DatasetMetadata()) == []
