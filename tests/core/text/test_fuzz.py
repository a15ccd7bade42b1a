"""A short run of every generator of `tests.bench.fuzz_quotes`, and the same rules by Hypothesis."""

import random
import signal
from collections.abc import Iterator
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench.fuzz_pairs import GENERATORS, Pair, drawn_pair
from tests.bench.fuzz_rules import VARIATIONS, Asked, rules
from tests.core.text.samples import EN, ZH, awkward_texts

LONGEST = 10_000
HANGS_AFTER_S = 20
pieces = st.sampled_from([EN, ZH]).flatmap(
    lambda text: st.tuples(st.integers(0, len(text)), st.integers(0, 60)).map(
        lambda cut: text[cut[0] : cut[0] + cut[1]]
    )
)
joins = st.sampled_from(["", " ", "……", " [...] ", "，", "\n", "不", "5"])


@pytest.fixture(autouse=True)
def _no_look_up_hangs() -> Iterator[None]:
    def hangs(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer within {HANGS_AFTER_S} s")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANGS_AFTER_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def broken(pair: Pair, threshold: float, seed: int) -> list[str]:
    asked = Asked.of(pair, threshold)
    return [rule for rule, holds in rules(asked, random.Random(seed), VARIATIONS) if not holds]


@pytest.mark.parametrize("generator", GENERATORS)
def test_no_pair_of_a_generator_breaks_a_rule(generator: str) -> None:
    _, make = GENERATORS[generator]
    for seed in range(3):
        pair = make(random.Random(seed))
        if len(pair.quote) + len(pair.text) <= LONGEST:
            assert broken(pair, (0.8, 0.6, 1.0)[seed % 3], seed) == [], f"seed {seed}"


def test_a_pair_is_made_from_its_seed_and_number_alone() -> None:
    assert [drawn_pair(1, number) for number in range(20)] == [
        drawn_pair(1, number) for number in range(20)
    ]


@settings(max_examples=60, derandomize=True)
@given(
    st.lists(st.tuples(pieces | awkward_texts, joins), max_size=4),
    st.lists(pieces | awkward_texts, max_size=4),
    st.sampled_from([0.0, 0.3, 0.6, 0.8, 1.0]),
    st.integers(0, 1000),
)
def test_passages_and_noise_in_any_order_break_no_rule(
    quoted: list[tuple[str, str]], parts: list[str], threshold: float, seed: int
) -> None:
    quote, text = "".join(part + mark for part, mark in quoted), "".join(parts)
    assert broken(Pair(quote, text), threshold, seed) == []


@settings(max_examples=50, derandomize=True)
@given(st.sampled_from([EN, ZH]), st.data(), st.sampled_from([0.6, 0.8, 1.0]), st.integers(0, 1000))
def test_a_passage_with_noise_in_it_breaks_no_rule(
    text: str, data: st.DataObject, threshold: float, seed: int
) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : start + data.draw(st.integers(0, 120))]
    at, skipped = data.draw(st.integers(0, len(quote))), data.draw(st.integers(0, 6))
    quote = quote[:at] + data.draw(awkward_texts) + quote[at + skipped :]
    assert broken(Pair(quote, text), threshold, seed) == []
