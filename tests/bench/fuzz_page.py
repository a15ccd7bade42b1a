"""The page of a fuzz run: what was tried, what was checked, what it cost and what failed."""

import platform
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.text.matching.budget import ALLOWED_WORK
from tests.bench.fuzz_cost import S_EACH, US_PER_CHARACTER, US_PER_UNIT, Cost
from tests.bench.fuzz_pairs import GENERATORS, drawn_pair
from tests.bench.fuzz_rules import NEAR, PART
from tests.bench.fuzz_traits import TRAITS

TEXT_SIZES = (0, 1, 100, 1_000, 10_000, 30_000, 100_000, 1_000_000)
SLOWEST = 12
SHOWN = 200
_VERDICTS = ["exact", "normalised", "elided", "altered", "misjoined", "reworded", "absent"]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of pair `number`; `cost` is that of one look-up in a text never seen."""

    number: int
    generator: str
    quote_length: int
    text_length: int
    threshold: float
    cost: Cost
    verdict: str
    warnings: tuple[str, ...]
    traits: tuple[str, ...]
    broken: tuple[str, ...]

    @property
    def characters(self) -> int:
        return self.quote_length + self.text_length


@dataclass(frozen=True)
class Run:
    """`checked` counts the pairs each rule was checked on."""

    outcomes: Sequence[Outcome]
    checked: Counter[str]
    seed: int
    processes: int
    minutes: float
    memory_mb: float

    @property
    def failures(self) -> list[Outcome]:
        return [each for each in self.outcomes if each.broken]


def page(run: Run) -> Iterator[str]:
    made = run.outcomes
    yield from (
        "# Fuzzing of the quote search\n",
        f"Written by `python -m tests.bench.fuzz_quotes --pairs {len(made)} --seed {run.seed}`. "
        "Every pair of a quote and a text is made from the seed and its number alone "
        "(`tests/bench/fuzz_pairs.py`; `--pair NUMBER` looks at one again).\n",
        f"**{len(made):,} pairs, {len(run.failures)} failures**, {len(run.checked)} rules checked "
        f"{sum(run.checked.values()):,} times. {run.minutes:.1f} minutes with {run.processes} "
        f"processes of at most {run.memory_mb:,.0f} MB; Python {platform.python_version()}.\n",
        "## Pairs and what became of them\n",
        "A quote not found stands under its cause. Thresholds are 0.8 mostly, else 0, 0.3, 0.6 or "
        "1.\n",
        *verdict_table(made),
        "\n## Extremes\n",
        *trait_table(made),
        "\n## Rules\n",
        "The pairs each was checked on (`tests/bench/fuzz_rules.py`). Every pair is looked up in "
        "its text and once more in a way drawn by chance: near a place, in a part of the text, at "
        "a lower threshold, again, or through `find_evidence`.\n",
        *rule_table(run.checked),
        "\n## Time and work of one look-up\n",
        f"Processor time, the text made ready anew each time. A look-up may spend {ALLOWED_WORK:,} "
        f"units of work (`core/text/matching/budget.py`) and take {US_PER_UNIT:g} µs for each it "
        f"spent, "
        f"{US_PER_CHARACTER:g} µs for each character of quote, text and normalised text, and "
        f"{S_EACH:g} s. More is a failure: what is not counted as work may only grow with the "
        "length.\n",
        *cost_table(made),
        "\n## Slowest pairs\n",
        *slowest_table(sorted(made, key=lambda each: each.cost, reverse=True)[:SLOWEST]),
        "\n## Failures\n",
        *(failure_list(run) if run.failures else ["None."]),
        "",
    )


def verdict_table(made: Sequence[Outcome]) -> Iterator[str]:
    yield from heading("pairs of", "pairs", *_VERDICTS, "cut short", "too long", "failures")
    rows = {name: [each for each in made if each.generator == name] for name in GENERATORS}
    for name, row in (*rows.items(), ("all", made)):
        count = Counter(each.verdict for each in row)
        warned = Counter(warning for each in row for warning in each.warnings)
        counts = [count[verdict] for verdict in _VERDICTS]
        told = [warned["search_cut_short"], warned["too_long"], sum(bool(e.broken) for e in row)]
        cells = (f"{cell:,}" for cell in (len(row), *counts, *told))
        yield table_row(name.replace("_", " "), *cells)


def trait_table(made: Sequence[Outcome]) -> Iterator[str]:
    yield from heading("pairs with", "pairs")
    count = Counter(trait for each in made for trait in each.traits)
    for trait in TRAITS:
        yield table_row(trait, f"{count[trait]:,}")


def rule_table(checked: Counter[str]) -> Iterator[str]:
    yield from heading("rule", "pairs", "near a place", "in a part")
    for rule in dict.fromkeys(rule.removeprefix(NEAR).removeprefix(PART) for rule in checked):
        counts = (checked[way + rule] for way in ("", NEAR, PART))
        yield table_row(rule, *(f"{count:,}" if count else "" for count in counts))


def cost_table(made: Sequence[Outcome]) -> Iterator[str]:
    yield from heading("characters of the text", "pairs", "p50", "p99", "max", "most units")
    by_size = defaultdict(list)
    for each in made:
        by_size[next(size for size in TEXT_SIZES if each.text_length <= size)].append(each.cost)
    for size, costs in sorted(by_size.items()):
        seconds = [cost.seconds for cost in costs]
        values = (*np.percentile(seconds, (50, 99)), max(seconds))
        units = max(cost.units for cost in costs)
        times = (f"{1000 * value:,.1f} ms" for value in values)
        yield table_row(
            f"up to {size:,}" if size else "none", f"{len(costs):,}", *times, f"{units:,}"
        )


def slowest_table(some: Sequence[Outcome]) -> Iterator[str]:
    yield from heading("pair", "of", "quote", "text", "threshold", "verdict", "units", "s", "of s")
    for each in some:
        lengths = f"{each.quote_length:,}", f"{each.text_length:,}"
        allowed = f"{each.cost.allowed_s:.2f}"
        yield table_row(
            each.number, each.generator.replace("_", " "), *lengths, each.threshold, each.verdict,
            f"{each.cost.units:,}", f"{each.cost.seconds:.2f}", allowed,
        )  # fmt: skip


def failure_list(run: Run) -> Iterator[str]:
    """Each rule with its pairs, the smallest first, which is shown if it is small."""
    broken = defaultdict(list)
    for each in run.failures:
        for rule in each.broken:
            broken[rule].append(each)
    for rule, pairs in sorted(broken.items(), key=lambda item: -len(item[1])):
        smallest = sorted(pairs, key=lambda each: each.characters)[:5]
        numbers = ", ".join(str(each.number) for each in smallest)
        yield f"- {len(pairs)} x {rule}: pairs {numbers}"
        if smallest[0].characters <= SHOWN:
            _, pair = drawn_pair(run.seed, smallest[0].number)
            yield f"  `{pair.quote!a}` in `{pair.text!a}`, threshold {smallest[0].threshold}"


def heading(first: str, *others: str) -> Iterator[str]:
    yield table_row(first, *others)
    yield table_row("---", *["---:"] * len(others))


def table_row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"
