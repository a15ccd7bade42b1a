"""Passages of the library's texts, and which texts are indexed.

The full-text index itself is the database's (migration 0011): an FTS5 table on SQLite, text search
vectors on PostgreSQL.
"""

from sqlalchemy import Column, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.ids import IDS_NEVER_REUSED


class PassageRow(SQLModel, table=True):
    """A passage: characters [start, end) of a source; `ordinal` counts its passages from 0."""

    __tablename__ = "passage"
    __table_args__ = (UniqueConstraint("source_id", "ordinal"),)

    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source_text.id")
    ordinal: int
    start: int
    end: int
    text: str = Field(sa_column=Column(Text, nullable=False))


class IndexedSource(SQLModel, table=True):
    """A source whose passages are indexed; `version`: of the indexing rules."""

    __tablename__ = "indexed_source"

    source_id: int = Field(
        foreign_key="source_text.id", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    version: int
    passage_count: int
    term_count: int


class PassageVectors(SQLModel, table=True):
    """The embedding vectors of a passage: one of the whole, then one per sentence.

    `vectors`: `vector_count` vectors of length 1 as little-endian float16. `embedder` identifies
    the model and its settings (`core.services.answers.meaning.MeaningModel.key`).
    """

    __tablename__ = "passage_vectors"
    __table_args__ = (UniqueConstraint("passage_id", "embedder"), IDS_NEVER_REUSED)

    id: int | None = Field(default=None, primary_key=True)
    passage_id: int = Field(foreign_key="passage.id", ondelete="CASCADE")
    embedder: str = Field(index=True)
    vector_count: int
    vectors: bytes
