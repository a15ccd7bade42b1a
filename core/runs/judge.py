"""What the items of a run have in common, whatever its kind."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from sqlmodel import Session

from db.queries.runs import Entry

Item = TypeVar("Item")


class Judge(Protocol[Item]):
    """Asks the items of one run; safe to use from many tasks of one event loop."""

    def load(self, session: Session, ids: Sequence[int]) -> Sequence[Item]:
        """The items with these ids, in their order."""
        ...

    async def judge(self, run_id: int, item: Item, worker: str) -> Entry:
        """The item's entry, whatever happens to it; only AuthenticationFailed is raised."""
        ...

    async def aclose(self) -> None: ...
