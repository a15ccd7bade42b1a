"""How often the intervals of rates and differences hold the truth: docs/measurements/coverage.md.

`python -m tests.bench.coverage` draws results whose rate, clusters and correlation within a cluster
are known, gives them to core.stats, and counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.stats import ClusteredRate, Rate, paired_difference
from core.stats.student_t import t_quantile

PAGE = Path(__file__).parents[2] / "docs" / "measurements" / "coverage.md"
SEED, DRAWS, PAIR_DRAWS = 26, 4000, 2000
RATES = (0.5, 0.7, 0.85, 0.95)
CORRELATIONS = (0.0, 0.05, 0.1, 0.2, 0.3)
WANTED = (0.93, 0.97)


@dataclass(frozen=True)
class Scenario:
    """`sizes`: results in each cluster."""

    name: str
    sizes: tuple[int, ...]


SCENARIOS = (
    Scenario("10 chapters, 12 questions each", (12,) * 10),
    Scenario("10 chapters, 4 to 20 questions", (*range(4, 21, 2), 12)),
    Scenario("15 chapters, 8 questions each", (8,) * 15),
    Scenario("25 chapters, 2 to 14 questions", tuple(2 + at % 13 for at in range(25))),
    Scenario("40 passages, 3 questions each", (3,) * 40),
    Scenario("60 passages, 1 to 6 questions", tuple(1 + at % 6 for at in range(60))),
)
DIFFERENCES = ((0.8, 0.8), (0.85, 0.75), (0.95, 0.9))
"""Rates of two models."""

Chances = np.random.Generator


@dataclass(frozen=True)
class Held:
    """Shares of draws whose interval holds the truth."""

    ours: float
    questions_alone: float
    plain_t: float


def _clustered_chances(
    chances: Chances, rate: float, correlation: float, clusters: int
) -> Sequence[float]:
    """A rate for each cluster, such that two results of one are correlated by so much."""
    if not correlation:
        return [rate] * clusters
    weight = 1 / correlation - 1
    drawn: list[float] = chances.beta(rate * weight, (1 - rate) * weight, clusters).tolist()
    return drawn


def hold_rates(
    chances: Chances, scenario: Scenario, rate: float, correlation: float, draws: int = DRAWS
) -> Held:
    sizes, n = np.array(scenario.sizes), sum(scenario.sizes)
    ours = alone = plain = 0
    t = t_quantile(len(sizes) - 1)
    for _draw in range(draws):
        within = _clustered_chances(chances, rate, correlation, len(sizes))
        hits = chances.binomial(sizes, within)
        counts = list(zip(hits.tolist(), scenario.sizes, strict=True))
        ours += _holds(ClusteredRate.from_counts(counts).interval, rate)
        alone += _holds(Rate(int(hits.sum()), n).interval, rate)
        share = hits.sum() / n
        spread = ((hits - share * sizes) ** 2).sum() * len(sizes) / (len(sizes) - 1)
        error = t * float(np.sqrt(spread)) / n
        plain += _holds((float(share) - error, float(share) + error), rate)
    return Held(ours / draws, alone / draws, plain / draws)


def hold_differences(
    chances: Chances,
    scenario: Scenario,
    rates: tuple[float, float],
    correlation: float,
    draws: int = PAIR_DRAWS,
) -> float:
    """Two models, each with a spread of its own between the same clusters."""
    clusters = np.repeat(np.arange(len(scenario.sizes)), scenario.sizes)
    held = 0
    for _draw in range(draws):
        sides = [
            chances.random(len(clusters))
            < np.array(_clustered_chances(chances, rate, correlation, len(scenario.sizes)))[
                clusters
            ]
            for rate in rates
        ]
        scores = zip(*(side.astype(float) for side in sides), strict=True)
        found = paired_difference(scores, clusters.tolist())
        held += found is not None and _holds(found.interval, rates[0] - rates[1])
    return held / draws


def _holds(interval: tuple[float, float] | None, truth: float) -> bool:
    return interval is not None and interval[0] - 1e-12 <= truth <= interval[1] + 1e-12


def measured() -> str:
    """The page: a summary of every method, and the tables behind it."""
    chances = np.random.default_rng(SEED)
    rows = [
        (
            scenario,
            correlation,
            [hold_rates(chances, scenario, rate, correlation) for rate in RATES],
        )
        for scenario in SCENARIOS
        for correlation in CORRELATIONS
    ]
    pairs = [
        (
            scenario,
            correlation,
            [hold_differences(chances, scenario, both, correlation) for both in DIFFERENCES],
        )
        for scenario in SCENARIOS
        for correlation in (0.0, 0.1, 0.3)
    ]
    every = [held for _scenario, _correlation, helds in rows for held in helds]
    of_pairs = [held for _scenario, _correlation, helds in pairs for held in helds]
    return "\n".join(
        [
            *_head(every, of_pairs),
            *_table(
                ["clusters", "correlation", *(f"rate {rate}" for rate in RATES)],
                ([one.name, f"{rho}", *map(_cell, helds)] for one, rho, helds in rows),
            ),
            "",
            "## Paired differences",
            "",
            f"{PAIR_DRAWS:,} draws a cell; each model has a spread of its own between clusters.",
            "",
            *_table(
                ["clusters", "correlation", *(f"{a} and {b}" for a, b in DIFFERENCES)],
                (
                    [one.name, f"{rho}", *(f"{held:.1%}" for held in helds)]
                    for one, rho, helds in pairs
                ),
            ),
            "",
        ]
    )


def _head(every: Sequence[Held], of_pairs: Sequence[float]) -> Iterator[str]:
    yield "# How often 95% intervals hold the truth"
    yield ""
    yield (
        f"Written by `python -m tests.bench.coverage`; seed {SEED}, {DRAWS:,} draws a cell. "
        "Results of a cluster (a chapter or a passage) are drawn from a beta-binomial "
        "distribution with the given correlation, and handed to `core.stats`."
    )
    yield ""
    yield "| method | lowest | mean | highest | cells within 93 to 97% | cells below 93% |"
    yield "| --- | --- | --- | --- | --- | --- |"
    methods = {
        "clustered, as the desk shows it": [held.ours for held in every],
        "Wilson, questions taken as independent": [held.questions_alone for held in every],
        "mean and Student's t, clustered": [held.plain_t for held in every],
        "paired differences, as the desk shows them": of_pairs,
    }
    for name, shares in methods.items():
        within = sum(WANTED[0] <= share <= WANTED[1] for share in shares)
        below = sum(share < WANTED[0] for share in shares)
        yield (
            f"| {name} | {min(shares):.1%} | {sum(shares) / len(shares):.1%} | {max(shares):.1%} "
            f"| {within} of {len(shares)} | {below} |"
        )
    yield ""
    yield _REASONS.lstrip()
    yield "## Rates"
    yield ""
    yield "As the desk shows them; in brackets what taking questions as independent would hold."
    yield ""


_REASONS = """
The plain t interval is too narrow near 1 and where clusters differ in size, so the desk uses
Wilson's interval at an effective sample size instead: n divided by the design effect, with the
number of clusters and the degrees of freedom after Kish (uneven clusters count as fewer), and
Student's t in place of 1.96. It is never narrower than questions alone would make it, and where
fewer than five results differ from the rest it moves toward one result for each cluster, since so
few tell nothing of how a cluster hangs together. What lies above 97% are rates near 1 and results
that hang together little or not at all: there the interval is wider than it need be.
Below 10 clusters the desk says "too few to say".
"""


def _cell(held: Held) -> str:
    return f"{held.ours:.1%} ({held.questions_alone:.1%})"


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


if __name__ == "__main__":
    PAGE.write_text(measured(), "utf-8")
