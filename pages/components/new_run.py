"""The form of a new run: questions, model, thresholds, and the cost."""

from dataclasses import dataclass
from typing import Literal
from uuid import uuid4

import streamlit as st

from core.errors import DeskError
from core.llm import Connection, PromptTemplateManager, Usage
from core.services.access import Right
from core.services.library import (
    SetSummary,
    get_source,
    list_recordings,
    list_sets,
    set_placement,
    set_questions,
)
from core.services.runs import (
    RunSpec,
    count_runs,
    estimate,
    new_spec,
    plan_calls,
    remembered_format,
    require_askable,
    start,
)
from core.text import guess_language
from pages.components import address, identity
from pages.components.action import action, draw_outcome
from pages.components.app_context import configured_connections, engine, prices
from pages.components.batch import draw_batch_start
from pages.components.connections import draw_answer, first_model, label_of
from pages.components.html import caption, notice
from pages.components.language import _, _n, translate
from pages.components.money import call_count_text, draw_calls, draw_cost
from pages.components.navigation import link
from pages.components.page_state import RUN_START
from pages.components.rates import figure
from pages.components.rights import needs
from pages.components.run_settings import choose_context, draw_settings
from pages.components.sample_labels import labelled_title, own_first
from pages.components.wording import (
    REASONS,
    term_name,
)

SAMPLE_ROWS, SAMPLE_CHARS = 20, 2000
"""Rows, and characters of each context, read to guess the language of a set without a novel."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A connection, or a recording that is replayed as one."""

    connection: Connection
    recording_id: int | None = None

    @property
    def label(self) -> str:
        if self.recording_id is not None:
            title = f"#{self.recording_id} {self.connection.model}"
            return _("recorded: {title}").format(title=title)
        return label_of(self.connection)


def draw_new_run() -> None:
    sets = {question_set.id: question_set for question_set in own_first(list_sets(engine()))}
    if not sets:
        notice(_("There is no question set yet. Upload one in the library first."), "quiet")
        link("library", _("Go to the library"))
        return
    set_id = address.number("set")
    address.demand("set", {str(id_) for id_ in sets})  # no other set is begun with in its place
    with st.expander(_("New validation"), expanded=set_id is not None or not count_runs(engine())):
        _draw_choices(sets, set_id)


def choose_set(sets: dict[int, SetSummary], set_id: int | None, *, key: str) -> SetSummary:
    """Draw the choice of a question set; `set_id` is the one in the address."""
    ids = list(sets)
    selected_id = st.selectbox(
        _("Question set"),
        ids,
        index=ids.index(set_id) if set_id in ids else 0,
        format_func=lambda id_: f"#{id_} {labelled_title(sets[id_])} ({sets[id_].row_count})",
        key=key,
    )
    return sets[selected_id]


def choose_model(connection: Connection, *, key: str) -> str:
    """The connection's model; for an endpoint draw a field to enter another."""
    if connection.kind != "openai":
        return connection.model
    return st.text_input(
        _("Model name"), connection.model, key=f"{key}_{connection.name}", max_chars=200
    )


def _draw_choices(sets: dict[int, SetSummary], set_id: int | None) -> None:
    question_column, settings_column = st.columns(2, gap="large")
    with question_column:
        question_set = choose_set(sets, set_id, key="run_set")
        if refused_rows := question_set.refused_count:
            label = _n(
                "{n} row of its file was left out",
                "{n} rows of its file were left out",
                refused_rows,
            )
            link("library", label, set=question_set.id)
        choices = answerers(question_set.id)
        answerer = st.selectbox(
            _("Model"),
            choices,
            index=first_model([choice.connection for choice in choices]),
            format_func=lambda choice: choice.label,
            key="run_connection",
        )
        model = choose_model(answerer.connection, key="run_model")
        placement = set_placement(engine(), question_set.id)
        context = choose_context(question_set.id, placement)
    with settings_column:
        settings = draw_settings(question_set)
    try:
        price = prices().of(answerer.connection.asking(model))
    except DeskError as error:
        notice(translate(error))
        return
    spec = new_spec(
        PromptTemplateManager(),
        set_id=question_set.id,
        connection="recorded" if answerer.recording_id else answerer.connection.name,
        model=model,
        recording_id=answerer.recording_id,
        reply_format=remembered_format(engine(), answerer.connection.asking(model)),
        language=prompt_language(question_set),
        context_mode=context,
        price=price,
        **settings,
    )
    if answerer.connection.kind == "openai":
        spec = _draw_reuse(spec)
    refused = _refused(spec)
    if refused is not None:
        notice(translate(refused))
    else:
        _draw_calls(spec, answerer.connection)
    _draw_buttons(spec, answerer, f"{question_set.title} · {model}", disabled=refused is not None)


