"""The index of passages: SQLite's FTS5, and PostgreSQL's text search vectors.

Terms consist of letters, digits and "_" only (`core.text.retrieval.search_terms`), so quoting them
in SQL is safe.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, text
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import IndexedSource, PassageRow, SourceText

MOST_MATCHED = 20_000
"""Most passages that are ranked for one question; of its terms, the rarest within this limit are
matched.
"""


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage with its source's title; characters [start, end) of the source."""

    id: int
    source_id: int
    title: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class IndexSize:
    passages: int
    terms: int


def unindexed(session: Session, version: int) -> list[int]:
    """Ids of the sources that are not indexed under `version` or a later one."""
    of_version = columns(col(IndexedSource.source_id)).where(col(IndexedSource.version) >= version)
    query = columns(col(SourceText.id)).where(col(SourceText.id).not_in(of_version))
    return list(session.execute(query.order_by(col(SourceText.id))).scalars())


def indexed(session: Session) -> list[int]:
    """Ids of the indexed sources."""
    query = columns(col(IndexedSource.source_id)).order_by(col(IndexedSource.source_id))
    return list(session.execute(query).scalars())


def claim(session: Session, source_id: int, version: int) -> bool:
    """Lock a source for indexing until the transaction ends; False if it was deleted or is indexed
    already.
    """
    query = columns(col(SourceText.id)).where(col(SourceText.id) == source_id).with_for_update()
    exists = session.execute(query).first() is not None
    return exists and source_id in unindexed(session, version)


def is_outdated(session: Session, version: int) -> bool:
    """Whether any source is indexed under an older version."""
    older = columns(col(IndexedSource.source_id)).where(col(IndexedSource.version) < version)
    return session.execute(older.limit(1)).first() is not None


def clear_outdated(session: Session, version: int) -> None:
    """Empty the index if any of it is outdated: removing a passage needs its terms, which only the
    old rules could produce.
    """
    if not _is_sqlite(session):
        # Keep others from adding or removing passages between the deletions.
        session.execute(text("LOCK TABLE passage IN ACCESS EXCLUSIVE MODE"))
    if not is_outdated(session, version):
        return
    if _is_sqlite(session):
        session.execute(text("INSERT INTO passage_fts (passage_fts) VALUES ('delete-all')"))
    else:
        session.execute(text("DELETE FROM passage_terms"))
        session.execute(text("DELETE FROM passage_vocabulary"))
    session.execute(delete(PassageRow))
    session.execute(delete(IndexedSource))


def size(session: Session) -> IndexSize:
    counted = columns(func.sum(IndexedSource.passage_count), func.sum(IndexedSource.term_count))
    passages, terms = session.execute(counted).one()
    return IndexSize(passages or 0, terms or 0)


def add(
    session: Session,
    source_id: int,
    version: int,
    passages: Sequence[tuple[int, int, str]],
    terms: Sequence[Sequence[str]],
) -> None:
    """Add and index all passages of a source, given as (start, end, text), with their terms."""
    if passages:
        rows = [
            {
                "source_id": source_id,
                "ordinal": ordinal,
                "start": start,
                "end": end,
                "text": passage_text,
            }
            for ordinal, (start, end, passage_text) in enumerate(passages)
        ]
        session.execute(insert(PassageRow), rows)
    ids = session.execute(
        columns(col(PassageRow.id))
        .where(col(PassageRow.source_id) == source_id)
        .order_by(col(PassageRow.ordinal))
    ).scalars()
    enter(session, dict(zip(ids, terms, strict=True)))
    session.add(
        IndexedSource(
            source_id=source_id,
            version=version,
            passage_count=len(passages),
            term_count=sum(map(len, terms)),
        )
    )


def enter(session: Session, terms: Mapping[int, Sequence[str]]) -> None:
    """Index stored passages in the database's full-text index; `terms` by passage id."""
    if terms:
        _add_fts(session, terms) if _is_sqlite(session) else _add_vectors(session, terms)


def _is_sqlite(session: Session) -> bool:
    return session.get_bind().dialect.name == "sqlite"


def _add_fts(session: Session, by_id: Mapping[int, Sequence[str]]) -> None:
    rows = [{"id": id_, "terms": " ".join(terms)} for id_, terms in by_id.items()]
    session.execute(text("INSERT INTO passage_fts (rowid, terms) VALUES (:id, :terms)"), rows)


def _add_vectors(session: Session, by_id: Mapping[int, Sequence[str]]) -> None:
    unique_terms = {id_: sorted(set(terms)) for id_, terms in by_id.items()}
    adding = "INSERT INTO passage_terms VALUES (:id, array_to_tsvector(CAST(:terms AS text[])))"
    session.execute(
        text(adding), [{"id": id_, "terms": terms} for id_, terms in unique_terms.items()]
    )
    _count_vectors(session, Counter(term for terms in unique_terms.values() for term in terms))


def _count_vectors(session: Session, counts: Mapping[str, int]) -> None:
    # In a fixed order, or two processes that index different texts could deadlock.
    ordered = sorted(counts)
    session.execute(
        text(
            "INSERT INTO passage_vocabulary AS v (term, doc) "
            "SELECT * FROM unnest(CAST(:terms AS text[]), CAST(:docs AS int[])) "
            "ON CONFLICT (term) DO UPDATE SET doc = v.doc + excluded.doc"
        ),
        {"terms": ordered, "docs": [counts[term] for term in ordered]},
    )


