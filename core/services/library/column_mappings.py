"""Column mappings of imported files, remembered by the names of their columns."""

import hashlib
import json
from collections.abc import Iterable

from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import ColumnMapping
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from db.queries import library as queries
from db.tables import ColumnMappingRow


def remembered_mapping(engine: Engine, columns: Iterable[str]) -> ColumnMapping | None:
    """Return the mapping last stored for exactly these columns, in any order; None without one."""
    with Session(engine) as session:
        row = queries.mapping_with(session, _hash(columns))
        return ColumnMapping.from_dict(row.mapping) if row else None


def remember_mapping(engine: Engine, columns: Iterable[str], mapping: ColumnMapping) -> None:
    """Store the mapping for files with exactly these columns, in place of an earlier one."""
    demand(engine, Right.RUN)
    names = sorted(columns)

    def store(session: Session) -> None:
        row = queries.mapping_with(session, _hash(names))
        if row is None:
            row = ColumnMappingRow(columns_hash=_hash(names), columns=names, mapping={})
        row.mapping = mapping.to_dict()
        session.add(row)

    in_one_transaction(engine, store)


def _hash(columns: Iterable[str]) -> str:
    return hashlib.sha256(json.dumps(sorted(columns)).encode()).hexdigest()
