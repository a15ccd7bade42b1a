"""Holidays without a date, years out of order and time zones that do not exist."""

from collections.abc import Iterator

from core.errors import InputError, Sentence
from core.locale import N_n, plural_form
from core.verification.lint.remarks import Level, Lint, Path, Remark, lint_error
from core.verification.policy.holiday_windows import time_zone, window, years_of
from core.verification.policy.holidays import Holiday, HolidayTable
from core.verification.policy.policy import Policy


def lint_calendar(policy: Policy) -> Iterator[Remark]:
    table = policy.holidays
    if table.first_year > table.last_year:
        yield lint_error(
            Lint.YEARS_OUT_OF_ORDER,
            ("holidays",),
            "The table ends before it begins. Correct first_year or last_year.",
        )
    for at, holiday in enumerate(table.table):
        yield from _dates(holiday, table, ("holidays", "table", at))
    yield from _zones(policy)


def _dates(holiday: Holiday, table: HolidayTable, path: Path) -> Iterator[Remark]:
    """Report a holiday whose rule is wrong, or has no date in some years of the table."""
    years = years_of(holiday, table)
    try:
        missing = [year for year in years if window(holiday, year, table) is None]
    except InputError as error:
        yield Remark(Lint.HOLIDAY_WITHOUT_DATE, Level.ERROR, path, Sentence.from_error(error))
        return
    if missing:
        message = plural_form(
            N_n(
                "{name} has no date in {count} year of the table, {first}. Correct its rule or "
                "the years.",
                "{name} has no date in {count} years of the table, starting with {first}. "
                "Correct its rule or the years.",
            ),
            len(missing),
        )
        yield lint_error(
            Lint.HOLIDAY_WITHOUT_DATE,
            path,
            message,
            name=holiday.names[0],
            count=len(missing),
            first=missing[0],
        )


def _zones(policy: Policy) -> Iterator[Remark]:
    named: dict[Path, str] = {("time_zone",): policy.time_zone}
    named |= {("time_zones", locale): zone for locale, zone in policy.time_zones.items()}
    for path, zone in named.items():
        try:
            time_zone(zone)
        except InputError as error:
            yield Remark(Lint.ZONE_UNKNOWN, Level.ERROR, path, Sentence.from_error(error))
