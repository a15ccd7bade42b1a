"""Read rows from a Parquet file."""

import io
import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from math import isfinite

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import InputError
from core.questions.records import Record, Records
from core.text.archives import MOST_UNPACKED, damaged
from core.text.size_limits import MOST_ROWS

SIGNATURE = b"PAR1"
_BATCH = 64
"""Rows unpacked at a time: a small file may hold one long text a million times."""


def parquet_columns(data: bytes, file_name: str) -> tuple[str, ...]:
    """Return the names of the columns. Raises InputError if the file is damaged."""
    return tuple(_opened(data, file_name).schema_arrow.names)


def parquet_records(data: bytes, *, file_name: str) -> Records:
    """Yield every row with its number, from 1. Raises InputError if the file is damaged or unpacks
    to more than an upload may.
    """
    line = 0
    for batch in _batches(data, file_name):
        for row in batch.to_pylist():
            line += 1
            fields = {name: _plain(value) for name, value in row.items()}
            position = _position(fields)
            if position and "position" not in fields:
                fields = {name: fields[name] for name in fields if name not in position}
                fields["position"] = position
            raw = json.dumps(fields, ensure_ascii=False)
            yield Record(line, raw, fields)


def _batches(data: bytes, file_name: str) -> Iterator[pa.RecordBatch]:
    file = _opened(data, file_name)
    if file.metadata.num_rows > MOST_ROWS:
        raise InputError(
            "The file has more than {most} rows. Split it.", file=file_name, most=MOST_ROWS
        )
    unpacked = 0
    try:
        for batch in file.iter_batches(batch_size=_BATCH):
            unpacked += batch.nbytes
            if unpacked > MOST_UNPACKED:
                raise InputError(
                    "{name} unpacks to more than {limit} MB. Split the file.",
                    name=file_name,
                    limit=MOST_UNPACKED // 1024**2,
                )
            yield batch
    except (pa.ArrowException, OSError, ValueError) as error:
        raise damaged(file_name) from error


def _opened(data: bytes, file_name: str) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(io.BytesIO(data))
    except (pa.ArrowException, OSError, ValueError) as error:
        raise damaged(file_name) from error


def _position(fields: Mapping[str, object]) -> dict[str, object]:
    names = ("start_pos", "end_pos")
    return {name: fields[name] for name in names if fields.get(name) is not None}


def _plain(value: object) -> object:
    """Convert a value to JSON: what JSON has no form for becomes text, NaN and infinity null."""
    match value:
        case float() if not isfinite(value):
            return None
        case None | bool() | int() | str() | float():
            return value
        case Mapping():
            return {str(name): _plain(inner) for name, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
