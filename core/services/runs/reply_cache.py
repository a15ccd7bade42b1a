"""Reuse stored replies, so that the same prompt is not paid for twice."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypedDict

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from core.llm import Completion, LLMClient, Price, Prompt, Reservation, ReservingClient, cost_of
from db import is_transient
from db.queries import runs as rows
from db.tables import now

_log = logging.getLogger(__name__)

_AWAY_S = 0.5

Find = Callable[[str], Awaitable[Completion | None]]


def reply_key(connection: str, model: str, settings: str, prompt: Prompt) -> str:
    """The key of a stored reply: equal for the same prompt, model, connection and settings."""
    content = json.dumps([connection, model, settings, prompt.content_hash])
    return hashlib.sha256(content.encode()).hexdigest()


class StoredReplies:
    """Looks up stored replies; concurrent look-ups share a query. For use on one event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._pending: dict[str, asyncio.Future[Completion | None]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def find(self, key: str) -> Completion | None:
        """The stored reply with this key (see `reply_key`), or None."""
        future = self._pending.setdefault(key, asyncio.get_running_loop().create_future())
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(future)

    async def _look(self) -> None:
        while self._pending:
            pending, self._pending = self._pending, {}
            try:
                replies = await self._read_when_available(list(pending))
            except Exception as error:  # noqa: BLE001 - raised where the look-up was awaited
                for future in pending.values():
                    future.set_exception(error)
            else:
                for key, future in pending.items():
                    future.set_result(replies.get(key))

    async def _read_when_available(self, keys: Sequence[str]) -> dict[str, Completion]:
        """Look replies up, waiting while the database is away: asking the model instead could pay
        twice for a reply.
        """
        while True:
            try:
                return await asyncio.to_thread(self._read, keys)
            except DBAPIError as error:
                if not is_transient(error):
                    raise
                _log.warning("the database is away, waiting to look replies up: %s", error.orig)
                await asyncio.sleep(_AWAY_S)

    def _read(self, keys: Sequence[str]) -> dict[str, Completion]:
        with Session(self._engine) as session:
            return {
                row.key: Completion(
                    row.text, row.model, finish_reason=row.finish_reason, reused=True
                )
                for row in rows.replies(session, keys)
            }


class ReplyCost(TypedDict):
    attempts: int
    spent_tokens: int
    cost: float


class RememberingClient(ReservingClient):
    """The client of one item: returns a stored reply if there is one, else asks within the caps.

    A stored reply is returned once; if it cannot be parsed, `forget` is called and the model is
    asked instead (core.llm.retries.RemembersReplies). A new reply is stored under the item's first
    prompt, also when a retry with another prompt got it.
    """

    def __init__(
        self, client: LLMClient, settings: str, find: Find | None, reservation: Reservation
    ) -> None:
        super().__init__(client, reservation)
        self._settings = settings
        self._find = find
        self._first: Prompt | None = None
        self._answer: Completion | None = None

    async def complete(self, prompt: Prompt) -> Completion:
        self._first = self._first or prompt
        self._answer = await self._find_stored(prompt) or await super().complete(prompt)
        return self._answer

    async def forget(self, _prompt: Prompt) -> None:
        """Do not look for a stored reply again: the one returned could not be parsed."""
        self._find = None

    def spent(self, price: Price | None) -> "ReplyCost":
        """Calls, tokens and cost of the item, as columns of its Entry."""
        return {
            "attempts": self.calls,
            "spent_tokens": self.usage.prompt_tokens + self.usage.completion_tokens,
            "cost": cost_of(self.usage, price) or 0.0,
        }

    async def _find_stored(self, prompt: Prompt) -> Completion | None:
        if self._find is None:
            return None
        find, self._find = self._find, None
        return await find(self._key(prompt))

    def _key(self, prompt: Prompt) -> str:
        return reply_key(self.name, self.model, self._settings, prompt)

    def new_reply(self) -> dict[str, Any] | None:
        """The last reply as a row of `llm_reply`; None if it was stored already or was free."""
        prompt, completion = self._first, self._answer
        if prompt is None or completion is None or completion.reused or self.kind != "openai":
            return None
        return {
            "key": self._key(prompt),
            "connection": self.name,
            "model": self.model,
            "prompt_hash": prompt.content_hash,
            "text": completion.text,
            "finish_reason": completion.finish_reason,
            "prompt_tokens": completion.usage.prompt_tokens,
            "completion_tokens": completion.usage.completion_tokens,
            "created_at": now(),
        }
