"""A message for database failures in the reader's language; details go to the log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from pages.components.html import notice
from pages.components.language import _

log = logging.getLogger(__name__)


@contextmanager
def database_error_message() -> Iterator[None]:
    """Show the message if the database fails within: in a page or a fragment."""
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
