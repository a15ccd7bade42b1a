"""A small desk on real parts: a database with a novel and questions, and a worker process."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.ops.preparing import prepare
from core.services.runs import RunSpec, progress, start
from core.services.runs.progress import RunProgress
from core.settings import Settings
from core.text import TokenizedText, load_tokenizer
from core.worker.processes import environment
from db.engine import writing
from db.tables import LLMReply, QuestionRow, RunItem
from tests.children import terminated
from tests.prepared_desk import prepared
from tests.stored_set import stored_set

PATIENCE_S = 300.0
"""How long anything may take that a test waits for, on a machine with other things to do."""
SENTENCE = "The lamp number {n} stood on shelf {n} beside the door of room {n}. "


@dataclass(frozen=True)
class Desk:
    """A desk with one question set, and shortcuts for its runs."""

    settings: Settings
    engine: Engine
    set_id: int

    def spec(self, **chosen: Any) -> RunSpec:
        chosen = {"connection": "test", "concurrency": 10, **chosen}
        return RunSpec(set_id=self.set_id, **chosen)

    def start(self, title: str = "a run", **chosen: Any) -> int:
        return start(self.engine, self.spec(**chosen), title=title, created_by="Ada")

    def items(self, run_id: int) -> list[RunItem]:
        with Session(self.engine) as session:
            return list(session.exec(select(RunItem).where(RunItem.run_id == run_id)))

    def replies(self) -> list[LLMReply]:
        with Session(self.engine) as session:
            return list(session.exec(select(LLMReply)))

    def wait(
        self,
        run_id: int,
        until: Callable[[RunProgress], bool] | None = None,
        timeout_s: float = PATIENCE_S,
    ) -> RunProgress:
        """Wait until `until` holds (default: the run is over) and return the progress."""
        end = time.monotonic() + timeout_s
        while True:
            now = progress(self.engine, run_id)
            if (until or (lambda p: p.is_over))(now):
                return now
            assert time.monotonic() < end, f"still {now}"
            time.sleep(0.05)

    def spawn(self, *within: str) -> "subprocess.Popen[bytes]":
        """A worker process that ends with this one, run by the command `within` if given."""
        return subprocess.Popen(
            [*within, sys.executable, "-m", "core", "worker"],
            stdin=subprocess.PIPE,
            env=environment(self.settings),
        )

    @contextmanager
    def worker(self) -> Iterator["subprocess.Popen[bytes]"]:
        with terminated(self.spawn()) as child:
            yield child


def open_desk(
    folder: Path,
    server_url: str,
    questions: int,
    database_url: str | None = None,
    *,
    lamps: int | None = None,
    timeout_s: float = PATIENCE_S,
) -> Desk:
    """A desk with one set of `questions` questions; its connection `test` leads to the server.

    Each question is about its own sentence of the novel, or about one of `lamps` sentences in
    turn. All prompts differ. A call that takes `timeout_s` is given up and repeated.
    """
    lamps = lamps or questions
    connections = folder / "connections.toml"
    connections.write_text(
        f'[test]\nbase_url = "{server_url}"\nmodel = "test-model"\nmax_concurrency = 50\n'
        f"timeout_s = {timeout_s}\n"
    )
    settings = Settings(
        database_url=database_url or f"sqlite:///{folder}/desk.db",
        connections_file=connections,
        log_level=os.environ.get("DESK_LOG_LEVEL", "WARNING"),
    )
    if database_url is None:
        prepared(folder / "desk.db")
    engine = prepare(settings)
    sentences = [SENTENCE.format(n=n) for n in range(lamps)]
    text = "".join(sentences)
    tokens = TokenizedText.from_text(text, load_tokenizer())
    ends = [tokens.token_at(end - 2) + 1 for end in accumulate(map(len, sentences))]
    with writing(engine) as session:
        set_id = stored_set(session, "Lamps", text, key=f"lamps-{questions}", rows=questions)
        session.add_all(
            QuestionRow(
                set_id=set_id,
                line=n + 1,
                item_key=f"q{n}",
                question=f"Where did lamp number {lamp} stand?" + f" ({round_})" * bool(round_),
                question_type="single_choice",
                choice={"a": f"on shelf {lamp}", "b": "in the garden", "c": "on the roof"},
                answer=["a"],
                start_pos=ends[lamp - 1] if lamp else 0,
                end_pos=ends[lamp],
            )
            for n in range(questions)
            for round_, lamp in [divmod(n, lamps)]
        )
    return Desk(settings, engine, set_id)
