"""Which results the page Accuracy counts, chosen in the address, and its numbers, kept until a
result or a decision comes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from core.llm import LEXICAL
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
    judged_runs,
    overall,
    question_types,
    reviewed_results,
    set_overview,
    slices,
    stamp,
    throughput,
    validations,
    what_if,
)
from core.services.review import AgreementReport
from core.services.runs.starter_runs import RECORDED
from core.text import WordRule
from pages.components import address
from pages.components.app_context import engine, settings
from pages.components.html import caption
from pages.components.language import N_, _, _n
from pages.components.wording import WORDINGS, run_label, term_label, term_name

CASE = (
    *("group", "outcome", "decided", "flips", "other", "pair", "said", "reviewer", "beside"),
    *("tried", "day", "to", "in_set", "cases", "page"),
)
"""What of the address names cases; another scope has others."""
PLACE = (*CASE, "base")
"""What of it only means something within one scope."""
RULE = "wording"
ALL, EVERY, NONE = "all", "every", ""
"""Instead of a set: all own ones, the sample too, none yet."""
OVERVIEW = "overview"
TYPES = {"single_choice": N_("Single choice"), "multi_choice": N_("Multiple choice")}


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


def draw_scope(view: str) -> SelectedResults:
    """Set, model, run and type of question in one row; the first view has set and run alone."""
    every = validations(engine())
    rule = _rule(every)
    runs = ReportScope(wording=rule).of(every)
    judged = judged_runs(engine(), runs)
    sets = _sets(runs, judged)
    is_narrow = view == OVERVIEW and not {"model", "type"} & set(st.query_params)
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(runs) < len(every):
            _choose_rule(rule)
        set_id = _choose_set(runs, sets)
        of_set = [run for run in runs if _is_in(run, set_id)]
        model = "" if is_narrow else _choose_model(of_set)
        within = ReportScope(model=model or None).of(of_set)
        run_id = _choose_run(within, judged, view)
        kind = "" if is_narrow else _choose_type(of_set)
    chosen_set = set_id if isinstance(set_id, int) else None
    scope = ReportScope(chosen_set or None, model or None, run_id or None, kind or None, rule)
    _tell_left_out(len(every) - len(runs), rule)
    chosen = [run for run in scope.of(runs) if _is_in(run, set_id)]
    return SelectedResults(scope, chosen, runs, stamp(engine(), runs), judged)


def _sets(runs: Sequence[ReportedRun], judged: set[int]) -> dict[int, str]:
    """Own sets before the sample's, each with its newest result first; id -> title."""
    order = sorted(runs, key=lambda run: (run.is_sample, run.id not in judged, -run.id))
    return {run.set_id: run.set_title for run in order}


def _is_in(run: ReportedRun, set_id: int | str) -> bool:
    """ALL holds every own set; EVERY the sample too, as days of deciding do."""
    return set_id == EVERY or (set_id == ALL and not run.is_sample) or run.set_id == set_id


def _choose_set(runs: Sequence[ReportedRun], sets: Mapping[int, str]) -> int | str:
    """The set of a run in the address, else the own one with the newest result. Sets are pooled
    and the sample is looked at only when the reader says so.
    """
    if "day" in st.query_params and "set" not in st.query_params:
        return EVERY
    of_run = {str(run.id): run.set_id for run in runs}.get(st.query_params.get("run", ""))
    if of_run is not None and "set" not in st.query_params:
        st.query_params["set"] = str(of_run)
    sample = {run.set_id for run in runs if run.is_sample}
    own = [one for one in sets if one not in sample]
    options: list[int | str] = [*own, *([ALL] if len(own) > 1 else []), *sample]
    if not own:
        options.insert(0, NONE)
    words = {ALL: _("All own sets, pooled"), NONE: _("Choose a question set")}
    return address.choose(
        "selectbox",
        _("Question set"),
        "set",
        options,
        lambda one: (
            words[one]
            if isinstance(one, str)
            else _("Sample: {title}").format(title=sets[one])
            if one in sample
            else sets[one]
        ),
        forgets=(*PLACE, "run"),
        label_visibility="collapsed",
        width=230,
    )


