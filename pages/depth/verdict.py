"""The effective length of a depth test in one sentence."""

from collections.abc import Mapping
from html import escape

from core.charts import format_tokens
from core.depth import DepthBinStats, EffectiveLength
from core.stats import FEWEST_CLUSTERS, ClusteredRate, ClusterUnit
from pages.components.html import caption, draw
from pages.components.language import N_, N_n, _, _n, language
from pages.components.rates import percent
from pages.depth.figures import DepthRun


def draw_verdict(result: DepthRun) -> None:
    """Draw the effective length with its evidence, and below it the rule that defines it."""
    effective, model = result.effective, result.metadata.model_name
    rates = result.figures.by_length
    if _is_thin(effective, rates):
        head = _("Effective length of {model}: too few to say.").format(model=model)
        details = [_(_ASK_MORE[result.figures.overall.unit]).format(n=FEWEST_CLUSTERS)]
    elif effective.length is None:
        head = _("{model}:").format(model=model)
        details = [effective.said.translate(_)]
    else:
        head = _("Effective length of {model}: {length} tokens.").format(
            model=model, length=format_tokens(effective.length)
        )
        details = [
            _accuracy_sentence(rates[effective.length]),
            _decline_sentence(result, effective.length),
        ]
    space = "" if language().startswith("zh") else " "
    text = space.join(escape(detail) for detail in details if detail)
    draw(f'<div class="desk-lead"><span><b>{escape(head)}</b>{space}{text}</span></div>')
    _draw_rule(effective)


def _is_thin(effective: EffectiveLength, rates: Mapping[int, ClusteredRate]) -> bool:
    used = [effective.oracle, *rates.values()]
    measured = [rate for rate in used if rate is not None and rate.items]
    return any(rate.too_few or rate.items < FEWEST_CLUSTERS for rate in measured)


_ASK_MORE = {
    ClusterUnit.QUESTION: N_("Ask at least {n} questions."),
    ClusterUnit.PASSAGE: N_("Ask questions about at least {n} passages of the novel."),
    ClusterUnit.CHAPTER: N_("Ask questions about at least {n} chapters of the novel."),
}
_CLUSTERED = {
    ClusterUnit.QUESTION: N_n(
        "n = {n} question; intervals are clustered by question.",
        "n = {n} questions; intervals are clustered by question.",
    ),
    ClusterUnit.PASSAGE: N_n(
        "n = {n} question; intervals are clustered by passage ({clusters}).",
        "n = {n} questions; intervals are clustered by passage ({clusters}).",
    ),
    ClusterUnit.CHAPTER: N_n(
        "n = {n} question; intervals are clustered by chapter ({clusters}).",
        "n = {n} questions; intervals are clustered by chapter ({clusters}).",
    ),
}


def _accuracy_sentence(rate: ClusteredRate) -> str:
    low, high = rate.interval or (0.0, 1.0)
    return _("It answers {share} correctly at that length (95% CI {low}–{high}%).").format(
        share=percent(rate.value), low=f"{low * 100:.1f}", high=f"{high * 100:.1f}"
    )


def _decline_sentence(result: DepthRun, length: int) -> str:
    """The accuracy at the next longer context, and at its worst depth."""
    longer = [
        token_count for token_count in sorted(result.figures.by_length) if token_count > length
    ]
    rate = result.figures.by_length[longer[0]] if longer else None
    if rate is None or rate.value is None:
        return ""
    cells = [cell for cell in result.cells if cell.context_length == longer[0]]
    measured_cells = [cell for cell in cells if cell.accuracy is not None and cell.depth_bin]
    text = _("At {length} it answers {share}").format(
        length=format_tokens(longer[0]), share=percent(rate.value)
    )
    if len(measured_cells) < 2:
        return text + _(".")
    worst: DepthBinStats = min(measured_cells, key=lambda cell: cell.accuracy or 0.0)
    return text + _(", and {share} with the evidence at {depth} of it.").format(
        share=percent(worst.accuracy), depth=worst.depth_bin
    )


def _draw_rule(effective: EffectiveLength) -> None:
    oracle = effective.oracle
    if oracle is not None and effective.threshold is not None:
        rule = _(
            "Effective length: the longest context whose lower bound is at least {threshold}, that "
            "is 85% of the oracle's {oracle}."
        ).format(threshold=percent(effective.threshold), oracle=percent(oracle.value))
        clustered = _n(*_CLUSTERED[oracle.unit], oracle.items, clusters=f"{oracle.clusters:,}")
        caption(_("{rule} {basis}").format(rule=rule, basis=clustered))
    if effective.left_out:
        caption(effective.left_out.translate(_))
