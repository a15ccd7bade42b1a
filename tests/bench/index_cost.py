"""What the index of a text costs: `python -m tests.bench.index_cost FILE` prints its memory."""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from core.text import EvidenceMatcher, PreparedText
from tests.bench.pairs import timed

_STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class Memory:
    """Bytes beyond the text itself."""

    kept: int
    peak: int


def index(text: str, sought: str) -> PreparedText:
    """Everything that the first look-ups build: of a passage a text lacks, and of a near copy."""
    prepared = PreparedText.from_text(text)
    matcher, middle = EvidenceMatcher(0.8), len(text) // 2
    near = f"{text[middle - 100 : middle]}x{text[middle : middle + 100]}"
    matcher.match(sought, prepared)
    matcher.match(near, prepared)
    return prepared


def index_time(text: str, sought: str) -> float:
    """Seconds."""
    return timed(lambda: index(text, sought))


def index_memory(text: str, sought: str) -> Memory | None:
    """Of a process of its own; None where the system does not tell (it has no /proc)."""
    if not _STATUS.exists():
        return None
    with tempfile.TemporaryDirectory(prefix="desk-") as folder:
        files = [Path(folder, name) for name in ("text", "sought")]
        for file, content in zip(files, (text, sought), strict=True):
            file.write_text(content, encoding="utf-8", newline="")
        command = [sys.executable, "-m", "tests.bench.index_cost", *map(str, files)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    kept, peak = map(int, printed.split())
    return Memory(kept, peak)


def main() -> None:
    text, sought = (Path(name).read_text(encoding="utf-8") for name in sys.argv[1:])
    # What every text needs is loaded before: tables of characters, code of packages.
    index(text[:20_000], sought)
    before = _of_status("VmRSS")
    prepared = index(text, sought)
    print(_of_status("VmRSS") - before, _of_status("VmHWM") - before)
    del prepared


def _of_status(name: str) -> int:
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    main()
