"""Issues of an import: why a row was refused, or a warning about it."""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from core.errors import DeskError, InputError, Translate


class IssueSeverity(StrEnum):
    REFUSED = "refused"
    WARNING = "warning"


@dataclasses.dataclass(frozen=True, slots=True)
class RowIssue:
    """A refused row, or a warning about one that was read or about the whole file.

    `message` is a format template filled by `params` (plain JSON values), so that a page can show
    it in the reader's language. `line` counts from 1; None means the file as a whole. `raw` is the
    refused row word for word; a warning carries none, since its row was read. `key` names what the
    row is about, such as an item, where that much could be read.
    """

    message: str
    severity: IssueSeverity
    code: str
    line: int | None = None
    field: str | None = None
    params: Mapping[str, Any] = dataclasses.field(default_factory=lambda: MappingProxyType({}))
    raw: str | None = None
    key: str = ""

    def translate(self, translate: Translate | None = None) -> str:
        error = DeskError(self.message, **self.params)
        return error.translate(translate) if translate else error.translate()


class RowRefused(InputError):
    """A row that cannot be used; the reader turns it into a RowIssue and goes on."""

    def __init__(
        self, message: str, /, *, code: str, field: str | None = None, **params: Any
    ) -> None:
        super().__init__(message, field=field, **params)
        self.code = code

    def at(self, line: int, raw: str, key: str = "") -> RowIssue:
        return RowIssue(
            self.message,
            severity=IssueSeverity.REFUSED,
            code=self.code,
            line=line,
            field=self.field,
            params=self.params,
            raw=raw,
            key=key,
        )


def row_warning(
    message: str,
    /,
    *,
    code: str,
    line: int | None = None,
    field: str | None = None,
    **params: Any,
) -> RowIssue:
    return RowIssue(
        message, severity=IssueSeverity.WARNING, code=code, line=line, field=field, params=params
    )


def line_of(issue: RowIssue) -> int:
    """Sort key of issues: those of the whole file first, then by line."""
    return issue.line or 0
