"""Which results the page Accuracy counts, chosen in the address, and its numbers, kept until a
result or a decision comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    Slice,
    Throughput,
    WhatIf,
    agreed_on,
    compare_runs,
    costs,
    overall,
    question_types,
    reviewed_results,
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

    @property
    def query(self) -> dict[str, object]:
        """The scope as an address has it."""
        chosen = self.scope
        return {
            "set": chosen.set_id,
            "model": chosen.model,
            "run": chosen.run_id,
            "type": chosen.question_type,
        }

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


def draw_scope() -> SelectedResults:
    """Set, model, run and type of question in one row."""
    every = validations(engine())
    rule = _rule(every)
    runs = ReportScope(wording=rule).of(every)
    sets = {run.set_id: run.set_title for run in runs}
    models = sorted({run.model for run in runs})
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(runs) < len(every):
            _choose_rule(rule)
        set_id = address.choose(
            "selectbox",
            _("Question set"),
            "set",
            [0, *sets],
            lambda id_: f"#{id_} {sets[id_]}" if id_ else _("All question sets"),
            forgets=(*PLACE, "run"),
            label_visibility="collapsed",
            width=230,
        )
        model = address.choose(
            "selectbox",
            _("Model"),
            "model",
            ["", *models],
            lambda name: named_model(name) if name else _("All models"),
            forgets=(*PLACE, "run"),
            label_visibility="collapsed",
            width=210,
        )
        within = ReportScope(set_id or None, model or None).of(runs)
        labels = {run.id: run_label(run.id, run.title, run.conclusion) for run in within}
        run_id = address.choose(
            "selectbox",
            _("Run"),
            "run",
            [0, *labels],
            lambda id_: labels[id_] if id_ else _("All runs"),
            forgets=PLACE,
            label_visibility="collapsed",
            width=260,
        )
        kind = address.choose(
            "selectbox",
            _("Question type"),
            "type",
            ["", *question_types(engine(), runs)],
            lambda name: term_label(TYPES, name) if name else _("All question types"),
            forgets=PLACE,
            label_visibility="collapsed",
            width=190,
        )
    scope = ReportScope(set_id or None, model or None, run_id or None, kind or None, rule)
    _tell_left_out(len(every) - len(runs), rule)
    chosen = scope.of(runs)
    return SelectedResults(scope, chosen, runs, stamp(engine(), runs))


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
        _("Words in a quote"),
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
            "{n} run was judged by the other rule for words and is in no number here.",
            "{n} runs were judged by the other rule for words and are in no number here.",
            n,
        )
        caption(term_name(WORDINGS, rule), left_out)


def named_model(name: str) -> str:
    """What answered, in words where it is no model."""
    if name in (LEXICAL.name, LEXICAL.model):
        return _("offline baseline, no model")
    return _("recorded replies") if name == RECORDED else name


def scope_said(shown: SelectedResults) -> list[str]:
    """What is counted, for the small print of a figure."""
    scope = shown.scope
    sets = {run.set_id: run.set_title for run in shown.all_runs}
    titles = {run.id: run.title for run in shown.all_runs}
    parts = [
        sets.get(scope.set_id, "") if scope.set_id else _("All question sets"),
        named_model(scope.model) if scope.model else _("All models"),
        f"#{scope.run_id} {titles.get(scope.run_id, '')}" if scope.run_id else _("All runs"),
        term_label(TYPES, scope.question_type) if scope.question_type else "",
    ]
    return [part for part in parts if part]


@st.cache_resource(max_entries=256, show_spinner=False)
def _kept(what: str, key: tuple[object, ...], _count: Callable[[], Any]) -> Any:  # noqa: ARG001
    """Counted once for each key."""
    return _count()
