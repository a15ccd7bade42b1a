"""Figures of pass rates, thresholds and decisions, and the report with them."""

import re

import pytest

from core.charts import (
    RateRow,
    ThresholdPoint,
    decisions_by_day,
    heading,
    rate_trend,
    rates_across,
    rates_down,
    report,
    report_table,
    sentence,
    threshold_curve,
)
from core.charts.reviewing import MOST_REVIEWERS

ROWS = [
    RateRow("a", "Single <b>choice</b>", 0.8, (0.7, 0.9), 60),
    RateRow("b", "Multiple choice", 0.5, (0.2, 0.8), 6, low_n=True, note="without a verdict 0%"),
    RateRow("c", "nothing judged", None, None, 0),
]


def _notes(figure: object) -> str:
    return " ".join(note.text for note in figure.layout.annotations)  # type: ignore[attr-defined]


def test_each_group_shows_its_share_n_and_interval() -> None:
    figure = rates_down(ROWS, "By type", axis="passed", foot=["All runs"])
    (points,) = figure.data
    assert list(points.x) == [0.8, 0.5]
    assert list(points.error_x.array) == pytest.approx([0.1, 0.3])
    assert list(points.error_x.arrayminus) == pytest.approx([0.1, 0.3])
    assert [data[0] for data in points.customdata] == ["a", "b"]
    assert "80.0% n = 60" in _notes(figure)
    assert "All runs" in _notes(figure)


def test_groups_with_too_few_questions_are_drawn_open_and_explained() -> None:
    figure = rates_across(ROWS, "By day", axis="passed", across="day", language="en")
    (points,) = figure.data
    assert list(points.marker.symbol) == ["circle", "circle-open"]
    assert "n < 25: too few to rank" in points.hovertext[1]
    assert "n &lt; 25, too few to rank" in _notes(figure)
    assert "n < 25" not in points.hovertext[0]


def test_names_are_escaped() -> None:
    figure = rates_down(ROWS, "By type", axis="passed")
    assert figure.layout.yaxis.ticktext[0] == "Single &lt;b&gt;choice&lt;/b&gt;"


def test_the_axis_of_differences_is_symmetric() -> None:
    row = RateRow("2", "#2 other", -0.25, (-0.4, -0.1), 66)
    figure = rates_down([row], "Difference", axis="points", signed=True)
    low, high = figure.layout.xaxis.range
    assert low == -high == pytest.approx(-0.44)


def test_rates_without_decisions_are_not_drawn() -> None:
    points = [ThresholdPoint(0.6, 0.9), ThresholdPoint(0.7, 0.8)]
    figure = threshold_curve(points, 0.7, "Thresholds", language="en")
    assert [line.name for line in figure.data] == ["would pass"]
    with_decisions = [ThresholdPoint(0.6, 0.9, 0.5, 0.7)]
    assert len(threshold_curve(with_decisions, 0.6, "Thresholds").data) == 3


def test_reviewers_beyond_the_colours_share_one_bar() -> None:
    decisions = {f"reviewer {n}": {"2026-01-01": 10 - n} for n in range(10)}
    figure = decisions_by_day(["2026-01-01", "2026-01-02"], decisions, "Decisions", language="en")
    assert len(figure.data) == MOST_REVIEWERS + 1
    assert figure.data[-1].name == "2 other people"
    assert sum(bar.y[0] for bar in figure.data) == sum(range(1, 11))
    assert all(bar.y[1] == 0 for bar in figure.data)


def test_a_report_fetches_nothing_and_escapes_its_texts() -> None:
    hostile = "<script>alert(1)</script>"
    parts = [
        heading(hostile, 1),
        sentence(hostile, quiet=True),
        report_table([hostile], [[hostile]], figures=(0,)),
        rates_down(ROWS, hostile, axis="passed", foot=["small print"]),
        rates_across(ROWS, "By day", axis="passed", across="day"),
        heading("After"),
    ]
    document = report(parts, hostile, stated_once=[hostile], language="zh_CN")
    assert "<script>alert(1)" not in document
    assert 'lang="zh-CN"' in document
    assert document.count('<div class="row">') == 1
    assert document.count("<figure>") == 2
    assert not re.search(r'<(?:script|link|img)[^>]+(?:src|href)="https?:', document)


