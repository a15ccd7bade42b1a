"""The menu with every export of a run."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from sqlalchemy import Engine

from core.services.results import (
    CleanedCounts,
    CleanedScope,
    CountingRule,
    Snapshot,
    act_lines,
    archive,
    change_lines,
    changes_text,
    left_out_lines,
    questions_file,
    result_lines,
    summary,
    take_set_snapshot,
    take_snapshot,
)
from core.services.runs import Run
from pages.components import address
from pages.components.downloads import draw_download
from pages.components.html import caption, draw, plain
from pages.components.language import N_, _, _n
from pages.components.wording import term_label

SCOPES = {
    "kept_and_corrected": N_("Passed, accepted and edited"),
    "kept": N_("Without edited questions"),
}
RULES = {"run": N_("Validated by this run"), "newest": N_("By the newest run of each question")}
JSONL = "application/x-ndjson"


@dataclass(frozen=True)
class _CleanedExport:
    """A cleaned set to export. `name` begins the names of its files; `take` takes its snapshot by
    the chosen counting rule; `scope`: which questions it holds.
    """

    name: str
    take: Callable[[Engine], Snapshot]
    scope: CleanedScope


def _menu_label(name: str, ending: str) -> str:
    """The label of a menu line, with the kind of file at its end."""
    return f"{plain(name)} :gray[{ending}]"


def draw_export(run: Run, counts: CleanedCounts) -> None:
    """Draw the menu. Each file is made when it is downloaded, from a snapshot of that moment."""
    with st.popover(_("Export"), key="run_export"), st.container(key="export_menu", gap=None):
        count_text = _n("{n} question", "{n} questions", counts.inside)
        undecided_text = (
            _("{n} still undecided").format(n=counts.undecided) if counts.undecided else None
        )
        caption(_("Cleaned set"), count_text, undecided_text)
        scope = address.choose(
            "segmented_control",
            _("Cleaned set"),
            "set",
            [CleanedScope.KEPT_AND_CORRECTED, CleanedScope.KEPT],
            lambda choice: term_label(SCOPES, choice.value),
            label_visibility="collapsed",
        )
        rule = address.choose(
            "segmented_control",
            _("Validation used"),
            "counts",
            [CountingRule.RUN, CountingRule.NEWEST],
            lambda choice: term_label(RULES, choice.value),
            help=_(
                "Decisions belong to the questions, whichever run they were made in. The "
                "validation result can be taken from this run or from the newest run of each "
                "question."
            ),
        )
        cleaned = _cleaned(run, rule, scope)
        _draw_set(cleaned)
        draw("<hr>")
        caption(_("This run"))
        _draw_run(run, cleaned)
        draw("<hr>")
        _draw_snapshot_file(
            cleaned,
            _menu_label(_("All files"), ".zip"),
            "export.zip",
            "application/zip",
            lambda engine, snapshot: archive(engine, snapshot, cleaned.scope),
            _(
                "The set, its changes and the questions left out, all from the same moment; "
                "about.json says who decided, when and how many."
            ),
        )


def _cleaned(run: Run, rule: CountingRule, scope: CleanedScope) -> _CleanedExport:
    run_id, set_id = run.id or 0, run.set_id
    if rule is CountingRule.NEWEST:
        return _CleanedExport(
            f"set_{set_id}", lambda engine: take_set_snapshot(engine, set_id), scope
        )
    return _CleanedExport(f"run_{run_id}", lambda engine: take_snapshot(engine, run_id), scope)


def _draw_set(cleaned: _CleanedExport) -> None:
    _draw_snapshot_file(
        cleaned,
        _menu_label("JSONL", ".jsonl"),
        "cleaned.jsonl",
        JSONL,
        lambda _engine, snapshot: questions_file(snapshot, cleaned.scope, "jsonl"),
    )
    _draw_snapshot_file(
        cleaned,
        _menu_label(_("Spreadsheet"), ".csv"),
        "cleaned.csv",
        "text/csv",
        lambda _engine, snapshot: questions_file(snapshot, cleaned.scope, "csv"),
        _(
            "Cells that a spreadsheet would run as a formula start with an apostrophe; importing "
            "removes it again."
        ),
    )


def _draw_run(run: Run, cleaned: _CleanedExport) -> None:
    run_id = run.id or 0
    draw_download(
        _menu_label(_n("Results, {n} question", "Results, {n} questions", run.total), ".jsonl"),
        lambda engine: "".join(result_lines(engine, run_id)).encode(),
        f"run_{run_id}_results.jsonl",
        JSONL,
        key="get_results",
        type="tertiary",
        width="stretch",
    )
    draw_download(
        _menu_label(_("Summary"), ".json"),
        lambda engine: json.dumps(summary(engine, run_id), ensure_ascii=False, indent=2),
        f"run_{run_id}_summary.json",
        "application/json",
        key="get_summary",
        type="tertiary",
        width="stretch",
    )
    _draw_snapshot_file(
        cleaned,
        _menu_label(_("Changes to the set"), ".txt"),
        "changes.txt",
        "text/plain",
        lambda _engine, snapshot: changes_text(snapshot, cleaned.scope).encode(),
    )
    _draw_snapshot_file(
        cleaned,
        _menu_label(_("Changes to the set"), ".jsonl"),
        "changes.jsonl",
        JSONL,
        lambda _engine, snapshot: b"".join(change_lines(snapshot, cleaned.scope)),
    )
    _draw_snapshot_file(
        cleaned,
        _menu_label(_("Left out of the set"), ".jsonl"),
        "left_out.jsonl",
        JSONL,
        lambda _engine, snapshot: b"".join(left_out_lines(snapshot, cleaned.scope)),
    )
    _draw_snapshot_file(
        cleaned,
        _menu_label(_("Audit log"), ".jsonl"),
        "acts.jsonl",
        JSONL,
        lambda engine, snapshot: b"".join(act_lines(engine, snapshot)),
        _("Who did what and when, including overridden and undone actions."),
    )


def _draw_snapshot_file(
    cleaned: _CleanedExport,
    label: str,
    name: str,
    mime: str,
    content: Callable[[Engine, Snapshot], bytes],
    tooltip: str | None = None,
) -> None:
    draw_download(
        label,
        lambda engine: content(engine, cleaned.take(engine)),
        f"{cleaned.name}_{cleaned.scope.value}_{name}",
        mime,
        key=f"get_{name}",
        type="tertiary",
        width="stretch",
        help=tooltip,
    )
