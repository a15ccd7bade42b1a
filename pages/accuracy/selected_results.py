"""The results that the page Accuracy counts, with its numbers cached until the next result or
decision.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

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
    compare_runs,
    costs,
    overall,
    reviewed_results,
    scope_agreement,
    set_overview,
    slices,
    throughput,
    what_if,
)
from core.services.review import AgreementReport
from pages.components.app_context import engine, settings

Value = TypeVar("Value")
ALL = "all"
"""In place of a set id: all of the user's own sets."""


@dataclass(frozen=True)
class SelectedResults:
    """The chosen results: `runs` are those of the scope, `all_runs` every validation run with the
    same quote wording rule.
    """

    scope: ReportScope
    runs: Sequence[ReportedRun]
    all_runs: Sequence[ReportedRun]
    stamp: str
    judged: set[int] = field(default_factory=set, hash=False)
    """Ids of the runs that have judged anything."""
    set_titles: Mapping[int, str] = field(default_factory=dict, hash=False)
    """Set id -> its title, numbered where several sets have it."""

    @property
    def query(self) -> dict[str, object]:
        """The scope as parameters of the address."""
        scope = self.scope
        return {
            "set": scope.set_id or ALL,
            "model": scope.model,
            "run": scope.run_id,
            "type": scope.question_type,
        }

    @property
    def set_title(self) -> str:
        return next((self.set_titles[run.set_id] for run in self.runs), "")

    @property
    def overview(self) -> SetOverview:
        """Trend and ranking of the chosen set and run."""
        return self._once("overview", self._overview)

    def _overview(self) -> SetOverview:
        scope = self.scope
        of_set = [run for run in self.all_runs if run.set_id == scope.set_id]
        of_model = ReportScope(model=scope.model).of(of_set)
        return set_overview(engine(), of_model, scope.run_id, scope.question_type)

    def shared_with(self, run_id: int) -> frozenset[int]:
        """Ids of the questions that every model ranked beside the run judged."""
        scope = self.scope
        of_set = [run for run in self.all_runs if run.set_id == scope.set_id]
        of_model = ReportScope(model=scope.model).of(of_set)

        def shared() -> frozenset[int]:
            return set_overview(engine(), of_model, run_id, scope.question_type).shared_questions

        return self._once("shared_with", shared, run_id)

    @property
    def newest(self) -> tuple[Sequence[ReportedRun], ReportScope]:
        """The newest run alone, with its scope."""
        run = self.overview.newest
        runs = [run.run] if run else []
        return runs, replace(self.scope, run_id=run.run.id if run else None)

    @property
    def newest_whole(self) -> Slice:
        return self._once("newest_whole", lambda: overall(engine(), *self.newest))

    @property
    def newest_reasons(self) -> Sequence[Slice]:
        return self._once(
            "newest_reasons", lambda: slices(engine(), *self.newest, ResultGrouping.REASON)
        )

    @property
    def newest_reviewed(self) -> ReviewedResults:
        return self._once("newest_reviewed", lambda: reviewed_results(engine(), *self.newest))

    @property
    def waiting(self) -> Sequence[ReportedRun]:
        """The user's runs of any set that have no result and are newer than the shown one."""
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
        """The user's other sets with their runs, newest first."""
        return self._once("other_sets", self._other_sets)

    def _other_sets(self) -> Sequence[tuple[Sequence[ReportedRun], SetOverview]]:
        by_set: dict[int, list[ReportedRun]] = {}
        for run in self.all_runs:
            if not run.is_sample and run.set_id != self.scope.set_id:
                by_set.setdefault(run.set_id, []).append(run)
        kind = self.scope.question_type
        return [(runs, set_overview(engine(), runs, None, kind)) for runs in by_set.values()]

    @property
    def overall(self) -> Slice:
        return self._once("overall", lambda: overall(engine(), self.runs, self.scope))

    def slices(self, by: ResultGrouping) -> Sequence[Slice]:
        return self._once("slices", lambda: slices(engine(), self.runs, self.scope, by), by.value)

    @property
    def reviewed(self) -> ReviewedResults:
        return self._once("reviewed", lambda: reviewed_results(engine(), self.runs, self.scope))

    @property
    def what_if(self) -> WhatIf:
        reviewed = self.reviewed
        return self._once("what_if", lambda: what_if(engine(), self.runs, self.scope, reviewed))

    def compared(self, base: ReportedRun) -> Sequence[RunComparison]:
        kind = self.scope.question_type
        return self._once(
            "compared", lambda: compare_runs(engine(), base, self.all_runs, kind), base.id
        )

    def throughput(self, window: int) -> Throughput | None:
        return self._once("throughput", lambda: throughput(engine(), window), window)

    @property
    def agreed(self) -> AgreementReport:
        return self._once("agreed", lambda: scope_agreement(engine(), self.runs, self.scope))

    @property
    def costs(self) -> Sequence[KeptCost]:
        return self._once("costs", lambda: costs(engine(), self.runs))

    def _once(self, name: str, compute: Callable[[], Value], *key_parts: object) -> Value:
        key = (settings().database_url, self.stamp, self.scope, *key_parts)
        value: Value = _cached(name, key, compute)
        return value


@st.cache_resource(max_entries=256, show_spinner=False)
def _cached(name: str, key: tuple[object, ...], _compute: Callable[[], Any]) -> Any:  # noqa: ARG001
    """The value computed once per name and key."""
    return _compute()
