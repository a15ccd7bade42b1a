import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.depth.token_costs import JOINER, TokenCosts
from core.text import AVAILABLE_TOKENIZERS, Span, TokenizedText, load_tokenizer
from core.text.language.sentences import sentence_spans
from tests.bench.invented import novel

ODD = (
    "“What?” said Mr. Bennet. ‘’Tis 3.14 o’clock,’ he'd say… “No!” 1,000 men\n\n* * *\n\n"
    "CHAPTER II.\nIt was—well—dark; naïve café, e\u0301te\u0301!  "
    "「好。」他说：“走吧！”她问……“谁？”\n"
    "第二回　贾雨村\n二十三个人（1.8万）来了。👩‍👩‍👧笑了，𠀀字。\n"
)


@functools.cache
def text_of(language: str) -> str:
    return ODD * 3 if language == "odd" else novel(language, 20_000, 3)


@functools.cache
def costs_of(language: str, name: str) -> TokenCosts:
    tokenizer = load_tokenizer(name)
    return TokenCosts.from_tokens(TokenizedText.from_text(text_of(language), tokenizer), tokenizer)


books = st.tuples(st.sampled_from(("en", "zh", "odd")), st.sampled_from(AVAILABLE_TOKENIZERS))


@settings(max_examples=300)
@given(books, st.data())
def test_costs_of_sentences_equal_their_token_counts(
    book: tuple[str, str], data: st.DataObject
) -> None:
    costs, encode = costs_of(*book), load_tokenizer(book[1]).encode
    first = data.draw(st.integers(0, len(costs) - 1))
    last = data.draw(st.integers(first, len(costs) - 1))
    part = costs.tokens.text[costs.starts[first] : costs.ends[last]]
    tolerance = 0 if book[0] != "odd" else 3
    n_tokens = costs.tails[last] - costs.heads[first]
    assert abs(n_tokens - len(encode(part + JOINER))) <= tolerance
    assert abs(costs.bare_tails[last] - costs.heads[first] - len(encode(part))) <= tolerance


@settings(max_examples=200)
@given(st.sampled_from(("en", "zh")), st.sampled_from(AVAILABLE_TOKENIZERS), st.data())
def test_costs_of_a_cut_part_equal_its_token_count(
    language: str, name: str, data: st.DataObject
) -> None:
    costs, encode = costs_of(language, name), load_tokenizer(name).encode
    sentence = data.draw(st.integers(0, len(costs) - 4))
    tokens = data.draw(st.integers(40, costs.tails[-1] - costs.heads[sentence]))
    end = costs.cut_after(sentence, tokens, len(costs), joined=True)
    part = costs.tokens.text[costs.starts[sentence] : end]
    n_tokens = costs.tail(end) - costs.heads[sentence]
    assert n_tokens == len(encode(part + JOINER))
    assert abs(n_tokens - tokens) <= 3


@pytest.mark.parametrize("name", AVAILABLE_TOKENIZERS)
def test_costs_of_joined_parts_add_up(name: str) -> None:
    token_costs, encode = costs_of("zh", name), load_tokenizer(name).encode
    ranges = ((3, 9), (40, 41), (12, 30))
    parts = [
        token_costs.tokens.text[token_costs.starts[a] : token_costs.ends[b]] for a, b in ranges
    ]
    costs = [token_costs.tails[b] - token_costs.heads[a] for a, b in ranges]
    joiner = token_costs.tails[30] - token_costs.bare_tails[30]
    assert len(encode(JOINER.join(parts))) == sum(costs) - joiner


@given(
    st.lists(st.tuples(st.integers(0, 19_000), st.integers(1, 900)), max_size=6),
    st.sampled_from(("en", "zh")),
)
def test_outside_ranges_touch_no_excluded_span(
    excluded: list[tuple[int, int]], language: str
) -> None:
    costs = costs_of(language, "cl100k_base")
    spans = [Span(start, start + length) for start, length in excluded]
    outside = {k for low, high in costs.outside(spans) for k in range(low, high)}
    for k in range(len(costs)):
        touches = any(costs.starts[k] < s.end and s.start < costs.ends[k] for s in spans)
        assert (k in outside) is not touches


def test_sentence_boundaries_in_both_languages() -> None:
    text = (
        "Mr. Bennet sat by J. Smith. “Are you there?” said he. It cost 3.5 pounds…\n\n"
        "A wrapped\nline goes on! 「好。」他说：“走吧！”她问……谁？\n回目没有句号\n完"
    )
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "Mr. Bennet sat by J. Smith.",
        "“Are you there?” said he.",
        "It cost 3.5 pounds…",
        "A wrapped\nline goes on!",
        "「好。」",
        "他说：“走吧！”",
        "她问……",
        "谁？",
        "回目没有句号",
        "完",
    ]


@given(st.text(st.sampled_from("ab 。.\n，e\u0301👩\u200d😀"), max_size=900))
def test_sentences_cover_all_but_white_space_and_split_no_character(text: str) -> None:
    spans = list(sentence_spans(text))
    left_out = set(range(len(text))) - {i for start, end in spans for i in range(start, end)}
    assert all(text[i].isspace() for i in left_out)
    assert spans == sorted(spans)
    for start, end in spans:
        assert start < end
        assert end - start <= 300
        assert text[start:end] == text[start:end].strip()


def test_a_page_without_sentences_is_cut_between_words() -> None:
    text = "word " * 400
    assert {text[start:end][-4:] for start, end in sentence_spans(text)} == {"word"}
