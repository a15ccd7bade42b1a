"""observational_data.json: what passed answers rested on (source 004; reading 41)."""

import fcntl
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.questions import write_atomically


def observation(
    id_: str,
    query: str,
    answer: str,
    epoch: int,
    retrieved_nodes_score: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """One entry: what was asked and answered, and the retrieved nodes with their scores."""
    return {
        "id": id_,
        "query": query,
        "final_answer": answer,
        "epoch": epoch,
        "nodes": [dict(node) for node in retrieved_nodes_score],
        "observed_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def append_observation(file: Path, entry: Mapping[str, Any]) -> bool:
    """Whether the entry is new: of one `id` there is one entry, however often it is told.

    The file is a JSON list, rewritten as a whole under a lock: a reader finds the old or the new
    one. Raises InputError where it is no such list, which is left as it is, and where nothing can
    be written.
    """
    try:
        return _appended(file, entry)
    except OSError as error:
        raise InputError(
            "Cannot write observations here ({cause}). Set DESK_OBSERVATIONAL_DATA to a writable "
            "file.",
            file=str(file),
            cause=error.strerror or type(error).__name__,
        ) from error


def _appended(file: Path, entry: Mapping[str, Any]) -> bool:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        entries = _read(file)
        if any(one.get("id") == entry["id"] for one in entries):
            return False
        content = json.dumps([*entries, entry], ensure_ascii=False, indent=1)
        write_atomically(file, content.encode())
    return True


def _read(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    try:
        found = json.loads(file.read_bytes())
    except ValueError as error:
        raise _unusable(file, str(error)) from None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise _unusable(file, "not a list of objects")
    return found


def _unusable(file: Path, cause: str) -> InputError:
    return InputError(
        "Cannot add observations: the file is not a JSON list of objects ({cause}). Move or "
        "correct it.",
        file=str(file),
        cause=cause,
    )