def test_captions_keep_small_print_except_what_is_stated_once() -> None:
    figure = rates_down(ROWS, "By type", axis="passed", foot=["Book <1> · #1 run", "of all runs"])
    document = report([figure], "Report", stated_once=["Book <1> · #1 run", "lines: 95% CI"])
    (small_print,) = re.findall("<figcaption>(.*?)</figcaption>", document)
    expected = ["of all runs", "n = questions judged", "Open markers: n &lt; 25, too few to rank"]
    assert small_print.split(" · ") == expected


def test_captions_hold_the_legend() -> None:
    points = [ThresholdPoint(0.6, 0.9, 0.5, 0.7), ThresholdPoint(0.7, 0.8, 0.5, 0.7)]
    document = report([threshold_curve(points, 0.7, "Thresholds", language="en")], "Report")
    (caption,) = re.findall("<figcaption>(.*?)</figcaption>", document)
    strokes = re.findall(r"2px (\w+) #[0-9A-F]{6}\"></i> ([a-z ]*[a-z])", caption)
    assert strokes == [
        ("solid", "would pass"),
        ("dashed", "flags confirmed by reviewers"),
        ("dotted", "faults that would be flagged"),
    ]


def test_differences_have_a_sign_and_zero_has_none() -> None:
    rows = [
        RateRow("2", "#2", -0.246, (-0.4, -0.1), 66),
        RateRow("3", "#3", 0.1, (0.0, 0.2), 66),
    ]
    figure = rates_down(rows, "Difference", axis="points", signed=True)
    notes = _notes(figure)
    assert "−24.6% n = 66" in notes
    assert "+10.0% n = 66" in notes
    names = list(figure.layout.xaxis.ticktext)
    assert names == ["−40%", "−30%", "−20%", "−10%", "0%", "+10%", "+20%", "+30%", "+40%"]


def test_a_line_joins_only_neighbours_with_enough_results() -> None:
    few = [RateRow(str(at), str(at), 0.5, (0.1, 0.9), 4, low_n=True) for at in range(4)]
    assert len(rates_across(few, "By chapter", axis="passed", across="chapter").data) == 1
    enough = [RateRow(str(at), str(at), 0.5, (0.4, 0.6), 90) for at in range(2)]
    _points, line = rates_across([*enough, *few], "By day", axis="passed", across="day").data
    assert list(line.y) == [0.5, 0.5, None, None, None, None]


def test_a_report_does_not_change_its_figures() -> None:
    figure = rates_down(ROWS, "By type", axis="passed", foot=["small print"])
    before = figure.to_json()
    report([figure], "Report")
    assert figure.to_json() == before


def test_a_trend_has_no_tick_above_100_percent() -> None:
    rows = [RateRow(f"{n}", f"#{n}", 1.0, None, 6) for n in range(2)]
    ticks = rate_trend(rows, "Trend", subtitle="", foot=[]).layout.yaxis.tickvals
    assert len(ticks) >= 3
    assert max(ticks) == 1.0


def test_lone_intervals_are_bars_and_neighbouring_ones_a_band() -> None:
    runs = [
        RateRow("1", "#1", 0.8, (0.7, 0.9), 60),
        RateRow("2", "#2", 0.8, None, 5),
        RateRow("3", "#3", 0.6, (0.5, 0.7), 60),
        RateRow("4", "#4", 0.7, (0.6, 0.9), 60),
    ]
    line = rate_trend(runs, "Trend", subtitle="", foot=[]).data[-1]
    assert list(line.error_y.array) == pytest.approx([0.1, 0, 0, 0])
    assert list(line.error_y.arrayminus) == pytest.approx([0.1, 0, 0, 0])
    band = rate_trend(runs[2:], "Trend", subtitle="", foot=[]).data
    assert list(band[1].y) == [0.7, 0.9]
    assert not any(band[-1].error_y.array)
