"""When a holiday may be named: from some days before it to some days after, both inclusive.

Source 001, section 1.4: 节日前 3 天到节日后 1 天. Reading 18: days are the audience's own,
festivals of several days count from first to last, and a date outside the table is no answer.
"""

import functools
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, auto
from typing import NamedTuple
from zoneinfo import ZoneInfo

import holidays
from lunar_python import LunarMonth, LunarYear, Solar

from core.errors import InputError
from core.verification.policy.holidays import Holiday, HolidayTable, NthWeekday, PublicHoliday

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class WindowRule(NamedTuple):
    """Days before the first day and after the last on which a holiday may be named, too."""

    before: int
    after: int


SOURCE_RULE = WindowRule(before=3, after=1)


class WindowStatus(Enum):
    """inside or outside the window; outside_table: the table does not answer for this date."""

    INSIDE = auto()
    OUTSIDE = auto()
    OUTSIDE_TABLE = auto()


@dataclass(frozen=True, slots=True)
class HolidayWindow:
    """First and last day on which the holiday may be named."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


def time_zone(name: str) -> ZoneInfo:
    """Raises InputError for a name that is in no time zone database."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise InputError(
            "Unknown time zone {name}. Use a name such as Asia/Shanghai.",
            field="time_zone",
            name=name,
        ) from None


def local_day(at: datetime, zone: str) -> date:
    """The day in `zone`: 2025-11-14T20:30Z is the 15th in China."""
    return at.astimezone(time_zone(zone)).date()


def rule_of(holiday: Holiday, table: HolidayTable) -> WindowRule:
    """The holiday's own, else that of the table."""
    return WindowRule(
        table.before if holiday.before is None else holiday.before,
        table.after if holiday.after is None else holiday.after,
    )


def years_of(holiday: Holiday, table: HolidayTable) -> range:
    """Those the table answers for; a holiday may end before it."""
    last = table.last_year if holiday.last_year is None else holiday.last_year
    return range(table.first_year, min(last, table.last_year) + 1)


def window_status(
    holiday: Holiday, day: date, table: HolidayTable, rule: WindowRule | None = None
) -> WindowStatus:
    """By the policy's rule for the holiday, or another one."""
    if day.year not in years_of(holiday, table):
        return WindowStatus.OUTSIDE_TABLE
    # A window may begin in the year before the holiday (元旦) or end in the year after it.
    years = (day.year, day.year + 1, day.year - 1)
    around = [window(holiday, year, table, rule) for year in years]
    if any(found and day in found for found in around):
        return WindowStatus.INSIDE
    return WindowStatus.OUTSIDE if around[0] else WindowStatus.OUTSIDE_TABLE


def nearest_window(holiday: Holiday, day: date, table: HolidayTable) -> HolidayWindow | None:
    """The window that begins or ends nearest to a day, to tell people about."""
    found = [window(holiday, year, table) for year in (day.year - 1, day.year, day.year + 1)]
    known = [each for each in found if each]
    return min(known, key=lambda w: min(abs(w.first - day), abs(w.last - day)), default=None)


def window(
    holiday: Holiday, year: int, table: HolidayTable, rule: WindowRule | None = None
) -> HolidayWindow | None:
    """The window of the holiday that begins in a year; None where the year has none."""
    first = _first_day(holiday, year)
    if first is None:
        return None
    before, after = rule or rule_of(holiday, table)
    last = first + timedelta(days=holiday.days - 1 + after)
    return HolidayWindow(first - timedelta(days=before), last)


@functools.lru_cache(maxsize=4096)
def _first_of(rule: str | PublicHoliday | NthWeekday, lunar: bool, year: int) -> date | None:
    match rule:
        case PublicHoliday():
            named = _public(rule.country, rule.name, year)
            return named + timedelta(days=rule.plus_days) if named else None
        case NthWeekday():
            return _nth(rule, year)
        case str():
            month, day = map(int, rule.split("-"))
            return _lunar(year, month, day) if lunar else date(year, month, day)


def _first_day(holiday: Holiday, year: int) -> date | None:
    rule = holiday.fixed or holiday.lunar or holiday.public or holiday.weekday
    assert rule is not None  # the policy was validated
    return _first_of(rule, holiday.lunar is not None, year)


def _lunar(year: int, month: int, day: int) -> date | None:
    """In the month itself, not in a leap month after it; None where the month has no such day."""
    lunar_month = _lunar_months(year)[month]
    if day > lunar_month.getDayCount():
        return None
    found = Solar.fromJulianDay(lunar_month.getFirstJulianDay() + day - 1)
    return date(found.getYear(), found.getMonth(), found.getDay())


@functools.lru_cache(maxsize=512)
def _lunar_months(year: int) -> dict[int, LunarMonth]:
    """Of a lunar year, by number: to follow sun and moon through a year takes 4 ms."""
    return {month.getMonth(): month for month in LunarYear.fromYear(year).getMonthsInYear()}


def _nth(rule: NthWeekday, year: int) -> date:
    first = date(year, rule.month, 1)
    ahead = (_WEEKDAYS.index(rule.weekday) - first.weekday()) % 7
    return first + timedelta(days=ahead + 7 * (rule.nth - 1) + rule.plus_days)


def _public(country: str, name: str, year: int) -> date | None:
    """The first day that bears exactly this name; days in lieu have names of their own."""
    return min((day for day, names in _public_days(country, year) if name in names), default=None)


@functools.lru_cache(maxsize=512)
def _public_days(country: str, year: int) -> tuple[tuple[date, tuple[str, ...]], ...]:
    try:
        found = holidays.country_holidays(country, years=year, language="en_US")
    except NotImplementedError:
        raise InputError(
            "There is no holiday data for {country}. Give the holiday a fixed or lunar date.",
            field="country",
            country=country,
        ) from None
    return tuple((day, tuple(names.split("; "))) for day, names in found.items())
