"""The sample's runs side by side: recorded replies against the offline baseline."""

from collections.abc import Sequence

import streamlit as st

from core.services.library import PlantedScore, sample_manifest
from core.services.results import RunCounts, planted_score_of, run_counts
from core.services.runs import Run
from core.stats import Rate
from pages.components.app_context import engine
from pages.components.html import caption, table, with_note
from pages.components.language import _, language
from pages.components.rates import interval, percent, run_interval
from pages.components.wording import FAULTS, REASONS, term_label, term_name


def draw_comparison(runs: Sequence[Run], *, folded: bool) -> None:
    """Draw one column per run and one row per figure; `folded`: in an expander."""
    title = _("Sample runs compared")
    if not folded:
        st.subheader(title)
        _draw_table(runs)
        return
    expander = st.expander(title, key="sample_compared", on_change="rerun")
    if expander.open:
        with expander:
            _draw_table(runs)


def _draw_table(runs: Sequence[Run]) -> None:
    all_counts = [run_counts(engine(), run.id or 0) for run in runs]
    table(
        ["", *(f"#{run.id} {run.title}" for run in runs)],
        [*_rates(runs, all_counts), *_reasons(all_counts), *_planted(runs)],
    )
    caption(
        _(
            "Flags here include rows reported as duplicates at import, so n may exceed the "
            "number of questions the run flagged."
        )
    )
    caption(sample_manifest().label.in_language(language()))


def _rates(runs: Sequence[Run], all_counts: Sequence[RunCounts]) -> list[list[str]]:
    return [
        [
            _("Pass rate"),
            *(
                _pass_rate(run.id or 0, counts.pass_rate)
                for run, counts in zip(runs, all_counts, strict=True)
            ),
        ],
        [
            _("Failed to evaluate"),
            *(percent(c.infrastructure_share.value) for c in all_counts),
        ],
    ]


def _pass_rate(run_id: int, rate: Rate) -> str:
    interval_text = run_interval(run_id, rate)
    if rate.value is None or not interval_text:
        return percent(rate.value)
    note = _("n = {n} · {interval}").format(n=f"{rate.n:,}", interval=interval_text)
    return with_note(percent(rate.value), note)


def _reasons(all_counts: list[RunCounts]) -> list[list[str]]:
    """Rows of the reasons that occur; an item may have several."""
    return [
        [term_name(REASONS, reason), *(str(c.reasons[reason]) for c in all_counts)]
        for reason in REASONS
        if any(c.reasons[reason] for c in all_counts)
    ]


def _planted(runs: Sequence[Run]) -> list[list[str]]:
    scores = [planted_score_of(engine(), run.id or 0) for run in runs]
    return [
        [
            _("Planted faults flagged (recall)"),
            *(_share(s.recall) for s in scores),
        ],
        [
            _("Flags on planted faults (precision)"),
            *(_share(s.precision) for s in scores),
        ],
        *([term_label(FAULTS, fault), *(_hits(s, fault) for s in scores)] for fault in FAULTS),
    ]


def _share(rate: Rate) -> str:
    return with_note(percent(rate.value), f"{rate.hits}/{rate.n} · {interval(rate)}")


def _hits(score: PlantedScore, fault: str) -> str:
    rate = score.recall_by_fault.get(fault)
    return f"{rate.hits}/{rate.n}" if rate else "–"
