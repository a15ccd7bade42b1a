"""Insert or update rows of one table in one statement, on either database.

PostgreSQL gets the rows as one JSON array: a statement with a single parameter is parsed and
prepared once for any number of rows, while a parameter per value costs the worker twice as much.
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
    """Insert rows with equal columns; return the columns `returning` of each row that was written.

    An existing row with the same `key` (columns of a unique index) stays as it is, or gets the
    columns `anew` updated; in that case no two rows may have the same key on PostgreSQL.
    """
    if not rows:
        return ()
    dialect = session.get_bind().dialect.name
    statement = _insert_statement(dialect, table, tuple(rows[0]), key, anew, returning)
    parameters: Any = {_ROWS: orjson.dumps(rows).decode()} if dialect == "postgresql" else rows
    result = session.connection().execute(statement, parameters)
    return result.all() if returning else ()


@cache
def _insert_statement(
    dialect: str,
    table: type[SQLModel],
    names: tuple[str, ...],
    key: tuple[str, ...],
    anew: tuple[str, ...],
    returning: tuple[str, ...],
) -> Any:
    """The insert statement; cached, as building and compiling it costs more than a dozen rows."""
    columns = table.__table__.c  # type: ignore[attr-defined]
    statement: Any = sqlite.insert(table)
    if dialect == "postgresql":
        array = func.json_to_recordset(cast(bindparam(_ROWS, type_=Text), JSON))
        typed = [column(name, columns[name].type) for name in names]
        row_source = array.table_valued(*typed).render_derived(with_types=True)
        statement = postgresql.insert(table).from_select(names, select(*row_source.c))
    if key and anew:
        updates = {name: statement.excluded[name] for name in anew}
        statement = statement.on_conflict_do_update(index_elements=key, set_=updates)
    elif key:
        statement = statement.on_conflict_do_nothing(index_elements=key)
    return statement.returning(*(columns[name] for name in returning)) if returning else statement
