"""Plotly figures of results, for pages, the command line and exports."""

from core.charts.accuracy import RateRow, rates_across, rates_down
from core.charts.copy import ScoreBins, score_histograms
from core.charts.dark import dark_figure
from core.charts.days import DayValue, over_days
from core.charts.depth import depth_heatmap
from core.charts.depth_page import create_depth_heatmap
from core.charts.difference import ComparedModels, difference_heatmap, settings_note
from core.charts.lines import accuracy_over_depth, accuracy_over_length
from core.charts.page import Figure, page, plotly_config
from core.charts.report import heading, report, report_table, sentence, side_by_side, tiles
from core.charts.reviewing import MOST_REVIEWERS, ThresholdPoint, decisions_by_day, threshold_curve
from core.charts.scatter import depth_scatter
from core.charts.style import Scale, format_percent, format_tokens
from core.charts.trend import rate_trend
from core.charts.words import OUTCOME_NAMES

__all__ = [
    "MOST_REVIEWERS",
    "OUTCOME_NAMES",
    "ComparedModels",
    "DayValue",
    "Figure",
    "RateRow",
    "Scale",
    "ScoreBins",
    "ThresholdPoint",
    "accuracy_over_depth",
    "accuracy_over_length",
    "create_depth_heatmap",
    "dark_figure",
    "decisions_by_day",
    "depth_heatmap",
    "depth_scatter",
    "difference_heatmap",
    "format_percent",
    "format_tokens",
    "heading",
    "over_days",
    "page",
    "plotly_config",
    "rate_trend",
    "rates_across",
    "rates_down",
    "report",
    "report_table",
    "score_histograms",
    "sentence",
    "settings_note",
    "side_by_side",
    "threshold_curve",
    "tiles",
]
