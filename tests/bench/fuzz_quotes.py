"""`python -m tests.bench.fuzz_quotes`: quotes no person would write, written to docs/fuzzing.md.

Every pair is made from the seed and its number alone; `--pair 1234` looks at one again.
"""

import argparse
import multiprocessing
import random
import resource
import signal
import time
import traceback
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType

from core.text import EvidenceMatch
from tests.bench.fuzz_cost import Cost, least_cost
from tests.bench.fuzz_page import Outcome, Run, page
from tests.bench.fuzz_pairs import Pair, drawn_pair
from tests.bench.fuzz_rules import VARIATIONS, Asked, rules
from tests.bench.fuzz_traits import traits

PAGE = Path(__file__).parents[2] / "docs" / "fuzzing.md"
THRESHOLDS = (0.8, 0.8, 0.8, 0.0, 0.3, 0.6, 1.0)
HANGS_AFTER_S = 120
BATCH = 100


def main() -> None:
    asked = arguments()
    if asked.pair is not None:
        generator, pair = drawn_pair(asked.seed, asked.pair)
        print(f"{generator}\nquote: {pair.quote!a}\ntext: {pair.text!a}")
        print(outcome(asked.pair, asked.seed, Counter()))
        return
    made = run(asked.pairs, asked.seed, asked.processes)
    PAGE.write_text("\n".join(page(made)), encoding="utf-8")
    print(f"{len(made.outcomes)} pairs, {len(made.failures)} failures, see {PAGE}")
    raise SystemExit(bool(made.failures))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pair", type=int, help="look at this pair alone")
    return parser.parse_args()


def run(pairs: int, seed: int, processes: int) -> Run:
    outcomes, checked = list[Outcome](), Counter[str]()
    started = time.perf_counter()
    batches = (range(first, min(first + BATCH, pairs)) for first in range(0, pairs, BATCH))
    with multiprocessing.Pool(processes) as pool:
        for some, counted in pool.imap_unordered(partial(batch, seed=seed), batches):
            outcomes += some
            checked += counted
        pool.close()
        pool.join()
    outcomes.sort(key=lambda each: each.number)
    memory_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    minutes = (time.perf_counter() - started) / 60
    return Run(outcomes, checked, seed, processes, minutes, memory_mb)


def batch(numbers: range, *, seed: int) -> tuple[list[Outcome], Counter[str]]:
    """What became of some pairs, and on how many of them each rule was checked."""
    checked = Counter[str]()
    return [outcome(number, seed, checked) for number in numbers], checked


def outcome(number: int, seed: int, checked: Counter[str]) -> Outcome:
    generator, pair = drawn_pair(seed, number)
    rng = random.Random(number)
    threshold = rng.choice(THRESHOLDS)
    answer, cost, broken = None, Cost(0.0, 0, 0), list[str]()
    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(HANGS_AFTER_S)
    try:
        answer, cost, held = _checked(pair, threshold, rng)
        checked.update(dict(held).keys())
        broken = [rule for rule, holds in held if not holds]
    except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
        where = traceback.extract_tb(error.__traceback__)[-1]
        broken = [f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"]
    finally:
        signal.alarm(0)
    return Outcome(
        number=number,
        generator=generator,
        quote_length=len(pair.quote),
        text_length=len(pair.text),
        threshold=threshold,
        cost=cost,
        verdict=(answer.cause or answer.verdict) if answer else "none",
        warnings=answer.warnings if answer else (),
        traits=traits(pair),
        broken=tuple(dict.fromkeys(broken)),
    )


def _checked(
    pair: Pair, threshold: float, rng: random.Random
) -> tuple[EvidenceMatch, Cost, list[tuple[str, bool]]]:
    asked, cost = least_cost(lambda: Asked.of(pair, threshold), lambda asked: asked.characters)
    drawn = rng.choices([*VARIATIONS], [*VARIATIONS.values()])
    held = [*cost.rules(), *rules(asked, rng, drawn)]
    return asked.answer, cost, [("no exception", True), *held]


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no answer within {HANGS_AFTER_S} s")


if __name__ == "__main__":
    main()
