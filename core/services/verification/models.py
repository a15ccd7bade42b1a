"""The models of a check: to rewrite copy, to review it, and to compare meanings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.llm import Connections, Embedder, LLMClient, load_connections, open_client, open_embedder
from core.settings import Settings
from core.verification import ModelRewriter, Policy, Rewriter, Verification, review_with_models

ROLES = ("writer", "reader", "embedder")


@dataclass(frozen=True)
class CheckModels:
    """Models to call, None for a role without one; they never change a verdict."""

    rewriter: Rewriter | None = None
    open_reader: Callable[[], LLMClient] | None = None
    open_embedder: Callable[[], Embedder] | None = None

    @property
    def any(self) -> bool:
        return any((self.rewriter, self.open_reader, self.open_embedder))

    def consulted(
        self, verifications: Sequence[Verification], policy: Policy, recent: Sequence[str]
    ) -> Sequence[Verification]:
        """The verifications with the models' opinions added. Raises AuthenticationFailed."""
        if self.open_reader is None and self.open_embedder is None:
            return verifications
        review = review_with_models(
            verifications,
            policy,
            open_reader=self.open_reader,
            open_embedder=self.open_embedder,
            recent=recent,
        )
        return review.verifications


def models_of(
    options: Mapping[str, Any], settings: Settings, environ: Mapping[str, str]
) -> CheckModels:
    """The models that a check's options name, by connection. Raises DeskError."""
    if not any(options.get(role) for role in ROLES):
        return CheckModels()
    connections = load_connections(settings.connections_file, environ)
    named = partial(_chat, connections, environ=environ, shared_by=settings.database_url)
    chat = {role: named(options.get(role)) for role in ("writer", "reader")}
    return CheckModels(
        rewriter=ModelRewriter(chat["writer"]) if chat["writer"] else None,
        open_reader=chat["reader"],
        open_embedder=_embedder(
            connections, options.get("embedder"), environ, settings.database_url
        ),
    )


def _chat(
    connections: Connections, name: str | None, environ: Mapping[str, str], shared_by: str
) -> Callable[[], LLMClient] | None:
    if not name:
        return None
    connection = connections.named(name)
    return lambda: open_client(connection, environ, shared_by=shared_by)


def _embedder(
    connections: Connections, name: str | None, environ: Mapping[str, str], shared_by: str
) -> Callable[[], Embedder] | None:
    if not name:
        return None
    connection = connections.named(name)
    return lambda: open_embedder(connection, environ, shared_by=shared_by)
