"""The ledger: commits items' results in groups. An item is finished once its row is committed."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from core.errors import Sentence
from core.llm import FailureKind
from core.services.records import error_columns
from core.services.runs.leaks import leaks_once
from db import is_transient, writing
from db.queries import runs as rows
from db.queries.runs import Entry

_log = logging.getLogger(__name__)

_MOST_AT_ONCE = 500
_LONGEST_WAIT_S = 5.0
_GATHER_S = 0.02


@dataclass(slots=True)
class _Waiting:
    """An entry to commit, and the future of the caller that waits for it."""

    entry: Entry
    committed: asyncio.Future[None]
    failure: Exception | None = None

    def resolve(self) -> None:
        """Wake the caller: the entry was committed, or `failure` is raised."""
        if self.committed.done():
            return
        if self.failure is None:
            self.committed.set_result(None)
        else:
            self.committed.set_exception(self.failure)


class Ledger:
    """Commits all entries that arrived during the last commit, under load after 20 ms more, since a
    commit costs as much as a dozen rows.

    A database that is locked, restarting or away is waited for: an answer that was paid for is
    never dropped, and since callers wait for their commit, no further calls are paid meanwhile.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[_Waiting] = queue.SimpleQueue()
        threading.Thread(target=self._write_forever, name="ledger", daemon=True).start()

    async def record(self, entry: Entry) -> None:
        """Return once the entry is committed; raise if it cannot be stored, not even as crashed."""
        waiting = _Waiting(entry, asyncio.get_running_loop().create_future())
        self._waiting.put(waiting)
        await waiting.committed

    def _write_forever(self) -> None:
        batch: list[_Waiting] = []
        while True:
            if len(batch) > 1:
                time.sleep(_GATHER_S)
            batch = [self._waiting.get()]
            while len(batch) < _MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            self._commit(batch)
            loop = batch[0].committed.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve_all, batch)

    def _commit(self, batch: Sequence[_Waiting]) -> None:
        """Commit a batch; wait while the database is away, split the batch on any other error."""
        wait_s = 0.05
        while True:
            try:
                with writing(self._engine) as session:
                    entries = leaks_once(session, [waiting.entry for waiting in batch])
                    rows.write(session, entries)
            except Exception as error:  # noqa: BLE001 - waited out, or stored with the entry
                if is_transient(error):
                    _log.warning("the database is away, waiting to record results: %s", error)
                    time.sleep(wait_s)
                    wait_s = min(wait_s * 2, _LONGEST_WAIT_S)
                    continue
                self._commit_apart(batch, error)
            return

    def _commit_apart(self, batch: Sequence[_Waiting], error: Exception) -> None:
        """Commit entries one by one, so that one that cannot be stored fails alone: it is stored as
        crashed, or its caller gets the error.
        """
        first = batch[0]
        if len(batch) > 1:
            for waiting in batch:
                self._commit([waiting])
        elif first.entry.reason == FailureKind.CRASHED:
            first.failure = error
        else:
            first.entry = crashed(first.entry, error)
            self._commit([first])


def crashed(entry: Entry, error: BaseException) -> Entry:
    """The entry as a system error, with the exception's type and message (at most 2,000
    characters, no NUL).
    """
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    message = f"{type(cause).__name__}: {cause}"[:2000]
    message = message.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
    return replace(
        entry,
        outcome="infrastructure",
        reason=FailureKind.CRASHED.value,
        **error_columns(Sentence.verbatim(message)),
        verdict=None,
        reply=None,
    )


def _resolve_all(batch: Sequence[_Waiting]) -> None:
    for waiting in batch:
        waiting.resolve()
