"""Copy all rows between databases, SQLite or PostgreSQL, unchanged."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, func, select, text
from sqlmodel import SQLModel

from db.tables import Worker

AT_ONCE = 1000
_HEARTBEATS = Worker.__tablename__
_SUM = 2**128

Row = dict[str, Any]


def tables() -> list[Table]:
    """All of the desk's tables, referenced ones first, without the workers' heartbeats."""
    return [table for table in SQLModel.metadata.sorted_tables if table.name != _HEARTBEATS]


def rows(connection: Connection, table: Table) -> Iterator[list[Row]]:
    """All rows in batches, in key order, so that an event that undoes another comes after it."""
    keys = list(table.primary_key.columns)
    reading = connection.execution_options(yield_per=AT_ONCE)
    mappings = iter(reading.execute(select(table).order_by(*keys)).mappings())
    while batch := [dict(row) for row in islice(mappings, AT_ONCE)]:
        yield batch


def has_contents(connection: Connection) -> bool:
    return any(
        connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in tables()
    )


class Digest:
    """The number of rows, and a checksum of their contents that does not depend on their order."""

    def __init__(self) -> None:
        self.rows, self._sum = 0, 0

    def take(self, rows: Sequence[Row]) -> None:
        for row in rows:
            serialised = json.dumps(row, sort_keys=True, default=_serialise, ensure_ascii=False)
            hashed = hashlib.blake2b(serialised.encode("utf-8", "surrogatepass"), digest_size=16)
            self._sum = (self._sum + int.from_bytes(hashed.digest())) % _SUM
        self.rows += len(rows)

    @property
    def hexadecimal(self) -> str:
        return f"{self._sum:032x}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Digest):
            return NotImplemented
        return (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]


def _serialise(value: object) -> str:
    """Serialise a value that JSON lacks; the same on either database."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(f"a column holds {type(value).__name__}")


def last_ids(connection: Connection) -> dict[str, int]:
    """Table name -> highest id ever assigned, so that ids of deleted rows are not reused."""
    numbered = [table for table in tables() if table.autoincrement_column is not None]
    if connection.dialect.name == "sqlite":
        query = "SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'"
        if connection.execute(text(query)).first() is None:
            return {}
        sequences = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
        names = {table.name for table in numbered}
        return {name: seq for name, seq in sequences if name in names}
    return {
        table.name: connection.execute(
            text("SELECT last_value FROM pg_sequences WHERE sequencename = :name"),
            {"name": f"{table.name}_id_seq"},
        ).scalar_one_or_none()
        or 0
        for table in numbered
    }


def set_last_ids(connection: Connection, known_ids: dict[str, int]) -> None:
    """Make each table assign only ids above its highest one and above that of `known_ids`."""
    for table in tables():
        column = table.autoincrement_column
        if column is None:
            continue
        highest = connection.execute(select(func.max(column))).scalar_one() or 0
        last_id = max(highest, known_ids.get(table.name, 0))
        if connection.dialect.name == "postgresql":
            if last_id:  # a sequence cannot be set to 0; one that was never used needs no change
                connection.execute(
                    text("SELECT setval(pg_get_serial_sequence(:name, :id), :least)"),
                    {"name": table.name, "id": column.name, "least": last_id},
                )
        elif table.dialect_options["sqlite"]["autoincrement"]:
            parameters = {"name": table.name, "least": last_id}
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), parameters)
            adding = "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :least)"
            connection.execute(text(adding), parameters)


def write(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    connection.execute(table.insert(), list(rows))
