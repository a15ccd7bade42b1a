"""A pattern without its lookarounds matches wherever it did, and is read by RE2."""

import random
import re

import pytest

from core.verification.listed_words import entries, without_gaps
from core.verification.lookarounds import may_match, without_lookarounds
from core.verification.told_words import CHINESE, ENGLISH
from core.verification.written_prices import _PRICES


@pytest.mark.parametrize(
    ("pattern", "without"),
    [
        (r"(?<![a-z])one(?=\(|[)])", "one"),
        (r"(?:a|b(?!c(?:d|e)))+[(?=)]", "(?:a|b)+[(?=)]"),
        (r"^元\b$", "元"),
    ],
)
def test_only_lookarounds_and_edges_are_left_out(pattern: str, without: str) -> None:
    assert without_lookarounds(pattern) == without


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\d元", "٣元"),
        (r"[\d.]块", "٣块"),
        (r"九\s元", "九\u2003元"),
        (r"九[\s]元", "九\x85元"),
        ("usd", "UſD"),
    ],
)
def test_re2_reads_digits_white_space_and_cases_of_all_scripts(pattern: str, text: str) -> None:
    assert re.search(pattern, text, re.IGNORECASE)
    assert may_match(pattern).search(text)


def test_what_re2_reads_otherwise_is_refused() -> None:
    with pytest.raises(ValueError, match="RE2"):
        without_lookarounds(r"[\w ]元")


def test_no_price_is_missed_by_the_search_before_it() -> None:
    rng, search = random.Random(7), may_match(_PRICES.pattern)
    parts = list("元块圆米得价一两百千个张点prlo$¥💰9.,")
    parts += [
        "99",
        "只要",
        "到手",
        "位数",
        "包邮",
        "only",
        "just",
        "for",
        "under",
        "rmb",
        "usd",
        "fiver",
    ]
    parts += ["tenner", "twenty", "fifty", "hundred", "and", "change", "price", "digit", "single"]
    parts += ["figures", "a", "crisp", "ten"]
    texts = [
        "".join(rng.choice(parts) + rng.choice(("", " ")) for _ in range(rng.randrange(1, 7)))
        for _ in range(20_000)
    ]
    priced = [text for text in texts if _PRICES.search(text)]
    assert len(priced) > 1_000
    assert [text for text in priced if not search.search(text)] == []


@pytest.mark.parametrize("table", [*ENGLISH, *CHINESE])
def test_an_entry_without_its_gap_is_a_part_of_it(table: dict[str, str]) -> None:
    for listed in table.values():
        parts = entries(without_gaps(listed))
        assert len(parts) == len(entries(listed))
        for whole, part in zip(entries(listed), parts, strict=True):
            assert part in whole
            assert part.count("(") == part.count(")")
            assert "..." not in part
