"""Read the position of a row's passage."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from core.locale import N_
from core.questions.issues import RowIssue, RowRefused, row_warning
from core.questions.question import Position

MAX_POSITION = 2**31 - 1
"""The widest token number every supported database can hold."""
NO_RANGE = N_(
    "The position {start} to {end} is not a valid token range. start_pos must be 0 or more and "
    "less than end_pos."
)


def _as_whole_number(value: object) -> object:
    """Turn 25632.0, as spreadsheets and pandas write 25632, into a whole number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WholeNumber = Annotated[int | None, BeforeValidator(_as_whole_number)]


class RawPosition(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")

    start_pos: WholeNumber = None
    end_pos: WholeNumber = None


def read_position(raw: RawPosition | None) -> tuple[Position | None, tuple[RowIssue, ...]]:
    """Return the position, None if there is none, and warnings about it. Raises RowRefused."""
    if raw is None:
        return None, ()
    left_out = ", ".join(raw.model_extra or {})
    notes = (
        (
            row_warning(
                "The position has {names} besides start_pos and end_pos; this was ignored.",
                code="position_left_out",
                field="position",
                names=left_out,
            ),
        )
        if left_out
        else ()
    )
    start, end = raw.start_pos, raw.end_pos
    if start is None and end is None:
        return None, notes
    if start is None or end is None:
        raise RowRefused(
            "The position has only one of start_pos and end_pos. Write both or neither.",
            code="position_half",
            field="position",
        )
    if not 0 <= start < end <= MAX_POSITION:
        raise RowRefused(
            NO_RANGE,
            code="position_range",
            field="position",
            # As text: a number this wide need not fit the database.
            start=str(start),
            end=str(end),
        )
    return Position(start, end), notes
