"""Which models a check asks: to write copy anew, to judge it beside, to compare meanings."""

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
    """Whoever is asked; None: nobody. They never change a verdict (see `consult`)."""

    rewriter: Rewriter | None = None
    open_reader: Callable[[], LLMClient] | None = None
    open_embedder: Callable[[], Embedder] | None = None

    @property
    def any(self) -> bool:
        return any((self.rewriter, self.open_reader, self.open_embedder))

    def consulted(
        self, verifications: Sequence[Verification], policy: Policy, recent: Sequence[str]
    ) -> Sequence[Verification]:
        """With opinions beside the verdicts. Raises AuthenticationFailed."""
        if self.open_reader is None and self.open_embedder is None:
            return verifications
        found = review_with_models(
            verifications,
            policy,
            open_reader=self.open_reader,
            open_embedder=self.open_embedder,
            recent=recent,
        )
        return found.verifications


def models_of(
    options: Mapping[str, Any], settings: Settings, environ: Mapping[str, str]
) -> CheckModels:
    """Those that a check's options name, by their connections. Raises DeskError with the fix."""
    if not any(options.get(role) for role in ROLES):
        return CheckModels()
    known = load_connections(settings.connections_file, environ)
    named = partial(_chat, known, environ=environ, shared_by=settings.database_url)
    chat = {role: named(options.get(role)) for role in ("writer", "reader")}
    return CheckModels(
        rewriter=ModelRewriter(chat["writer"]) if chat["writer"] else None,
        open_reader=chat["reader"],
        open_embedder=_embedder(known, options.get("embedder"), environ, settings.database_url),
    )


def _chat(
    known: Connections, name: str | None, environ: Mapping[str, str], shared_by: str
) -> Callable[[], LLMClient] | None:
    if not name:
        return None
    connection = known.named(name)
    return lambda: open_client(connection, environ, shared_by=shared_by)


def _embedder(
    known: Connections, name: str | None, environ: Mapping[str, str], shared_by: str
) -> Callable[[], Embedder] | None:
    if not name:
        return None
    connection = known.named(name)
    return lambda: open_embedder(connection, environ, shared_by=shared_by)