def remove(session: Session, source_id: int, terms: Mapping[int, Sequence[str]]) -> None:
    """Remove a source's passages and their index entries; `terms` by passage id."""
    if _is_sqlite(session):
        # A contentless FTS5 table needs the terms of a row to delete it.
        deletion = (
            "INSERT INTO passage_fts (passage_fts, rowid, terms) VALUES ('delete', :id, :terms)"
        )
        for id_, passage_terms in terms.items():
            session.execute(text(deletion), {"id": id_, "terms": " ".join(passage_terms)})
    elif terms:
        counts = Counter(term for passage_terms in terms.values() for term in set(passage_terms))
        _count_vectors(session, {term: -n for term, n in counts.items()})
        deletion = "DELETE FROM passage_terms WHERE passage_id = ANY(:ids)"
        session.execute(text(deletion), {"ids": list(terms)})
    session.execute(delete(PassageRow).where(col(PassageRow.source_id) == source_id))
    session.execute(delete(IndexedSource).where(col(IndexedSource.source_id) == source_id))


def texts(session: Session, source_ids: Collection[int] | None) -> list[str]:
    query = columns(col(SourceText.text))
    if source_ids is not None:
        query = query.where(col(SourceText.id).in_(source_ids))
    return list(session.execute(query.order_by(col(SourceText.id))).scalars())


def of_source(session: Session, source_id: int) -> Sequence[PassageRow]:
    query = select(PassageRow).where(PassageRow.source_id == source_id)
    return session.exec(query.order_by(col(PassageRow.ordinal))).all()


def frequencies(session: Session, terms: Collection[str]) -> dict[str, int]:
    """Term -> number of passages that contain it; terms in none are left out."""
    query = text("SELECT term, doc FROM passage_vocabulary WHERE term IN :terms AND doc > 0")
    among = query.bindparams(bindparam("terms", expanding=True))
    return {term: int(doc) for term, doc in session.execute(among, {"terms": list(terms)})}


def candidates(
    session: Session,
    weights: Mapping[str, float],
    matched: Collection[str],
    limit: int,
    source_ids: Collection[int] | None,
) -> list[PassageHit]:
    """Passages with any term of `matched`: best BM25 first on SQLite, elsewhere the greatest sum of
    weights.
    """
    if _is_sqlite(session):
        ranked = _by_bm25([f'"{term}"' for term in matched], source_ids)
    else:
        quoted = {f"'{term}'": weight for term, weight in weights.items()}
        ranked = _by_weight(quoted, [f"'{term}'" for term in matched], source_ids)
    return _hits(session, ranked, limit)


def candidates_by_start(
    session: Session, starts: Collection[str], limit: int, source_ids: Collection[int] | None
) -> list[PassageHit]:
    """Passages with terms that begin with any of `starts`: best BM25 first on SQLite, elsewhere the
    most of them.
    """
    if _is_sqlite(session):
        ranked = _by_bm25([f'"{start}"*' for start in starts], source_ids)
    else:
        quoted = {f"'{start}':*": 1.0 for start in starts}
        ranked = _by_weight(quoted, list(quoted), source_ids)
    return _hits(session, ranked, limit)


def _hits(session: Session, ranked: "_Ranked", limit: int) -> list[PassageHit]:
    query = text(
        f'SELECT p.id, p.source_id, s.title, p.start, p."end", p.text FROM ({ranked.sql}) AS r '
        "JOIN passage AS p ON p.id = r.id JOIN source_text AS s ON s.id = p.source_id "
        "ORDER BY r.rank, p.id"
    )
    parameters = {**ranked.parameters, "limit": limit}
    return [PassageHit(*row) for row in session.execute(query, parameters)]


@dataclass(frozen=True, slots=True)
class _Ranked:
    """An SQL query for (id, rank), lowest rank best, with its parameters."""

    sql: str
    parameters: dict[str, Any]


def _by_bm25(matched: Collection[str], source_ids: Collection[int] | None) -> _Ranked:
    """Rank by FTS5's BM25; `matched` must be quoted for FTS5."""
    joined, parameters = _within("passage_fts.rowid", source_ids)
    sql = (
        "SELECT passage_fts.rowid AS id, passage_fts.rank AS rank FROM passage_fts "
        f"{joined} WHERE passage_fts MATCH :match ORDER BY rank LIMIT :limit"
    )
    return _Ranked(sql, {"match": " OR ".join(matched), **parameters})


def _by_weight(
    weights: Mapping[str, float], matched: Collection[str], source_ids: Collection[int] | None
) -> _Ranked:
    """Rank by the sum of matching terms' weights; terms must be quoted for a tsquery."""
    joined, parameters = _within("t.passage_id", source_ids)
    summed = []
    for index, (term, weight) in enumerate(weights.items()):
        summed.append(
            f"CASE WHEN t.terms @@ CAST(:q{index} AS tsquery) THEN {weight:.6f} ELSE 0 END"
        )
        parameters[f"q{index}"] = term
    sql = (
        f"SELECT t.passage_id AS id, -({' + '.join(summed)}) AS rank FROM passage_terms AS t "
        f"{joined} WHERE t.terms @@ CAST(:match AS tsquery) ORDER BY rank, id LIMIT :limit"
    )
    return _Ranked(sql, {"match": " | ".join(matched), **parameters})


def _within(id_: str, source_ids: Collection[int] | None) -> tuple[str, dict[str, Any]]:
    """A join, with its parameters, that limits passages to these sources; empty for None."""
    if source_ids is None:
        return "", {}
    names = {f"s{index}": source_id for index, source_id in enumerate(sorted(set(source_ids)))}
    among = ", ".join(f":{name}" for name in names) or "NULL"
    return f"JOIN passage AS w ON w.id = {id_} AND w.source_id IN ({among})", dict(names)
