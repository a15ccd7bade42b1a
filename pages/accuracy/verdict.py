"""What the newest run of a set found, in one sentence."""

from html import escape

from core.services.reports import RatedRun, SetOverview
from core.stats import ClusteredRate, ClusterUnit, PairedDifference
from pages.accuracy.scope import model_label
from pages.components.html import keep_figures_together
from pages.components.language import _, _n, language

LEVEL = 0.05
"""A p value below it is more than chance."""


def format_rate(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.1f}%"


def format_interval(rate: ClusteredRate) -> str:
    """`77.6–92.8%`, or that there are too few chapters for one."""
    if rate.interval is None:
        return "–"
    if rate.too_few:
        return _("too few to say")
    low, high = rate.interval
    return f"{low * 100:.1f}–{high * 100:.1f}%"


def points(share: float) -> str:
    """`+3.5`, with the minus sign of typography; 0 has no sign."""
    text = f"{share * 100:+.1f}".replace("-", "−")
    return text.lstrip("+−") if text[1:] == "0.0" else text


def difference_interval(difference: PairedDifference) -> str:
    low, high = difference.interval
    return _("{low} to {high}").format(low=points(low), high=points(high))


def format_p(value: float) -> str:
    if value < 0.001:
        return "< 0.001"
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def clusters_text(rate: ClusteredRate) -> str:
    """`Intervals are clustered by chapter (12).`, or that questions count as independent."""
    if rate.is_independent:
        return _("Intervals treat questions as independent (Wilson).")
    if rate.unit is ClusterUnit.CHAPTER:
        template = _("Intervals are clustered by chapter ({n}).")
    elif rate.unit is ClusterUnit.PASSAGE:
        template = _("Intervals are clustered by passage ({n}).")
    else:
        template = _("Intervals are clustered by question ({n}).")
    return template.format(n=f"{rate.clusters:,}")


def verdict(overview: SetOverview, set_title: str) -> str:
    """HTML: the rate in bold, its interval, and the change since the previous run."""
    newest = overview.newest
    if newest is None:
        return ""
    rate = newest.rate
    head = _("{set}: pass rate {rate}").format(set=set_title, rate=format_rate(rate.value))
    parts = [f"<b>{escape(head)}</b>", escape(_tail(newest))]
    if overview.before is not None and overview.change is not None:
        parts.append(escape(change_sentence(overview.change, overview.before)))
    return "".join(_spaced(parts))


def _tail(newest: RatedRun) -> str:
    rate, model = newest.rate, model_label(newest.run.model)
    details = {"model": model, "interval": format_interval(rate), "n": f"{rate.items:,}"}
    if rate.low_n:
        return _("with {model}, n = {n}: too few to say.").format(**details)
    if rate.too_few:
        return _(
            "with {model}, n = {n}, from only {clusters} parts of the text: too few for an "
            "interval."
        ).format(**details, clusters=rate.clusters)
    return _("with {model}, 95% CI {interval}, n = {n}.").format(**details)


def change_sentence(difference: PairedDifference, previous: RatedRun) -> str:
    """The change from the previous run, on the questions that both judged."""
    details = {
        "points": f"{abs(difference.difference) * 100:.1f}",
        "run": f"#{previous.run.id}",
        "interval": difference_interval(difference),
        "p": format_p(difference.p_value),
        "n": f"{difference.n:,}",
    }
    if difference.low_n or difference.too_few:
        return _n(
            "It shares n = {n} question with run {run}: too few to compare.",
            "It shares n = {n} questions with run {run}: too few to compare.",
            difference.n,
            run=details["run"],
        )
    if difference.difference == 0:
        return _("No change on the questions it shares with run {run}.").format(**details)
    if difference.p_value >= LEVEL:
        template = (
            _(
                "That is {points} points above run {run}, but may be chance: 95% CI {interval}, "
                "paired p = {p}."
            )
            if difference.difference > 0
            else _(
                "That is {points} points below run {run}, but may be chance: 95% CI {interval}, "
                "paired p = {p}."
            )
        )
    else:
        template = (
            _(
                "That is {points} points above run {run}, a significant difference: 95% CI "
                "{interval}, paired p = {p}."
            )
            if difference.difference > 0
            else _(
                "That is {points} points below run {run}, a significant difference: 95% CI "
                "{interval}, paired p = {p}."
            )
        )
    return keep_figures_together(template.format(**details).replace("p = <", "p <"))


def comparison_label(difference: PairedDifference, p_value: float | None) -> str:
    """Higher, lower, no clear difference, or too few to say."""
    if difference.low_n or difference.too_few:
        return _("Too few to say")
    if (p_value if p_value is not None else difference.p_value) >= LEVEL:
        return _("No clear difference")
    return _("Higher") if difference.difference > 0 else _("Lower")


def _spaced(parts: list[str]) -> list[str]:
    """The parts with spaces between them, except in Chinese."""
    return parts if language().startswith("zh") else [f"{part} " for part in parts]
