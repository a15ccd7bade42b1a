"""The table of connections, and a button that tests one."""

import asyncio
import os
from collections.abc import Iterable

import streamlit as st

from core.errors import DeskError
from core.llm import (
    Connection,
    Connections,
    ConnectionTest,
    KeyStatus,
    ReplyFormat,
    key_status,
    open_client,
    open_embedder,
    test_connection,
    test_embedder,
)
from core.services.access import Right
from core.services.runs import remember_format
from pages.components.app_context import engine, settings
from pages.components.html import caption, notice, table
from pages.components.language import N_, _, translate
from pages.components.rights import needs

KINDS = {
    "openai": N_("API model"),
    "embeddings": N_("embeddings only"),
    "lexical": N_("offline baseline (no model)"),
    "recorded": N_("recorded replies"),
}
KEY_STATUS = {
    KeyStatus.SET: N_("set"),
    KeyStatus.MISSING: N_("missing"),
    KeyStatus.NOT_NEEDED: N_("not needed"),
}


FORMATS = {
    ReplyFormat.JSON_SCHEMA: N_("It keeps replies to a schema; runs started from now on use it."),
    ReplyFormat.JSON_OBJECT: N_(
        "It keeps replies to JSON, though not to a schema; runs started from now on use that."
    ),
    ReplyFormat.PROMPT: N_(
        "It keeps replies to no format: the prompt alone asks for one, and replies are read as "
        "they come."
    ),
}


def key_of(connection: Connection) -> str:
    """The variable of the key and whether it is set; never the key itself."""
    status = _(KEY_STATUS[key_status(connection, os.environ)])
    if connection.api_key_env is None:
        return status
    return _("{name}: {value}").format(name=connection.api_key_env, value=status)


def label_of(connection: Connection) -> str:
    """The label of a connection in a choice."""
    if connection.kind != "openai":
        return f"{connection.name} · {_(KINDS[connection.kind])}"
    key = key_status(connection, os.environ)
    key_text = _("no key needed") if key is KeyStatus.NOT_NEEDED else key_of(connection)
    return f"{connection.name} · {connection.model} · {key_text}"


def first_model(connections: Iterable[Connection]) -> int:
    """The index of the connection that forms preselect: the first API model, else 0."""
    return next((at for at, connection in enumerate(connections) if connection.kind == "openai"), 0)


def draw_connections(connections: Connections) -> None:
    table(
        [_("Name"), _("Kind"), _("Address"), _("Model"), _("Key")],
        [
            [
                connection.name,
                _(KINDS[connection.kind]),
                connection.base_url if connection.is_endpoint else "–",
                connection.model,
                key_of(connection),
            ]
            for connection in (*connections, *connections.embeddings)
        ],
    )
    caption(
        _(
            "Add any OpenAI-compatible endpoint as an entry in connections.toml; its key stays "
            "in an environment variable."
        )
    )


def draw_test(connections: Connections) -> None:
    """Draw the choice of a connection and the button that tests it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            _("Connection to test"),
            [connection.name for connection in (*connections, *connections.embeddings)],
            key="to_test",
            width=320,
        )
        is_pressed = st.button(_("Test connection"), key="test_connection", **needs(Right.RUN))
    if is_pressed and name:
        draw_answer(connections.named(name))


def draw_answer(connection: Connection) -> None:
    """Make one real call to the connection, and draw a sentence about it."""
    with st.spinner(_("Testing…")):
        try:
            answer = asyncio.run(_test(connection))
        except DeskError as error:
            notice(translate(error))
            return
    if answer.error is not None:
        notice(translate(answer.error))
    elif connection.is_endpoint:
        template = _("{model} answered in {seconds} s.")
        notice(template.format(model=answer.model, seconds=f"{answer.latency_s:.2f}"), "green")
        if answer.reply_format is not None:
            remember_format(engine(), connection, answer.reply_format)
            caption(_(FORMATS[answer.reply_format]))
    else:
        notice(_("{name} needs no connection.").format(name=answer.model), "quiet")


async def _test(connection: Connection) -> ConnectionTest:
    """Test the connection within the rate limits that workers share."""
    shared = settings().database_url
    if connection.kind == "embeddings":
        embedder = open_embedder(connection, os.environ, shared_by=shared)
        try:
            return await test_embedder(embedder)
        finally:
            await embedder.aclose()
    strongest = connection.with_format(ReplyFormat.JSON_SCHEMA)
    client = open_client(strongest, os.environ, shared_by=shared)
    try:
        return await test_connection(client)
    finally:
        await client.aclose()
