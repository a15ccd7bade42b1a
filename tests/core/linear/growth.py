"""How the work of a reader grows with the length of what it reads, however busy the machine is."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count

from tests.core.linear.adversarial import Distinct, Run
from tests.processor_time import used

STEP = 4
MOST_GROWTH = 10
"""Times the work for STEP times the text: linear is 4, with a logarithm 5, quadratic 16."""

_SHORTEST, _TIMES = 500, STEP * STEP
"""Characters of the first text, and how many times as long the last one may be."""

_MEASURABLE_S = 0.004
"""Less processor time than this is noise; a quadratic reader takes more at 8,000 characters."""
_ENOUGH_S = 0.02
"""Work that has come to this is compared, and no longer text is tried."""
_MOST_LOOKS = 12
"""How often both works are measured before one is called steep."""

_salts = count()


def steep(
    read: Callable[[str], object], runs: Iterable[Run | Distinct], shortest: int = _SHORTEST
) -> list[str]:
    """The runs on which work grows faster than the text, with how much."""
    found = []
    for number, run in enumerate(runs):
        if not number:
            _used(read, run, shortest // STEP)  # tables and patterns are made once
        growth = _growth(read, run, shortest)
        if growth > MOST_GROWTH:
            found.append(f"{run}: {growth:.0f} times the work for {STEP} times the text")
    return found


def growth(work: Callable[[int], object], length: int) -> float:
    """Times the work of STEP times the length, 0 where it is too short to be measured. Linear work
    is well below MOST_GROWTH; what comes to more is doubted and measured again.
    """
    least = _least(*(partial(used, partial(work, n), 1) for n in (length, STEP * length)))
    return least[1] / least[0] if least[1] > _MEASURABLE_S else 0.0


def _growth(read: Callable[[str], object], run: Run | Distinct, shortest: int) -> float:
    """The steepest growth from one length to the next, doubted and measured again."""
    length, before = shortest, _used(read, run, shortest)
    # The first is always compared: what is slow from the start is what is looked for.
    while length < shortest * _TIMES and (before < _ENOUGH_S or length == shortest):
        length *= STEP
        taken = _used(read, run, length)
        if taken > _MEASURABLE_S and taken > MOST_GROWTH * before:
            looks = (partial(_used, read, run, n) for n in (length // STEP, length))
            before, taken = _least(*looks)
            if taken > MOST_GROWTH * before:
                return taken / before
        before = taken
    return 0.0


def _least(shorter: Callable[[], float], longer: Callable[[], float]) -> tuple[float, float]:
    """The least seconds of both, measured in turn, so that what slows the machine down slows both,
    until they are in proportion or have been looked at often enough.
    """
    least = shorter(), longer()
    for _ in range(_MOST_LOOKS - 1):
        if least[1] <= MOST_GROWTH * least[0]:
            break
        least = min(least[0], shorter()), min(least[1], longer())
    return least


def _used(read: Callable[[str], object], run: Run | Distinct, length: int) -> float:
    """Seconds of the processor for a text that was not read before."""
    return used(partial(read, run.text(length, next(_salts))), 1)
