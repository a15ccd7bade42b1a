"""For what goes round in a loop as long as its process lives."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from db.engine import is_transient


@contextmanager
def run_forever(
    log: logging.Logger, doing: str, *, unless: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Whatever is raised inside is told, and the loop comes to its next turn: a thread that died
    of it would be missed by nobody. `doing` is told as what will be tried again.
    """
    try:
        yield
    except unless:
        raise
    except Exception as error:
        if is_transient(error):
            log.warning("the database is away, %s later: %s", doing, error)
        else:
            log.exception("%s failed, again later", doing)
