"""Replies that were read are stored, so that the same prompt is never paid for twice."""

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
from db.engine import is_transient
from db.queries import runs as rows
from db.tables import now

_log = logging.getLogger(__name__)

_AWAY_S = 0.5

Find = Callable[[str], Awaitable[Completion | None]]


def reply_key(connection: str, model: str, settings: str, prompt: Prompt) -> str:
    """Equal for the same words to the same model under the same settings."""
    content = json.dumps([connection, model, settings, prompt.content_hash])
    return hashlib.sha256(content.encode()).hexdigest()


class StoredReplies:
    """Looks replies up in the database, those wanted at once in one query. Of one event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._wanted: dict[str, asyncio.Future[Completion | None]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def find(self, key: str) -> Completion | None:
        wanted = self._wanted.setdefault(key, asyncio.get_running_loop().create_future())
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(wanted)

    async def _look(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            try:
                known = await self._known_once_there(list(wanted))
            except Exception as error:  # noqa: BLE001 - whoever asked is told
                for future in wanted.values():
                    future.set_exception(error)
            else:
                for key, future in wanted.items():
                    future.set_result(known.get(key))

    async def _known_once_there(self, keys: Sequence[str]) -> dict[str, Completion]:
        """A database that is away is waited for: it says whether an answer is paid for already."""
        while True:
            try:
                return await asyncio.to_thread(self._known, keys)
            except DBAPIError as error:
                if not is_transient(error):
                    raise
                _log.warning("the database is away, waiting to look replies up: %s", error.orig)
                await asyncio.sleep(_AWAY_S)

    def _known(self, keys: Sequence[str]) -> dict[str, Completion]:
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
    """First looks for a stored reply, then asks where the caps leave room.

    A stored reply is handed out once; one that cannot be read any more is forgotten and the
    model is asked instead (core.llm.retries.RemembersReplies). A reply is stored under the prompt
    that was asked first: a second try only helps to answer it.
    """

    def __init__(
        self, asked: LLMClient, settings: str, find: Find | None, seat: Reservation
    ) -> None:
        super().__init__(asked, seat)
        self._settings = settings
        self._find = find
        self._first: Prompt | None = None
        self._answer: Completion | None = None

    async def complete(self, prompt: Prompt) -> Completion:
        self._first = self._first or prompt
        self._answer = await self._known(prompt) or await super().complete(prompt)
        return self._answer

    async def forget(self, _prompt: Prompt) -> None:
        """The stored reply could not be read: this item does not look for it again."""
        self._find = None

    def spent(self, price: Price | None) -> "ReplyCost":
        """What the item's calls took, as columns of its Entry."""
        return {
            "attempts": self.calls,
            "spent_tokens": self.usage.prompt_tokens + self.usage.completion_tokens,
            "cost": cost_of(self.usage, price) or 0.0,
        }

    async def _known(self, prompt: Prompt) -> Completion | None:
        if self._find is None:
            return None
        find, self._find = self._find, None
        return await find(self._key(prompt))

    def _key(self, prompt: Prompt) -> str:
        return reply_key(self.name, self.model, self._settings, prompt)

    def new_reply(self) -> dict[str, Any] | None:
        """The last reply as a row of `llm_reply`; None when it was stored before."""
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
