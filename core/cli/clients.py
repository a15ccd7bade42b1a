"""Who a command asks: a connection, or replies given beforehand."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

from core.cli.inputs import bytes_within
from core.errors import InputError
from core.llm import (
    Connection,
    LLMClient,
    Price,
    RecordedClient,
    load_connections,
    load_prices,
    open_client,
    read_recording,
)
from core.settings import Settings

RECORDED = "recorded"


@dataclass(frozen=True)
class AskedClient:
    """A client, what besides its model shapes its replies, its connection, if it has one, and
    what its model charges, None: unknown.
    """

    client: LLMClient
    reply_settings: str
    connection: Connection | None = None
    price: Price | None = None


def open_asked(
    arguments: argparse.Namespace, settings: Settings, environ: Mapping[str, str]
) -> AskedClient:
    """What --connection, --model and --replies name; raises DeskError."""
    if arguments.replies or arguments.connection == RECORDED:
        return _recorded(arguments, settings.max_upload_bytes)
    connection = load_connections(settings.connections_file, environ).named(arguments.connection)
    if arguments.model and connection.kind == "lexical":
        raise InputError("The offline baseline is no model. Leave out --model.")
    if arguments.model:
        connection = connection.asking(arguments.model)
    client = open_client(connection, environ)
    price = load_prices(settings.prices_file, environ).of(connection)
    return AskedClient(client, connection.reply_settings, connection, price)


def _recorded(arguments: argparse.Namespace, max_bytes: int) -> AskedClient:
    if arguments.connection != RECORDED or not arguments.replies:
        raise InputError(
            "--replies and --connection recorded belong together. Give both, or neither."
        )
    replies = read_recording(
        bytes_within(arguments.replies, max_bytes), file_name=str(arguments.replies)
    )
    label = arguments.model or arguments.replies.name
    return AskedClient(RecordedClient(replies, label=label), repr(sorted(replies.items())))
