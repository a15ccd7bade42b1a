"""Labels, small print and colours."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plotly.colors import sample_colorscale

from core.charts.style import (
    DIVERGING,
    FOOT_WIDTH,
    Scale,
    escape_label,
    format_percent,
    format_tokens,
    ink_on,
    packed,
)


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (32000, "32K"),
        (1000, "1K"),
        (1_000_000, "1M"),
        (1_500_000, "1.5M"),
        (1_001_000, "1001K"),
        (6853, "6,853"),
        (32768, "32,768"),
        (999, "999"),
        (0, "0"),
    ],
)
def test_round_lengths_are_abbreviated(length: int, said: str) -> None:
    assert format_tokens(length) == said


@given(st.sets(st.integers(1, 3_000_000), max_size=50))
def test_lengths_have_distinct_labels(lengths: set[int]) -> None:
    assert len({format_tokens(length) for length in lengths}) == len(lengths)


@given(st.lists(st.text(min_size=1), max_size=12))
def test_small_print_loses_nothing_but_spaces(parts: list[str]) -> None:
    joined = "".join(packed(parts)).replace(" · ", "")
    assert re.sub(r"\s|·", "", joined) == re.sub(r"\s|·", "", "".join(parts))


def test_small_print_wraps_chinese_and_long_names_at_the_width() -> None:
    lines = packed(["小说" * 60, "m" * 300, "run 7"])
    assert len(lines) > 4
    assert all(len(line.encode("gb18030")) <= FOOT_WIDTH for line in lines)


def test_labels_are_escaped() -> None:
    assert escape_label("<b>x</b> & y\nz") == "&lt;b&gt;x&lt;/b&gt; &amp; y z"


def test_percent_rounds_to_its_digits() -> None:
    assert (format_percent(0.625), format_percent(0.6249, 1), format_percent(1)) == (
        "62%",
        "62.5%",
        "100%",
    )


@pytest.mark.parametrize("scale", [*(item.colours for item in Scale), DIVERGING])
def test_text_contrasts_with_every_colour(scale: list[tuple[float, str]]) -> None:
    """The contrast is 3.9 or more everywhere; on a middle grey at most 4.6 is possible."""
    for step in range(51):
        (colour,) = sample_colorscale([list(item) for item in scale], [step / 50])
        background = _luminance(tuple(float(part) for part in re.findall(r"[\d.]+", colour)))
        ink = ink_on(step / 50, scale).lstrip("#")
        text = _luminance(tuple(float(part) for part in bytes.fromhex(ink)))
        lighter, darker = max(text, background), min(text, background)
        assert (lighter + 0.05) / (darker + 0.05) >= 3.9


def _luminance(colour: tuple[float, ...]) -> float:
    """WCAG 2.1's relative luminance of red, green and blue from 0 to 255."""
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
