"""Distinct labels for the options of a choice."""

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import TypeVar

OptionT = TypeVar("OptionT", bound=Hashable)


def distinct_labels(
    options: Sequence[OptionT], label_of: Callable[[OptionT], str]
) -> Callable[[OptionT], str]:
    """Number options with the same label, as "12 % (2)", since Streamlit identifies the chosen
    option by its label alone.
    """
    labels: dict[OptionT, str] = {}
    used: set[str] = set()
    for option in options:
        name = label_of(option)
        label = next(
            candidate
            for n in count(1)
            if (candidate := name if n == 1 else f"{name} ({n})") not in used
        )
        used.add(label)
        labels[option] = label
    return labels.__getitem__
