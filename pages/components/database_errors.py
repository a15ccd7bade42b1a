"""A database that fails is said in the reader's language; the details go to the log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from pages.components.html import notice
from pages.components.language import _

log = logging.getLogger(__name__)


@contextmanager
def database_error_message() -> Iterator[None]:
    """Around what is drawn: a page, or the part of one that redraws itself."""
    try:
        yield
    except SQLAlchemyError:
        log.exception("the database failed while a page was drawn")
        notice(
            _(
                "The database is unavailable. Check that its server is running and the disk is "
                "not full, then reload this page. Details are in the log."
            )
        )
