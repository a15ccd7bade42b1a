"""observational_data.json: passed answers and the passages behind them (source 004; reading 41)."""

import fcntl
import json
import mmap
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from core.errors import InputError
from core.files import system_reason
from core.questions import write_atomically

_EDGE = 4_096
"""Bytes read at the beginning and the end of a file to check that it is a JSON list."""


def observation(
    id_: str,
    query: str,
    answer: str,
    epoch: int,
    retrieved_nodes_score: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return one entry: query, final answer, and the retrieved nodes with their scores."""
    return {
        "id": id_,
        "query": query,
        "final_answer": answer,
        "epoch": epoch,
        "nodes": [dict(node) for node in retrieved_nodes_score],
        "observed_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def append_observation(file: Path, entry: Mapping[str, Any]) -> bool:
    """Append the entry unless the file has one with its `id`; return whether it was appended.

    The file is a JSON list. An entry is written over its closing bracket, in one write under a
    lock: earlier entries are neither parsed nor rewritten. Raises InputError if the file is not a
    list of objects, which is left unchanged, or cannot be written.
    """
    try:
        return _appended(file, entry)
    except OSError as error:
        raise InputError(
            "Cannot write observations here ({cause}). Set DESK_OBSERVATIONAL_DATA to a writable "
            "file.",
            file=str(file),
            cause=system_reason(error),
        ) from error


def _appended(file: Path, entry: Mapping[str, Any]) -> bool:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists() or not file.stat().st_size:
            write_atomically(file, b"[\n" + _encoded(entry) + b"\n]")
            return True
        with file.open("r+b") as opened:
            list_end = _end_of_list(file, opened)
            if _contains_id(opened, entry["id"]):
                return False
            opened.seek(list_end.end)
            separator = b"\n" if list_end.is_empty else b",\n"
            opened.write(separator + _encoded(entry) + b"\n]")
            opened.truncate()
    return True


class _EndOfList(NamedTuple):
    """`end`: the offset in bytes after the last entry, or after "[" if the list `is_empty`."""

    end: int
    is_empty: bool


def _end_of_list(file: Path, opened: BinaryIO) -> _EndOfList:
    head = opened.read(_EDGE).lstrip()
    size = opened.seek(0, os.SEEK_END)
    begin = max(0, size - _EDGE)
    opened.seek(begin)
    tail = opened.read().rstrip()
    before = tail[:-1].rstrip()
    if not head.startswith(b"[") or not tail.endswith(b"]"):
        raise _unusable(file, "not a list of objects")
    if not before.endswith((b"}", b"[")) or not head[1:].lstrip().startswith((b"{", b"]")):
        raise _unusable(file, "not a list of objects")
    return _EndOfList(begin + len(before), before.endswith(b"["))


def _contains_id(opened: BinaryIO, id_: str) -> bool:
    """Whether the file contains the bytes of this `"id": ...`, with indentation or without."""
    with mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(f'"id": {json.dumps(id_, ensure_ascii=False)}'.encode()) != -1


def _encoded(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, indent=1).encode()


def _unusable(file: Path, cause: str) -> InputError:
    return InputError(
        "Cannot add observations: the file is not a JSON list of objects ({cause}). Move or "
        "correct it.",
        file=str(file),
        cause=cause,
    )
