"""Journal of an unfinished run: one line per finished item, so that a kill loses nothing."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import InputError, Sentence
from core.files import OutputLock, PaidLines, ResultsNotWritten, unwritable
from core.locale import N_
from core.validation import SkippedQuestion, ValidationResult


@dataclass
class JournalUsage:
    """Calls and tokens used, whatever their results."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def add(self, result: ValidationResult) -> None:
        self.calls += result.provenance.attempts
        self.prompt_tokens += result.provenance.prompt_tokens
        self.completion_tokens += result.provenance.completion_tokens

    def __add__(self, other: "JournalUsage") -> "JournalUsage":
        return JournalUsage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass
class RunJournal:
    """`OUT.part`: a header with the settings, then a line `{"index", "result"}` per finished item.

    The file is kept while any item of the run is unfinished, and removed once the final
    output is complete. A lock beside it keeps a second command from writing the same output.
    """

    path: Path
    settings: dict[str, Any]
    results: dict[int, ValidationResult] = field(default_factory=dict)
    skipped: dict[int, SkippedQuestion] = field(default_factory=dict)
    earlier: JournalUsage = field(default_factory=JournalUsage)
    """Usage of earlier calls that failed and are repeated."""
    _lines: PaidLines | None = None
    _lock: OutputLock | None = None

    @classmethod
    def open(
        cls, out: Path, settings: dict[str, Any], *, resume: bool, restart: bool
    ) -> "RunJournal":
        """Create the journal; with `resume` keep earlier results except failed calls.

        Raises InputError if another command is writing `out`, if a journal exists without `resume`
        or `restart`, has other settings or cannot be read, and if there is nothing to resume.
        """
        journal = cls(out.with_name(f"{out.name}.part"), settings)
        try:
            journal._lock = OutputLock(journal.path)
            journal._begin(out, resume=resume, restart=restart)
        except OSError as error:
            raise unwritable(out, error) from error
        except InputError:
            journal.close(complete=False)
            raise
        return journal

    def _begin(self, out: Path, *, resume: bool, restart: bool) -> None:
        if self.path.exists() and not (resume or restart):
            raise InputError(
                "An earlier run left results here. Continue it with --resume, or start "
                "over with --restart.",
                file=str(self.path),
            )
        if resume and not self.path.exists() and out.exists():
            raise InputError(
                "There is nothing to resume: the earlier run is complete. Leave out "
                "--resume to ask every question again.",
                file=str(out),
            )
        if resume and self.path.exists():
            self._read()
        self._rewrite()

    def _read(self) -> None:
        try:
            lines = list(_complete_lines(self.path))
            header, self.earlier = lines[0]["settings"], JournalUsage(**lines[0]["earlier"])
            finished = {
                line["index"]: ValidationResult.from_dict(line["result"]) for line in lines[1:]
            }
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                "The file is not an unfinished run. Start over with --restart.",
                file=str(self.path),
            ) from error
        self._require_same_settings(header)
        for index, result in finished.items():
            if result.infrastructure_failure is None:
                self.results[index] = result
            else:
                self.earlier.add(result)

    def _require_same_settings(self, earlier: dict[str, Any]) -> None:
        changed = sorted(
            name
            for name in {*self.settings, *earlier}
            if earlier.get(name) != self.settings.get(name)
        )
        if changed:
            raise InputError(
                "The earlier run used other settings ({changed}). Use the same "
                "settings with --resume, or start over with --restart.",
                file=str(self.path),
                changed=", ".join(changed),
            )

    def _rewrite(self) -> None:
        """Atomically replace the file by one without torn or outdated lines, and open it."""
        fresh = self.path.with_name(f"{self.path.name}.new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(self._content())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        self._lines = PaidLines(self.path, self._content, go_on=Sentence(N_("with --resume")))

    def _content(self) -> str:
        header = {"settings": self.settings, "earlier": vars(self.earlier)}
        lines = [_line(index, result) for index, result in sorted(self.results.items())]
        return "".join([json.dumps(header, ensure_ascii=False) + "\n", *lines])

    def add(self, index: int, result: ValidationResult) -> None:
        """Keep a result, written at once so that a killed process does not lose it.

        Raises ResultsNotWritten if it had to be kept elsewhere: make no further calls.
        """
        if self._lines is None:
            raise RuntimeError("the journal is closed")
        self.results[index] = result
        self._lines.add(_line(index, result))

    def kept(self, error: Exception) -> ResultsNotWritten:
        """The exception to raise when `error` prevented writing the output."""
        if self._lines is None:
            raise RuntimeError("the journal is closed")
        return self._lines.kept(error)

    @property
    def spent(self) -> JournalUsage:
        """Total usage of the run, over all resumptions."""
        total = self.earlier + JournalUsage()
        for result in self.results.values():
            total.add(result)
        return total

    def skip(self, index: int, skipped: SkippedQuestion) -> None:
        """Keep a skipped question in memory only: it cost nothing and is found again on resume."""
        self.skipped[index] = skipped

    def close(self, *, complete: bool) -> None:
        if self._lines is not None:
            self._lines.close()
            self._lines = None
        if complete:
            with suppress(OSError):  # the output is complete; the next run reports a leftover file
                self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _line(index: int, result: ValidationResult) -> str:
    return json.dumps({"index": index, "result": result.to_dict()}, ensure_ascii=False) + "\n"


def _complete_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Complete lines, parsed; a kill can only tear the last one."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.endswith("\n"):
                yield json.loads(line)
