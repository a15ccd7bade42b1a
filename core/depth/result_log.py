"""Results on disk as they come: one JSON line each, so that a kill at any time is safe."""

import fcntl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from core.depth.outcomes import ASKED_AGAIN
from core.depth.result_files import read_results
from core.depth.results import (
    DatasetMetadata,
    ResultEntry,
    json_line,
    json_lines,
    write_results,
)
from core.errors import InputError
from core.questions import write_atomically


@dataclass
class ResultLog:
    """A file that begins with its metadata. `entries` by trial key: what need not be asked again.

    A lock beside it keeps a second command from writing the same file.
    """

    path: Path
    metadata: DatasetMetadata
    entries: dict[str, ResultEntry] = field(default_factory=dict)
    _earlier: dict[str, ResultEntry] = field(default_factory=dict)
    _file: IO[str] | None = None
    _lock: IO[str] | None = None

    @classmethod
    def open(cls, path: Path, metadata: DatasetMetadata, *, restart: bool = False) -> "ResultLog":
        """Goes on with the file where it was written with the same settings; anew on `restart`.

        Failed calls are asked again; what they cost is added to the new result. Raises InputError
        when another command is writing it, when it holds another test's results or anything else,
        and when it cannot be written.
        """
        log = cls(path, metadata)
        try:
            log._take_lock()
            if not restart and path.exists() and path.stat().st_size:
                log._read()
            write_atomically(path, json_lines(log.entries.values(), metadata).encode())
            log._file = path.open("a", encoding="utf-8")
        except OSError as error:
            log.close()
            raise InputError(
                "The results cannot be written here ({cause}). Name a file in a folder that you "
                "may write to.",
                file=str(path),
                cause=error.strerror or str(error),
            ) from error
        except InputError:
            log.close()
            raise
        return log

    def add(self, entry: ResultEntry) -> ResultEntry:
        """Handed to the operating system before it returns; the entry as it was written."""
        if self._file is None:
            raise RuntimeError("the result file is closed")
        entry = _with_cost_of(self._earlier.pop(entry.trial_key, None), entry)
        self.entries[entry.trial_key] = entry
        self._file.write(json_line(entry.to_dict()))
        self._file.flush()
        return entry

    def finish(self, keys: Iterable[str]) -> None:
        """Writes the whole file in this order; as JSON, the source's form, for a name in .json."""
        write_results(self.path, [self.entries[key] for key in keys], self.metadata)
        self.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._lock is not None:
            with suppress(OSError):
                Path(self._lock.name).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def _take_lock(self) -> None:
        lock = self.path.with_name(f"{self.path.name}.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise InputError(
                "Another command is writing this output. Wait for it, or name another file.",
                file=str(self.path),
            ) from None
        self._lock = lock

    def _read(self) -> None:
        found = read_results(self.path)
        earlier = found.metadata.settings if found.metadata else {}
        if changed := _changed(earlier, self.metadata.settings):
            raise InputError(
                "The file holds the results of another test ({changed}). Name another file, or "
                "use the same settings.",
                file=str(self.path),
                changed=", ".join(changed),
            )
        for entry in found.entries:
            again = entry.outcome in ASKED_AGAIN
            (self._earlier if again else self.entries)[entry.trial_key] = entry


def _changed(earlier: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    return sorted(name for name in {*earlier, *now} if earlier.get(name) != now.get(name))


def _with_cost_of(earlier: ResultEntry | None, entry: ResultEntry) -> ResultEntry:
    """Calls that failed were paid as well."""
    if earlier is None:
        return entry
    attempts = entry.metrics.get("attempts", 0) + earlier.metrics.get("attempts", 0)
    billed = (entry.billed_prompt_tokens or 0) + (earlier.billed_prompt_tokens or 0)
    completion = (entry.completion_tokens or 0) + (earlier.completion_tokens or 0)
    return replace(
        entry,
        metrics={**entry.metrics, "attempts": attempts},
        billed_prompt_tokens=billed or None,
        completion_tokens=completion if billed else entry.completion_tokens,
    )
