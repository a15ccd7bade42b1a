"""Prices that providers charge, from versioned files that users can edit (docs/prices.md).

The shipped file only has the offline connections. A price that no file and no connection names is
unknown, which is not 0.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import ConfigurationError, InputError, Sentence
from core.files import file_bytes
from core.llm.connection import Connection
from core.llm.price import Price

SHIPPED = Path(__file__).parent / "prices.toml"

_ROW = re.compile(r"\s*\[\[\s*price\s*\]\]")
_TABLE = re.compile(r"\s*\[")
_PLACE = re.compile(r"at line (\d+)")


class PriceRow(BaseModel):
    """One model's price. `provider` is the host of an endpoint's address, or `lexical` or
    `recorded`; a `model` that ends in * matches every name that begins like it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: str = Field(min_length=1)
    model: str = Field(min_length=1)
    prompt: float = Field(ge=0, allow_inf_nan=False, strict=True)
    completion: float = Field(ge=0, allow_inf_nan=False, strict=True)
    cached_prompt: float | None = Field(default=None, ge=0, allow_inf_nan=False, strict=True)
    currency: str | None = Field(default=None, pattern=r"^[A-Z]{3}$")

    def fits(self, provider: str, model: str) -> bool:
        if self.provider.lower() != provider.lower():
            return False
        if self.model.endswith("*"):
            return model.startswith(self.model[:-1])
        return self.model == model

    @property
    def exactness(self) -> tuple[bool, int]:
        """Sort key: a full name ranks above a beginning, a longer beginning above a shorter one."""
        return not self.model.endswith("*"), len(self.model)


class PriceFile(BaseModel):
    """A prices file, checked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str = Field(min_length=1)
    date: date
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    price: tuple[PriceRow, ...] = ()
    name: str = Field(default="", exclude=True)

    def of(self, provider: str, model: str) -> Price | None:
        fitting = [row for row in self.price if row.fits(provider, model)]
        if not fitting:
            return None
        row = max(fitting, key=lambda row: row.exactness)
        return Price(
            prompt=row.prompt,
            completion=row.completion,
            cached_prompt=row.cached_prompt,
            currency=row.currency or self.currency,
            source=self.name,
            version=f"{self.version}, {self.date.isoformat()}",
        )


@dataclass(frozen=True)
class Prices:
    """Price files in the order they are searched: the user's own before the shipped one."""

    files: tuple[PriceFile, ...] = field(default_factory=tuple)

    def of(self, connection: Connection) -> Price | None:
        """The connection's own price, else that of the first file with its model; None: unknown."""
        if connection.own_price is not None:
            return connection.own_price
        provider = provider_of(connection)
        candidates = (file.of(provider, connection.model) for file in self.files)
        return next((price for price in candidates if price is not None), None)


def provider_of(connection: Connection) -> str:
    """The provider of a connection, as prices files name it."""
    if connection.kind != "openai":
        return connection.kind
    return urlsplit(connection.base_url).hostname or ""


def load_prices(path: Path, environ: Mapping[str, str]) -> Prices:
    """The user's prices and the shipped ones. A missing file is fine unless DESK_PRICES asks for
    it. Raises ConfigurationError and InputError naming file, line, field and fix.
    """
    shipped = read_prices(SHIPPED).model_copy(update={"name": "built-in prices.toml"})
    if path.exists():
        return Prices((read_prices(path), shipped))
    if environ.get("DESK_PRICES"):
        raise ConfigurationError(
            "File {path} does not exist. Correct DESK_PRICES, or create the file.", path=str(path)
        )
    return Prices((shipped,))


def read_prices(path: Path) -> PriceFile:
    """Read one prices file. Raises InputError naming file, line, field and fix."""
    try:
        text = file_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("The file is not UTF-8. Save it as UTF-8.", file=path.name) from None
    try:
        price_file = PriceFile.model_validate({**tomllib.loads(text), "name": path.name})
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        raise InputError(
            "Not valid TOML. Correct it here, or close what is left open before.",
            file=path.name,
            line=int(place[1]) if place else len(text.splitlines()),
        ) from None
    except ValidationError as error:
        raise _unusable(path.name, text, error) from None
    _require_one_row_each(path.name, text, price_file.price)
    return price_file


_BY_FAULT = {
    "missing": Sentence("The field is missing. Add it (see docs/prices.md)."),
    "extra_forbidden": Sentence("Unknown field. See docs/prices.md for all fields."),
    "greater_than_equal": Sentence("Use a price of at least 0, or remove the row."),
    "float_type": Sentence("Use a number such as 0.15, without quotation marks."),
    "float_parsing": Sentence("Use a number such as 0.15, without quotation marks."),
    "finite_number": Sentence("Use a number such as 0.15."),
    "string_pattern_mismatch": Sentence(
        "Use a currency code of three capital letters, such as USD."
    ),
    "string_type": Sentence("Put the text in quotation marks."),
    "string_too_short": Sentence("The value is empty. Enter text."),
}
_INVALID = Sentence("Invalid value. See docs/prices.md for what each field takes.")
_NO_DATE = Sentence("Use a date such as 2026-11-22, without quotation marks.")


def _unusable(file: str, text: str, error: ValidationError) -> InputError:
    fault = error.errors(include_url=False)[0]
    place: tuple[str | int, ...] = fault["loc"]
    sentence = _BY_FAULT.get(str(fault["type"]), _INVALID)
    if place[-1] == "date" and fault["type"] != "missing":
        sentence = _NO_DATE
    return InputError(sentence.message, file=file, line=_line_of(text, place), field=str(place[-1]))


def _require_one_row_each(file: str, text: str, rows: Sequence[PriceRow]) -> None:
    seen = set[tuple[str, str]]()
    for at, row in enumerate(rows):
        key = (row.provider.lower(), row.model)
        if key in seen:
            raise InputError(
                "{model} of {provider} already has a price above. Keep one.",
                file=file,
                line=_line_of(text, ("price", at, "model")),
                field="model",
                model=row.model,
                provider=row.provider,
            )
        seen.add(key)


def _line_of(text: str, place: Sequence[Any]) -> int:
    """The line of a field, or of its table if the field is missing; tomllib does not give lines."""
    lines = text.splitlines()
    start, end = 0, next((at for at, line in enumerate(lines) if _TABLE.match(line)), len(lines))
    if len(place) > 1 and place[0] == "price":
        tables = [at for at, line in enumerate(lines) if _ROW.match(line)]
        if not isinstance(place[1], int) or place[1] >= len(tables):
            return 1
        start = tables[place[1]]
        later = (at for at in range(start + 1, len(lines)) if _TABLE.match(lines[at]))
        end = next(later, len(lines))
    named = re.compile(rf"\s*[\"']?{re.escape(str(place[-1]))}[\"']?\s*=")
    return next((at for at in range(start, end) if named.match(lines[at])), start) + 1
