"""A run with few or no usable results: its cause, an example reply, and its repairs."""

import asyncio
from html import escape
from uuid import uuid4

import streamlit as st

from core.errors import DeskError
from core.llm import CallRange, Connection
from core.services.access import Right
from core.services.runs import (
    AnySpec,
    Diagnosis,
    FailedExample,
    Run,
    RunProgress,
    RunRepair,
    RunSpec,
    diagnose,
    estimate_any,
    plan_calls,
    read_spec,
    repaired_spec,
    retry_range,
    start_again,
    try_repair,
)
from pages.components import address, identity
from pages.components.action import action, draw_outcome
from pages.components.app_context import configured_connections, engine, prices, settings
from pages.components.causes import cause_of_run
from pages.components.connections import label_of
from pages.components.html import caption, clip, draw, lang_of, notice
from pages.components.language import N_, _, translate
from pages.components.money import call_count_text
from pages.components.navigation import link
from pages.components.page_state import REPAIR_START
from pages.components.rights import needs
from pages.components.run_progress import connection_of, draw_retry, offline

SHOWN_CHARS = 400
LABELS = {
    RunRepair.WHOLE_TEXT: N_("Restart with the whole novel"),
    RunRepair.AT_POSITION: N_("Restart with the passage at each position"),
    RunRepair.JSON_MODE: N_("Restart with JSON mode"),
}


def draw_failed(run: Run, run_progress: RunProgress) -> None:
    """Draw the cause and the repairs; nothing if most of the run is usable."""
    try:
        spec = read_spec(run.spec)
        connection = connection_of(run)
        diagnosis = diagnose(engine(), run, run_progress, spec, connection)
    except DeskError:  # written by another version; the page reports that elsewhere
        return
    if diagnosis is None:
        return
    with st.container(border=True, key="failed_run"):
        draw(f'<h2 class="desk-cause">{escape(cause_of_run(diagnosis))}</h2>')
        if diagnosis.example is not None and not _is_stop_reason(diagnosis.example, run_progress):
            _draw_example(diagnosis.example)
        _draw_repairs(run, spec, connection, diagnosis)
    draw_outcome()


def _is_stop_reason(example: FailedExample, run_progress: RunProgress) -> bool:
    """Whether the note above, on why the run stopped, already shows the example's error."""
    if example.reply or example.error is None or run_progress.stop_reason is None:
        return False
    return example.error.translate(_) == run_progress.stop_reason.translate(_)


def _draw_example(example: FailedExample) -> None:
    line = _("Line {n}").format(n=example.line)
    if example.reply:
        title = _("Reply to line {n}, attempt {attempt} of {attempts}").format(
            n=example.line, attempt=example.attempts, attempts=example.attempts
        )
        reply = clip(example.reply, SHOWN_CHARS)
        caption(title)
        draw(f'<pre class="desk-reply" {lang_of(reply)}>{escape(reply)}</pre>')
    elif example.error is not None:
        caption(line, example.question)
        draw(f'<pre class="desk-reply">{escape(example.error.translate(_))}</pre>')


def _draw_repairs(
    run: Run, spec: AnySpec, connection: Connection | None, diagnosis: Diagnosis
) -> None:
    calls: CallRange | None = None
    tested: RunSpec | None = None
    with st.container(horizontal=True, vertical_alignment="center"):
        for repair in diagnosis.repairs:
            is_first = repair is diagnosis.repairs[0]
            if repair is RunRepair.RETRY:
                draw_retry(run, diagnosis.failed, kind="primary" if is_first else "secondary")
                calls = calls or retry_range(diagnosis.failed)
            elif repair is RunRepair.OTHER_CONNECTION:
                other_calls = _draw_others(run, spec, is_first=is_first)
                calls = calls or other_calls
            elif connection is not None:
                changed = repaired_spec(spec, repair, connection=connection, prices=prices())
                _draw_start(run, changed, connection, _(LABELS[repair]), is_first=is_first)
                calls = calls or _calls(changed, connection)
                tested = tested or _draw_trial(run, changed, diagnosis.example)
        page = "depth" if spec.kind == "depth" else "runs"
        link(page, _("Change settings"), set=run.set_id)
    if tested is not None and diagnosis.example is not None:
        _draw_tested(run, tested, diagnosis.example)
    if calls is not None:
        caption(call_count_text(calls), _("The question set is unchanged."))


