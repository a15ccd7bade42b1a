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
def cuts_of(language: str, name: str) -> TokenCosts:
    tokenizer = load_tokenizer(name)
    return TokenCosts.from_tokens(TokenizedText.from_text(text_of(language), tokenizer), tokenizer)


books = st.tuples(st.sampled_from(("en", "zh", "odd")), st.sampled_from(AVAILABLE_TOKENIZERS))


@settings(max_examples=300)
@given(books, st.data())
def test_sentences_cost_what_tokenising_them_alone_counts(
    book: tuple[str, str], data: st.DataObject
) -> None:
    cuts, encode = cuts_of(*book), load_tokenizer(book[1]).encode
    first = data.draw(st.integers(0, len(cuts) - 1))
    last = data.draw(st.integers(first, len(cuts) - 1))
    part = cuts.tokens.text[cuts.starts[first] : cuts.ends[last]]
    wrong_by = 0 if book[0] != "odd" else 3
    counted = cuts.tails[last] - cuts.heads[first]
    assert abs(counted - len(encode(part + JOINER))) <= wrong_by
    assert abs(cuts.bare_tails[last] - cuts.heads[first] - len(encode(part))) <= wrong_by


@settings(max_examples=200)
@given(st.sampled_from(("en", "zh")), st.sampled_from(AVAILABLE_TOKENIZERS), st.data())
def test_a_part_that_ends_anywhere_costs_what_tokenising_it_counts(
    language: str, name: str, data: st.DataObject
) -> None:
    cuts, encode = cuts_of(language, name), load_tokenizer(name).encode
    sentence = data.draw(st.integers(0, len(cuts) - 4))
    tokens = data.draw(st.integers(40, cuts.tails[-1] - cuts.heads[sentence]))
    end = cuts.cut_after(sentence, tokens, len(cuts), joined=True)
    part = cuts.tokens.text[cuts.starts[sentence] : end]
    counted = cuts.tail(end) - cuts.heads[sentence]
    assert counted == len(encode(part + JOINER))
    assert abs(counted - tokens) <= 3


@pytest.mark.parametrize("name", AVAILABLE_TOKENIZERS)
def test_joined_parts_cost_the_sum_of_their_costs(name: str) -> None:
    cuts, encode = cuts_of("zh", name), load_tokenizer(name).encode
    ranges = ((3, 9), (40, 41), (12, 30))
    parts = [cuts.tokens.text[cuts.starts[a] : cuts.ends[b]] for a, b in ranges]
    costs = [cuts.tails[b] - cuts.heads[a] for a, b in ranges]
    joiner = cuts.tails[30] - cuts.bare_tails[30]
    assert len(encode(JOINER.join(parts))) == sum(costs) - joiner


@given(
    st.lists(st.tuples(st.integers(0, 19_000), st.integers(1, 900)), max_size=6),
    st.sampled_from(("en", "zh")),
)
def test_what_is_left_outside_touches_nothing_avoided(
    avoided: list[tuple[int, int]], language: str
) -> None:
    cuts = cuts_of(language, "cl100k_base")
    spans = [Span(start, start + length) for start, length in avoided]
    kept = {k for low, high in cuts.outside(spans) for k in range(low, high)}
    for k in range(len(cuts)):
        touches = any(cuts.starts[k] < s.end and s.start < cuts.ends[k] for s in spans)
        assert (k in kept) is not touches


def test_sentences_end_where_they_do_in_both_languages() -> None:
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
def test_sentences_hold_everything_but_blanks_and_split_no_character(text: str) -> None:
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
