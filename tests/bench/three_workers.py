"""`python -m tests.bench.three_workers`: 5,000 items, three workers, everything that may happen."""

import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.core.worker.three_workers import three_workers

ITEMS, PER_MINUTE, AT_ONCE, LATENCY_S, HELD_S = 5000, 1000, 30, 0.2, 30.0


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="desk-") as folder:
        story = three_workers(
            Path(folder),
            ITEMS,
            per_minute=PER_MINUTE,
            at_once=AT_ONCE,
            latency_s=LATENCY_S,
            held_s=HELD_S,
        )
    print(f"limits: {PER_MINUTE} a minute, {AT_ONCE} at once")
    for name, value in asdict(story).items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
