"""What of a source could not be read: a fact that rests on it is not checked, never wrong."""

from collections.abc import Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unread:
    """Names of items or users with rows that could not be read; `unnamed`: so could rows that do
    not say whom they are about. `no_source`: nothing was given to look them up in.
    """

    names: frozenset[str] = frozenset()
    unnamed: bool = False
    no_source: bool = False

    def may_hold(self, name: str) -> bool:
        """Whether what is not known of that name may stand in what was not read."""
        return self.no_source or self.unnamed or name in self.names


ALL_READ = Unread()
NO_SOURCE = Unread(no_source=True)


def unread_of(keys: Set[str]) -> Unread:
    """Of what refused rows are about, "" among it for a row that does not say."""
    return Unread(frozenset(keys - {""}), unnamed="" in keys)
