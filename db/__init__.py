"""The database: engine, tables, queries and migrations.

Tables are imported from `db.tables`, queries as modules of `db.queries`.
"""

from db.engine import (
    as_operator,
    empty_log,
    for_writing,
    is_transient,
    make_engine,
    migrate,
    place_of,
    revisions,
    url_of,
    writing,
)

__all__ = [
    "as_operator",
    "empty_log",
    "for_writing",
    "is_transient",
    "make_engine",
    "migrate",
    "place_of",
    "revisions",
    "url_of",
    "writing",
]
