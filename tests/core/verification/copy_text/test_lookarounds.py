"""A pattern without its lookarounds matches in every text it did before, and is valid RE2."""

import random
import re

import pytest

from core.verification.claims.reader_acts import _FORMS
from core.verification.copy_text.disguises import without_disguises
from core.verification.copy_text.lookarounds import (
    may_match,
    may_match_over_gaps,
    without_lookarounds,
)
from core.verification.copy_text.written_prices import _PRICES
from tests.bench.copy_rules import labelled


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
    priced = [text for text in texts if _PRICES.exact.search(text)]
    assert len(priced) > 1_000
    assert [text for text in priced if not search.search(text)] == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("a[^.]{0,3}?b", "a 1 b"), ("(?:x ){1,2}y", "x x y"), ("a{2,3}b(?!c)", "aab")],
)
def test_a_gap_of_some_characters_may_be_of_any_length(pattern: str, text: str) -> None:
    assert re.search(pattern, text)
    assert may_match_over_gaps(pattern).search(text)
    assert not may_match_over_gaps(pattern).search("c")


def test_no_told_act_is_missed_by_the_search_before_it() -> None:
    texts = [without_disguises(row.candidate.text).text for row in labelled("scored_2")]
    matching = [
        (form, text) for form in _FORMS for text in texts if form.pattern.exact.search(text)
    ]
    assert len({form.pattern for form, _ in matching}) > len(_FORMS) / 2
    assert [text for form, text in matching if not form.pattern.screen.search(text)] == []
