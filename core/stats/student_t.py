"""Student's t distribution: p values and quantiles, for means over few clusters."""

from functools import lru_cache
from math import exp, inf, lgamma, log, log1p

_TINY, _PRECISION, _MOST_STEPS = 1e-300, 1e-13, 500


def t_p_value(t: float, df: float) -> float:
    """The two-sided p value of `t` with `df` degrees of freedom."""
    if t in (inf, -inf):
        return 0.0
    return _incomplete_beta(df / 2, 0.5, df / (df + t * t))


@lru_cache(maxsize=1024)
def t_quantile(df: float, level: float = 0.95) -> float:
    """Return the upper end of the central `level` of the distribution: 1.96 at 95%, large `df`."""
    low, high = 0.0, 1.0
    while t_p_value(high, df) > 1 - level:
        high *= 2
    while high - low > _PRECISION * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if t_p_value(middle, df) > 1 - level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function (Abramowitz and Stegun, 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _apart_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / _apart_from_zero(1 + step * d)
            c = _apart_from_zero(1 + step / c)
            fraction *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return fraction


def _apart_from_zero(value: float) -> float:
    """Return the value, or a tiny one in its place, as Lentz's method divides by it."""
    return value if abs(value) > _TINY else _TINY
