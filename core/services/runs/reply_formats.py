"""Remember the reply format that a connection test found to work."""

import hashlib
import json

from sqlalchemy import Engine
from sqlmodel import Session

from core.llm import Connection, ReplyFormat
from core.services.access import Right, demand
from db import writing
from db.tables import ConnectionFormat, now


def remember_format(engine: Engine, connection: Connection, reply_format: ReplyFormat) -> None:
    """Store the format that later runs on this connection ask for."""
    demand(engine, Right.RUN)
    with writing(engine) as session:
        session.merge(
            ConnectionFormat(
                key=_key(connection),
                connection=connection.name,
                model=connection.model,
                reply_format=reply_format.value,
                found_at=now(),
            )
        )


def remembered_format(engine: Engine, connection: Connection) -> ReplyFormat | None:
    """The stored format; None if the connection was not tested as it is now set up."""
    with Session(engine) as session:
        row = session.get(ConnectionFormat, _key(connection))
    return ReplyFormat(row.reply_format) if row else None


def _key(connection: Connection) -> str:
    """A hash of name, address and model: a connection to another address is a different one."""
    names = [connection.name, connection.base_url, connection.model]
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()
