import functools
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.depth.fillers import FillerRing, chance_key, random_share, random_source
from core.depth.token_costs import TokenCosts
from core.text import Span, TokenizedText, load_tokenizer
from tests.bench.invented import novel


@functools.cache
def token_costs() -> TokenCosts:
    tokenizer = load_tokenizer()
    return TokenCosts.from_tokens(
        TokenizedText.from_text(novel("zh", 20_000, 5), tokenizer), tokenizer
    )


excluded_spans = st.lists(
    st.tuples(st.integers(0, 18_000), st.integers(1, 2_500)).map(
        lambda start_and_length: Span(
            start_and_length[0], start_and_length[0] + start_and_length[1]
        )
    ),
    max_size=4,
)


@given(excluded_spans, st.floats(0, 0.999), st.floats(0, 1.2), st.booleans())
def test_filler_of_one_round_has_no_repeats_and_no_excluded_spans(
    spans: list[Span], begin: float, share: float, exactly: bool
) -> None:
    ring = FillerRing.avoiding(token_costs(), spans)
    start = ring.at(int(begin * ring.total))
    first, ahead, next_place = ring.take(start, start, int(share * ring.total / 3), exactly=exactly)
    second, behind, _ = ring.take(
        start, next_place, int(share * ring.total * 2 / 3), exactly=exactly, last=True
    )
    pieces = sorted(first + second)
    assert all(a.end <= b.start for a, b in pairwise(pieces))
    assert all(p.end <= span.start or span.end <= p.start for p in pieces for span in spans)
    if share <= 0.9:
        longest = 400 if not exactly else 8
        assert abs(ahead + behind - int(share * ring.total)) <= longest


@given(excluded_spans, st.floats(0, 0.999))
def test_a_whole_ring_can_be_taken(spans: list[Span], begin: float) -> None:
    ring = FillerRing.avoiding(token_costs(), spans)
    start = ring.at(int(begin * ring.total))
    _, tokens, _ = ring.take(start, start, ring.total * 2)
    assert abs(tokens - ring.total) <= 4 * (len(spans) + 2)


@given(excluded_spans, st.integers(0, 2_000))
def test_the_first_place_from_a_sentence_on_is_not_before_it(
    spans: list[Span], sentence: int
) -> None:
    ring = FillerRing.avoiding(token_costs(), spans)
    (range_index, first_sentence), n = ring.at_sentence(sentence), len(ring.lows)
    assert first_sentence >= sentence or (range_index, first_sentence) == (n, ring.lows[0])
    assert ring.lows[range_index % n] <= first_sentence < ring.highs[range_index % n]


@given(st.integers(), st.integers(0, 10**6), st.integers(1, 10**6), st.floats(0, 1))
def test_chances_depend_on_their_arguments_and_stay_below_the_total(
    seed: int, place: int, length: int, depth: float
) -> None:
    key = chance_key(place, length)
    chance = random_source(key, seed, depth, 0)
    assert chance == random_source(chance_key(place, length), seed, depth, 0)
    assert chance != random_source(key, seed, depth, 1)
    assert 0 <= random_share(1000, chance) < 1000


def test_chances_are_spread_evenly() -> None:
    shares = [
        random_share(10, random_source(chance_key(5, 32_000), seed, 0.5, 0))
        for seed in range(5_000)
    ]
    assert all(400 < shares.count(number) < 600 for number in range(10))
