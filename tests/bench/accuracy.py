"""`python -m tests.bench.accuracy`: what the page Accuracy asks of 100,000 results and a million
review events, on SQLite and PostgreSQL.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from sqlalchemy import Engine

from core.services.reports import (
    CaseSelection,
    ReportScope,
    ResultGrouping,
    cases,
    compare_runs,
    overall,
    reviewed_results,
    slices,
    stamp,
    throughput,
    validations,
    what_if,
)
from tests.bench.accuracy_rows import EVENTS, QUESTIONS, RUNS, filled
from tests.bench.pairs import duration, table
from tests.postgres import new_database, server

HEAD = ("asked by the page Accuracy", "SQLite", "PostgreSQL")
ABOUT = (
    f"{QUESTIONS:,} questions judged in {RUNS} runs and {EVENTS:,} review events; one run is "
    "looked at, as after a choice of the run, where it does not say: of all runs. The novel's "
    "tokens are counted beforehand. "
    "Milliseconds on the clock, the median of five."
)
ROUNDS = 5
Look = Callable[[], object]


def report() -> str:
    return f"{ABOUT}\n\n{table(HEAD, rows())}"


def rows() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as folder, server(is_durable=True) as address:
        engines = [
            filled(f"sqlite:///{Path(folder) / 'desk.db'}"),
            filled(new_database(address)),
        ]
        asked = [looks(engine) for engine in engines]
        for name in asked[0]:
            found = [duration(median(_waited(one[name]) for _ in range(ROUNDS))) for one in asked]
            yield name, found[0], found[1]
        for engine in engines:
            engine.dispose()


def looks(engine: Engine) -> dict[str, Look]:
    """Everything a view needs, each as if nothing had been kept."""
    every = validations(engine)
    scope = ReportScope(run_id=1)
    runs = scope.of(every)
    slices(engine, runs, scope, ResultGrouping.CHAPTER)
    counted = reviewed_results(engine, runs, scope)
    asked = what_if(engine, runs, scope, counted)

    whole = ReportScope()
    of_all = reviewed_results(engine, every, whole)

    def by(trait: ResultGrouping) -> Look:
        return lambda: slices(engine, runs, scope, trait)

    def listed(wanted: CaseSelection) -> Look:
        return lambda: cases(engine, runs, scope, wanted, what_if=asked)

    return {
        "has anything changed": lambda: stamp(engine, runs),
        "the headline": lambda: overall(engine, runs, scope),
        **{f"pass rates by {trait.value}": by(trait) for trait in ResultGrouping},
        "the headline, of all runs": lambda: overall(engine, every, whole),
        "pass rates by type, of all runs": lambda: slices(
            engine, every, whole, ResultGrouping.TYPE
        ),
        "pass rates by chapter, of all runs": lambda: slices(
            engine, every, whole, ResultGrouping.CHAPTER
        ),
        "verdicts beside decisions, of all runs": lambda: reviewed_results(engine, every, whole),
        "what the threshold is tried on, of all runs": lambda: what_if(
            engine, every, whole, of_all
        ),
        "two runs, question by question": lambda: compare_runs(engine, every[0], every),
        "verdicts beside decisions": lambda: reviewed_results(engine, runs, scope),
        "what the threshold is tried on": lambda: what_if(engine, runs, scope, counted),
        "the threshold moved once": lambda: asked.at(0.9),
        "the threshold curve, 41 thresholds": asked.curve,
        "fourteen days of decisions": lambda: throughput(engine),
        "first page of a type's flagged cases": listed(
            CaseSelection(ResultGrouping.TYPE, "multi_choice", "failed")
        ),
        "first page of a chapter's cases": listed(CaseSelection(ResultGrouping.CHAPTER, "5")),
        "first page of what would pass": listed(CaseSelection(outcome="failed", flips_at=0.7)),
        "first page of what would be flagged": listed(
            CaseSelection(outcome="passed", flips_at=0.9)
        ),
        "first page of decisions against a pass": listed(
            CaseSelection(outcome="passed", decided="bad")
        ),
        "first page of what only one run passed": listed(
            CaseSelection(other=2, pair=(True, False))
        ),
    }


def _waited(look: Look) -> float:
    began = time.monotonic()
    look()
    return time.monotonic() - began


if __name__ == "__main__":
    print(report())
