"""What every addition to the library has in common: one transaction."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from db.engine import writing

Added = TypeVar("Added")


def in_one_transaction(engine: Engine, work: Callable[[Session], Added]) -> Added:
    """All of `work` or nothing. `work` looks for what is there before it adds.

    When the same file comes twice at the same moment, the later one fails on a unique key; asked
    again, it finds what the earlier one added.
    """
    try:
        with writing(engine) as session:
            return work(session)
    except IntegrityError:
        with writing(engine) as session:
            return work(session)
