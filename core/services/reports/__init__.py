"""Accuracy reports: rates of validations, models and reviewers, with sample size and interval."""

from core.services.reports.calibration import ReasonCalibration, ReviewedResults, reviewed_results
from core.services.reports.cases import ACTIONS, CasePage, CaseSelection, ReportedCase, cases
from core.services.reports.files import (
    Rows,
    cost_rows,
    figure_file_name,
    headline_rows,
    pair_rows,
    ranking_rows,
    rate_rows,
    reason_rows,
    threshold_rows,
    throughput_rows,
    with_filter_columns,
)
from core.services.reports.pairs import RunComparison, compare_runs
from core.services.reports.scope import (
    ReportedRun,
    ReportScope,
    judged_runs,
    question_types,
    stamp,
    unreadable,
    validations,
)
from core.services.reports.set_overview import RankedModel, RatedRun, SetOverview, set_overview
from core.services.reports.slices import ResultGrouping, Slice, overall, run_rate, slices
from core.services.reports.what_if import STEPS, ThresholdTrial, WhatIf, what_if
from core.services.reports.work import (
    DAYS,
    KeptCost,
    ReviewerPace,
    Throughput,
    costs,
    scope_agreement,
    throughput,
)
from core.services.results.novel_divisions import books_of
from core.services.results.question_clusters import QuestionClusters, clusters_of

__all__ = [
    "ACTIONS",
    "DAYS",
    "STEPS",
    "CasePage",
    "CaseSelection",
    "KeptCost",
    "QuestionClusters",
    "RankedModel",
    "RatedRun",
    "ReasonCalibration",
    "ReportScope",
    "ReportedCase",
    "ReportedRun",
    "ResultGrouping",
    "ReviewedResults",
    "ReviewerPace",
    "Rows",
    "RunComparison",
    "SetOverview",
    "Slice",
    "ThresholdTrial",
    "Throughput",
    "WhatIf",
    "books_of",
    "cases",
    "clusters_of",
    "compare_runs",
    "cost_rows",
    "costs",
    "figure_file_name",
    "headline_rows",
    "judged_runs",
    "overall",
    "pair_rows",
    "question_types",
    "ranking_rows",
    "rate_rows",
    "reason_rows",
    "reviewed_results",
    "run_rate",
    "scope_agreement",
    "set_overview",
    "slices",
    "stamp",
    "threshold_rows",
    "throughput",
    "throughput_rows",
    "unreadable",
    "validations",
    "what_if",
    "with_filter_columns",
]
