"""Rows of a source that could not be read; a fact that depends on them is unchecked, not wrong."""

from collections.abc import Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unread:
    """Names of items or users with unreadable rows. `unnamed`: some unreadable rows have no name,
    so they may be about anything. `no_source`: no file was given at all.
    """

    names: frozenset[str] = frozenset()
    unnamed: bool = False
    no_source: bool = False

    def may_hold(self, name: str) -> bool:
        """Whether an unreadable row may be about the name."""
        return self.no_source or self.unnamed or name in self.names


ALL_READ = Unread()
NO_SOURCE = Unread(no_source=True)


def unread_of(keys: Set[str]) -> Unread:
    """Collect the keys of refused rows; "" stands for a row without a key."""
    return Unread(frozenset(keys - {""}), unnamed="" in keys)
