"""An unfinished run on disk: one line per finished item, so that a kill at any time is safe."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from core.errors import InputError
from core.validation import SkippedQuestion, ValidationResult


@dataclass
class Journal:
    """`OUT.part`: a header with the settings, then a line `{"index", "result"}` per finished item.

    The file is kept while anything of the run remains to be asked, and removed once the final
    output is complete.
    """

    path: Path
    settings: dict[str, Any]
    results: dict[int, ValidationResult] = field(default_factory=dict)
    skipped: dict[int, SkippedQuestion] = field(default_factory=dict)
    _file: IO[str] | None = None

    @classmethod
    def open(cls, path: Path, settings: dict[str, Any], *, resume: bool) -> "Journal":
        """Reads what an earlier run finished when `resume`; its infrastructure failures go again.

        Raises InputError when a journal exists and `resume` is not asked for, or when it was
        written with other settings.
        """
        journal = cls(path, settings)
        if path.exists() and not resume:
            raise InputError(
                "An earlier run stopped here before it was complete. Continue it with --resume, or "
                "delete the file to start again.",
                file=str(path),
            )
        if path.exists():
            journal._read()
        journal._rewrite()
        return journal

    def _read(self) -> None:
        lines = _whole_lines(self.path)
        header = next(lines, None)
        if header is None:
            return
        changed = sorted(
            name
            for name in {*self.settings, *header.get("settings", {})}
            if header.get("settings", {}).get(name) != self.settings.get(name)
        )
        if changed:
            raise InputError(
                "The earlier run used other settings ({changed}). Use the same ones with --resume, "
                "or delete the file to start again.",
                file=str(self.path),
                changed=", ".join(changed),
            )
        for line in lines:
            result = ValidationResult.from_dict(line["result"])
            if result.infrastructure_failure is None:
                self.results[line["index"]] = result

    def _rewrite(self) -> None:
        """A fresh file without torn or outdated lines takes the old one's place in one step."""
        fresh = self.path.with_suffix(f"{self.path.suffix}.new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps({"settings": self.settings}, ensure_ascii=False) + "\n")
            for index, result in sorted(self.results.items()):
                file.write(_line(index, result))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        self._file = self.path.open("a", encoding="utf-8")

    def add(self, index: int, result: ValidationResult) -> None:
        """Handed to the operating system before it returns: a killed process loses no result."""
        assert self._file is not None
        self.results[index] = result
        self._file.write(_line(index, result))
        self._file.flush()

    def skip(self, index: int, skipped: SkippedQuestion) -> None:
        """Skips cost nothing, so every run finds them anew and they are not written down."""
        self.skipped[index] = skipped

    def close(self, *, complete: bool) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        if complete:
            self.path.unlink(missing_ok=True)


def _line(index: int, result: ValidationResult) -> str:
    return json.dumps({"index": index, "result": result.to_dict()}, ensure_ascii=False) + "\n"


def _whole_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines that were written to their end; only a last one can be torn by a kill."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if not line.endswith("\n"):
                return
            yield json.loads(line)