def _refused(spec: RunSpec) -> DeskError | None:
    """Why the run cannot be started: it would skip every question."""
    try:
        with st.spinner(_("Reading…")):
            require_askable(engine(), spec)
    except DeskError as error:
        return error
    return None


def _draw_reuse(spec: RunSpec) -> RunSpec:
    """Draw the choice whether to reuse stored replies."""
    ignore_stored = st.toggle(_("Ignore stored replies and ask again"), key="run_again")
    return spec.model_copy(update={"reuse_replies": not ignore_stored})


def _draw_calls(spec: RunSpec, connection: Connection) -> None:
    """Draw how many calls the run takes, and what it skips."""
    plan = plan_calls(engine(), spec, connection)
    reused = _n(
        "{n} question reuses a stored reply at no cost.",
        "{n} questions reuse stored replies at no cost.",
        plan.reused,
    )
    caption(
        call_count_text(plan.calls) if connection.kind == "openai" else None,
        reused if plan.reused else None,
        *(
            _n(
                "{n} question skipped: {reason}",
                "{n} questions skipped: {reason}",
                n,
                reason=term_name(REASONS, reason),
            )
            for reason, n in plan.skipped.items()
        ),
    )


def answerers(set_id: int) -> list[ModelChoice]:
    recorded = [
        ModelChoice(
            Connection(name="recorded", kind="recorded", model=recording.title), recording.id
        )
        for recording in list_recordings(engine(), set_id)
    ]
    return [*(ModelChoice(connection) for connection in configured_connections()), *recorded]


@st.cache_resource(max_entries=256, show_spinner=False)
def _language_of(source_id: int) -> Literal["en", "zh"]:
    return "zh" if get_source(engine(), source_id).language == "zh" else "en"


@st.cache_resource(max_entries=256, show_spinner=False)
def _language_of_rows(set_id: int) -> Literal["en", "zh"]:
    """The language of the first rows, for a set without a novel."""
    rows = [row.question for row in set_questions(engine(), set_id, limit=SAMPLE_ROWS)]
    sample_text = "\n".join(row.question + (row.context or "")[:SAMPLE_CHARS] for row in rows)
    return "zh" if guess_language(sample_text) == "zh" else "en"


def prompt_language(question_set: SetSummary) -> Literal["en", "zh"]:
    return (
        _language_of(question_set.source_id)
        if question_set.source_id
        else _language_of_rows(question_set.id)
    )


def _draw_buttons(spec: RunSpec, answerer: ModelChoice, title: str, *, disabled: bool) -> None:
    answer = st.container()
    with st.container(horizontal=True, vertical_alignment="center"):
        tested = st.button(_("Test connection"), key="run_test", **needs(Right.RUN))
        estimated = st.button(_("Estimate cost"), key="run_estimate")
        action(
            _("Start validation"),
            _start,
            right=Right.RUN,
            key="run_start",
            args=(spec, answerer.connection, title),
            as_drawn=True,
            disabled=disabled,
            type="primary",
        )
        draw_batch_start(
            _start,
            (spec.as_batch(), answerer.connection, title),
            answerer.connection,
            key="run_start_batch",
            disabled=disabled,
        )
    draw_outcome()
    RUN_START.clear()
    with answer:
        if tested:
            draw_answer(answerer.connection)
        if estimated:
            _draw_estimate(spec, answerer.connection)


def _draw_estimate(spec: RunSpec, connection: Connection) -> None:
    with st.spinner(_("Counting…")):
        try:
            cost_estimate = estimate(engine(), spec, connection)
        except DeskError as error:
            notice(translate(error))
            return
    calls_column, sent_column, received_column, cost_column = st.columns(4)
    with calls_column:
        draw_calls(cost_estimate.call_range)
    with sent_column:
        figure(_("Tokens sent"), f"{cost_estimate.prompt_tokens:,}")
    with received_column:
        figure(_("Tokens received, up to"), f"{cost_estimate.max_completion_tokens:,}")
    with cost_column:
        usage = Usage(cost_estimate.prompt_tokens, cost_estimate.max_completion_tokens)
        draw_cost(usage, spec.price, cost_estimate.call_range)
    for note in cost_estimate.notes:
        caption(note.translate(_))


def _start(spec: RunSpec, connection: Connection, title: str) -> None:
    """Start the run and open it; a double press has the same key and starts nothing more."""
    run_id = start(
        engine(),
        spec,
        title=title,
        created_by=identity.reviewer() or "",
        idempotency_key=RUN_START.begin(uuid4().hex),
        estimate=estimate(engine(), spec, connection),
    )
    address.put_all({"set": None, "run": run_id})
