"""`python -m tests.bench.fuzz_quotes`: quotes no person would write, written to docs/fuzzing.md.

Every pair is made from the seed and its number alone; `--pair 1234` looks at one again.
"""

import argparse
import multiprocessing
import platform
import random
import resource
import signal
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType

import numpy as np

from core.text import EvidenceMatcher
from tests.bench.fuzz_pairs import GENERATORS, drawn_pair
from tests.bench.fuzz_rules import broken_rules

PAGE = Path(__file__).parents[2] / "docs" / "fuzzing.md"
THRESHOLDS = (0.8, 0.8, 0.8, 0.0, 0.3, 0.6, 1.0)
HANGS_AFTER_S = 120
BOUND_S, BOUND_CHARACTERS = 2.0, 100_000
TEXT_SIZES = (100, 1_000, 10_000, 30_000, 100_000, 1_000_000)
SLOWEST = 12


@dataclass(frozen=True)
class Outcome:
    """What became of pair `number`; `seconds` are those of one look-up in a text never seen."""

    number: int
    generator: str
    quote_length: int
    text_length: int
    threshold: float
    seconds: float
    verdict: str
    warnings: tuple[str, ...]
    broken: tuple[str, ...]

    @property
    def too_slow(self) -> bool:
        within = max(self.quote_length, self.text_length) <= BOUND_CHARACTERS
        return within and self.seconds > BOUND_S


def main() -> None:
    asked = arguments()
    if asked.pair is not None:
        generator, pair = drawn_pair(asked.seed, asked.pair)
        print(f"{generator}\nquote: {pair.quote!a}\ntext: {pair.text!a}")
        print(outcome(asked.pair, seed=asked.seed))
        return
    made = sorted(outcomes(range(asked.pairs), asked.seed, asked.processes), key=_by_number)
    failures = [each for each in made if each.broken or each.too_slow]
    PAGE.write_text("\n".join(page(made, failures, asked.seed)), encoding="utf-8")
    print(f"{len(made)} pairs, {len(failures)} failures, see {PAGE}")
    raise SystemExit(bool(failures))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pair", type=int, help="look at this pair alone")
    return parser.parse_args()


def outcomes(numbers: Sequence[int], seed: int, processes: int) -> Iterator[Outcome]:
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap_unordered(partial(outcome, seed=seed), numbers, chunksize=50)
        pool.close()
        pool.join()


