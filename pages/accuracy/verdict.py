"""What the newest run of a set found, in one sentence."""

from html import escape

from core.services.reports import RatedRun, SetOverview
from core.stats import ClusteredRate, ClusterUnit, PairedDifference
from pages.accuracy.scope import named_model
from pages.components.language import _, _n, language

LEVEL = 0.05
"""A p value below it is more than chance."""


def rate_said(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.1f}%"


def interval_said(rate: ClusteredRate) -> str:
    """`77.6–92.8%`, or that there are too few chapters for one."""
    if rate.interval is None:
        return "–"
    if rate.too_few:
        return _("too few to say")
    low, high = rate.interval
    return f"{low * 100:.1f}–{high * 100:.1f}%"


def points(share: float) -> str:
    """`+3.5`, with a minus as wide as the plus."""
    return f"{share * 100:+.1f}".replace("-", "−")


def difference_interval(apart: PairedDifference) -> str:
    low, high = apart.interval
    return _("{low} to {high}").format(low=points(low), high=points(high))


def p_said(value: float) -> str:
    if value < 0.001:
        return "< 0.001"
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def clusters_said(rate: ClusteredRate) -> str:
    """`Intervals are clustered by chapter (12).`; how they are made, where it is otherwise."""
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
    """HTML: the rate in bold, its interval, and what became of it since the run before."""
    newest = overview.newest
    if newest is None:
        return ""
    rate = newest.rate
    head = _("{set}: pass rate {rate}").format(set=set_title, rate=rate_said(rate.value))
    parts = [f"<b>{escape(head)}</b>", escape(_tail(newest))]
    if overview.before is not None and overview.change is not None:
        parts.append(escape(change_said(overview.change, overview.before)))
    return "".join(_spaced(parts))


def _tail(newest: RatedRun) -> str:
    rate, model = newest.rate, named_model(newest.run.model)
    details = {"model": model, "interval": interval_said(rate), "n": f"{rate.items:,}"}
    if rate.muted:
        return _("with {model} (n = {n}: too few to say).").format(**details)
    if rate.too_few:
        return _(
            "with {model} (n = {n}, from only {clusters} parts of the text: too few for an "
            "interval)."
        ).format(**details, clusters=rate.clusters)
    return _("with {model} (95% CI {interval}, n = {n}).").format(**details)


def change_said(apart: PairedDifference, before: RatedRun) -> str:
    """Against the run before, on the questions that both judged."""
    details = {
        "points": f"{abs(apart.difference) * 100:.1f}",
        "run": f"#{before.run.id}",
        "interval": difference_interval(apart),
        "p": p_said(apart.p_value),
        "n": f"{apart.n:,}",
    }
    if apart.muted or apart.too_few:
        return _n(
            "It shares n = {n} question with run {run}: too few to compare.",
            "It shares n = {n} questions with run {run}: too few to compare.",
            apart.n,
            run=details["run"],
        )
    if apart.difference == 0:
        return _("No change on the questions it shares with run {run}.").format(**details)
    if apart.p_value >= LEVEL:
        template = (
            _(
                "That is {points} points above run {run}, but may be chance: 95% CI {interval}, "
                "paired p = {p}."
            )
            if apart.difference > 0
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
            if apart.difference > 0
            else _(
                "That is {points} points below run {run}, a significant difference: 95% CI "
                "{interval}, paired p = {p}."
            )
        )
    return template.format(**details).replace("p = <", "p <")


def called(apart: PairedDifference, p_value: float | None) -> str:
    """What a row of a comparison says of itself."""
    if apart.muted or apart.too_few:
        return _("Too few to say")
    if (p_value if p_value is not None else apart.p_value) >= LEVEL:
        return _("No clear difference")
    return _("Higher") if apart.difference > 0 else _("Lower")


def _spaced(parts: list[str]) -> list[str]:
    """With a space between them, which Chinese has not."""
    return parts if language().startswith("zh") else [f"{part} " for part in parts]
