"""Estimate the time a reviewer needs for the remaining questions, by their latest decisions."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import Engine
from sqlmodel import Session

from db.queries import review as queries
from db.tables import now

FEWEST = 5
"""Minimum number of decisions for an estimate; MOST is how many of the latest are used."""
MOST = 30
RECENT = timedelta(hours=4)
BREAK = timedelta(minutes=10)
"""A longer gap between two decisions is a break and is left out."""


def time_left(
    engine: Engine, reviewer: str, questions: int, at: datetime | None = None
) -> timedelta | None:
    """Estimate the time for `questions`; None with fewer than FEWEST decisions in the RECENT past.

    Bulk actions are not counted, since they say nothing about the pace.
    """
    since = (at or now()) - RECENT
    with Session(engine) as session:
        moments = queries.own_decision_times(session, reviewer, since, MOST)
    per_question = pace(moments)
    return per_question * questions if per_question is not None else None


def pace(moments: Sequence[datetime]) -> timedelta | None:
    """Return the mean time between consecutive decisions, breaks left out; `moments` in any order.

    The mean and not the median: a few hard questions take most of the time, and will do so again.
    None with too few decisions.
    """
    if len(moments) < FEWEST:
        return None
    gaps = [later - earlier for earlier, later in pairwise(sorted(moments))]
    working_gaps = [gap for gap in gaps if gap <= BREAK]
    return (
        sum(working_gaps, timedelta()) / len(working_gaps)
        if len(working_gaps) >= FEWEST - 1
        else None
    )
