"""The window of days in which a holiday may be named: some days before to some days after it.

Source 001, section 1.4: 节日前 3 天到节日后 1 天, both ends included. Reading 18: dates are in the
audience's time zone, festivals of several days count from first to last, and a date outside the
table gives no answer.
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
    """Number of days before a holiday's first day and after its last that belong to its window."""

    before: int
    after: int


SOURCE_RULE = WindowRule(before=3, after=1)


class WindowStatus(Enum):
    """Where a date lies; OUTSIDE_TABLE: in a year for which the table has no answer."""

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
    """The time zone of an IANA name. Raises InputError if the name is unknown."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise InputError(
            "Unknown time zone {name}. Use a name such as Asia/Shanghai.",
            field="time_zone",
            name=name,
        ) from None


def local_day(at: datetime, zone: str) -> date:
    """The date in `zone`: 2025-11-14T20:30Z is the 15th in China."""
    return at.astimezone(time_zone(zone)).date()


def rule_of(holiday: Holiday, table: HolidayTable) -> WindowRule:
    """The rule of the holiday, otherwise that of the table."""
    return WindowRule(
        table.before if holiday.before is None else holiday.before,
        table.after if holiday.after is None else holiday.after,
    )


def years_of(holiday: Holiday, table: HolidayTable) -> range:
    """The years for which the table knows the holiday; a holiday may have an earlier last year."""
    last = table.last_year if holiday.last_year is None else holiday.last_year
    return range(table.first_year, min(last, table.last_year) + 1)


def window_status(
    holiday: Holiday, day: date, table: HolidayTable, rule: WindowRule | None = None
) -> WindowStatus:
    """The status of a date under `rule`, by default the policy's rule for the holiday."""
    if day.year not in years_of(holiday, table):
        return WindowStatus.OUTSIDE_TABLE
    # A window may begin in the year before the holiday (元旦) or end in the year after it.
    years = (day.year, day.year + 1, day.year - 1)
    windows = [window(holiday, year, table, rule) for year in years]
    if any(each and day in each for each in windows):
        return WindowStatus.INSIDE
    return WindowStatus.OUTSIDE if windows[0] else WindowStatus.OUTSIDE_TABLE


def nearest_window(holiday: Holiday, day: date, table: HolidayTable) -> HolidayWindow | None:
    """The window that begins or ends nearest to a day, for messages; None if there is none."""
    windows = [window(holiday, year, table) for year in (day.year - 1, day.year, day.year + 1)]
    existing = [each for each in windows if each]
    return min(existing, key=lambda w: min(abs(w.first - day), abs(w.last - day)), default=None)


def window(
    holiday: Holiday, year: int, table: HolidayTable, rule: WindowRule | None = None
) -> HolidayWindow | None:
    """The window of the holiday that begins in a year; None if the year has none."""
    first = _first_day(holiday, year)
    if first is None:
        return None
    before, after = rule or rule_of(holiday, table)
    last = first + timedelta(days=holiday.days - 1 + after)
    return HolidayWindow(first - timedelta(days=before), last)


@functools.lru_cache(maxsize=4096)
def _rule_date(rule: str | PublicHoliday | NthWeekday, lunar: bool, year: int) -> date | None:
    """The date that a rule gives for a year; None if it gives none."""
    match rule:
        case PublicHoliday():
            holiday_date = _public_holiday(rule.country, rule.name, year)
            return holiday_date + timedelta(days=rule.plus_days) if holiday_date else None
        case NthWeekday():
            return _nth_weekday(rule, year)
        case str():
            month, day = map(int, rule.split("-"))
            return _lunar(year, month, day) if lunar else date(year, month, day)


def _first_day(holiday: Holiday, year: int) -> date | None:
    rule = holiday.fixed or holiday.lunar or holiday.public or holiday.weekday
    assert rule is not None  # ensured by the validation of the policy
    return _rule_date(rule, holiday.lunar is not None, year)


def _lunar(year: int, month: int, day: int) -> date | None:
    """The date of a lunar day, never in a leap month; None if the month has no such day."""
    lunar_month = _lunar_months(year)[month]
    if day > lunar_month.getDayCount():
        return None
    solar = Solar.fromJulianDay(lunar_month.getFirstJulianDay() + day - 1)
    return date(solar.getYear(), solar.getMonth(), solar.getDay())


@functools.lru_cache(maxsize=512)
def _lunar_months(year: int) -> dict[int, LunarMonth]:
    """The months of a lunar year by number; cached, since the computation takes 4 ms per year."""
    return {month.getMonth(): month for month in LunarYear.fromYear(year).getMonthsInYear()}


def _nth_weekday(rule: NthWeekday, year: int) -> date:
    first = date(year, rule.month, 1)
    ahead = (_WEEKDAYS.index(rule.weekday) - first.weekday()) % 7
    return first + timedelta(days=ahead + 7 * (rule.nth - 1) + rule.plus_days)


def _public_holiday(country: str, name: str, year: int) -> date | None:
    """The first day with exactly this name, which days in lieu lack; None if there is none."""
    return min((day for day, names in _public_days(country, year) if name in names), default=None)


@functools.lru_cache(maxsize=512)
def _public_days(country: str, year: int) -> tuple[tuple[date, tuple[str, ...]], ...]:
    try:
        days = holidays.country_holidays(country, years=year, language="en_US")
    except NotImplementedError:
        raise InputError(
            "There is no holiday data for {country}. Give the holiday a fixed or lunar date.",
            field="country",
            country=country,
        ) from None
    return tuple((day, tuple(names.split("; "))) for day, names in days.items())
