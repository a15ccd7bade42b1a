"""How long something takes, whatever else the machine does."""

import gc
import time
from collections.abc import Callable


def used(what: Callable[[], object], times: int = 3) -> float:
    """Seconds of the processor, the least of some times, without a collection of garbage."""
    return min(_used_once(what) for _ in range(times))


def _used_once(what: Callable[[], object]) -> float:
    collects = gc.isenabled()
    gc.disable()
    try:
        start = time.process_time()
        what()
        return time.process_time() - start
    finally:
        if collects:
            gc.enable()
