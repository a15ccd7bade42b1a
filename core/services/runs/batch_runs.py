"""Batch runs: their calls are written to files, and their replies read from the batch's results.

Such a run is paused from its start until the results are read. Its items are then executed as in
any run, with replies from the recording that belongs to the run.
"""

import asyncio
import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.llm import (
    BatchFiles,
    BatchIssue,
    BatchWriter,
    Budget,
    BudgetUsage,
    CapGate,
    RecordedAnswer,
    read_batch_results,
)
from core.locale import N_n, plural_form
from core.services.access import Right, demand
from core.services.runs.batch_answers import batch_answers
from core.services.runs.run_context import BookCache, RunOpener
from core.services.runs.run_spec import AnySpec, read_spec
from core.services.runs.stored_runs import get_run
from core.settings import Settings
from core.text import require_size
from db import writing
from db.queries import library as queries
from db.queries import runs as rows
from db.tables import RecordedReply, Recording, Run

_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class BatchRead:
    """Counts of one results file: `replies` that were stored, `failed` of them unusable, and
    `missing` calls of the run that have no reply yet. `issues` name file and line.
    """

    replies: int
    failed: int
    missing: int
    issues: tuple[BatchIssue, ...]


@dataclass(frozen=True, slots=True)
class BatchDesk:
    """Writes and reads batches of runs, with the desk's settings and the environment's keys."""

    engine: Engine
    settings: Settings
    environ: Mapping[str, str]

    def write(self, run_id: int, folder: Path) -> list[Path]:
        """Write files with every call that lacks a usable reply; return their paths.

        Raises InputError if there is none.
        """
        demand(self.engine, Right.RUN)
        with BatchFiles(folder, f"run-{run_id}") as files:
            self._collect(run_id, files, or_ended=("infrastructure",))
        if not files.requests:
            raise InputError("No call of the run is missing. There is nothing to write out.")
        return files.paths

    def read(self, run_id: int, data: bytes, file_name: str) -> BatchRead:
        """Store the file's replies to the run's calls; resume the run once all its files are read.

        Raises InputError if the file holds no results of a batch, or those of another run.
        """
        demand(self.engine, Right.RUN)
        require_size(data, self.settings.max_upload_bytes, file_name)
        spec = self._spec(run_id)
        connection = self._opener().connection(spec)
        results = read_batch_results([(file_name, data)], connection)
        call_ids = self._collect(run_id, None, or_ended=(*rows.READABLE, *rows.UNUSABLE))
        unknown = results.unknown(call_ids)
        own_answers = {id_: answer for id_, answer in results.answers().items() if id_ in call_ids}
        if not own_answers:
            message = plural_form(
                N_n(
                    "The file's only reply does not belong to this run. Read the results of "
                    "the files that it was written out to.",
                    "None of the file's {count} replies belongs to this run. Read the results "
                    "of the files that it was written out to.",
                ),
                len(results.replies),
            )
            raise InputError(
                message,
                file=file_name,
                count=len(results.replies),
            )
        with writing(self.engine) as session:
            _store(session, get_run(self.engine, run_id), file_name, own_answers)
        answers_so_far = batch_answers(self.engine, run_id)
        return BatchRead(
            replies=len(own_answers),
            failed=sum(answer.failure is not None for answer in own_answers.values()),
            missing=len(call_ids - answers_so_far.keys()),
            issues=(*results.issues, *unknown),
        )

    def _collect(
        self, run_id: int, files: BatchFiles | None, *, or_ended: Sequence[str]
    ) -> set[str]:
        """Ids of the calls of items that are missing or whose outcome is in `or_ended`; also write
        the calls to `files` if given.
        """
        return asyncio.run(self._collect_async(run_id, files, or_ended))

    async def _collect_async(
        self, run_id: int, files: BatchFiles | None, or_ended: Sequence[str]
    ) -> set[str]:
        spec, opener = self._spec(run_id), self._opener()
        writer = BatchWriter(opener.connection(spec), files)
        runner = await opener.open_with(spec, writer)
        with Session(self.engine) as session:
            missing = rows.missing(session, run_id, or_ended=or_ended)
        gate = CapGate(_no_caps, runner.planner)
        for start in range(0, len(missing), _AT_ONCE):
            with Session(self.engine) as session:
                items = runner.load(session, missing[start : start + _AT_ONCE])
            for item in items:
                reservation = gate.reserve()
                await runner.judge(run_id, item, "", reservation)
                await reservation.leave()
        return writer.ids

    def _spec(self, run_id: int) -> AnySpec:
        spec = read_spec(get_run(self.engine, run_id).spec)
        if not spec.batch:
            raise InputError("The run makes its calls itself. Start another one as a batch.")
        return spec

    def _opener(self) -> RunOpener:
        return RunOpener(self.engine, self.settings, self.environ, BookCache(self.engine))


async def _no_caps() -> tuple[Budget, BudgetUsage]:
    return Budget(), BudgetUsage()


def batch_zip_files(desk: BatchDesk, run_id: int) -> dict[str, bytes]:
    """The batch files of the run, contents by name."""
    with tempfile.TemporaryDirectory() as folder:
        return {path.name: path.read_bytes() for path in desk.write(run_id, Path(folder))}


def _store(
    session: Session, run: Run, file_name: str, answers: Mapping[str, RecordedAnswer]
) -> None:
    """Store answers as a recording of the run, unless the same answers were stored before."""
    parts = [f"{run.id}", *(f"{id_} {answer}" for id_, answer in sorted(answers.items()))]
    content_hash = hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    if queries.recording_with(session, run.set_id, content_hash) is not None:
        return
    recording = Recording(
        set_id=run.set_id,
        title=run.title,
        file_name=file_name,
        content_hash=content_hash,
        reply_count=len(answers),
        run_id=run.id,
    )
    session.add(recording)
    session.flush()
    queries.insert_all(
        session,
        RecordedReply,
        [
            {
                "recording_id": recording.id,
                "item_key": id_,
                "reply": answer.text,
                "finish_reason": answer.finish_reason,
                "prompt_tokens": answer.usage.prompt_tokens,
                "completion_tokens": answer.usage.completion_tokens,
                "cached_tokens": answer.usage.cached_tokens,
                "failure": answer.failure.value if answer.failure else None,
            }
            for id_, answer in answers.items()
        ],
    )
