"""The result of a run as one bar, and its four numbers, each with its next step."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import streamlit as st

from core.services.results import RunCounts
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


def outcome_label(outcome: str) -> str:
    return {
        "passed": _("Passed"),
        "flagged": _("Flagged"),
        "failed": _("Failed to evaluate"),
        "skipped": _("Skipped"),
    }[outcome]


def count_text(outcome: str, n: int) -> str:
    """`17 flagged`"""
    return {
        "passed": _("{n} passed"),
        "flagged": _("{n} flagged"),
        "failed": _("{n} failed to evaluate"),
        "skipped": _("{n} skipped"),
    }[outcome].format(n=f"{n:,}")


def draw_outcome_bar(parts: dict[str, int], total: int) -> None:
    """Draw one bar, with its numbers for screen readers; what is still to be asked stays empty."""
    numbers = _(", ").join(count_text(name, n) for name, n in parts.items())
    label = _n("{n} question: {parts}", "{n} questions: {parts}", total, parts=numbers)
    bar_html = "".join(
        f'<i class="{name}" style="flex-grow:{n}"></i>' for name, n in parts.items() if n
    )
    n_pending = total - sum(parts.values())
    if n_pending > 0:
        bar_html += f'<i class="rest" style="flex-grow:{n_pending}"></i>'
    draw(f'<div class="desk-strip" role="img" aria-label="{escape(label)}">{bar_html}</div>')


def draw_outcomes(run: Run, counts: RunCounts, *, left: int, retry: bool) -> None:
    """Draw the bar and the four numbers. `left`: flagged questions without a decision; `retry`: the
    failed ones can be asked again.
    """
    parts = outcomes_of(counts)
    draw_outcome_bar(parts, run.total)
    run_id = run.id or 0
    with st.container(horizontal=True, key="run_outcomes", gap="large"):
        with _number(run_id, "passed", parts["passed"]):
            if parts["passed"]:
                rate_texts = (
                    pass_rate_text(counts.pass_rate),
                    "" if is_under_way(run) else run_interval(run_id, counts.pass_rate),
                )
                draw(f"<p>{escape(' · '.join(filter(None, rate_texts)))}</p>")
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
    name = escape(outcome_label(outcome))
    with st.container(width="content", gap=None, key=f"outcome_{outcome}"):
        draw(f'<div class="desk-outcome"><i class="{outcome}"></i>{name}</div>')
        if not n:
            draw('<div class="desk-outcome-none">0</div>')
        elif outcome in ("passed", "flagged"):
            view = QueueView.PASSED if outcome == "passed" else QueueView.FLAGGED
            either = DecisionFilter.EITHER.value
            link("questions", f"{n:,}", run=run_id, show=view.value, state=either)
        else:
            link("runs", f"{n:,}", run=run_id, list=outcome)
        yield


def _draw_left(run_id: int, flagged: int, left: int) -> None:
    decided = flagged - left
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if decided:
            reviewed_text = _("{n} reviewed").format(n=f"{decided:,}")
            draw(f"<p>{escape(reviewed_text)}</p>")
        if left:
            link("review", _("{n} to review").format(n=f"{left:,}"), run=run_id)


def _draw_reasons(reasons: dict[str, int]) -> None:
    """Draw the reasons with their numbers; a single reason needs none."""
    named = [
        term_name(REASONS, reason) + (f" {n:,}" if len(reasons) > 1 else "")
        for reason, n in reasons.items()
    ]
    draw(f"<p>{escape(' · '.join(named))}</p>")
