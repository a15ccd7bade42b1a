"""The result of a run as one bar, and its four numbers, each with its next step."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import streamlit as st

from core.services.results.counts import RunCounts
from core.services.review import DecisionFilter, QueueView
from core.services.runs import Run
from pages.components.html import draw
from pages.components.language import _
from pages.components.navigation import link
from pages.components.rates import interval, percent
from pages.components.run_progress import draw_retry
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


def draw_bar_of(parts: dict[str, int], total: int) -> None:
    """One bar that says its numbers to who cannot see it; what is not asked yet stays empty."""
    told = [_("{n} {what}").format(n=f"{n:,}", what=name_of(name)) for name, n in parts.items()]
    label = _("{total} questions: {parts}").format(total=f"{total:,}", parts=_(", ").join(told))
    drawn = "".join(
        f'<i class="{name}" style="flex-grow:{n}"></i>' for name, n in parts.items() if n
    )
    rest = total - sum(parts.values())
    if rest > 0:
        drawn += f'<i class="rest" style="flex-grow:{rest}"></i>'
    draw(f'<div class="desk-strip" role="img" aria-label="{escape(label)}">{drawn}</div>')


def draw_outcomes(run: Run, counts: RunCounts, *, left: int) -> None:
    """`left` of the flagged questions wait for a decision."""
    parts = outcomes_of(counts)
    draw_bar_of(parts, run.total)
    run_id = run.id or 0
    with st.container(horizontal=True, key="run_outcomes", gap="large"):
        with _number(run_id, "passed", parts["passed"]):
            if parts["passed"]:
                rate = percent(counts.pass_rate.value)
                draw(f"<p><b>{escape(rate)}</b> {escape(interval(counts.pass_rate))}</p>")
        with _number(run_id, "flagged", parts["flagged"]):
            if parts["flagged"]:
                _draw_left(run_id, parts["flagged"], left)
        with _number(run_id, "failed", parts["failed"]):
            if parts["failed"]:
                _draw_reasons(counts.infrastructure)
                draw_retry(run, parts["failed"], kind="tertiary")
        with _number(run_id, "skipped", parts["skipped"]):
            if parts["skipped"]:
                _draw_reasons(counts.skipped)


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
    decided = _("{n} decided").format(n=f"{flagged - left:,}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        draw(f"<p>{escape(decided)}</p>")
        if left:
            link("review", _("{n} to review").format(n=f"{left:,}"), run=run_id)


def _draw_reasons(reasons: dict[str, int]) -> None:
    told = [
        _("{n} {what}").format(n=f"{n:,}", what=term_name(REASONS, reason))
        for reason, n in reasons.items()
    ]
    draw(f"<p>{escape(_(', ').join(told))}</p>")
