"""Stored embedding vectors of passages, and which passages still lack them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from db.queries.passages import PassageHit
from db.tables import PassageRow, PassageVectors, SourceText


@dataclass(frozen=True, slots=True)
class VectorProgress:
    """How many of the library's passages have vectors."""

    done: int
    total: int

    @property
    def is_complete(self) -> bool:
        return self.done >= self.total


@dataclass(frozen=True, slots=True)
class VectorRow:
    """The vectors of a passage, as in `passage_vectors`, with its source."""

    id: int
    passage_id: int
    source_id: int
    vector_count: int
    vectors: bytes


@dataclass(frozen=True, slots=True)
class VectorState:
    """Changes whenever vectors are added or removed, since ids are never reused."""

    count: int
    last_id: int


def progress(session: Session, embedder: str) -> VectorProgress:
    done = session.execute(_count(PassageVectors.id, embedder)).scalar_one()
    total = session.execute(select(func.count(col(PassageRow.id)))).scalar_one()
    return VectorProgress(done, total)


def state(session: Session, embedder: str) -> VectorState:
    query = _count(PassageVectors.id, embedder).add_columns(func.max(col(PassageVectors.id)))
    count, last_id = session.execute(query).one()
    return VectorState(count, last_id or 0)


def missing(session: Session, embedder: str, limit: int) -> list[tuple[int, str]]:
    """(id, text) of passages without vectors, oldest first."""
    of_embedder = (col(PassageVectors.passage_id) == col(PassageRow.id)) & (
        col(PassageVectors.embedder) == embedder
    )
    query = (
        select(col(PassageRow.id), col(PassageRow.text))
        .outerjoin(PassageVectors, of_embedder)
        .where(col(PassageVectors.id).is_(None))
        .order_by(col(PassageRow.id))
        .limit(limit)
    )
    return [(id_, text) for id_, text in session.execute(query)]


def counts_by_source(session: Session, source_ids: Collection[int] | None) -> dict[int, int]:
    """Source id -> number of its passages in the index."""
    query = select(col(PassageRow.source_id), func.count()).group_by(col(PassageRow.source_id))
    if source_ids is not None:
        query = query.where(col(PassageRow.source_id).in_(list(source_ids)))
    return {source_id: count for source_id, count in session.execute(query)}  # noqa: C416 - typed


def add(session: Session, embedder: str, packed: Mapping[int, tuple[int, bytes]]) -> None:
    """Store vectors, given as passage id -> (count, bytes). Passages that were removed meanwhile,
    or got vectors from another worker, are skipped.
    """
    query = select(col(PassageRow.id)).where(col(PassageRow.id).in_(list(packed)))
    existing_ids = session.execute(query.with_for_update(read=True, key_share=True)).scalars()
    rows: list[dict[str, Any]] = [
        {
            "passage_id": id_,
            "embedder": embedder,
            "vector_count": packed[id_][0],
            "vectors": packed[id_][1],
        }
        for id_ in existing_ids
    ]
    if not rows:
        return
    dialect: Any = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    adding = dialect.insert(PassageVectors)
    session.execute(adding.on_conflict_do_nothing(), rows)


def after(session: Session, embedder: str, last_id: int) -> Sequence[VectorRow]:
    """Vectors with ids above `last_id`, by id."""
    query = (
        select(
            col(PassageVectors.id),
            col(PassageVectors.passage_id),
            col(PassageRow.source_id),
            col(PassageVectors.vector_count),
            col(PassageVectors.vectors),
        )
        .join(PassageRow, col(PassageRow.id) == col(PassageVectors.passage_id))
        .where(col(PassageVectors.embedder) == embedder, col(PassageVectors.id) > last_id)
        .order_by(col(PassageVectors.id))
    )
    return [VectorRow(*row) for row in session.execute(query)]


def passages(session: Session, ids: Collection[int]) -> list[PassageHit]:
    query = (
        select(
            col(PassageRow.id),
            col(PassageRow.source_id),
            col(SourceText.title),
            col(PassageRow.start),
            col(PassageRow.end),
            col(PassageRow.text),
        )
        .join(SourceText, col(SourceText.id) == col(PassageRow.source_id))
        .where(col(PassageRow.id).in_(list(ids)))
    )
    return [PassageHit(*row) for row in session.execute(query)]


def _count(column: Any, embedder: str) -> Any:
    return select(func.count(col(column))).where(col(PassageVectors.embedder) == embedder)
