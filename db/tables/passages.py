"""Passages of the library's texts, and what is indexed of them.

The index itself is the database's own (migration 0011): an FTS5 table on SQLite, text search
vectors on PostgreSQL.
"""

from sqlalchemy import Column, Text, UniqueConstraint
from sqlmodel import Field, SQLModel


class PassageRow(SQLModel, table=True):
    """Characters [start, end) of a source, its `ordinal`-th passage from 0."""

    __tablename__ = "passage"
    __table_args__ = (UniqueConstraint("source_id", "ordinal"),)

    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source_text.id")
    ordinal: int
    start: int
    end: int
    text: str = Field(sa_column=Column(Text, nullable=False))


class IndexedSource(SQLModel, table=True):
    """A source whose passages are in the index, under the rules of `version`."""

    __tablename__ = "indexed_source"

    source_id: int = Field(
        foreign_key="source_text.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    version: int
    passage_count: int
    term_count: int
