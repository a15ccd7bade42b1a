"""Run an import in one transaction, even when the same file is imported twice at once."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from db import writing

Added = TypeVar("Added")


def in_one_transaction(engine: Engine, work: Callable[[Session], Added]) -> Added:
    """Run `work` in one transaction. `work` must look for existing rows before it adds new ones.

    When the same file is imported twice at the same moment, the later import fails on a unique
    key; run once more, it finds the rows of the earlier one.
    """
    try:
        with writing(engine) as session:
            return work(session)
    except IntegrityError:
        with writing(engine) as session:
            return work(session)
