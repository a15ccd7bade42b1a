"""Holidays of a policy: their dates and when a copy may name them (source 001, section 1.4)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from core.verification.policy_parts import PolicyPart, Text, Texts, VocabularyRule


class PublicHoliday(PolicyPart):
    """A public holiday of a country, by its English name in the `holidays` library."""

    country: Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
    name: Text
    plus_days: Annotated[int, Field(strict=True, ge=-60, le=60)] = 0


class NthWeekday(PolicyPart):
    """The nth weekday of a month plus days: Black Friday is thu, nth 4, month 11, plus_days 1."""

    month: Annotated[int, Field(strict=True, ge=1, le=12)]
    weekday: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    nth: Annotated[int, Field(strict=True, ge=1, le=4)]
    plus_days: Annotated[int, Field(strict=True, ge=0, le=30)] = 0


Year = Annotated[int, Field(strict=True, ge=1950, le=2099)]
MonthDay = Annotated[str, Field(strict=True, pattern=r"^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")]


class Holiday(PolicyPart):
    """A holiday with exactly one rule for its first day; it lasts `days`.

    `lunar` is a month and day of the Chinese calendar. A copy may name the holiday from `before`
    days before the first day to `after` days after the last (section 1.4). `last_year`: the last
    year with a known date, if earlier than the table's, as for calendars that follow the moon.
    """

    names: Annotated[Texts, Field(min_length=1)]
    fixed: MonthDay | None = None
    lunar: MonthDay | None = None
    public: PublicHoliday | None = None
    weekday: NthWeekday | None = None
    days: Annotated[int, Field(strict=True, ge=1, le=31)] = 1
    before: Annotated[int, Field(strict=True, ge=0, le=60)] | None = None
    after: Annotated[int, Field(strict=True, ge=0, le=60)] | None = None
    last_year: Year | None = None
    rules: tuple[VocabularyRule, ...] = ()

    @model_validator(mode="after")
    def _require_one_rule(self) -> "Holiday":
        date_rules = (self.fixed, self.lunar, self.public, self.weekday)
        if sum(rule is not None for rule in date_rules) != 1:
            raise ValueError("one_rule")
        if self.fixed in {"02-29", "02-30", "02-31", "04-31", "06-31", "09-31", "11-31"}:
            raise ValueError("no_such_day")
        return self


class HolidayTable(PolicyPart):
    """The holidays of a policy. Dates outside `first_year` to `last_year` are not checked.

    A sentence that contains one of `unless`, such as 的由来, claims no holiday. A name directly
    before one of `other_after` (七夕镇) or directly after one of `other_before` (Carol Christmas)
    belongs to something else.
    """

    first_year: Year = 2015
    last_year: Year = 2050
    before: Annotated[int, Field(strict=True, ge=0, le=60)] = 3
    after: Annotated[int, Field(strict=True, ge=0, le=60)] = 1
    unless: Texts = ()
    other_after: Texts = ()
    other_before: Texts = ()
    table: tuple[Holiday, ...] = ()