def outcome(number: int, *, seed: int) -> Outcome:
    generator, pair = drawn_pair(seed, number)
    rng = random.Random(number)
    matcher = EvidenceMatcher(rng.choice(THRESHOLDS))
    verdict, seconds, warnings = "none", 0.0, tuple[str, ...]()
    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(HANGS_AFTER_S)
    try:
        # The processor's time: what else the machine does meanwhile says nothing of the search.
        started = time.process_time()
        told = matcher.find_evidence(pair.quote, pair.text)
        seconds = time.process_time() - started
        answer, broken = broken_rules(pair, told, matcher, rng)
        verdict, warnings = answer.cause or answer.verdict, answer.warnings
    except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
        where = traceback.extract_tb(error.__traceback__)[-1]
        broken = [f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"]
    finally:
        signal.alarm(0)
    lengths = len(pair.quote), len(pair.text)
    return Outcome(
        number, generator, *lengths, matcher.similarity_threshold, seconds, verdict, warnings,
        tuple(broken),
    )  # fmt: skip


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no answer within {HANGS_AFTER_S} s")


def _by_number(each: Outcome) -> int:
    return each.number


def page(made: Sequence[Outcome], failures: Sequence[Outcome], seed: int) -> Iterator[str]:
    yield from (
        "# Fuzzing of the quote search\n",
        f"Written by `python -m tests.bench.fuzz_quotes --pairs {len(made)} --seed {seed}`. Every "
        "pair of a quote and a text is made from the seed and its number alone; the rules each "
        "answer must keep are in `tests/bench/fuzz_rules.py`: no exception, offsets valid, found "
        "what its verdict says, similarity a share, verbatim is exact, a normalised substring is "
        "found, asked twice answered alike, `near` and a part of a text change what they should "
        "and nothing else, normalising twice changes nothing. Thresholds are 0.8 mostly, else "
        "0, 0.3, 0.6 or 1.\n",
        f"{len(made):,} pairs, **{sum(bool(each.broken) for each in made)} broke a rule, "
        f"{sum(each.too_slow for each in made)} took over {BOUND_S:g} s** where neither quote nor "
        f"text has over {BOUND_CHARACTERS:,} characters. Most memory of one process: "
        f"{_most_memory_mb():,.0f} MB. Python {platform.python_version()}, seed {seed}.\n",
        "## Pairs and what became of them\n",
    )
    yield from verdict_table(made)
    yield from (
        "\n## Time of one look-up\n",
        "Processor time, the text normalised anew each time.\n",
    )
    yield from time_table(made)
    yield "\n## Slowest pairs\n"
    slowest = sorted(made, key=lambda each: -each.seconds)[:SLOWEST]
    yield from outcome_table(slowest)
    if failures:
        yield "\n## Failures\n"
        yield from failure_list(failures)
    yield ""


def verdict_table(made: Sequence[Outcome]) -> Iterator[str]:
    """Rows are generators; a quote not found stands under its cause."""
    verdicts = ["exact", "normalised", "elided", "altered", "misjoined", "reworded", "absent"]
    yield table_row(["generator", "pairs", *verdicts, "cut short", "too long"])
    yield table_row(["---", *["---:"] * (len(verdicts) + 3)])
    rows = {name: [each for each in made if each.generator == name] for name in GENERATORS}
    for name, row in (*rows.items(), ("all", list(made))):
        count = Counter(each.verdict for each in row)
        warned = Counter(warning for each in row for warning in each.warnings)
        counts = [count[verdict] for verdict in verdicts]
        cells = [len(row), *counts, warned["search_cut_short"], warned["too_long"]]
        yield table_row([name.replace("_", " "), *cells])


def time_table(made: Sequence[Outcome]) -> Iterator[str]:
    yield table_row(["characters of the text", "pairs", "p50", "p99", "max"])
    yield table_row(["---", *["---:"] * 4])
    by_size = defaultdict(list)
    for each in made:
        by_size[next(size for size in TEXT_SIZES if each.text_length <= size)].append(each.seconds)
    for size, seconds in sorted(by_size.items()):
        low, high = np.percentile(seconds, (50, 99))
        times = [f"{1000 * value:,.1f} ms" for value in (low, high, max(seconds))]
        yield table_row([f"up to {size:,}", len(seconds), *times])


def outcome_table(some: Sequence[Outcome]) -> Iterator[str]:
    yield table_row(["pair", "generator", "quote", "text", "threshold", "verdict", "seconds"])
    yield table_row(["---:", "---", *["---:"] * 3, "---", "---:"])
    for each in some:
        lengths = f"{each.quote_length:,}", f"{each.text_length:,}"
        name, seconds = each.generator.replace("_", " "), f"{each.seconds:.2f}"
        yield table_row([each.number, name, *lengths, each.threshold, each.verdict, seconds])


def failure_list(failures: Sequence[Outcome]) -> Iterator[str]:
    """Each rule with its pairs, the smallest first."""
    broken = defaultdict(list)
    for each in failures:
        for rule in (*each.broken, *(["takes too long"] if each.too_slow else [])):
            broken[rule].append(each)
    for rule, pairs in sorted(broken.items(), key=lambda item: -len(item[1])):
        smallest = sorted(pairs, key=lambda each: each.quote_length + each.text_length)[:5]
        numbers = ", ".join(str(each.number) for each in smallest)
        yield f"- {len(pairs)} x {rule}: pairs {numbers}"


def table_row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _most_memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


if __name__ == "__main__":
    main()