def _choose_model(runs: Sequence[ReportedRun]) -> str:
    return address.choose(
        "selectbox",
        _("Model"),
        "model",
        ["", *sorted({run.model for run in runs})],
        lambda name: named_model(name) if name else _("All models"),
        forgets=(*PLACE, "run"),
        label_visibility="collapsed",
        width=210,
    )


def _choose_run(runs: Sequence[ReportedRun], judged: set[int], view: str) -> int:
    """In the first view no choice is the newest run with a result, elsewhere all of them."""
    labels = {run.id: run_label(run.id, run.title, run.conclusion) for run in runs}
    with_result = [run for run in runs if run.id in judged]
    newest = next((run for run in with_result if run.is_model), next(iter(with_result), None))
    none = _("All runs")
    if view == OVERVIEW and newest is not None:
        none = _("Run #{n} (latest result)").format(n=newest.id)
    return address.choose(
        "selectbox",
        _("Run"),
        "run",
        [0, *labels],
        lambda id_: labels[id_] if id_ else none,
        forgets=PLACE,
        label_visibility="collapsed",
        width=260,
    )


def _choose_type(runs: Sequence[ReportedRun]) -> str:
    return address.choose(
        "selectbox",
        _("Question type"),
        "type",
        ["", *question_types(engine(), runs)],
        lambda name: term_label(TYPES, name) if name else _("All question types"),
        forgets=PLACE,
        label_visibility="collapsed",
        width=190,
    )


def _rule(every: Sequence[ReportedRun]) -> WordRule:
    """That of the run asked for, else the one the reader chose, else the strict one, and of
    the two only one there is a run of: numbers of two rules are never mixed.
    """
    asked = {str(run.id): run.spec.wording for run in every}.get(st.query_params.get("run", ""))
    rules = {run.spec.wording for run in every}
    chosen = next((rule for rule in rules if rule == st.query_params.get(RULE)), None)
    return asked or chosen or (WordRule.STRICT if WordRule.STRICT in rules else WordRule.TOLERATE)


def _choose_rule(rule: WordRule) -> None:
    other = WordRule.STRICT if rule is WordRule.TOLERATE else WordRule.TOLERATE
    address.choose(
        "selectbox",
        _("Quote wording"),
        RULE,
        [rule, other],
        lambda one: term_name(WORDINGS, one),
        forgets=(*PLACE, "run"),
        label_visibility="collapsed",
        width=230,
    )


def _tell_left_out(n: int, rule: WordRule) -> None:
    if n:
        left_out = _n(
            "{n} run used the other quote wording rule and is not included in these figures.",
            "{n} runs used the other quote wording rule and are not included in these figures.",
            n,
        )
        caption(term_name(WORDINGS, rule), left_out)


def named_model(name: str) -> str:
    """What answered, in words where it is no model."""
    if name in (LEXICAL.name, LEXICAL.model):
        return _("offline baseline (no model)")
    return _("recorded replies") if name == RECORDED else name


def scope_said(shown: SelectedResults) -> list[str]:
    """What is counted, for the small print of a figure."""
    scope = shown.scope
    sets = {run.set_id: run.set_title for run in shown.all_runs}
    titles = {run.id: run.title for run in shown.all_runs}
    parts = [
        sets.get(scope.set_id, "") if scope.set_id else _("All own sets, pooled"),
        named_model(scope.model) if scope.model else _("All models"),
        f"#{scope.run_id} {titles.get(scope.run_id, '')}" if scope.run_id else _("All runs"),
        term_label(TYPES, scope.question_type) if scope.question_type else "",
    ]
    return [part for part in parts if part]


@st.cache_resource(max_entries=256, show_spinner=False)
def _kept(what: str, key: tuple[object, ...], _count: Callable[[], Any]) -> Any:  # noqa: ARG001
    """Counted once for each key."""
    return _count()
