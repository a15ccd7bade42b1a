"""What answering a question needs: the database, the settings and the model clients."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from sqlalchemy import Engine

from core.errors import ConfigurationError
from core.evidence_gate import (
    AnswerWriter,
    AssertionFilter,
    ClaimJudge,
    ExtractiveWriter,
    GatePolicy,
    IntentClassifier,
    KnownNames,
    ModelClaimJudge,
    ModelIntentClassifier,
    ModelNameFinder,
    ModelWriter,
    QueryIntentClassifier,
)
from core.evidence_gate.extractive import EXTRACTIVE
from core.evidence_gate.gate_policy import POLICIES
from core.llm import Connection, LLMClient, load_connections, open_client
from core.services.access import Principal, acting_as, as_operator
from core.services.answers.index import texts_of
from core.services.answers.meaning import meaning_search
from core.services.answers.stored_retriever import StoredRetriever
from core.services.runs import remembered_format
from core.settings import Settings
from db import make_engine

LIBRARY = "library"


@dataclass(frozen=True)
class AnswerContext:
    """The resources of one process for answering; clients are opened on first use, see `aclose`."""

    settings: Settings
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    has_login: bool = False
    """Whether the desk has a login, so that anonymous requests are refused."""
    principal: Principal | None = None
    """The signed-in person it answers for; None for the operator."""
    _clients: dict[str, LLMClient] = field(default_factory=dict)

    @cached_property
    def engine(self) -> Engine:
        engine = make_engine(self.settings.database_url)
        return engine if self.principal is None else acting_as(engine, self.principal)

    def acting_as(self, principal: Principal | None) -> "AnswerContext":
        """The same context, with the same clients, acting for a signed-in person."""
        return self if principal is None else replace(self, principal=principal)

    @cached_property
    def retriever(self) -> StoredRetriever:
        meaning = meaning_search(self.engine, self.settings, self.environ)
        return StoredRetriever(self.engine, meaning)

    @property
    def name(self) -> str:
        """The name recorded with each question; empty for the operator."""
        return self.principal.name if self.principal else ""

    def writer(self, connection: str) -> AnswerWriter:
        """Raises DeskError with the fix when the connection cannot be used."""
        if connection == EXTRACTIVE:
            return ExtractiveWriter()
        return ModelWriter(self.client(connection))

    def client(self, connection: str) -> LLMClient:
        if connection not in self._clients:
            connections = load_connections(self.settings.connections_file, self.environ)
            self._clients[connection] = self._open(connections.named(connection))
        return self._clients[connection]

    @property
    def policy(self) -> GatePolicy:
        """The policy that EVIDENCE_GATE_POLICY names, for the classifier and the filter alike."""
        return POLICIES[self.settings.gate_policy]

    def classifier(self) -> IntentClassifier:
        """The rules, or the model that EVIDENCE_GATE_CLASSIFIER names together with the rules."""
        rule = QueryIntentClassifier(weak_words_yield=self.policy.weak_words_yield)
        if not self.settings.gate_classifier:
            return rule
        opening = self._opening(self.settings.gate_classifier, "EVIDENCE_GATE_CLASSIFIER")
        return ModelIntentClassifier(opening, rule=rule)

    def judge(self) -> ClaimJudge | None:
        """The model that EVIDENCE_GATE_JUDGE names; None if unset: rules check the claims."""
        if not self.settings.gate_judge:
            return None
        return ModelClaimJudge(self._opening(self.settings.gate_judge, "EVIDENCE_GATE_JUDGE"))

    def assertion_filter(self, source_ids: Collection[int] | None) -> AssertionFilter:
        """A filter that also checks names if EVIDENCE_GATE_NAMES says who finds them.

        `library`: names collected from the texts of `source_ids` (None: all), which delays the
        first answer; else the model connection of that name.
        """
        finder = self.settings.gate_names
        if not finder:
            return AssertionFilter(self.policy)
        if finder == LIBRARY:
            texts = None if source_ids is None else tuple(sorted(source_ids))
            known_names = _known_names(as_operator(self.engine), texts)
            return AssertionFilter(self.policy, names=known_names)
        opening = self._opening(finder, "EVIDENCE_GATE_NAMES")
        return AssertionFilter(self.policy, names=ModelNameFinder(opening))

    def _opening(self, connection: str, setting: str) -> Callable[[], LLMClient]:
        """A function that opens the client of a connection that `setting` names.

        Raises ConfigurationError if that connection is not set up.
        """
        connections = load_connections(self.settings.connections_file, self.environ)
        if connection not in connections:
            raise ConfigurationError(
                "{setting} names the connection {connection}, which is not set up. Add it to "
                "connections.toml, or correct the setting.",
                setting=setting,
                connection=connection,
            )
        return lambda: self._open(connections.named(connection))

    def _open(self, connection: Connection) -> LLMClient:
        """Open a client, with the reply format that a connection test found to work."""
        configured = connection.with_format(remembered_format(self.engine, connection))
        return open_client(configured, self.environ, shared_by=self.settings.database_url)

    async def aclose(self) -> None:
        for client in self._clients.values():
            await client.aclose()
        self._clients.clear()


@lru_cache(maxsize=8)
def _known_names(engine: Engine, source_ids: tuple[int, ...] | None) -> KnownNames:
    return KnownNames.of_texts(texts_of(engine, source_ids))
