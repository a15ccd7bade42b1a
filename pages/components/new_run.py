"""A run before it starts: what to ask, whom, how strictly, and what that will cost."""

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
from core.text import AVAILABLE_TOKENIZERS, SIMILARITY_FLOOR, WordRule, guess_language
from core.validation import ContextMode, Placement
from pages.components import address, identity
from pages.components.action import action, draw_outcome
from pages.components.app_context import configured_connections, engine, prices
from pages.components.batch import draw_batch_start
from pages.components.connections import draw_answer, first_model, label_of
from pages.components.html import caption, notice
from pages.components.language import _, _n, translate
from pages.components.money import calls_said, draw_calls, draw_cost
from pages.components.navigation import link
from pages.components.page_state import RUN_START
from pages.components.rates import figure
from pages.components.rights import needs
from pages.components.sample_labels import labelled_title, own_first
from pages.components.wording import (
    CONFIDENCE,
    CONTEXTS,
    REASONS,
    WORDINGS,
    term_label,
    term_meaning,
    term_name,
)

JUDGED_ROWS, JUDGED_CHARS = 20, 2000
"""What is read of a set without a novel to tell its language."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Whom a run can ask: a connection, or a recording that is replayed as one."""

    connection: Connection
    recording_id: int | None = None

    @property
    def label(self) -> str:
        if self.recording_id is not None:
            title = f"#{self.recording_id} {self.connection.model}"
            return _("recorded: {title}").format(title=title)
        return label_of(self.connection)


def draw_new_run() -> None:
    sets = {one.id: one for one in own_first(list_sets(engine()))}
    if not sets:
        notice(_("There is no question set yet. Upload one in the library first."), "quiet")
        link("library", _("Go to the library"))
        return
    asked = address.number("set")
    with st.expander(_("New validation"), expanded=asked is not None or not count_runs(engine())):
        _draw_choices(sets, asked)


def asked_wording() -> WordRule:
    """The rule that the address names, to judge the replies of a run by the other one."""
    asked = st.query_params.get("wording", "")
    return WordRule(asked) if asked in set(WordRule) else WordRule.STRICT


def choose_set(sets: dict[int, SetSummary], asked: int | None, *, key: str) -> SetSummary:
    """`asked`: the one that the address names."""
    ids = list(sets)
    chosen = st.selectbox(
        _("Question set"),
        ids,
        index=ids.index(asked) if asked in ids else 0,
        format_func=lambda id_: f"#{id_} {labelled_title(sets[id_])} ({sets[id_].row_count})",
        key=key,
    )
    return sets[chosen]


def choose_model(connection: Connection, *, key: str) -> str:
    """The connection's own, unless an endpoint is asked for another."""
    if connection.kind != "openai":
        return connection.model
    return st.text_input(
        _("Model name"), connection.model, key=f"{key}_{connection.name}", max_chars=200
    )


def _draw_choices(sets: dict[int, SetSummary], asked: int | None) -> None:
    what, how = st.columns(2, gap="large")
    with what:
        chosen = choose_set(sets, asked, key="run_set")
        if left := chosen.refused_count:
            said = _n(
                "{n} row of its file was left out", "{n} rows of its file were left out", left
            )
            link("library", said, set=chosen.id)
        offered = answerers(chosen.id)
        answerer = st.selectbox(
            _("Model"),
            offered,
            index=first_model([choice.connection for choice in offered]),
            format_func=lambda choice: choice.label,
            key="run_connection",
        )
        model = choose_model(answerer.connection, key="run_model")
        placement = set_placement(engine(), chosen.id)
        context = _choose_context(chosen.id, placement)
    with how:
        similarity = st.slider(
            _("Quote match threshold"),
            SIMILARITY_FLOOR,
            1.0,
            0.8,
            0.01,
            key="run_sim",
        )
        wording = st.segmented_control(
            _("Quote wording"),
            list(WordRule),
            default=asked_wording(),
            format_func=lambda rule: term_name(WORDINGS, rule),
            required=True,
            key="run_wording",
        )
        caption(term_meaning(WORDINGS, wording))
        confidence = st.segmented_control(
            _("Minimum confidence to pass"),
            ["low", "medium", "high"],
            default="medium",
            format_func=lambda level: term_label(CONFIDENCE, level),
            required=True,
            key="run_confidence",
        )
        concurrency = st.number_input(_("Concurrency"), 1, 200, 5, key="run_concurrency")
        tokenizer = st.selectbox(
            _("Tokeniser for positions"),
            AVAILABLE_TOKENIZERS,
            index=AVAILABLE_TOKENIZERS.index(chosen.tokenizer),
            key=f"run_tokenizer_{chosen.id}",
        )
    try:
        price = prices().of(answerer.connection.asking(model))
    except DeskError as error:
        notice(translate(error))
        return
    spec = new_spec(
        PromptTemplateManager(),
        set_id=chosen.id,
        connection="recorded" if answerer.recording_id else answerer.connection.name,
        model=model,
        recording_id=answerer.recording_id,
        reply_format=remembered_format(engine(), answerer.connection.asking(model)),
        language=prompt_language(chosen),
        tokenizer=tokenizer,
        context_mode=context,
        similarity_threshold=similarity,
        confidence_threshold=confidence,
        wording=wording,
        concurrency=concurrency,
        price=price,
    )
    if answerer.connection.kind == "openai":
        spec = _draw_reuse(spec)
    refused = _refused(spec)
    if refused is not None:
        notice(translate(refused))
    else:
        _draw_calls(spec, answerer.connection)
    _draw_buttons(spec, answerer, f"{chosen.title} · {model}", disabled=refused is not None)


