"""Timestamps in UTC, on every database."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, TypeDecorator


def now() -> datetime:
    return datetime.now(UTC)


class Instant(TypeDecorator[datetime]):
    """A timestamp in UTC; SQLite stores no time zone, so it is added when a value is read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: object) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


def instant_column(*, nullable: bool = False, index: bool = False) -> Any:
    """A column of type Instant."""
    return Column(Instant(), nullable=nullable, index=index)
