"""How accurate validations and models are, in numbers with their n and interval."""

from core.accuracy.calibration import ReasonCalibration, Reviewed, reviewed
from core.accuracy.cases import ACTIONS, Case, CasePage, Cases, cases
from core.accuracy.pairs import Compared, compared
from core.accuracy.places import Divided
from core.accuracy.scope import Scope, Validated, question_types, stamp, unreadable, validations
from core.accuracy.slices import By, Slice, books_of, overall, slices
from core.accuracy.what_if import STEPS, Tried, WhatIf, what_if
from core.accuracy.work import DAYS, KeptCost, Pace, Throughput, agreed_on, costs, throughput

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
