"""The long run: `python -m tests.fuzz --minutes 30 [--seed N] [--only NAME]`.

Prints a table in Markdown and ends with 1 where something failed.
"""

import argparse
import logging
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from tests.fuzz.running import Count, fuzz
from tests.fuzz.targets import targets

EXAMPLES_A_TURN = 100


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=0, help="the first turn's; each adds one")
    parser.add_argument("--only", default="", help="the targets whose name holds this")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="desk-fuzz-") as folder:
        chosen = [one for one in targets(Path(folder)) if options.only in one.name]
        counts = {one.name: Count() for one in chosen}
        until = time.monotonic() + options.minutes * 60
        for turn in count(options.seed):
            for target in chosen:
                fuzz(target, counts[target.name], examples=EXAMPLES_A_TURN, by=turn)
                if time.monotonic() > until:
                    print(report(counts, options.minutes, options.seed))
                    return int(any(one.failed for one in counts.values()))
    return 0


def report(counts: dict[str, Count], minutes: float, seed: int) -> str:
    every = sum(one.inputs for one in counts.values())
    failed = sum(one.failed.total() for one in counts.values())
    python = ".".join(map(str, sys.version_info[:3]))
    lines = [
        f"**{every:,} inputs, {failed} failures**, {minutes:g} minutes, one process, seed {seed}; "
        f"Python {python}.",
        "",
        "| door | inputs | read | refused | reasons | failures | slowest |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, one in counts.items():
        lines.append(
            f"| {name} | {one.inputs:,} | {one.read:,} | {one.refused.total():,} | "
            f"{len(one.refused)} | {one.failed.total()} | {one.slowest_s * 1000:,.0f} ms |"
        )
    for name, one in counts.items():
        for where, times in one.failed.most_common():
            lines.append(f"\n- {name}: {times} x {where}: `{one.failures[where][:300]}`")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