def _draw_trial(run: Run, spec: AnySpec, example: FailedExample | None) -> RunSpec | None:
    """Draw the button that tries the change on one question; return the settings once pressed."""
    if example is None or not isinstance(spec, RunSpec) or offline(run):
        return None
    is_pressed = st.button(
        _("Test with line {n}").format(n=example.line),
        key=f"repair_test_{run.id}",
        **needs(Right.RUN, help=call_count_text(retry_range(1))),
    )
    return spec if is_pressed else None


def _draw_tested(run: Run, spec: RunSpec, example: FailedExample) -> None:
    """Ask one real question with the new settings, and draw a sentence about its reply."""
    trying = try_repair(engine(), settings(), run.id or 0, spec, example.question_id)
    with st.spinner(_("Testing…")):
        try:
            trial = asyncio.run(trying)
        except DeskError as error:
            notice(translate(error))
            return
    if trial.usable:
        tested = _("Tested with line {n} just now: the reply is readable.").format(n=example.line)
        notice(tested, "quiet")
    else:
        why = trial.error.translate(_) if trial.error else ""
        template = _("Tested with line {n} just now: still failing. {error}")
        notice(template.format(n=example.line, error=why), "amber")


def _draw_others(run: Run, spec: AnySpec, *, is_first: bool) -> CallRange | None:
    """Draw the choice of another connection; return the calls that it would take."""
    other_connections = [
        connection for connection in configured_connections() if connection.name != spec.connection
    ]
    if not other_connections:
        link("settings", _("Set up another connection"))
        return None
    if not is_first:
        with st.popover(_("Use another model")):
            return _draw_choice(run, spec, other_connections, is_first=False)
    return _draw_choice(run, spec, other_connections, is_first=True)


def _draw_choice(
    run: Run, spec: AnySpec, other_connections: list[Connection], *, is_first: bool
) -> CallRange:
    connection = st.selectbox(
        _("Model"),
        other_connections,
        format_func=label_of,
        key=f"repair_connection_{run.id}",
        width=320,
    )
    changed = repaired_spec(
        spec, RunRepair.OTHER_CONNECTION, connection=connection, prices=prices()
    )
    label = _("Restart with {name}").format(name=connection.name)
    _draw_start(run, changed, connection, label, is_first=is_first)
    calls = _calls(changed, connection)
    if not is_first:
        caption(call_count_text(calls))
    return calls


def _draw_start(
    run: Run, spec: AnySpec, connection: Connection, label: str, *, is_first: bool
) -> None:
    name = f"{spec.connection}_{'json' if spec.json_mode else 'plain'}_{is_first}"
    action(
        label,
        _start,
        right=Right.RUN,
        key=f"repair_{name}_{run.id}",
        args=(run.id or 0, spec, connection),
        type="primary" if is_first else "secondary",
    )


def _start(run_id: int, spec: AnySpec, connection: Connection) -> None:
    """Start the repaired run; a double press has the same key and starts nothing more."""
    new_id = start_again(
        engine(),
        run_id,
        spec,
        connection,
        created_by=identity.reviewer() or "",
        idempotency_key=REPAIR_START.of(run_id, spec.spec_hash).begin(uuid4().hex),
    )
    address.put_all({"run": new_id, "list": None})


def _calls(spec: AnySpec, connection: Connection) -> CallRange:
    if isinstance(spec, RunSpec):
        return plan_calls(engine(), spec, connection).calls
    return estimate_any(engine(), spec, connection).call_range
