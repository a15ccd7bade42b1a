"""Only questions that both models answered are compared."""

from core.depth import compare_models
from core.depth.outcomes import Outcome
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


def test_the_whole_takes_each_question_once() -> None:
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
    comparison = compare_models([entry(item_key="a")], [entry(item_key="b")], [8000])
    assert comparison.overall is None
    assert {(cell.paired, cell.adjusted_p) for cell in comparison.cells} == {(None, None)}
    assert sum(cell.unpaired for cell in comparison.cells) == 2
    assert not any(cell.significant for cell in comparison.cells)


def test_controls_are_not_compared() -> None:
    results = [entry(control="oracle")]
    assert compare_models(results, results, [8000]).overall is None
