"""Feeding a target by Hypothesis and keeping count of what came of it."""

import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from core.errors import DeskError
from tests.fuzz.targets import Target

ROOT = Path(__file__).parents[2]


@dataclass
class Count:
    """What came of a target's inputs: read, refused with a sentence, or failed.

    `failures` maps what was raised and where to the shortest input that raised it.
    """

    read: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    slowest_s: float = 0.0

    @property
    def inputs(self) -> int:
        return self.read + self.refused.total() + self.failed.total()


def fuzz(target: Target, counted: Count, *, examples: int, by: int) -> None:
    """So many inputs, the same for the same seed `by`."""

    @seed(by)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(target.given)
    def feed(one: object) -> None:
        begun = time.perf_counter()
        try:
            target.feed(one)
        except DeskError as error:
            assert str(error)
            counted.refused[error.message] += 1
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            where = f"{type(error).__name__} in {_place(error)}"
            counted.failed[where] += 1
            said = repr(one)
            counted.failures[where] = min(counted.failures.get(where, said), said, key=len)
        else:
            counted.read += 1
        counted.slowest_s = max(counted.slowest_s, time.perf_counter() - begun)

    feed()


def _place(error: Exception) -> str:
    """The last line of ours that was running."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        one for one in frames if one.filename.startswith(str(ROOT)) and ".venv" not in one.filename
    ]
    last = ours[-1]
    return f"{Path(last.filename).relative_to(ROOT)}:{last.lineno}"
