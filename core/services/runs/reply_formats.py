"""What tests of connections found about the form of replies, remembered in the database."""

import hashlib
import json

from sqlalchemy import Engine
from sqlmodel import Session

from core.llm import Connection
from core.llm.reply_formats import ReplyFormat
from core.services.access import Right, demand
from db.engine import writing
from db.tables import ConnectionFormat, now


def remember_format(engine: Engine, connection: Connection, found: ReplyFormat) -> None:
    """Runs that start from now on ask for replies in this form."""
    demand(engine, Right.RUN)
    with writing(engine) as session:
        session.merge(
            ConnectionFormat(
                key=_key(connection),
                connection=connection.name,
                model=connection.model,
                reply_format=found.value,
                found_at=now(),
            )
        )


def remembered_format(engine: Engine, connection: Connection) -> ReplyFormat | None:
    """None where the connection was never tested with this address and model."""
    with Session(engine) as session:
        found = session.get(ConnectionFormat, _key(connection))
    return ReplyFormat(found.reply_format) if found else None


def _key(connection: Connection) -> str:
    """A connection that leads elsewhere is another one."""
    names = [connection.name, connection.base_url, connection.model]
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()
