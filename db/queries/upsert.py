"""Rows of one table added in one statement, on either database.

PostgreSQL takes them as one JSON array: a statement of one parameter is read and prepared once,
however many the rows, where a parameter for each column of each row costs the worker twice as much.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import orjson
from sqlalchemy import JSON, Text, bindparam, cast, column, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel

_ROWS = "rows_to_add"


def add_rows(
    session: Session,
    table: type[SQLModel],
    rows: Sequence[Mapping[str, Any]],
    *,
    key: tuple[str, ...] = (),
    anew: tuple[str, ...] = (),
    returning: tuple[str, ...] = (),
) -> Sequence[Any]:
    """Adds rows of the same columns; `returning` names what is given back of each that was written.

    A row whose `key` (of a unique index) is there already is left as it is, or takes its columns
    `anew`; on PostgreSQL no two rows may then have the same key.
    """
    if not rows:
        return ()
    dialect = session.get_bind().dialect.name
    adding = _adding(dialect, table, tuple(rows[0]), key, anew, returning)
    given: Any = {_ROWS: orjson.dumps(rows).decode()} if dialect == "postgresql" else rows
    result = session.connection().execute(adding, given)
    return result.all() if returning else ()


@cache
def _adding(
    dialect: str,
    table: type[SQLModel],
    names: tuple[str, ...],
    key: tuple[str, ...],
    anew: tuple[str, ...],
    returning: tuple[str, ...],
) -> Any:
    """Made once: to compose and compile a statement costs more than a dozen rows."""
    columns = table.__table__.c  # type: ignore[attr-defined]
    adding: Any = sqlite.insert(table)
    if dialect == "postgresql":
        array = func.json_to_recordset(cast(bindparam(_ROWS, type_=Text), JSON))
        typed = [column(name, columns[name].type) for name in names]
        given = array.table_valued(*typed).render_derived(with_types=True)
        adding = postgresql.insert(table).from_select(names, select(*given.c))
    if key and anew:
        taken = {name: adding.excluded[name] for name in anew}
        adding = adding.on_conflict_do_update(index_elements=key, set_=taken)
    elif key:
        adding = adding.on_conflict_do_nothing(index_elements=key)
    return adding.returning(*(columns[name] for name in returning)) if returning else adding
