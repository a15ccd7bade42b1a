"""Keep background loops alive: log errors and retry."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from db import is_transient


@contextmanager
def run_forever(
    log: logging.Logger, doing: str, *, unless: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Log whatever the block raises and suppress it, so that the loop around it goes on: nobody
    would notice that a background thread died.

    `doing` names the work in the log. Exceptions in `unless` are raised.
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
