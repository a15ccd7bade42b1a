"""A run at work: progress, speed, time left, cost, and its buttons."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import streamlit as st

from core.errors import DeskError
from core.llm import Connection
from core.services.access import Right
from core.services.runs import (
    Run,
    RunProgress,
    ask_again,
    cancel,
    pause,
    progress,
    resume,
    retry_range,
)
from core.services.runs.starter_runs import RECORDED
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.app_context import configured_connections, engine
from pages.components.html import badges, caption, draw, lang_of, notice
from pages.components.language import _, _n
from pages.components.money import call_count_text, cost_so_far, draw_caps
from pages.components.wording import (
    STATUSES,
    state_badge,
    term_meaning,
    term_name,
)

REFRESH_S = 1.0
ACTIVE = frozenset({"queued", "running"})


@dataclass(frozen=True, slots=True)
class RunControl:
    """An action on a run, and the states that allow it."""

    name: str
    act: Callable[[int], object]
    states: frozenset[str]


def is_under_way(run: Run) -> bool:
    return run.status in ACTIVE


def draw_progress(run: Run) -> RunProgress:
    """Draw the state, and a bar while the run is active; return the progress."""
    run_progress = progress(engine(), run.id or 0)
    badges([state_badge(run_progress.conclusion)])
    draw_bar(run, run_progress)
    return run_progress


def draw_bar(run: Run, run_progress: RunProgress) -> None:
    """Draw the progress bar of an active run."""
    if run_progress.status not in ACTIVE:
        return
    st.progress(
        min(1.0, run_progress.done / run_progress.total) if run_progress.total else 0.0,
        _("{done} of {total} done").format(
            done=f"{run_progress.done:,}", total=f"{run_progress.total:,}"
        ),
    )
    caption(*_pace(run, run_progress))


def _pace(run: Run, run_progress: RunProgress) -> list[str | None]:
    tokens = run_progress.prompt_tokens + run_progress.completion_tokens
    rate = run_progress.items_per_s if run_progress.status in ("running", "done") else None
    return [
        speed_text(rate) if rate else None,
        _("{time} left").format(time=duration(run_progress.eta_s)) if run_progress.eta_s else None,
        _n("{n} call", "{n} calls", run_progress.calls)
        if run_progress.calls and not offline(run)
        else None,
        _("{n} tokens").format(n=f"{tokens:,}") if tokens else None,
        _n("{n} reply reused", "{n} replies reused", run_progress.reused)
        if run_progress.reused
        else None,
        cost_so_far(run) if not offline(run) else None,
    ]


def speed_text(items_per_s: float) -> str:
    """The speed per second, or per minute if it is below one per second."""
    if items_per_s < 1:
        return _("{rate} per minute").format(rate=f"{items_per_s * 60:.1f}")
    return _("{rate} per second").format(rate=f"{items_per_s:.1f}")


def offline(run: Run) -> bool:
    """Whether a run calls no model: recorded replies, or the baseline."""
    connection = connection_of(run)
    return run.spec.get("connection") == RECORDED or (
        connection is not None and connection.kind != "openai"
    )


def answerer(run: Run) -> str:
    """The model that the run asks, in words."""
    spec = run.spec
    if spec.get("imported"):
        return str(spec.get("model") or _("model not named"))
    if spec.get("connection") == RECORDED:
        return _("recorded replies")
    if offline(run):
        return _("offline baseline (no model)")
    return f"{spec.get('connection', '')} · {spec.get('model', '')}"


def started_by(run: Run) -> str:
    return _("sample library") if run.is_sample else run.created_by


def connection_of(run: Run) -> Connection | None:
    """The run's connection; None if it is no longer in connections.toml."""
    try:
        return configured_connections().named(str(run.spec.get("connection", "")))
    except DeskError:
        return None


def duration(seconds: float) -> str:
    minutes, remainder = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{remainder:02}" if hours else f"{minutes}:{remainder:02}"


def draw_run_controls(run: Run, *, failures: int = 0) -> None:
    """Draw the buttons that the run's state allows; `failures`: system errors to retry."""
    controls = [
        RunControl(_("Pause"), lambda id_: pause(engine(), id_), ACTIVE),
        RunControl(
            _("Resume"), lambda id_: resume(engine(), id_), frozenset({"paused", "stopped"})
        ),
        RunControl(
            _("Cancel"),
            lambda id_: cancel(engine(), id_),
            ACTIVE | frozenset({"paused", "stopped"}),
        ),
    ]
    if failures:
        controls.append(retry_control(run, failures))
    with st.container(horizontal=True):
        for index, control in enumerate(controls):
            if run.status in control.states and not run.spec.get("imported"):
                _draw_control(control, run, f"hand_{index}_{run.id}")
    if address.number("run") == run.id:  # on the run's own page only, not in a list
        draw_caps(run)
    draw_outcome()


def _draw_control(control: RunControl, run: Run, key: str, **widget: Any) -> None:
    def apply() -> None:
        control.act(run.id or 0)

    action(control.name, apply, right=Right.RUN, key=key, **widget)


def retry_control(run: Run, failures: int) -> RunControl:
    """The control that retries system errors: of a run's questions, or a depth test's trials."""
    label = (
        _n("Ask {n} failed trial again", "Ask {n} failed trials again", failures)
        if run.kind == "depth"
        else _n("Ask {n} failed question again", "Ask {n} failed questions again", failures)
    )
    return RunControl(
        label,
        lambda id_: ask_again(engine(), id_),
        frozenset({"done", "paused", "stopped"}),
    )


def draw_retry(
    run: Run, failures: int, *, kind: Literal["primary", "secondary", "tertiary"]
) -> None:
    """Draw the button that retries failed items, with the number of calls as its tooltip; it also
    resumes a run that an error stopped.
    """
    retry = retry_control(run, failures)
    if run.status in retry.states and not run.spec.get("imported"):
        calls = None if offline(run) else call_count_text(retry_range(failures))
        _draw_control(retry, run, f"hand_retry_{kind}_{run.id}", type=kind, help=calls)


def draw_run_errors(run_progress: RunProgress) -> None:
    """Draw why the run stopped or paused, and the notices of its first results."""
    if run_progress.stop_reason:
        title = term_name(STATUSES, run_progress.status)
        notice(
            run_progress.stop_reason.translate(_),
            "amber" if run_progress.status == "paused" else "red",
            title=title,
        )
        if sample := str(run_progress.stop_reason.params.get("sample", "")):
            draw(f'<pre class="desk-reply" {lang_of(sample)}>{escape(sample)}</pre>')
    elif run_progress.status == "paused":
        notice(term_meaning(STATUSES, "paused"), "amber")
    for run_notice in run_progress.notices:
        notice(_(str(run_notice["message"])).format(**run_notice.get("params", {})), "amber")
