"""What the items of a run have in common, whatever its kind."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from sqlmodel import Session

from core.llm import CallPlanner, Reservation
from db.queries.runs import Entry

Item = TypeVar("Item")


class ItemRunner(Protocol[Item]):
    """Asks the items of one run; safe to use from many tasks of one event loop."""

    @property
    def planner(self) -> CallPlanner:
        """What its calls may take at most."""
        ...

    def load(self, session: Session, ids: Sequence[int]) -> Sequence[Item]:
        """The items with these ids, in their order."""
        ...

    async def judge(self, run_id: int, item: Item, worker: str, seat: Reservation) -> Entry:
        """The item's entry, whatever happens to it; only AuthenticationFailed is raised, and
        NoMoreCalls or CapReached before its first call. The caller leaves the seat.
        """
        ...

    async def aclose(self) -> None: ...
