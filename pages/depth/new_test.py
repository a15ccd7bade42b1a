"""The form of a new depth test: questions, lengths, depths, model and cost."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import streamlit as st
from pydantic import ValidationError

from core.depth import FILLERS as FILLER_NAMES
from core.depth import PADDING, Control, DepthMode
from core.errors import DeskError, InputError
from core.llm import Connection, Price, PromptTemplateManager
from core.services.access import Right
from core.services.library import SetSummary, list_sets, positioned_sets
from core.services.runs import (
    DepthEstimate,
    DepthSpec,
    conclusions,
    count_runs,
    list_runs,
    new_depth_spec,
    newest_with_evidence,
    novel_length,
    remembered_format,
    start,
)
from core.text import AVAILABLE_TOKENIZERS
from pages.components import address, identity
from pages.components.action import action, draw_outcome
from pages.components.app_context import configured_connections, engine, prices
from pages.components.batch import draw_batch_start
from pages.components.connections import draw_answer, first_model, label_of
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.money import cost_cap_label
from pages.components.navigation import link
from pages.components.new_run import choose_model, choose_set, prompt_language
from pages.components.page_state import (
    DEPTH_CONTROLS,
    DEPTH_LENGTHS,
    DEPTH_MODE,
    DEPTH_REPEATS,
    DEPTH_START,
)
from pages.components.rights import needs
from pages.components.sample_labels import own_first
from pages.components.wording import run_label, term_meaning, term_name
from pages.depth.estimate import draw_estimate
from pages.depth.presets import choose_preset
from pages.depth.wording import CONTROLS, FILLERS, MODES

LENGTHS = ("1K", "2K", "4K", "8K", "16K", "32K", "64K", "128K", "200K")
_LENGTH = re.compile(r"\s*(\d[\d,]*(?:\.\d+)?)\s*([kKmM]?)\s*")
_TIMES = {"": 1, "k": 1_000, "m": 1_000_000}


def parse_token_count(text: str) -> int:
    """Read 8K, 8000 or 8,000 as a number of tokens. Raises InputError for anything else."""
    match = _LENGTH.fullmatch(text)
    number = float(match[1].replace(",", "")) * _TIMES[match[2].lower()] if match else 0.0
    if number < 1 or not number.is_integer():
        raise InputError(
            "{length} is not a context length. Enter a number of tokens, such as 6000 or 6K.",
            length=text,
        )
    return int(number)


def draw_new_depth() -> None:
    positioned = positioned_sets(engine())
    every = own_first(list_sets(engine()))
    listed = [question_set for question_set in every if question_set.source_id is not None]
    # Sets with positions first: without them, only a validation can tell where the evidence is.
    sets = {
        question_set.id: question_set
        for question_set in sorted(
            listed, key=lambda question_set: question_set.id not in positioned
        )
    }
    if not sets:
        notice(
            _("There is no question set with a novel. Upload one in the library first."),
            "quiet",
        )
        link("library", _("Go to the library"))
        return
    set_id = address.number("set")
    address.demand("set", {str(question_set.id) for question_set in every})
    if set_id is not None and set_id not in sets:
        notice(_("This question set has no novel. Choose one that has."))
    is_expanded = set_id is not None or not count_runs(engine(), "depth")
    with st.expander(_("New depth test"), expanded=is_expanded):
        _draw_choices(sets, set_id)


def _draw_choices(sets: dict[int, SetSummary], set_id: int | None) -> None:
    """Draw the question set, the model, the size of the test, and the Advanced settings."""
    question_column, model_column = st.columns(2, gap="large")
    with question_column:
        question_set = choose_set(sets, set_id, key="depth_set")
    with model_column:
        connections = list(configured_connections())
        connection = st.selectbox(
            _("Model"),
            connections,
            index=first_model(connections),
            format_func=label_of,
            key="depth_connection",
        )
        model = choose_model(connection, key="depth_model")
        connection = connection.asking(model)
    choose_preset(_novel_tokens(question_set), question_set.id)
    try:
        price = prices().of(connection)
        with st.expander(_("Advanced")):
            placement_column, settings = st.columns(2, gap="large")
            with placement_column:
                placement = _draw_places()
                placement["controls"] = tuple(_draw_controls())
            with settings:
                options = _draw_settings(question_set, price)
        spec = new_depth_spec(
            PromptTemplateManager(),
            set_id=question_set.id,
            connection=connection.name,
            model=model,
            reply_format=remembered_format(engine(), connection.asking(model)),
            price=price,
            language=prompt_language(question_set),
            context_lengths=_lengths(placement.pop("lengths")),
            **placement,
            **options,
        )
    except DeskError as error:
        notice(translate(error))
        return
    except ValidationError as error:
        notice(str(error.errors()[0]["msg"]))
        return
    _draw_buttons(spec, connection, f"{question_set.title} · {model}")


def _novel_tokens(question_set: SetSummary) -> int:
    """Tokens of the set's novel, 0 if it was deleted."""
    try:
        return novel_length(engine(), question_set.id)
    except DeskError:
        return 0


