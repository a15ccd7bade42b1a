"""The interface that runs the items of a run of either kind."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from sqlmodel import Session

from core.llm import CallPlanner, Reservation
from db.queries.runs import Entry

Item = TypeVar("Item")


class ItemRunner(Protocol[Item]):
    """Runs the items of one run; safe to use from many asyncio tasks of one event loop."""

    @property
    def planner(self) -> CallPlanner:
        """Computes the most that a call may use of the caps."""
        ...

    def load(self, session: Session, ids: Sequence[int]) -> Sequence[Item]:
        """The items with these ids, ordered by id."""
        ...

    async def judge(self, run_id: int, item: Item, worker: str, reservation: Reservation) -> Entry:
        """Run the item and return its ledger entry; failures are recorded in it, not raised.

        Raises only AuthenticationFailed, and NoMoreCalls or CapReached if the caps do not allow a
        call. The caller must leave the reservation afterwards.
        """
        ...

    async def aclose(self) -> None: ...
