"""Accuracy reports: rates of validations, models and reviewers with their n and interval."""

from core.services.reports.calibration import ReasonCalibration, ReviewedResults, reviewed_results
from core.services.reports.cases import ACTIONS, CasePage, CaseSelection, ReportedCase, cases
from core.services.reports.pairs import RunComparison, compare_runs
from core.services.reports.places import BookDivisions
from core.services.reports.scope import (
    ReportedRun,
    ReportScope,
    question_types,
    stamp,
    unreadable,
    validations,
)
from core.services.reports.slices import ResultGrouping, Slice, books_of, overall, slices
from core.services.reports.what_if import STEPS, ThresholdTrial, WhatIf, what_if
from core.services.reports.work import (
    DAYS,
    KeptCost,
    ReviewerPace,
    Throughput,
    agreed_on,
    costs,
    throughput,
)

__all__ = [
    "ACTIONS",
    "DAYS",
    "STEPS",
    "BookDivisions",
    "CasePage",
    "CaseSelection",
    "KeptCost",
    "ReasonCalibration",
    "ReportScope",
    "ReportedCase",
    "ReportedRun",
    "ResultGrouping",
    "ReviewedResults",
    "ReviewerPace",
    "RunComparison",
    "Slice",
    "ThresholdTrial",
    "Throughput",
    "WhatIf",
    "agreed_on",
    "books_of",
    "cases",
    "compare_runs",
    "costs",
    "overall",
    "question_types",
    "reviewed_results",
    "slices",
    "stamp",
    "throughput",
    "unreadable",
    "validations",
    "what_if",
]
