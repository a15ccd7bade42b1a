"""Alembic's entry: upgrades the connection that `db.engine.migrate` hands over."""

from typing import Literal

from alembic import context
from sqlmodel import AutoString, SQLModel

from db.tables import Instant


def _plain(kind: str, item: object, _autogen: object) -> str | Literal[False]:
    """Migrations name the database's own types, so that they outlive ours."""
    if kind == "type" and isinstance(item, Instant):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, AutoString):
        return "sa.String()"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    render_item=_plain,
)
with context.begin_transaction():
    context.run_migrations()
