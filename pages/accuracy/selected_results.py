"""The results that the page Accuracy counts, and its numbers, kept until a result or a decision
comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from core.services.reports import (
    KeptCost,
    ReportedRun,
    ReportScope,
    ResultGrouping,
    ReviewedResults,
    RunComparison,
    SetOverview,
    Slice,
    Throughput,
    WhatIf,
    agreed_on,
    compare_runs,
    costs,
    overall,
    reviewed_results,
    set_overview,
    slices,
    throughput,
    what_if,
)
from core.services.review import AgreementReport
from pages.components.app_context import engine, settings

ALL = "all"
"""Instead of a set: all own ones."""


@dataclass(frozen=True)
class SelectedResults:
    """The chosen results: `runs` are those of the scope, `all_runs` every validation that was
    judged by the same rule for words.
    """

    scope: ReportScope
    runs: Sequence[ReportedRun]
    all_runs: Sequence[ReportedRun]
    stamp: str
    judged: set[int] = field(default_factory=set, hash=False)
    """Ids of the runs that have judged anything."""

    @property
    def query(self) -> dict[str, object]:
        """The scope as an address has it."""
        chosen = self.scope
        return {
            "set": chosen.set_id or ALL,
            "model": chosen.model,
            "run": chosen.run_id,
            "type": chosen.question_type,
        }

    @property
    def set_title(self) -> str:
        return next((run.set_title for run in self.runs), "")

    @property
    def overview(self) -> SetOverview:
        """Of the chosen set and run."""
        found: SetOverview = self._once("overview", self._overview)
        return found

    def _overview(self) -> SetOverview:
        chosen = self.scope
        of_set = [run for run in self.all_runs if run.set_id == chosen.set_id]
        of_model = ReportScope(model=chosen.model).of(of_set)
        return set_overview(engine(), of_model, chosen.run_id, chosen.question_type)

    @property
    def newest(self) -> tuple[Sequence[ReportedRun], ReportScope]:
        """The run that the overview is of, by itself."""
        run = self.overview.newest
        runs = [run.run] if run else []
        return runs, replace(self.scope, run_id=run.run.id if run else None)

    @property
    def newest_whole(self) -> Slice:
        found: Slice = self._once("newest_whole", lambda: overall(engine(), *self.newest))
        return found

    @property
    def newest_reasons(self) -> Sequence[Slice]:
        found: Sequence[Slice] = self._once(
            "newest_reasons", lambda: slices(engine(), *self.newest, ResultGrouping.REASON)
        )
        return found

    @property
    def newest_reviewed(self) -> ReviewedResults:
        found: ReviewedResults = self._once(
            "newest_reviewed", lambda: reviewed_results(engine(), *self.newest)
        )
        return found

    @property
    def waiting(self) -> Sequence[ReportedRun]:
        """Own runs without a result that are newer than the one looked at, of any set."""
        newest = self.overview.newest
        return [
            run
            for run in self.all_runs
            if not run.is_sample
            and run.id not in self.judged
            and (newest is None or run.id > newest.run.id)
        ]

    @property
    def other_sets(self) -> Sequence[tuple[Sequence[ReportedRun], SetOverview]]:
        """The other own sets with their runs, newest first."""
        found: Sequence[tuple[Sequence[ReportedRun], SetOverview]] = self._once(
            "other_sets", self._other_sets
        )
        return found

    def _other_sets(self) -> Sequence[tuple[Sequence[ReportedRun], SetOverview]]:
        by_set: dict[int, list[ReportedRun]] = {}
        for run in self.all_runs:
            if not run.is_sample and run.set_id != self.scope.set_id:
                by_set.setdefault(run.set_id, []).append(run)
        kind = self.scope.question_type
        return [(runs, set_overview(engine(), runs, None, kind)) for runs in by_set.values()]

    @property
    def overall(self) -> Slice:
        found: Slice = self._once("overall", lambda: overall(engine(), self.runs, self.scope))
        return found

    def slices(self, by: ResultGrouping) -> Sequence[Slice]:
        found: Sequence[Slice] = self._once(
            "slices", lambda: slices(engine(), self.runs, self.scope, by), by.value
        )
        return found

    @property
    def reviewed(self) -> ReviewedResults:
        found: ReviewedResults = self._once(
            "reviewed", lambda: reviewed_results(engine(), self.runs, self.scope)
        )
        return found

    @property
    def what_if(self) -> WhatIf:
        counted = self.reviewed
        found: WhatIf = self._once(
            "what_if", lambda: what_if(engine(), self.runs, self.scope, counted)
        )
        return found

    def compared(self, base: ReportedRun) -> Sequence[RunComparison]:
        kind = self.scope.question_type
        found: Sequence[RunComparison] = self._once(
            "compared", lambda: compare_runs(engine(), base, self.all_runs, kind), base.id
        )
        return found

    def throughput(self, back: int) -> Throughput | None:
        found: Throughput | None = self._once(
            "throughput", lambda: throughput(engine(), back), back
        )
        return found

    @property
    def agreed(self) -> AgreementReport:
        found: AgreementReport = self._once(
            "agreed", lambda: agreed_on(engine(), self.runs, self.scope)
        )
        return found

    @property
    def costs(self) -> Sequence[KeptCost]:
        found: Sequence[KeptCost] = self._once("costs", lambda: costs(engine(), self.runs))
        return found

    def _once(self, what: str, count: Callable[[], Any], *more: object) -> Any:
        key = (settings().database_url, self.stamp, self.scope, *more)
        return _kept(what, key, count)


@st.cache_resource(max_entries=256, show_spinner=False)
def _kept(what: str, key: tuple[object, ...], _count: Callable[[], Any]) -> Any:  # noqa: ARG001
    """Counted once for each key."""
    return _count()
