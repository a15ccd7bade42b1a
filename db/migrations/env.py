"""Alembic's entry. `db.engine.migrate` hands over a connection; for `python -m db.migrations` it
opens DATABASE_URL.
"""

from typing import Literal

from alembic import context
from sqlalchemy import Connection
from sqlmodel import AutoString, SQLModel

from core.settings import Settings
from db.engine import changing_tables, make_engine
from db.tables import Instant


def _plain(kind: str, item: object, _autogen: object) -> str | Literal[False]:
    """Migrations name the database's own types, so that they outlive ours."""
    if kind == "type" and isinstance(item, Instant):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, AutoString):
        return "sa.String()"
    return False


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        render_item=_plain,
    )
    with context.begin_transaction():
        context.run_migrations()


_given: Connection | None = context.config.attributes.get("connection")
if _given is not None:
    _run(_given)
else:
    with changing_tables(make_engine(Settings.from_environment().database_url)) as _own:
        _run(_own)
