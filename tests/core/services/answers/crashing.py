"""Run a loop in a process that is killed at one commit: `python -m ... URL ID CONNECTIONS POINT`.

POINT: `before` or `after`, a method of the journal and the epoch, such as after:generated:1.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.services.answers import loop_executor
from core.services.answers.loop_journal import StoredJournal
from core.settings import Settings
from db.engine import make_engine
from db.queries import loops as queries
from tests.core.answer_loop.looping import Shelf

WORKER = "worker-1"


def _die(*_: Any, **__: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _killed(original: Callable[..., None], when: str, epoch: int | None) -> Callable[..., None]:
    def call(self: Any, *args: Any) -> None:
        is_the_point = epoch is None or args[0] == epoch
        if is_the_point and when == "before":
            _die()
        original(self, *args)
        if is_the_point:
            _die()

    return call


def _arm(point: str) -> None:
    when, name, *epoch = point.split(":")
    if name == "outcome":
        original = queries.put_outcome
        queries.put_outcome = _die if when == "before" else original  # type: ignore[assignment]
        if when == "after":
            loop_executor.Lease.finish = _die  # type: ignore[method-assign,assignment]
        return
    number = int(epoch[0]) if epoch else None
    setattr(StoredJournal, name, _killed(getattr(StoredJournal, name), when, number))


def main(url: str, loop_id: str, connections: str, point: str) -> None:
    _arm(point)
    settings = Settings(database_url=url, connections_file=Path(connections))
    loop_executor.run_loop(
        make_engine(url),
        int(loop_id),
        Shelf(),
        worker=WORKER,
        settings=settings,
        environ=os.environ,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
