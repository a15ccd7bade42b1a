"""How long something takes, whatever else the machine does."""

import time
from collections.abc import Callable


def used(what: Callable[[], object], times: int = 3) -> float:
    """Seconds of the processor, the least of some times."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        what()
        taken.append(time.process_time() - start)
    return min(taken)
