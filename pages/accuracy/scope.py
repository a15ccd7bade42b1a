"""The filters of the page Accuracy, kept in the address."""

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
from pages.components.option_labels import distinct_labels
from pages.components.wording import WORDINGS, run_label, term_label, term_name

CASE = (
    *("group", "outcome", "decided", "flips", "other", "pair", "said", "reviewer", "beside"),
    *("tried", "day", "to", "in_set", "shared", "cases", "page"),
)
"""Parameters of the address that name cases; a change of scope clears them."""
PLACE = (*CASE, "base")
"""Parameters of the address that are valid within one scope only."""
RULE = "wording"
EVERY, NONE = "every", ""
"""In place of a set id: all sets with the sample, and no set yet."""
OVERVIEW = "overview"
TYPES = {"single_choice": N_("Single choice"), "multi_choice": N_("Multiple choice")}


def draw_scope(view: str) -> SelectedResults:
    """Draw the filters in one row (overview: set and run only); return the selected results."""
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
        of_model = ReportScope(model=model or None).of(of_set)
        run_id = _choose_run(of_model, judged, view)
        kind = "" if is_narrow else _choose_type(of_set)
    chosen_set = set_id if isinstance(set_id, int) else None
    scope = ReportScope(chosen_set or None, model or None, run_id or None, kind or None, rule)
    _draw_excluded_count(len(every) - len(runs), rule)
    selected_runs = [run for run in scope.of(runs) if _is_in(run, set_id)]
    return SelectedResults(scope, selected_runs, runs, stamp(engine(), runs), judged, sets)


def _sets(runs: Sequence[ReportedRun], judged: set[int]) -> dict[int, str]:
    """Set id -> title, numbered where several have it: own sets first, then by newest result."""
    order = sorted(runs, key=lambda run: (run.is_sample, run.id not in judged, -run.id))
    titles = {run.set_id: run.set_title for run in order}
    label = distinct_labels(list(titles), titles.__getitem__)
    return {set_id: label(set_id) for set_id in titles}


def _is_in(run: ReportedRun, set_id: int | str) -> bool:
    """Whether a run belongs to the choice: ALL means every own set, EVERY the sample too."""
    return set_id == EVERY or (set_id == ALL and not run.is_sample) or run.set_id == set_id


def _choose_set(runs: Sequence[ReportedRun], sets: Mapping[int, str]) -> int | str:
    """Draw the choice of set: that of a run in the address, else the own set with the newest
    result. Pooled sets and the sample are shown only on request.
    """
    if "day" in st.query_params and "set" not in st.query_params:
        return EVERY
    of_run = {str(run.id): run.set_id for run in runs}.get(st.query_params.get("run", ""))
    if of_run is not None and "set" not in st.query_params:
        st.query_params["set"] = str(of_run)
    sample = {run.set_id for run in runs if run.is_sample}
    own_sets = [set_id for set_id in sets if set_id not in sample]
    options: list[int | str] = [*own_sets, *([ALL] if len(own_sets) > 1 else []), *sample]
    if not own_sets:
        options.insert(0, NONE)
    words = {ALL: _("All own sets, pooled"), NONE: _("Choose a question set")}
    return address.choose(
        "selectbox",
        _("Question set"),
        "set",
        options,
        lambda option: (
            words[option]
            if isinstance(option, str)
            else _("Sample: {title}").format(title=sets[option])
            if option in sample
            else sets[option]
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
        lambda name: model_label(name) if name else _("All models"),
        forgets=(*PLACE, "run"),
        label_visibility="collapsed",
        width=210,
    )


def _choose_run(runs: Sequence[ReportedRun], judged: set[int], view: str) -> int:
    """Draw the choice of run: by default the newest with a result in the overview, else all."""
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
    """The quote wording rule to count: that of the run in the address, else the chosen one, else
    strict if any run used it. Numbers of two rules are never mixed.
    """
    run_rule = {str(run.id): run.spec.wording for run in every}.get(st.query_params.get("run", ""))
    rules = {run.spec.wording for run in every}
    chosen_rule = next((rule for rule in rules if rule == st.query_params.get(RULE)), None)
    return (
        run_rule
        or chosen_rule
        or (WordRule.STRICT if WordRule.STRICT in rules else WordRule.TOLERATE)
    )


def _choose_rule(rule: WordRule) -> None:
    other_rule = WordRule.STRICT if rule is WordRule.TOLERATE else WordRule.TOLERATE
    address.choose(
        "selectbox",
        _("Quote wording"),
        RULE,
        [rule, other_rule],
        lambda rule: term_name(WORDINGS, rule),
        forgets=(*PLACE, "run"),
        label_visibility="collapsed",
        width=230,
    )


def _draw_excluded_count(n: int, rule: WordRule) -> None:
    if n:
        message = _n(
            "{n} run used the other quote wording rule and is not included in these figures.",
            "{n} runs used the other quote wording rule and are not included in these figures.",
            n,
        )
        caption(term_name(WORDINGS, rule), message)


def model_label(name: str) -> str:
    """The model's name, or words for the baseline and recorded replies."""
    if name in (LEXICAL.name, LEXICAL.model):
        return _("offline baseline (no model)")
    return _("recorded replies") if name == RECORDED else name


def scope_labels(selection: SelectedResults) -> list[str]:
    """Set, model, run and question type in words, for the footer of a figure."""
    scope = selection.scope
    sets = {run.set_id: run.set_title for run in selection.all_runs}
    titles = {run.id: run.title for run in selection.all_runs}
    labels = [
        sets.get(scope.set_id, "") if scope.set_id else _("All own sets, pooled"),
        model_label(scope.model) if scope.model else _("All models"),
        f"#{scope.run_id} {titles.get(scope.run_id, '')}" if scope.run_id else _("All runs"),
        term_label(TYPES, scope.question_type) if scope.question_type else "",
    ]
    return [label for label in labels if label]
