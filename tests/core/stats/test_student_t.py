"""Student's t against the values of printed tables."""

import pytest

from core.stats.student_t import t_p_value, t_quantile


@pytest.mark.parametrize(
    ("df", "end"), [(1, 12.7062), (2, 4.3027), (9, 2.2622), (11, 2.2010), (30, 2.0423), (1e6, 1.96)]
)
def test_the_middle_95_percent_ends_where_tables_say(df: float, end: float) -> None:
    assert t_quantile(df) == pytest.approx(end, abs=5e-5)
    assert t_p_value(t_quantile(df), df) == pytest.approx(0.05)


def test_t_of_zero_and_infinity() -> None:
    assert t_p_value(0.0, 5) == pytest.approx(1.0)
    assert t_p_value(float("inf"), 5) == 0.0