def _choose_context(set_id: int, placement: Placement) -> ContextMode:
    """Only what at least one question can be asked with; what would be skipped is said."""
    if not placement.positioned and not placement.unplaced:
        caption(_("Every question has its own text."))
        return placement.default_mode
    context = st.segmented_control(
        _("Text given to the model"),
        placement.modes,
        default=placement.default_mode,
        format_func=lambda mode: term_label(CONTEXTS, mode),
        required=True,
        key=f"run_context_{set_id}",
    )
    if placement.unplaced:
        _draw_unplaced(set_id, placement, context)
    return context


def _draw_unplaced(set_id: int, placement: Placement, context: ContextMode) -> None:
    """How many questions have no position, what that means for the run, and where they get one."""
    n, total = placement.unplaced, f"{placement.total:,}"
    if context is ContextMode.POSITION:
        said = _n(
            "{n} of {total} questions has no position and would be skipped. Choose the whole "
            "novel, or find its position first.",
            "{n} of {total} questions have no position and would be skipped. Choose the whole "
            "novel, or find their positions first.",
            n,
            total=total,
        )
        notice(said, "amber")
    else:
        said = _n(
            "{n} of {total} questions has no position. The model reads the whole novel for every "
            "question.",
            "{n} of {total} questions have no position. The model reads the whole novel for every "
            "question.",
            n,
            total=total,
        )
        caption(said)
    link("library", _("Find positions in the library"), set=set_id)


def _refused(spec: RunSpec) -> DeskError | None:
    """Why the run cannot be started: it would skip every question."""
    try:
        with st.spinner(_("Reading…")):
            require_askable(engine(), spec)
    except DeskError as error:
        return error
    return None


def _draw_reuse(spec: RunSpec) -> RunSpec:
    """What earlier runs paid for already need not be paid again."""
    again = st.toggle(_("Ignore stored replies and ask again"), key="run_again")
    return spec.model_copy(update={"reuse_replies": not again})


def _draw_calls(spec: RunSpec, connection: Connection) -> None:
    """How many calls the run takes, and what it skips."""
    plan = plan_calls(engine(), spec, connection)
    reused = _n(
        "{n} question reuses a stored reply at no cost.",
        "{n} questions reuse stored replies at no cost.",
        plan.reused,
    )
    caption(
        calls_said(plan.calls) if connection.kind == "openai" else None,
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
        ModelChoice(Connection(name="recorded", kind="recorded", model=one.title), one.id)
        for one in list_recordings(engine(), set_id)
    ]
    return [*(ModelChoice(one) for one in configured_connections()), *recorded]


@st.cache_resource(max_entries=256, show_spinner=False)
def _language_of(source_id: int) -> Literal["en", "zh"]:
    return "zh" if get_source(engine(), source_id).language == "zh" else "en"


@st.cache_resource(max_entries=256, show_spinner=False)
def _language_of_rows(set_id: int) -> Literal["en", "zh"]:
    """Of the first rows, where no novel says it."""
    rows = [row.question for row in set_questions(engine(), set_id, limit=JUDGED_ROWS)]
    said = "\n".join(row.question + (row.context or "")[:JUDGED_CHARS] for row in rows)
    return "zh" if guess_language(said) == "zh" else "en"


def prompt_language(chosen: SetSummary) -> Literal["en", "zh"]:
    return _language_of(chosen.source_id) if chosen.source_id else _language_of_rows(chosen.id)


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
            seen = estimate(engine(), spec, connection)
        except DeskError as error:
            notice(translate(error))
            return
    calls, sent, back, cost = st.columns(4)
    with calls:
        draw_calls(seen.call_range)
    with sent:
        figure(_("Tokens sent"), f"{seen.prompt_tokens:,}")
    with back:
        figure(_("Tokens received, up to"), f"{seen.max_completion_tokens:,}")
    with cost:
        usage = Usage(seen.prompt_tokens, seen.max_completion_tokens)
        draw_cost(usage, spec.price, seen.call_range)
    for note in seen.notes:
        caption(note.worded(_))


def _start(spec: RunSpec, connection: Connection, title: str) -> None:
    """Start the run and open it; a double press comes with the same key and starts nothing more."""
    run_id = start(
        engine(),
        spec,
        title=title,
        created_by=identity.reviewer() or "",
        idempotency_key=RUN_START.begin(uuid4().hex),
        estimate=estimate(engine(), spec, connection),
    )
    address.put_all({"set": None, "run": run_id})
