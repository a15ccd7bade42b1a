"""What the options of a choice are called, each by a name of its own."""

from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import TypeVar

Option = TypeVar("Option", bound=Hashable)


def distinct_labels(
    options: Sequence[Option], worded: Callable[[Option], str]
) -> Callable[[Option], str]:
    """Streamlit knows the option that was chosen by its label alone: of several with the same, the
    later are numbered, as "12 % (2)".
    """
    labels: dict[Option, str] = {}
    taken: set[str] = set()
    for option in options:
        name = worded(option)
        label = next(
            one for n in count(1) if (one := name if n == 1 else f"{name} ({n})") not in taken
        )
        taken.add(label)
        labels[option] = label
    return labels.__getitem__
