"""What answering needs at hand: the database, the settings, and whoever writes."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sqlalchemy import Engine

from core.answering.search import StoredRetriever
from core.answers.extractive import EXTRACTIVE, ExtractiveWriter
from core.answers.model_writer import ModelWriter
from core.answers.writing import AnswerWriter
from core.llm import LLMClient, load_connections, open_client
from core.settings import Settings
from db.engine import make_engine


@dataclass(frozen=True)
class Desk:
    """Opened once in a process; clients are opened as they are needed and closed with it."""

    settings: Settings
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    _clients: dict[str, LLMClient] = field(default_factory=dict, init=False)

    @cached_property
    def engine(self) -> Engine:
        return make_engine(self.settings.database_url)

    @cached_property
    def retriever(self) -> StoredRetriever:
        return StoredRetriever(self.engine)

    def writer(self, connection: str) -> AnswerWriter:
        """Raises DeskError with the fix when the connection cannot be used."""
        if connection == EXTRACTIVE:
            return ExtractiveWriter()
        return ModelWriter(self.client(connection))

    def client(self, connection: str) -> LLMClient:
        if connection not in self._clients:
            known = load_connections(self.settings.connections_file, self.environ)
            self._clients[connection] = open_client(known.named(connection), self.environ)
        return self._clients[connection]

    async def aclose(self) -> None:
        for client in self._clients.values():
            await client.aclose()
        self._clients.clear()
