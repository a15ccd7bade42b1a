"""Append results to a file as they arrive, one JSON line each, so that a kill loses none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.depth.outcomes import ASKED_AGAIN
from core.depth.result_files import json_line, json_lines, read_results, write_results
from core.depth.results import DatasetMetadata, ResultEntry
from core.errors import InputError, Sentence
from core.files import OutputLock, PaidLines, unwritable
from core.locale import N_
from core.questions import write_atomically


@dataclass
class ResultLog:
    """A result file that begins with its metadata. `entries`, by trial key, need not be asked
    again.

    A lock file beside it keeps a second command from writing the same file.
    """

    path: Path
    metadata: DatasetMetadata
    entries: dict[str, ResultEntry] = field(default_factory=dict)
    _earlier: dict[str, ResultEntry] = field(default_factory=dict)
    _lines: PaidLines | None = None
    _lock: OutputLock | None = None

    @classmethod
    def open(cls, path: Path, metadata: DatasetMetadata, *, restart: bool = False) -> "ResultLog":
        """Continue the file if it has the same settings, or start it anew with `restart`.

        Failed calls are asked again, and their cost is added to the new result. Raises InputError
        if another command is writing the file, if it has results of another test or anything else,
        and if it cannot be written.
        """
        log = cls(path, metadata)
        try:
            log._lock = OutputLock(path)
            if not restart and path.exists() and path.stat().st_size:
                log._read()
            write_atomically(path, log._content().encode())
            log._lines = PaidLines(path, log._content, go_on=Sentence(N_("with the same command")))
        except OSError as error:
            log.close()
            raise unwritable(path, error) from error
        except InputError:
            log.close()
            raise
        return log

    def add(self, entry: ResultEntry) -> ResultEntry:
        """Write the entry, with the cost of its earlier failed calls, to the operating system;
        return it as written. Raises ResultsNotWritten if it had to be saved elsewhere: nothing more
        should be asked then.
        """
        if self._lines is None:
            raise RuntimeError("the result file is closed")
        entry = _with_cost_of(self._earlier.pop(entry.trial_key, None), entry)
        self.entries[entry.trial_key] = entry
        self._lines.add(json_line(entry.to_dict()))
        return entry

    def paid(self) -> list[ResultEntry]:
        """Return every result, including those that will be asked again."""
        return [*self.entries.values(), *self._earlier.values()]

    def finish(self, keys: Iterable[str]) -> None:
        """Rewrite the whole file in this order, as source 003's JSON for a name in .json.

        Raises ResultsNotWritten.
        """
        try:
            write_results(self.path, [self.entries[key] for key in keys], self.metadata)
        except InputError as error:
            if self._lines is None:
                raise
            raise self._lines.kept(error) from error
        finally:
            self.close()

    def _content(self) -> str:
        return json_lines(self.paid(), self.metadata)

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()
            self._lines = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _read(self) -> None:
        result_file = read_results(self.path)
        earlier = result_file.metadata.settings if result_file.metadata else {}
        if changed := _changed(earlier, self.metadata.settings):
            raise InputError(
                "The file has results of another test ({changed}). Choose another file, or use "
                "the same settings.",
                file=str(self.path),
                changed=", ".join(changed),
            )
        for entry in result_file.entries:
            is_asked_again = entry.outcome in ASKED_AGAIN
            (self._earlier if is_asked_again else self.entries)[entry.trial_key] = entry


def _changed(earlier: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    return sorted(name for name in {*earlier, *now} if earlier.get(name) != now.get(name))


def _with_cost_of(earlier: ResultEntry | None, entry: ResultEntry) -> ResultEntry:
    """Add the attempts and tokens of earlier failed calls, which were paid too."""
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
