"""Rows as they are in a file, before they are parsed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.questions.issues import RowIssue


class FileFormat(StrEnum):
    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"
    PARQUET = "parquet"


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a file: `line` is where it begins, from 1; `raw` is its text word for word."""

    line: int
    raw: str
    fields: Mapping[str, Any]


Records = Iterator[Record | RowIssue]
"""Rows in file order; one that cannot be split into fields is replaced by an issue."""
