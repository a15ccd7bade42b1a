"""Holiday windows (source 001, section 1.4; reading 18)."""

from datetime import UTC, date, datetime

import pytest

from core.errors import InputError
from core.verification import Code, Severity, shipped_policies
from core.verification.claims.claims import holiday_named
from core.verification.policy.holiday_windows import (
    HolidayWindow,
    WindowStatus,
    local_day,
    time_zone,
    window,
    window_status,
)
from core.verification.policy.holidays import Holiday, HolidayTable, PublicHoliday
from tests.core.verification.desk import V1, V1_1, codes, verified

TABLE = V1.holidays


def named(name: str) -> Holiday:
    holiday = holiday_named(name, V1)
    assert holiday
    return holiday


@pytest.mark.parametrize(
    ("name", "year", "first", "last"),
    [
        ("双十一", 2025, (11, 8), (11, 12)),
        ("618", 2025, (6, 15), (6, 19)),
        ("黑色星期五", 2025, (11, 25), (11, 29)),
        ("Black Friday", 2024, (11, 26), (11, 30)),
        ("感恩节", 2025, (11, 24), (11, 28)),
        ("七夕", 2025, (8, 26), (8, 30)),
        ("元宵节", 2025, (2, 9), (2, 13)),
        ("春节", 2025, (1, 26), (2, 5)),
        ("端午节", 2025, (5, 28), (6, 1)),
        ("中秋节", 2025, (10, 3), (10, 7)),
        ("中秋节", 2020, (9, 28), (10, 2)),
        ("清明节", 2026, (4, 2), (4, 6)),
        ("重阳节", 2025, (10, 26), (10, 30)),
        ("国庆节", 2025, (9, 28), (10, 8)),
        ("圣诞节", 2025, (12, 22), (12, 26)),
    ],
)
def test_a_window_goes_from_3_days_before_to_1_day_after(
    name: str, year: int, first: tuple[int, int], last: tuple[int, int]
) -> None:
    assert window(named(name), year, TABLE) == HolidayWindow(date(year, *first), date(year, *last))


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2025, 11, 7), WindowStatus.OUTSIDE),
        (date(2025, 11, 8), WindowStatus.INSIDE),
        (date(2025, 11, 12), WindowStatus.INSIDE),
        (date(2025, 11, 13), WindowStatus.OUTSIDE),
        (date(2014, 11, 11), WindowStatus.OUTSIDE_TABLE),
        (date(2051, 11, 11), WindowStatus.OUTSIDE_TABLE),
        (date(2050, 11, 11), WindowStatus.INSIDE),
        (date(2015, 11, 11), WindowStatus.INSIDE),
    ],
)
def test_both_ends_are_inside_and_other_years_are_no_answer(
    day: date, expected: WindowStatus
) -> None:
    assert window_status(named("双十一"), day, TABLE) is expected


@pytest.mark.parametrize("day", [date(2025, 12, 29), date(2026, 1, 2)])
def test_new_years_window_begins_in_the_old_year(day: date) -> None:
    assert window_status(named("元旦"), day, TABLE) is WindowStatus.INSIDE


def test_qixi_is_in_the_seventh_month_also_where_a_leap_month_comes_before_it() -> None:
    """2025 has a leap sixth month; libraries have been a month early there."""
    assert window(named("七夕"), 2025, TABLE) == HolidayWindow(date(2025, 8, 26), date(2025, 8, 30))


def test_a_holiday_may_have_days_and_edges_of_its_own() -> None:
    sale = Holiday(names=("sale",), fixed="06-18", days=3, before=10, after=0)
    assert window(sale, 2025, HolidayTable()) == HolidayWindow(date(2025, 6, 8), date(2025, 6, 20))


def test_every_shipped_holiday_has_a_date_in_every_year_of_the_table() -> None:
    for policy in (V1, V1_1):
        years = range(policy.holidays.first_year, policy.holidays.last_year + 1)
        for holiday in policy.holidays.table:
            assert all(window(holiday, year, policy.holidays) for year in years)


def test_a_name_that_the_country_does_not_have_is_no_holiday_that_never_comes() -> None:
    unknown = Holiday(names=("x",), public=PublicHoliday(country="CN", name="Nobody's Day"))
    assert window_status(unknown, date(2025, 5, 5), TABLE) is WindowStatus.OUTSIDE_TABLE


def test_an_unknown_country_says_what_to_do() -> None:
    nowhere = Holiday(names=("x",), public=PublicHoliday(country="ZZ", name="Day"))
    with pytest.raises(InputError, match="fixed or lunar"):
        window(nowhere, 2025, TABLE)


def test_the_day_is_the_audiences() -> None:
    """Reading 18: section 6's own timestamp is already the 15th in China."""
    at = datetime(2025, 11, 14, 20, 30, tzinfo=UTC)
    assert local_day(at, "Asia/Shanghai") == date(2025, 11, 15)
    assert local_day(at, "America/New_York") == date(2025, 11, 14)


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Asia"])
def test_an_unknown_time_zone_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="time zone"):
        time_zone(name)


