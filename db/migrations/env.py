"""Alembic's entry point. Uses the connection that `db.engine.migrate` passes; without one (`python
-m db.migrations`) it opens DATABASE_URL.
"""

from typing import Literal

from alembic import context
from sqlalchemy import Connection
from sqlmodel import AutoString, SQLModel

from core.settings import Settings
from db.engine import changing_tables, make_engine
from db.tables import Instant


def _render_plain_type(kind: str, item: object, _autogen: object) -> str | Literal[False]:
    """Render our column types as SQLAlchemy's, so that migrations do not depend on ours."""
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
        render_item=_render_plain_type,
    )
    with context.begin_transaction():
        context.run_migrations()


_connection: Connection | None = context.config.attributes.get("connection")
if _connection is not None:
    _run(_connection)
else:
    with changing_tables(make_engine(Settings.from_environment().database_url)) as _new_connection:
        _run(_new_connection)