def _draw_places() -> dict[str, Any]:
    """Draw the choice of lengths and depths."""
    lengths = st.multiselect(
        _("Context lengths in tokens"),
        LENGTHS,
        accept_new_options=True,
        select_all=False,
        key=DEPTH_LENGTHS.name,
        placeholder=_("Choose lengths, or enter your own (such as 6000)"),
    )
    mode = st.pills(
        _("Depths"),
        list(MODES),
        format_func=lambda mode: term_name(MODES, mode),
        required=True,
        key=DEPTH_MODE.name,
    )
    caption(term_meaning(MODES, mode or DepthMode.CROSSED))
    fixed = None
    if mode == DepthMode.FIXED:
        fixed = st.slider(_("Depth of the evidence"), 0, 100, 50, 5, "%d %%", key="depth_fixed")
    return {
        "lengths": lengths,
        "depth_mode": mode,
        "fixed_depth": None if fixed is None else fixed / 100,
    }


def _draw_controls() -> Sequence[Control]:
    selected_controls = st.pills(
        _("Controls"),
        list(CONTROLS),
        selection_mode="multi",
        format_func=lambda control: term_name(CONTROLS, control),
        key=DEPTH_CONTROLS.name,
        help="\n".join(
            "- "
            + _("{name}: {value}").format(
                name=term_name(CONTROLS, control), value=term_meaning(CONTROLS, control)
            )
            for control in CONTROLS
        ),
    )
    return [Control(control) for control in CONTROLS if control in selected_controls]


def _draw_settings(question_set: SetSummary, price: Price | None) -> dict[str, Any]:
    filler = st.pills(
        _("Text around the evidence"),
        list(FILLER_NAMES),
        default=FILLER_NAMES[0],
        format_func=lambda filler_name: term_name(FILLERS, filler_name),
        required=True,
        key="depth_filler",
    )
    caption(term_meaning(FILLERS, filler))
    first, second, third = st.columns(3)
    padding = first.number_input(
        _("Padding in tokens"), 0, 100_000, PADDING, 50, key="depth_padding"
    )
    repeats = second.number_input(_("Repetitions per question"), 1, 100, key=DEPTH_REPEATS.name)
    seed = third.number_input(_("Seed"), 0, 2**31 - 1, 0, key="depth_seed")
    rotate = st.toggle(_("Shuffle the options using the seed"), key="depth_rotate")
    validation = _draw_validation_choice(question_set)
    first, second = st.columns(2)
    concurrency = first.number_input(_("Concurrency"), 1, 200, 5, key="depth_concurrency")
    tokenizer = second.selectbox(
        _("Tokeniser for lengths"),
        AVAILABLE_TOKENIZERS,
        index=AVAILABLE_TOKENIZERS.index(question_set.tokenizer),
        key=f"depth_tokenizer_{question_set.id}",
    )
    return {
        "filler": filler,
        "padding_size": padding,
        "repeats": repeats,
        "seed": seed,
        "rotate_options": rotate,
        **validation,
        "concurrency": concurrency,
        "tokenizer": tokenizer,
        **_draw_caps(price),
    }