@pytest.mark.parametrize(
    ("zone", "minute", "allowed"),
    [
        ("Asia/Shanghai", datetime(2025, 11, 7, 15, 59, tzinfo=UTC), False),
        ("Asia/Shanghai", datetime(2025, 11, 7, 16, 0, tzinfo=UTC), True),
        ("Asia/Shanghai", datetime(2025, 11, 12, 15, 59, tzinfo=UTC), True),
        ("Asia/Shanghai", datetime(2025, 11, 12, 16, 0, tzinfo=UTC), False),
        ("America/New_York", datetime(2025, 11, 8, 4, 59, tzinfo=UTC), False),
        ("America/New_York", datetime(2025, 11, 8, 5, 0, tzinfo=UTC), True),
        ("America/New_York", datetime(2025, 11, 13, 4, 59, tzinfo=UTC), True),
        ("America/New_York", datetime(2025, 11, 13, 5, 0, tzinfo=UTC), False),
    ],
)
def test_the_window_opens_and_closes_at_the_audiences_midnight(
    zone: str, minute: datetime, allowed: bool
) -> None:
    verification = verified(holidays=("双十一",), time_zone=zone, now=minute)
    assert ("FACT_HOLIDAY_INVALID" not in codes(verification)) is allowed


def test_a_locale_has_its_time_zone_and_a_candidate_may_have_another() -> None:
    minute = datetime(2025, 11, 13, 3, 0, tzinfo=UTC)  # the 12th in New York, the 13th in China
    text = "Singles' Day deals are back for one more day"
    american = verified(text, holidays=("Singles' Day",), locale="en-US", now=minute)
    chinese = verified(
        text, holidays=("Singles' Day",), locale="en-US", now=minute, time_zone="Asia/Shanghai"
    )
    assert "FACT_HOLIDAY_INVALID" not in codes(american)
    assert "FACT_HOLIDAY_INVALID" in codes(chinese)


def test_a_candidates_own_time_comes_before_the_verifications() -> None:
    inside = datetime(2025, 11, 11, 4, tzinfo=UTC)
    assert codes(verified(holidays=("双十一",), at=inside)) == set()


def test_a_date_outside_the_table_is_a_finding() -> None:
    verification = verified(holidays=("双十一",), at=datetime(2077, 11, 11, tzinfo=UTC))
    (finding,) = [f for f in verification.findings if f.code == "FACT_HOLIDAY_UNCHECKED"]
    assert "2077-11-11" in finding.translate()
    assert verification.verdict == "ALLOW"
    strict = verified(policy=V1_1, holidays=("双十一",), at=datetime(2077, 11, 11, tzinfo=UTC))
    assert strict.verdict == "REVISE"


def test_a_holiday_that_nobody_knows_is_told_and_takes_nothing() -> None:
    """Reading 18."""
    verification = verified(holidays=("程序员节",))
    assert codes(verification) == {"FACT_HOLIDAY_UNKNOWN"}
    assert verification.scores
    assert verification.verdict == "ALLOW"


def test_a_finding_says_which_rule_made_the_window() -> None:
    """Reading 18: 3 days before to 1 day after, unless a policy says otherwise of a holiday."""
    inside, outside = datetime(2025, 11, 1, 4, tzinfo=UTC), datetime(2025, 10, 1, 4, tzinfo=UTC)
    fields = {"text": "双十一好价等你来挑选", "holidays": ("双十一",)}
    (wide,) = verified(policy=V1_1, now=inside, **fields).findings
    assert (wide.code, wide.severity) == (Code.FACT_HOLIDAY_WIDENED, Severity.INFO)
    assert wide.translate() == (
        "双十一 may be mentioned on 2025-11-01 by this policy's own window of 21 days before to "
        "1 after; the source's is 3 before to 1 after."
    )
    (early,) = verified(policy=V1_1, now=outside, **fields).findings
    assert early.translate() == (
        "双十一 may only be mentioned from 2025-10-21 to 2025-11-12, by this policy's own window "
        "of 21 days before to 1 after; the audience's date is 2025-10-01."
    )
    (literal,) = verified(policy=V1, now=inside, **fields).findings
    assert "own window" not in literal.translate()
    assert not verified(policy=V1_1, now=datetime(2025, 11, 9, tzinfo=UTC), **fields).findings


def test_a_holiday_is_not_checked_after_the_last_year_whose_date_is_known() -> None:
    policy = shipped_policies()["v1.2.0"]
    eid = holiday_named("Eid al-Fitr", policy)
    assert eid
    assert window_status(eid, date(2027, 3, 10), policy.holidays) is WindowStatus.INSIDE
    assert window_status(eid, date(2027, 12, 31), policy.holidays) is WindowStatus.OUTSIDE
    assert window_status(eid, date(2028, 1, 1), policy.holidays) is WindowStatus.OUTSIDE_TABLE
    later = verified(
        "Eid Mubarak, with sweets for all",
        policy,
        locale="en-GB",
        at=datetime(2028, 2, 26, tzinfo=UTC),
    )
    (unchecked,) = (f for f in later.findings if f.code is Code.FACT_HOLIDAY_UNCHECKED)
    assert (unchecked.measure["first"], unchecked.measure["last"]) == (2015, 2027)
