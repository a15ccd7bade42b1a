"""The cleaned question set of a run: what is in it, what is not, and its files."""

from collections import Counter
from collections.abc import Callable

import streamlit as st
from sqlalchemy import Engine

from core.services.results import (
    CleanedScope,
    CountingRule,
    QuestionOutcome,
    Snapshot,
    act_lines,
    archive,
    change_lines,
    changes_text,
    count_outcomes,
    count_revalidated,
    count_set_outcomes,
    left_out_lines,
    questions_file,
    take_set_snapshot,
    take_snapshot,
)
from core.services.runs import get_run
from pages.components import address
from pages.components.app_context import engine
from pages.components.downloads import draw_download
from pages.components.html import caption, notice
from pages.components.language import N_, _, _n
from pages.components.navigation import link
from pages.components.wording import OUTCOMES, term_label, term_name

SCOPES = {"kept_and_corrected": N_("Kept and corrected"), "kept": N_("Only kept")}

RULES = {"run": N_("This run"), "newest": N_("Newest run of each question")}

FATES = {
    "kept": N_("kept"),
    "corrected": N_("corrected"),
    "dropped": N_("dropped"),
    "to_fix": N_("to be fixed"),
    "undecided": N_("flagged and undecided"),
    "disputed": N_("in dispute"),
    "awaits_second": N_("waiting for a second opinion"),
    "not_judged": N_("not judged"),
}

OPEN = (
    QuestionOutcome.TO_FIX,
    QuestionOutcome.UNDECIDED,
    QuestionOutcome.DISPUTED,
    QuestionOutcome.AWAITS_SECOND,
)

WAITS_AT: dict[QuestionOutcome, tuple[str, dict[str, object]]] = {
    QuestionOutcome.TO_FIX: ("accuracy", {"cases": 1, "decided": "fix"}),
    QuestionOutcome.UNDECIDED: ("questions", {"show": "flagged", "state": "undecided"}),
    QuestionOutcome.DISPUTED: ("adjudicate", {}),
    QuestionOutcome.AWAITS_SECOND: ("questions", {"state": "second"}),
}
"""The list that each of them stands in; the first also has those that are corrected by now."""


def draw_cleaned(run_id: int) -> None:
    """Every file is made when it is asked for, of that moment, not at every redraw."""
    rule = address.choose(
        "pills",
        _("Validation that counts"),
        "counts",
        [CountingRule.RUN, CountingRule.NEWEST],
        lambda one: term_label(RULES, one.value),
        help=_(
            "Decisions are those on the questions, in whichever run they were made. The validation "
            "is this run's, or that of the newest run that judged each question of the set."
        ),
    )
    of_set = rule is CountingRule.NEWEST
    set_id = get_run(engine(), run_id).set_id
    fates = count_set_outcomes(engine(), set_id) if of_set else count_outcomes(engine(), run_id)
    scope = address.choose(
        "pills",
        _("Cleaned question set"),
        "set",
        [CleanedScope.KEPT_AND_CORRECTED, CleanedScope.KEPT],
        lambda one: term_label(SCOPES, one.value),
    )
    inside = sum(fates[fate] for fate in scope.fates)
    st.markdown(
        _("Cleaned question set: {kept} of {total} questions").format(
            kept=inside, total=fates.total()
        )
    )
    _draw_counts(run_id, fates, scope)

    def take(engine: Engine) -> Snapshot:
        return take_set_snapshot(engine, set_id) if of_set else take_snapshot(engine, run_id)

    _draw_files(f"set_{set_id}" if of_set else f"run_{run_id}", take, scope)


def _draw_counts(run_id: int, fates: Counter[QuestionOutcome], scope: CleanedScope) -> None:
    outside = [fate for fate in QuestionOutcome if fate not in scope.fates]
    caption(_("In it"), *_counted(fates, scope.fates))
    caption(_("Left out"), *_counted(fates, outside))
    if fates[QuestionOutcome.CORRECTED]:
        again = count_revalidated(engine(), run_id)
        caption(
            _("Corrected ones when asked again"),
            *(_("{n} {what}").format(n=n, what=_again(one)) for one, n in again.items()),
        )
    waiting = sum(fates[fate] for fate in OPEN)
    if waiting:
        notice(
            _n(
                "{n} question still waits for somebody's decision; it is not in the set.",
                "{n} questions still wait for somebody's decision; none of them is in the set.",
                waiting,
            ),
            "amber",
        )
        with st.container(horizontal=True, key="waits"):
            for fate in OPEN:
                if fates[fate]:
                    page, query = WAITS_AT[fate]
                    with st.container(width="content"):
                        link(page, _counted(fates, [fate])[0], run=run_id, **query)


def _again(outcome: str) -> str:
    return _("not asked again") if outcome == "not_asked" else term_name(OUTCOMES, outcome)


def _counted(
    fates: Counter[QuestionOutcome], which: tuple[QuestionOutcome, ...] | list[QuestionOutcome]
) -> list[str]:
    return [
        _("{n} {what}").format(n=fates[fate], what=term_label(FATES, fate.value))
        for fate in which
        if fates[fate]
    ] or ["0"]


def _draw_files(named: str, take: Callable[[Engine], Snapshot], scope: CleanedScope) -> None:
    def draw(
        label: str,
        name: str,
        mime: str,
        content: Callable[[Engine, Snapshot], bytes],
        explained: str | None = None,
    ) -> None:
        draw_download(
            label,
            lambda engine: content(engine, take(engine)),
            f"{named}_{scope.value}_{name}",
            mime,
            key=f"get_{name}",
            help=explained,
        )

    with st.container(horizontal=True):
        draw(
            _("Everything (ZIP)"),
            "export.zip",
            "application/zip",
            lambda engine, ruled: archive(engine, ruled, scope),
            _(
                "The set, its changes and what it leaves out, all of one moment; about.json says "
                "who decided, when and how many."
            ),
        )
        draw(
            _("Cleaned set (JSONL)"),
            "cleaned.jsonl",
            "application/x-ndjson",
            lambda _engine, ruled: questions_file(ruled, scope, "jsonl"),
        )
        draw(
            _("Cleaned set (CSV)"),
            "cleaned.csv",
            "text/csv",
            lambda _engine, ruled: questions_file(ruled, scope, "csv"),
            _(
                "An apostrophe stands before cells that a spreadsheet would run as a formula; the "
                "import takes it off again."
            ),
        )
        draw(
            _("Changes (text)"),
            "changes.txt",
            "text/plain",
            lambda _engine, ruled: changes_text(ruled, scope).encode(),
        )
        draw(
            _("Changes (JSONL)"),
            "changes.jsonl",
            "application/x-ndjson",
            lambda _engine, ruled: b"".join(change_lines(ruled, scope)),
        )
        draw(
            _("Left out (JSONL)"),
            "left_out.jsonl",
            "application/x-ndjson",
            lambda _engine, ruled: b"".join(left_out_lines(ruled, scope)),
        )
        draw(
            _("Every act (JSONL)"),
            "acts.jsonl",
            "application/x-ndjson",
            lambda engine, ruled: b"".join(act_lines(engine, ruled)),
            _("Who did what and when, also what was overridden or taken back."),
        )
