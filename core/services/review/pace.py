"""Estimate the time a reviewer needs for the remaining questions, by their latest decisions."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import Engine
from sqlmodel import Session

from db.queries import review as queries
from db.tables import now

FEWEST = 5
"""Decisions from which a pace is taken."""
MOST = 30
RECENT = timedelta(hours=4)
BREAK = timedelta(minutes=10)
"""A longer time between two decisions was spent on something else, and counts as none."""


def time_left(
    engine: Engine, reviewer: str, questions: int, at: datetime | None = None
) -> timedelta | None:
    """Estimate the time for `questions`; None with fewer than FEWEST decisions in the RECENT past.

    Bulk actions are not counted, since they say nothing about the pace.
    """
    since = (at or now()) - RECENT
    with Session(engine) as session:
        moments = queries.own_decision_times(session, reviewer, since, MOST)
    each = pace(moments)
    return each * questions if each is not None else None


def pace(moments: Sequence[datetime]) -> timedelta | None:
    """Return the mean time between consecutive decisions, breaks left out; `moments` in any order.

    The mean and not the median: a few hard questions take most of the time, and will do so again.
    None with too few decisions.
    """
    if len(moments) < FEWEST:
        return None
    gaps = [after - before for before, after in pairwise(sorted(moments))]
    worked = [gap for gap in gaps if gap <= BREAK]
    return sum(worked, timedelta()) / len(worked) if len(worked) >= FEWEST - 1 else None
