"""Which results the page Accuracy counts, chosen in the address."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.llm import LEXICAL
from core.services.reports import (
    ReportedRun,
    ReportScope,
    judged_runs,
    question_types,
    stamp,
    validations,
)
from core.services.runs.starter_runs import RECORDED
from core.text import WordRule
from pages.accuracy.selected_results import ALL, SelectedResults
from pages.components import address
from pages.components.app_context import engine
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
EVERY, NONE = "every", ""
"""Instead of a set: all own ones and the sample too, none yet."""
OVERVIEW = "overview"
TYPES = {"single_choice": N_("Single choice"), "multi_choice": N_("Multiple choice")}


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
