"""The result of a run as one bar, and its four numbers, each with its next step."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import streamlit as st

from core.services.results.counts import RunCounts
from core.services.review import DecisionFilter, QueueView
from core.services.runs import Run
from core.validation import SkipReason
from pages.components.action import draw_outcome
from pages.components.html import draw
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.rates import pass_rate_text, run_interval
from pages.components.run_progress import draw_retry, is_under_way
from pages.components.wording import REASONS, term_name

NAMES = ("passed", "flagged", "failed", "skipped")


def outcomes_of(counts: RunCounts) -> dict[str, int]:
    return {
        "passed": counts.passed,
        "flagged": counts.failed,
        "failed": counts.infrastructure.total(),
        "skipped": counts.skipped.total(),
    }


def name_of(outcome: str) -> str:
    return {
        "passed": _("Passed"),
        "flagged": _("Flagged"),
        "failed": _("Failed to evaluate"),
        "skipped": _("Skipped"),
    }[outcome]


def counted(outcome: str, n: int) -> str:
    """`17 flagged`"""
    return {
        "passed": _("{n} passed"),
        "flagged": _("{n} flagged"),
        "failed": _("{n} failed to evaluate"),
        "skipped": _("{n} skipped"),
    }[outcome].format(n=f"{n:,}")


def draw_bar_of(parts: dict[str, int], total: int) -> None:
    """One bar that says its numbers to who cannot see it; what is not asked yet stays empty."""
    numbers = _(", ").join(counted(name, n) for name, n in parts.items())
    label = _n("{n} question: {parts}", "{n} questions: {parts}", total, parts=numbers)
    drawn = "".join(
        f'<i class="{name}" style="flex-grow:{n}"></i>' for name, n in parts.items() if n
    )
    rest = total - sum(parts.values())
    if rest > 0:
        drawn += f'<i class="rest" style="flex-grow:{rest}"></i>'
    draw(f'<div class="desk-strip" role="img" aria-label="{escape(label)}">{drawn}</div>')


def draw_outcomes(run: Run, counts: RunCounts, *, left: int, retry: bool) -> None:
    """`left` of the flagged questions wait for a decision; with `retry` the failed can be asked
    again.
    """
    parts = outcomes_of(counts)
    draw_bar_of(parts, run.total)
    run_id = run.id or 0
    with st.container(horizontal=True, key="run_outcomes", gap="large"):
        with _number(run_id, "passed", parts["passed"]):
            if parts["passed"]:
                said = (
                    pass_rate_text(counts.pass_rate),
                    "" if is_under_way(run) else run_interval(run_id, counts.pass_rate),
                )
                draw(f"<p>{escape(' · '.join(filter(None, said)))}</p>")
        with _number(run_id, "flagged", parts["flagged"]):
            if parts["flagged"]:
                _draw_left(run_id, parts["flagged"], left)
        with _number(run_id, "failed", parts["failed"]):
            if parts["failed"]:
                with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                    _draw_reasons(counts.infrastructure)
                    if retry:
                        draw_retry(run, parts["failed"], kind="tertiary")
        with _number(run_id, "skipped", parts["skipped"]):
            if parts["skipped"]:
                with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                    _draw_reasons(counts.skipped)
                    if counts.skipped.get(SkipReason.NO_POSITION):
                        link("library", _("Find positions"), set=run.set_id)
    draw_outcome()


@contextmanager
def _number(run_id: int, outcome: str, n: int) -> Iterator[None]:
    """The outcome's name and its number, which leads to the questions it counts."""
    name = escape(name_of(outcome))
    with st.container(width="content", gap=None, key=f"outcome_{outcome}"):
        draw(f'<div class="desk-outcome"><i class="{outcome}"></i>{name}</div>')
        if not n:
            draw('<div class="desk-outcome-none">0</div>')
        elif outcome in ("passed", "flagged"):
            shown = QueueView.PASSED if outcome == "passed" else QueueView.FLAGGED
            either = DecisionFilter.EITHER.value
            link("questions", f"{n:,}", run=run_id, show=shown.value, state=either)
        else:
            link("runs", f"{n:,}", run=run_id, list=outcome)
        yield


def _draw_left(run_id: int, flagged: int, left: int) -> None:
    decided = flagged - left
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if decided:
            said = _("{n} reviewed").format(n=f"{decided:,}")
            draw(f"<p>{escape(said)}</p>")
        if left:
            link("review", _("{n} to review").format(n=f"{left:,}"), run=run_id)


def _draw_reasons(reasons: dict[str, int]) -> None:
    """A single reason needs no number of its own."""
    named = [
        term_name(REASONS, reason) + (f" {n:,}" if len(reasons) > 1 else "")
        for reason, n in reasons.items()
    ]
    draw(f"<p>{escape(' · '.join(named))}</p>")
