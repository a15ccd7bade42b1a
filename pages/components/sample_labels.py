"""Sample data in lists: after the user's own, and labelled as a sample."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from pages.components.language import _


class Titled(Protocol):
    """A novel, a question set or a run."""

    @property
    def title(self) -> str: ...
    @property
    def is_sample(self) -> bool: ...


Row = TypeVar("Row", bound=Titled)


def own_first(rows: Iterable[Row]) -> list[Row]:
    """The team's own rows, then samples, each in the order given."""
    return sorted(rows, key=lambda row: row.is_sample)


def labelled_title(row: Titled) -> str:
    return _("Sample: {title}").format(title=row.title) if row.is_sample else row.title
