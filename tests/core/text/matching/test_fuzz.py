"""A short run of every generator of `tests.bench.fuzz_quotes`, and the same rules by Hypothesis."""

import random
import signal
from collections.abc import Iterator
from functools import partial
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text.matching.budget import ALLOWED_WORK
from tests.bench.fuzz_cost import S_EACH, Cost, least_cost
from tests.bench.fuzz_page import Outcome, Run, page
from tests.bench.fuzz_pairs import GENERATORS, Pair, drawn_pair
from tests.bench.fuzz_quotes import batch
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


def test_the_page_of_a_run_counts_pairs_rules_and_failures() -> None:
    outcomes, checked = batch(range(20), seed=1)
    failed = Outcome(
        number=3, generator="few_letters", quote_length=1, text_length=2, threshold=0.8,
        cost=Cost(9.0, 12_345, 100), verdict="absent", warnings=(), traits=("a NUL",),
        broken=("it never fails",),
    )  # fmt: skip
    outcomes[3] = failed
    nuls = sum("a NUL" in each.traits for each in outcomes)
    told = "\n".join(page(Run(outcomes, checked, 1, 2, 0.5, 300.0)))
    assert "**20 pairs, 1 failures**" in told
    assert f"| a NUL | {nuls} |" in told
    assert "| warnings are known ones | 20 |" in told
    assert "| 3 | few letters | 1 | 2 | 0.8 | absent | 12,345 | 9.00 | 0.14 |" in told
    assert "- 1 x it never fails: pairs 3" in told
    assert f"{drawn_pair(1, 3)[1].quote!a}" in told


def test_time_without_work_or_length_and_work_beyond_what_is_allowed_are_broken_rules() -> None:
    def broken_by(cost: Cost) -> list[str]:
        return [rule for rule, holds in cost.rules() if not holds]

    assert broken_by(Cost(S_EACH, 0, 100)) == []
    assert broken_by(Cost(2 * S_EACH, 0, 100)) == ["time is bounded by work and length"]
    assert broken_by(Cost(0.0, ALLOWED_WORK + 1, 100)) == ["no more work than is allowed"]


def test_the_work_of_a_look_up_is_counted() -> None:
    for quote, spends in ((EN[7:90], False), (EN[7:90].replace("woke", "wokc"), True)):
        asked = partial(Asked.of, Pair(quote, EN), 0.8)
        answer, cost = least_cost(asked, lambda asked: asked.characters)
        assert answer.answer.found
        assert (cost.units > 0) == spends
        assert cost.characters > len(quote) + len(EN)


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
