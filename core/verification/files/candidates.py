"""Read candidates, catalogue and user events from uploaded files (docs/formats.md)."""

from datetime import datetime, tzinfo
from decimal import Decimal
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AliasChoices,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError

from core.errors import InputError
from core.questions import RowRefused
from core.questions.records import Record
from core.verification.candidate import Candidate, CatalogueEntry, Claims, Constraints, UserEvent
from core.verification.copy_text.written_values import (
    channel_name,
    event_kind,
    locale_tag,
    read_boolean,
    read_time,
)
from core.verification.files.upload_tables import (
    KnownColumns,
    UploadTable,
    parse_rows,
    read_table,
    split_list_cell,
)
from core.verification.policy.holiday_windows import time_zone

MAX_TEXT = 100_000

YEARS = range(1900, 2200)
"""Years that a time may have: `date` has room to count on both sides of them."""

ShortName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Names = Annotated[tuple[ShortName, ...], BeforeValidator(split_list_cell)]


def _number_as_text(value: Any) -> Any:
    """A whole number as text, since ids may be written as numbers; other values as they are."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _time(value: Any, info: ValidationInfo) -> datetime:
    """The time that a row names; without a zone it is in the zone of the file (context), if any.

    Years outside of `YEARS` are typos, and days before or after them need not exist.
    """
    at = read_time(value, info.context)
    if at.year not in YEARS:
        raise PydanticCustomError("year_far", "far away", {"first": YEARS[0], "last": YEARS[-1]})
    return at


OrNone = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]
"""A column that may be empty: catalogues write null for an item without a brand."""

Time = Annotated[AwareDatetime, BeforeValidator(_time)]
Truth = Annotated[bool, BeforeValidator(read_boolean)]
Id = Annotated[ShortName, BeforeValidator(_number_as_text)]


def _ids(value: Any) -> Any:
    """The values of a cell or a list, ids written as numbers as text."""
    values = split_list_cell(value)
    return [_number_as_text(each) for each in values] if isinstance(values, list) else values


def _called(*names: str) -> AliasChoices:
    """The names under which a column is read, also in lower case, as columns of CSV are."""
    return AliasChoices(*dict.fromkeys((*names, *(name.casefold() for name in names))))


class _Outside(BaseModel):
    """Unknown fields are refused: a misspelt name of a claim must not go unread."""

    model_config = ConfigDict(extra="forbid")


class _Claims(_Outside):
    referenced_events: Names = ()
    referenced_item_ids: Annotated[tuple[ShortName, ...], BeforeValidator(_ids)] = ()
    brands: Names = ()
    holidays: Names = ()
    event_item_ids: Annotated[tuple[ShortName, ...], BeforeValidator(_ids)] = ()


class _Constraints(_Outside):
    no_price: Truth = Field(default=False, validation_alias=_called("no_price", "noPrice"))
    max_length: Annotated[int, Field(ge=1, le=MAX_TEXT)] | None = Field(
        None, validation_alias=_called("max_length", "maxLen")
    )


class _Candidate(_Outside):
    id: Id | None = None
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    channel: Annotated[ShortName, AfterValidator(channel_name)]
    locale: Annotated[ShortName, AfterValidator(locale_tag)]
    user_id: Id | None = Field(None, validation_alias=_called("user_id", "userId"))
    claims: _Claims = _Claims()
    constraints: _Constraints = _Constraints()
    time_zone: ShortName | None = Field(None, validation_alias=_called("time_zone", "timeZone"))
    at: Time | None = None


class _Row(BaseModel):
    """Unknown columns are ignored: catalogues and logs have columns of their own, reported once."""

    model_config = ConfigDict(extra="ignore")


class _Recent(_Row):
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class _Item(_Row):
    id: Id
    brand: OrNone = ""
    active: Truth = Field(default=True, validation_alias=_called("active", "is_active", "isActive"))
    purchasable: Truth = Field(
        default=True, validation_alias=_called("purchasable", "is_purchasable", "isPurchasable")
    )
    price: Annotated[Decimal, Field(ge=0, allow_inf_nan=False)] | None = None
    title: OrNone = ""


_USER, _KIND = ("user_id", "userId"), ("kind", "event", "type")


class _Event(_Row):
    user_id: Id = Field(validation_alias=_called(*_USER))
    kind: ShortName = Field(validation_alias=_called(*_KIND))
    at: Time
    item_id: Id | None = Field(None, validation_alias=_called("item_id", "itemId"))


def _names(*shapes: type[BaseModel]) -> frozenset[str]:
    """Every name under which a field of the shapes is read."""
    fields = [field for shape in shapes for field in shape.model_fields.items()]
    chosen = (field.validation_alias for _, field in fields)
    aliases = (alias.choices for alias in chosen if isinstance(alias, AliasChoices))
    return frozenset(name for name, _ in fields).union(
        *([name for name in choices if isinstance(name, str)] for choices in aliases)
    )


_CANDIDATE_NAMES = _names(_Candidate, _Claims, _Constraints)
_CANDIDATE = KnownColumns(_CANDIDATE_NAMES, guarded=_CANDIDATE_NAMES)
_ITEM = KnownColumns(_names(_Item))
_EVENT = KnownColumns(_names(_Event))


def read_candidates(
    data: bytes, *, file_name: str, encoding: str | None = None
) -> UploadTable[Candidate]:
    """Read candidates; a row without an id is named after its line. Raises as `read_table` does.

    CSV has a column per claim (referenced_events, ...) and constraint, several values parted by |.
    """
    return read_table(
        data,
        file_name=file_name,
        required=(("text",), ("channel",), ("locale",)),
        parse=_candidate,
        key=lambda candidate: candidate.id,
        known=_CANDIDATE,
        encoding=encoding,
    )


def read_catalogue(
    data: bytes, *, file_name: str, encoding: str | None = None
) -> UploadTable[CatalogueEntry]:
    """Read the items of a catalogue. Raises as `read_table` does."""
    return read_table(
        data,
        file_name=file_name,
        required=(("id",),),
        parse=_item,
        key=lambda item: item.id,
        about=lambda record: _named(record, ("id",)),
        known=_ITEM,
        encoding=encoding,
    )


def read_user_events(
    data: bytes, *, file_name: str, encoding: str | None = None, zone: str | None = None
) -> UploadTable[UserEvent]:
    """Read user events; times that name no zone are in `zone`, an IANA name.

    Raises as `read_table` does.
    """
    of_file = time_zone(zone) if zone else None
    return read_table(
        data,
        file_name=file_name,
        required=(_USER, _KIND, ("at",)),
        parse=lambda record: _event(record, of_file),
        about=lambda record: _named(record, _USER),
        known=_EVENT,
        encoding=encoding,
    )


def _named(record: Record, names: tuple[str, ...]) -> str:
    """The id that a row gives under one of these names; empty where it cannot be read."""
    fields = {name.casefold(): value for name, value in record.fields.items()}
    values = (_number_as_text(fields.get(name.casefold())) for name in names)
    return next((each.strip() for each in values if isinstance(each, str)), "")


def read_recent(data: bytes, *, file_name: str, encoding: str | None = None) -> UploadTable[str]:
    """Read copy that was sent before: rows with a `text`; other columns are ignored."""
    return read_table(
        data, file_name=file_name, required=(("text",),), parse=_recent, encoding=encoding
    )


_NESTED = {
    "claims": tuple(_Claims.model_fields),
    "constraints": ("no_price", "max_length", "noPrice", "maxLen"),
}


def _candidate(record: Record) -> Candidate:
    """The candidate of a row. Raises RowRefused."""
    row = parse_rows(_Candidate, _nested(record))
    if not row.text.strip():
        raise RowRefused("The value is empty. Enter text.", code="empty_text", field="text")
    if row.time_zone is not None:
        _require_zone(row.time_zone)
    claims = row.claims
    return Candidate(
        id=row.id or f"line {record.line}",
        text=row.text,
        channel=row.channel,
        locale=row.locale,
        claims=Claims(
            claims.referenced_events,
            claims.referenced_item_ids,
            claims.brands,
            claims.holidays,
            claims.event_item_ids,
        ),
        user_id=row.user_id,
        constraints=Constraints(row.constraints.no_price, row.constraints.max_length),
        time_zone=row.time_zone,
        at=row.at,
    )


def _nested(record: Record) -> Record:
    """The flat columns of a CSV row under the objects that they belong to."""
    fields = dict(record.fields)
    for outer, names in _NESTED.items():
        if outer in fields:
            continue  # flat columns beside the object are refused like any unknown name
        spelt = dict.fromkeys((*names, *map(str.casefold, names)))
        inner = {name: fields.pop(name) for name in spelt if name in fields}
        if inner:
            fields[outer] = inner
    return Record(record.line, record.raw, fields)


def _require_zone(name: str) -> None:
    try:
        time_zone(name)
    except InputError as error:
        raise RowRefused(
            error.message, code="unknown_time_zone", field="time_zone", **error.params
        ) from None


def _item(record: Record) -> CatalogueEntry:
    row = parse_rows(_Item, record)
    return CatalogueEntry(
        row.id, row.brand.strip(), row.active, row.purchasable, row.price, row.title
    )


def _event(record: Record, zone: tzinfo | None) -> UserEvent:
    row = parse_rows(_Event, record, zone)
    return UserEvent(row.user_id, event_kind(row.kind), row.at, row.item_id)


def _recent(record: Record) -> str:
    return parse_rows(_Recent, record).text