def _draw_validation_choice(question_set: SetSummary) -> dict[str, Any]:
    """Draw the validation run that narrows the evidence, and whether to skip what it flagged."""
    runs = {run.id or 0: run for run in list_runs(engine(), set_id=question_set.id, limit=200)}
    concluded = conclusions(engine(), runs.values())
    default = 0
    if question_set.id not in positioned_sets(engine()):
        default = newest_with_evidence(engine(), question_set.id) or 0
    choices = [0, *runs]
    narrowed = st.selectbox(
        _("Validation run used to narrow the evidence"),
        choices,
        index=choices.index(default) if default in runs else 0,
        format_func=lambda id_: (
            run_label(id_, runs[id_].title, concluded[id_]) if id_ else _("none")
        ),
        key=f"depth_validation_{question_set.id}",
    )
    if narrowed and narrowed == default:
        caption(_("The set has no positions: the evidence is where this run found it."))
    ignore = st.toggle(
        _("Skip questions flagged by that validation"), key="depth_ignore", disabled=not narrowed
    )
    return {
        "validation_run_id": narrowed or None,
        "ignore_invalid": bool(ignore and narrowed),
    }


def _draw_caps(price: Price | None) -> dict[str, Any]:
    """Draw the caps: a run pauses when it reaches one, until it is raised."""
    calls, tokens, cost = st.columns(3)
    no_limit = _("no limit")
    return {
        "max_calls": calls.number_input(
            _("Call cap"), 1, value=None, key="depth_max_calls", placeholder=no_limit
        ),
        "max_tokens": tokens.number_input(
            _("Token cap"),
            1,
            value=None,
            step=100_000,
            key="depth_max_tokens",
            placeholder=no_limit,
        ),
        "max_cost": cost.number_input(
            cost_cap_label(price.currency if price else ""),
            0.01,
            value=None,
            key="depth_max_cost",
            placeholder=no_limit if price else _("no price"),
            disabled=price is None,
        ),
    }


def _lengths(texts: Sequence[str]) -> tuple[int, ...]:
    if not texts:
        raise InputError("No context length given. Enter at least one.")
    return tuple(sorted({parse_token_count(text) for text in texts}))


def _draw_buttons(spec: DepthSpec, connection: Connection, title: str) -> None:
    cost_estimate = draw_estimate(spec, connection)
    answer = st.container()
    with st.container(horizontal=True, vertical_alignment="center"):
        tested = st.button(_("Test connection"), key="depth_test", **needs(Right.RUN))
        action(
            _("Start depth test"),
            _start,
            right=Right.RUN,
            key="depth_start",
            args=(spec, title, cost_estimate),
            as_drawn=True,
            disabled=cost_estimate is None or not cost_estimate.asked,
            type="primary",
        )
        draw_batch_start(
            _start,
            (spec.as_batch(), title, cost_estimate),
            connection,
            key="depth_start_batch",
            disabled=cost_estimate is None or not cost_estimate.asked,
        )
    draw_outcome()
    DEPTH_START.clear()
    with answer:
        if tested:
            draw_answer(connection)


def _start(spec: DepthSpec, title: str, cost_estimate: DepthEstimate | None) -> None:
    """Start the run and open it; a double press comes with the same key and starts nothing more."""
    run_id = start(
        engine(),
        spec,
        title=title,
        created_by=identity.reviewer() or "",
        idempotency_key=DEPTH_START.begin(uuid4().hex),
        estimate=cost_estimate,
    )
    address.put_all({"set": None, "run": run_id})
