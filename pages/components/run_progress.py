"""A run while it works: progress, speed, time left, cost, and the hands on it."""

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
from pages.components.money import calls_said, cost_so_far, draw_caps
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
    """Something a person can do to a run, and the states it can be done in."""

    name: str
    act: Callable[[int], object]
    states: frozenset[str]


def is_under_way(run: Run) -> bool:
    return run.status in ACTIVE


def draw_progress(run: Run) -> RunProgress:
    """The state, and a bar with the pace where there is still something to do; returns what was
    read.
    """
    now = progress(engine(), run.id or 0)
    badges([state_badge(now.conclusion)])
    draw_bar(run, now)
    return now


def draw_bar(run: Run, now: RunProgress) -> None:
    """How far a run is, while it moves."""
    if now.status not in ACTIVE:
        return
    st.progress(
        min(1.0, now.done / now.total) if now.total else 0.0,
        _("{done} of {total} done").format(done=f"{now.done:,}", total=f"{now.total:,}"),
    )
    caption(*_pace(run, now))


def _pace(run: Run, now: RunProgress) -> list[str | None]:
    tokens = now.prompt_tokens + now.completion_tokens
    rate = now.items_per_s if now.status in ("running", "done") else None
    return [
        rate_said(rate) if rate else None,
        _("{time} left").format(time=duration(now.eta_s)) if now.eta_s else None,
        _n("{n} call", "{n} calls", now.calls) if now.calls and not offline(run) else None,
        _("{n} tokens").format(n=f"{tokens:,}") if tokens else None,
        _n("{n} reply reused", "{n} replies reused", now.reused) if now.reused else None,
        cost_so_far(run) if not offline(run) else None,
    ]


def rate_said(items_per_s: float) -> str:
    """By the minute where a second is too short to say anything."""
    if items_per_s < 1:
        return _("{rate} per minute").format(rate=f"{items_per_s * 60:.1f}")
    return _("{rate} per second").format(rate=f"{items_per_s:.1f}")


def offline(run: Run) -> bool:
    """True when nothing is called: recorded replies, or the baseline."""
    connection = connection_of(run)
    return run.spec.get("connection") == RECORDED or (
        connection is not None and connection.kind != "openai"
    )


def answerer(run: Run) -> str:
    """Whom the run asks, in words."""
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
    """None when connections.toml does not name it any more."""
    try:
        return configured_connections().named(str(run.spec.get("connection", "")))
    except DeskError:
        return None


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def draw_run_controls(run: Run, *, failures: int = 0) -> None:
    """The buttons that make sense in the run's state."""
    hands = [
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
        hands.append(retry_control(run, failures))
    with st.container(horizontal=True):
        for place, hand in enumerate(hands):
            if run.status in hand.states and not run.spec.get("imported"):
                _draw_hand(hand, run, f"hand_{place}_{run.id}")
    if address.number("run") == run.id:  # in a list of runs they would be too much
        draw_caps(run)
    draw_outcome()


def _draw_hand(hand: RunControl, run: Run, key: str, **widget: Any) -> None:
    def do() -> None:
        hand.act(run.id or 0)

    action(hand.name, do, right=Right.RUN, key=key, **widget)


def retry_control(run: Run, failures: int) -> RunControl:
    """Ask again what the machinery failed: a run's questions, a depth test's trials."""
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
    """The button that asks failed items again, with the calls that takes as its tooltip. A run that
    an error stopped goes on with it.
    """
    retry = retry_control(run, failures)
    if run.status in retry.states and not run.spec.get("imported"):
        calls = None if offline(run) else calls_said(retry_range(failures))
        _draw_hand(retry, run, f"hand_retry_{kind}_{run.id}", type=kind, help=calls)


def draw_run_errors(now: RunProgress) -> None:
    """Why the run stopped, and what its first results say about the pairing."""
    if now.stop_reason:
        title = term_name(STATUSES, now.status)
        notice(now.stop_reason.worded(_), "amber" if now.status == "paused" else "red", title=title)
        if sample := str(now.stop_reason.params.get("sample", "")):
            draw(f'<pre class="desk-reply" {lang_of(sample)}>{escape(sample)}</pre>')
    elif now.status == "paused":
        notice(term_meaning(STATUSES, "paused"), "amber")
    for said in now.notices:
        notice(_(str(said["message"])).format(**said.get("params", {})), "amber")
