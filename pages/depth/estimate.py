"""What a depth test will ask and cost, shown before it starts."""

import streamlit as st

from core.errors import DeskError
from core.llm import Connection, Usage
from core.services.runs import DepthEstimate, DepthSpec, cached_share, estimate_depth
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, _n, translate
from pages.components.money import call_count_text, cost_with_cache, draw_cost
from pages.components.rates import figure, percent
from pages.components.wording import term_name
from pages.depth.wording import NOT_ASKED

_SHAPING = {
    "set_id",
    "tokenizer",
    "depth_mode",
    "context_lengths",
    "fixed_depth",
    "padding_size",
    "seed",
    "validation_run_id",
    "ignore_invalid",
}
"""Settings that the cached share of prompts depends on."""


def draw_estimate(spec: DepthSpec, connection: Connection) -> DepthEstimate | None:
    """Draw and return the estimate; None, with a notice, if there is none."""
    try:
        estimate = estimate_depth(engine(), spec, connection)
    except DeskError as error:
        notice(translate(error))
        return None
    share = _cached(spec, estimate)
    items, sent, received, cost = st.columns(4)
    with items:
        # Items that are skipped or do not fit give no result, so they are not counted.
        notes = filter(
            None, (call_count_text(estimate.call_range), _left_out(estimate.items - estimate.asked))
        )
        figure(_("Results"), f"{estimate.asked:,}", " · ".join(notes))
    with sent:
        figure(_("Tokens sent"), f"{estimate.prompt_tokens:,}", _from_cache(share))
    with received:
        figure(_("Tokens received, up to"), f"{estimate.max_completion_tokens:,}")
    with cost:
        usage = Usage(estimate.prompt_tokens, estimate.max_completion_tokens)
        cached = cost_with_cache(
            spec.price, usage.prompt_tokens, usage.completion_tokens, share or 0.0
        )
        draw_cost(usage, spec.price, estimate.call_range, cached)
    for misfit in estimate.does_not_fit:
        notice(
            _n(
                "At {length} tokens, {n} trial is not asked: {reason}.",
                "At {length} tokens, {n} trials are not asked: {reason}.",
                misfit.items,
                length=f"{misfit.context_length:,}",
                reason=term_name(NOT_ASKED, misfit.reason),
            ),
            "amber",
        )
    caption(
        *(
            _n(
                "{n} question left out: {reason}",
                "{n} questions left out: {reason}",
                n,
                reason=term_name(NOT_ASKED, reason),
            )
            for reason, n in estimate.skipped.items()
        )
    )
    for note in estimate.notes:
        caption(note.translate(_))
    return estimate


def _left_out(n: int) -> str:
    if not n:
        return _("all questions asked")
    return _n("{n} left out (see below)", "{n} left out (see below)", n)


def _cached(spec: DepthSpec, estimate: DepthEstimate) -> float | None:
    if spec.filler != "shared" or not estimate.calls:
        return None
    shaping = spec.model_dump_json(include=_SHAPING)
    return _share(str(engine().url), shaping, spec)


def _from_cache(share: float | None) -> str:
    if share is None:
        return ""
    return _("about {share} of them from the prompt cache").format(share=percent(share))


@st.cache_data(max_entries=256, show_spinner=False)
def _share(database: str, shaping: str, _spec: DepthSpec) -> float | None:  # noqa: ARG001
    """The cached share of prompts, kept per `shaping`, as counting takes seconds."""
    return cached_share(engine(), _spec)
