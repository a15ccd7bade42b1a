"""How accurate validations and models are, in numbers with their n and interval."""

from core.services.reports.calibration import ReasonCalibration, Reviewed, reviewed
from core.services.reports.cases import ACTIONS, Case, CasePage, Cases, cases
from core.services.reports.pairs import Compared, compared
from core.services.reports.places import Divided
from core.services.reports.scope import (
    Scope,
    Validated,
    question_types,
    stamp,
    unreadable,
    validations,
)
from core.services.reports.slices import By, Slice, books_of, overall, slices
from core.services.reports.what_if import STEPS, Tried, WhatIf, what_if
from core.services.reports.work import (
    DAYS,
    KeptCost,
    Pace,
    Throughput,
    agreed_on,
    costs,
    throughput,
)

__all__ = [
    "ACTIONS",
    "DAYS",
    "STEPS",
    "By",
    "Case",
    "CasePage",
    "Cases",
    "Compared",
    "Divided",
    "KeptCost",
    "Pace",
    "ReasonCalibration",
    "Reviewed",
    "Scope",
    "Slice",
    "Throughput",
    "Tried",
    "Validated",
    "WhatIf",
    "agreed_on",
    "books_of",
    "cases",
    "compared",
    "costs",
    "overall",
    "question_types",
    "reviewed",
    "slices",
    "stamp",
    "throughput",
    "unreadable",
    "validations",
    "what_if",
]
