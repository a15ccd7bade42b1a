"""Figures of copy verification: scores by dimension."""

import pytest

from core.charts import DayValue, RateRow, ScoreBins, over_days, rates_down, score_histograms

BINS = [
    ScoreBins("Facts", "v1", "v1", (1, 0, 3, 0), 0.5),
    ScoreBins("Facts", "v2", "v2", (0, 0, 0, 0), None, unscored=2, low_n=True),
    ScoreBins("Quality", "v1", "v1", (0, 0, 0, 30), 0.9),
]


def _notes(figure: object) -> str:
    return " ".join(note.text for note in figure.layout.annotations)  # type: ignore[attr-defined]


def test_each_dimension_has_a_panel_and_each_policy_its_shares() -> None:
    figure = score_histograms(BINS, "Scores")
    assert [bar.y for bar in figure.data] == [
        (0.25, 0.0, 0.75, 0.0),
        (0, 0, 0, 0),
        (0.0, 0.0, 0.0, 1.0),
    ]
    assert list(figure.data[0].x) == pytest.approx([0.125, 0.375, 0.625, 0.875])
    assert [bar.xaxis for bar in figure.data] == ["x", "x", "x2"]
    assert [data[0] for data in figure.data[1].customdata] == ["v2"] * 4
    assert "Facts" in _notes(figure)
    assert "n &lt; 25" in _notes(figure)


def test_each_policy_has_one_legend_entry_with_its_own_colour_and_pattern() -> None:
    figure = score_histograms(BINS, "Scores")
    assert [bar.showlegend for bar in figure.data] == [True, True, False]
    first, second, again = ((bar.marker.color, bar.marker.pattern.shape) for bar in figure.data)
    assert first == again
    assert first[0] != second[0]
    assert first[1] != second[1]


def test_names_of_histograms_are_escaped() -> None:
    figure = score_histograms([ScoreBins("<b>F</b>", "<i>v</i>", "v", (1,), 1.0)], "S")
    assert "&lt;b&gt;F" in _notes(figure)
    assert figure.data[0].name == "&lt;i&gt;v&lt;/i&gt;"


def test_rates_say_what_they_count() -> None:
    rows = [RateRow("a", "v1", 0.5, (0.4, 0.6), 80)]
    assert "n = candidates" in _notes(rates_down(rows, "R", axis="x", n_note="n = candidates"))
    assert "n = questions judged" in _notes(rates_down(rows, "R", axis="x"))


def _day(series: str, day: str, value: float, *, panel: str = "", low_n: bool = False) -> DayValue:
    key = f"{series} {day}"
    return DayValue(panel, series, day, value, value / 2, 1.0, 40, [key], key, low_n)


def test_series_are_side_by_side_on_shared_days() -> None:
    figure = over_days(
        [
            _day("v2", "2026-01-02", 0.4),
            _day("v1", "2026-01-03", 0.6),
            _day("v1", "2026-01-02", 0.5),
        ],
        "Rates",
        axis="share",
        across="day",
    )
    second, _line, first, joined = figure.data
    assert list(figure.layout.xaxis.ticktext) == ["2026-01-02", "2026-01-03"]
    assert list(first.y) == [0.5, 0.6], "in order of days"
    assert [keys[0] for keys in first.customdata] == ["v1 2026-01-02", "v1 2026-01-03"]
    assert abs(first.x[0] - second.x[0]) < 0.5 < first.x[1] - first.x[0]
    assert list(joined.y[:2]) == [0.5, 0.6]
    assert (first.marker.color, first.marker.symbol) != (second.marker.color, second.marker.symbol)
    assert list(first.error_y.arrayminus) == [0.25, 0.3]


def test_a_muted_day_is_open_and_not_joined() -> None:
    figure = over_days(
        [_day("v1", "2026-01-02", 0.5), _day("v1", "2026-01-03", 0.6, low_n=True)],
        "Rates",
        axis="share",
        across="day",
    )
    points, line = figure.data
    assert list(points.marker.symbol) == ["circle", "circle-open"]
    assert not line.x


def test_each_measure_has_a_panel_with_an_escaped_name() -> None:
    values = [_day("<i>v</i>", "2026-01-02", 0.5, panel=panel) for panel in ("<b>F</b>", "Q")]
    figure = over_days(values, "Scores", axis="mean", across="day", shares=False)
    assert {data.xaxis for data in figure.data} == {"x", "x2"}
    assert "&lt;b&gt;F" in _notes(figure)
    assert figure.data[0].name == "&lt;i&gt;v&lt;/i&gt;"
