"""Contexts: source 003, properties 1 to 3 and table of errors; readings 47 to 50, 57 to 60."""

import functools
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.depth import (
    ContextBuilder,
    ContextBuildResult,
    ContextWarning,
    NotBuilt,
    expected_cached_share,
    lengths_that_fit,
    rebuild,
)
from core.errors import InputError
from core.questions import Position, Question, QuestionType
from core.text import AVAILABLE_TOKENIZERS, Span, TokenizedText, load_tokenizer
from tests.bench.invented import novel

ODD = (
    "no marks at all only words that go on and on " * 200
    + "\n\n* * *\n\n"
    + "他说一句没有标点的话然后又说一句" * 300
    + "\n"
    + "Mixed 中文 and English, 1.8万 people… 👩‍👩‍👧 𠀀。“Who?” he said.\n" * 150
)


@functools.cache
def tokens_of(book: str, name: str) -> TokenizedText:
    text = ODD if book == "odd" else novel(book, 60_000 if book == "en" else 20_000, 7)
    return TokenizedText.from_text(text, load_tokenizer(name))


@functools.cache
def builder_of(book: str, name: str) -> ContextBuilder:
    return ContextBuilder.from_tokens(
        tokens_of(book, name), load_tokenizer(name), shared_by=SHARED_BY
    )


def question_at(start: int, end: int) -> dict[str, Any]:
    return {"question": "?", "position": {"start_pos": start, "end_pos": end}}


SHARED_BY = [
    (question_at(start, start + 40 + start % 70), None) for start in range(500, 9_000, 900)
]
names = st.sampled_from(AVAILABLE_TOKENIZERS)
books = st.tuples(st.sampled_from(("en", "zh", "odd")), names)
depths = st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)) | st.floats(0, 1)


def check_properties(
    result: ContextBuildResult, tokens: TokenizedText, evidence: Span, depth: float, length: int
) -> None:
    """Assert properties 1, 2 and 3, each measured on the context itself."""
    encode = load_tokenizer(tokens.tokenizer_name).encode
    n_tokens = len(encode(result.context))
    assert abs(n_tokens - length) <= 0.01 * length
    assert abs(n_tokens - result.context_tokens) <= 6
    assert result.evidence_chars is not None
    assert result.evidence_chars.of(result.context) == evidence.of(tokens.text)
    assert "\ufffd" not in result.context
    assert result.actual_depth is not None
    assert abs(result.actual_depth - depth) <= 0.05
    block = next(p for p in result.pieces if p.start <= evidence.start and evidence.end <= p.end)
    index = result.pieces.index(block)
    before = "".join(f"{piece.of(tokens.text)}\n\n" for piece in result.pieces[:index])
    after = "\n\n".join(piece.of(tokens.text) for piece in result.pieces[index + 1 :])
    for measure in (len, lambda text: len(encode(text))):
        prefix, suffix = measure(before), measure(after)
        assert abs(prefix / (prefix + suffix) - depth) <= 0.05
    assert result.prefix_length / (result.prefix_length + result.suffix_length) == pytest.approx(
        result.actual_depth
    )


@settings(max_examples=150)
@given(books, depths, st.data())
def test_length_depth_and_evidence_are_as_requested(
    book: tuple[str, str], depth: float, data: st.DataObject
) -> None:
    tokens, builder = tokens_of(*book), builder_of(*book)
    length = data.draw(st.integers(200, int(tokens.n_tokens * 0.9)))
    start = data.draw(st.integers(0, tokens.n_tokens - 40))
    end = data.draw(st.integers(start + 1, min(tokens.n_tokens, start + min(length // 3, 300))))
    padding = data.draw(st.sampled_from((0, 1, 20, 100, 500)))
    filler = data.draw(st.sampled_from(("random", "shared")))
    result = builder.build_context(
        question_at(start, end),
        depth,
        length,
        padding,
        filler=filler,
        seed=data.draw(st.integers()),
    )
    assert result.success, result.error_message
    check_properties(result, tokens, tokens.span(start, end), depth, length)
    assert rebuild(tokens.text, result.pieces, result.joiner) == result.context
    pieces = sorted(result.pieces)
    assert all(a.end <= b.start for a, b in pairwise(pieces))


@settings(max_examples=100)
@given(st.tuples(st.sampled_from(("en", "zh")), names), depths, st.integers(1, 200), st.data())
def test_a_tiny_context_is_exact_or_not_built(
    book: tuple[str, str], depth: float, length: int, data: st.DataObject
) -> None:
    tokens, builder = tokens_of(*book), builder_of(*book)
    start = data.draw(st.integers(0, 3_000))
    result = builder.build_context(question_at(start, start + 4), depth, length, 0)
    if result.success:
        check_properties(result, tokens, tokens.span(start, start + 4), depth, length)
    else:
        assert result.not_built in {NotBuilt.EVIDENCE_TOO_LONG, NotBuilt.DID_NOT_FIT}


@given(
    st.text(st.sampled_from("ab 。.\n，中e\u0301👩\u200d\ufffd'"), max_size=300),
    names,
    depths,
    st.integers(1, 400),
    st.integers(0, 50),
    st.data(),
)
def test_any_text_gives_a_correct_context_or_an_error_message(
    text: str, name: str, depth: float, length: int, padding: int, data: st.DataObject
) -> None:
    tokenizer = load_tokenizer(name)
    tokens = TokenizedText.from_text(text, tokenizer)
    start = data.draw(st.integers(0, max(0, len(text) - 1)))
    evidence = Span(start, data.draw(st.integers(start, len(text))))
    result = ContextBuilder.from_tokens(tokens, tokenizer).build_context(
        {}, depth, length, padding, evidence=evidence
    )
    if result.success:
        counted = len(tokenizer.encode(result.context))
        assert abs(counted - length) <= 0.01 * length
        assert result.evidence_chars is not None
        assert result.evidence_chars.of(result.context) == evidence.of(text)
        assert result.actual_depth is not None
        assert abs(result.actual_depth - depth) <= 0.05
    else:
        assert result.error_message


@pytest.mark.parametrize("language", ["en", "zh"])
def test_cuts_are_at_sentence_ends_where_there_is_room(language: str) -> None:
    builder, text = builder_of(language, "cl100k_base"), tokens_of(language, "cl100k_base").text
    for depth in (0.0, 0.25, 0.5, 0.75, 1.0):
        result = builder.build_context(question_at(3_000, 3_100), depth, 6_000)
        for piece in result.pieces:
            if piece.end == len(text):
                continue
            assert piece.of(text).rstrip('”"’」')[-1] in ".!?…。！？", piece.of(text)[-30:]


def test_depths_0_and_1_are_reached_exactly() -> None:
    builder = builder_of("zh", "o200k_base")
    first = builder.build_context(question_at(5_000, 5_050), 0.0, 3_000, 100)
    last = builder.build_context(question_at(5_000, 5_050), 1.0, 3_000, 100)
    assert (first.actual_depth, first.prefix_length) == (0.0, 0)
    assert (last.actual_depth, last.suffix_length) == (1.0, 0)


@pytest.mark.parametrize("filler", ["random", "shared"])
def test_contexts_depend_on_arguments_and_seed_only(filler: Any) -> None:
    tokens = tokens_of("en", "cl100k_base")
    first, second = (
        ContextBuilder(load_tokenizer(), load_tokenizer().encode(tokens.text), shared_by=SHARED_BY)
        for _ in range(2)
    )
    build = functools.partial(
        ContextBuilder.build_context,
        question=question_at(900, 950),
        target_depth=0.5,
        context_length=4_000,
        filler=filler,
    )
    assert build(first, seed=3).context_hash == build(second, seed=3).context_hash
    assert build(first, seed=3).context != build(first, seed=4).context


def test_both_constructors_build_the_same_context() -> None:
    tokenizer = load_tokenizer("o200k_base")
    tokens = tokens_of("zh", "o200k_base")
    assert tokens.tokens is not None
    source = ContextBuilder(tokenizer, tokens.tokens.tolist(), shared_by=SHARED_BY)
    assert (
        source.build_context(question_at(100, 150), 0.3, 2_000).context
        == builder_of("zh", "o200k_base").build_context(question_at(100, 150), 0.3, 2_000).context
    )


def test_a_parsed_question_gives_the_same_context_as_its_row() -> None:
    question = Question("?", QuestionType.SINGLE_CHOICE, {"a": "x"}, ("a",), Position(100, 150))
    builder = builder_of("en", "cl100k_base")
    row = builder.build_context(question_at(100, 150), 0.3, 2_000)
    assert builder.build_context(question, 0.3, 2_000) == row


def test_padding_stays_with_the_evidence_and_counts_as_neither_side() -> None:
    tokens, builder = tokens_of("en", "cl100k_base"), builder_of("en", "cl100k_base")
    result = builder.build_context(question_at(4_000, 4_050), 0.5, 6_000, 300)
    block = next(p for p in result.pieces if p.start <= tokens.span(4_000, 4_050).start < p.end)
    padded = tokens.tokens_between(block)
    assert 2 * 240 <= padded - 50 <= 2 * 360
    assert result.evidence_start - result.prefix_length == pytest.approx((padded - 50) / 2, abs=80)
    assert result.evidence_end - result.evidence_start == pytest.approx(50, abs=2)
    assert result.prefix_length + padded + result.suffix_length == pytest.approx(
        result.context_tokens, abs=3
    )


def test_a_wide_position_is_narrowed_to_the_validators_evidence() -> None:
    tokens, builder = tokens_of("en", "cl100k_base"), builder_of("en", "cl100k_base")
    wide = question_at(1_000, 9_000)
    assert builder.build_context(wide, 0.5, 4_000).not_built is NotBuilt.EVIDENCE_TOO_LONG
    evidence = tokens.span(4_000, 4_040)
    result = builder.build_context(wide, 0.5, 4_000, 100, evidence=evidence)
    check_properties(result, tokens, evidence, 0.5, 4_000)
    passage = tokens.span(1_000, 9_000)
    others = [p for p in result.pieces if not p.start <= evidence.start < p.end]
    assert all(p.end <= passage.start or passage.end <= p.start for p in others)
    longer = builder.build_context(wide, 0.5, 9_000, 100, evidence=evidence)
    assert ContextWarning.PASSAGE_IN_FILLER in longer.warnings


# The source's table of errors, readings 49 and 59.


def test_evidence_longer_than_the_context_is_left_out_with_a_warning() -> None:
    result = builder_of("en", "cl100k_base").build_context(question_at(0, 3_000), 0.5, 2_000)
    assert (result.success, result.not_built) == (False, NotBuilt.EVIDENCE_TOO_LONG)
    assert result.warnings == (ContextWarning.EVIDENCE_TOO_LONG,)
    assert "3000 tokens" in (result.error_message or "")


def test_a_novel_that_is_too_short_is_refused_with_the_length_that_fits() -> None:
    tokens, builder = tokens_of("zh", "cl100k_base"), builder_of("zh", "cl100k_base")
    result = builder.build_context(question_at(0, 50), 0.5, 128_000)
    assert (result.not_built, result.fits) == (NotBuilt.NOVEL_TOO_SHORT, tokens.n_tokens)
    assert builder.longest_context() == tokens.n_tokens
    lengths = [2_000, 8_000, 128_000]
    assert lengths_that_fit(tokens.n_tokens, lengths) == [2_000, 8_000]
    assert builder.build_context(question_at(0, 50), 0.5, tokens.n_tokens).success


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"position": None},
        {"position": "12-20"},
        {"position": {"start_pos": 5}},
        {"position": {"start_pos": 5, "end_pos": 5}},
        {"position": {"start_pos": -1, "end_pos": 5}},
        {"position": {"start_pos": "a", "end_pos": 5}, "choice": ["x"], "answer": 3},
        {"position": {"start_pos": 1.5, "end_pos": 5}, "choice": {"a": 1}, "answer": ["a", None]},
    ],
)
def test_a_question_without_a_position_is_left_out_with_its_reason(
    question: dict[str, Any],
) -> None:
    builder = builder_of("en", "cl100k_base")
    for result in (
        builder.build_context(question, 0.5, 2_000),
        builder.build_oracle(question),
        builder.build_filler_only(question, 2_000),
    ):
        assert (result.success, result.not_built) == (False, NotBuilt.NO_POSITION)
        assert result.warnings == (ContextWarning.NO_POSITION,)
    assert builder.longest_context(question) == 0


def test_a_position_outside_the_novel_fails_and_one_across_its_end_is_clipped() -> None:
    tokens, builder = tokens_of("en", "cl100k_base"), builder_of("en", "cl100k_base")
    n = tokens.n_tokens
    assert builder.build_context(question_at(n, n + 9), 0.5, 2_000).not_built is (
        NotBuilt.POSITION_OUT_OF_RANGE
    )
    outside = builder.build_context({}, 0.5, 2_000, evidence=Span(0, len(tokens.text) + 1))
    assert outside.not_built is NotBuilt.POSITION_OUT_OF_RANGE
    clipped = builder.build_context(question_at(n - 50, n + 50), 0.5, 2_000)
    assert clipped.success
    assert ContextWarning.POSITION_CLIPPED in clipped.warnings


def test_too_little_filler_fails_with_the_length_that_fits() -> None:
    # Without padding, sentences cut by the evidence are no filler: here most of the novel.
    text = "Short. " + "word " * 55 + "EVIDENCE here " + "word " * 55 + "end. Short again."
    tokens = TokenizedText.from_text(text, load_tokenizer())
    place = text.index("EVIDENCE")
    result = ContextBuilder.from_tokens(tokens).build_context(
        {}, 0.5, tokens.n_tokens, 0, evidence=Span(place, place + 8)
    )
    assert (result.success, result.not_built) == (False, NotBuilt.DID_NOT_FIT)
    assert result.warnings == (ContextWarning.TOO_LITTLE_FILLER,)
    assert result.fits is not None
    assert 0 < result.fits < tokens.n_tokens
    assert str(result.fits) in (result.error_message or "")


def test_a_context_can_use_the_whole_novel() -> None:
    for book in ("en", "zh"):
        tokens, builder = tokens_of(book, "o200k_base"), builder_of(book, "o200k_base")
        longest = builder.longest_context(question_at(2_000, 2_050))
        result = builder.build_context(question_at(2_000, 2_050), 0.4, longest)
        assert result.success, result.error_message
        assert longest > tokens.n_tokens * 0.95


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"target_depth": 1.01}, "target_depth"),
        ({"target_depth": -0.1}, "target_depth"),
        ({"target_depth": float("nan")}, "target_depth"),
        ({"context_length": 0}, "context_length"),
        ({"padding_size": -1}, "padding_size"),
        ({"filler": "lorem"}, "filler"),
    ],
)
def test_arguments_out_of_range_are_refused_by_name(arguments: dict[str, Any], field: str) -> None:
    builder = builder_of("en", "cl100k_base")
    all_arguments = {
        "question": question_at(0, 50),
        "target_depth": 0.5,
        "context_length": 2_000,
        **arguments,
    }
    with pytest.raises(InputError) as raised:
        builder.build_context(**all_arguments)
    assert raised.value.field == field


def test_padding_is_reduced_in_a_short_context() -> None:
    result = builder_of("en", "cl100k_base").build_context(question_at(4_000, 4_200), 0.5, 1_000)
    assert result.success
    assert {ContextWarning.PADDING_REDUCED, ContextWarning.EVIDENCE_WIDE} <= {*result.warnings}
    assert result.prefix_length + result.suffix_length >= 240


# Controls.


def test_the_oracle_is_the_evidence_with_its_padding_alone() -> None:
    tokens, builder = tokens_of("zh", "cl100k_base"), builder_of("zh", "cl100k_base")
    oracle = builder.build_oracle(question_at(4_000, 4_100), 200)
    built = builder.build_context(question_at(4_000, 4_100), 0.5, 5_000, 200)
    assert oracle.context in built.context
    assert oracle.evidence_chars is not None
    assert oracle.evidence_chars.of(oracle.context) == tokens.span(4_000, 4_100).of(tokens.text)
    assert oracle.context_tokens == len(load_tokenizer().encode(oracle.context))
    assert oracle.actual_depth is None
    assert rebuild(tokens.text, oracle.pieces) == oracle.context


@given(books, st.integers(200, 5_000), st.integers(0, 4_000), st.integers())
def test_filler_alone_has_the_length_and_none_of_the_evidence(
    book: tuple[str, str], length: int, start: int, seed: int
) -> None:
    tokens, builder = tokens_of(*book), builder_of(*book)
    result = builder.build_filler_only(question_at(start, start + 80), length, 100, seed=seed)
    assert result.success, result.error_message
    counted = len(load_tokenizer(book[1]).encode(result.context))
    assert abs(counted - length) <= 0.01 * length + (2 if length < 400 else 0)
    evidence = tokens.span(start, start + 80)
    assert all(p.end <= evidence.start or evidence.end <= p.start for p in result.pieces)


# Shared filler.


@pytest.mark.parametrize("book", ["en", "zh"])
@pytest.mark.parametrize("depth", [0.25, 0.5, 0.75])
def test_shared_prompts_begin_the_same_up_to_the_evidence(book: str, depth: float) -> None:
    builder = ContextBuilder.from_tokens(tokens_of(book, "cl100k_base"), shared_by=SHARED_BY[:4])
    results = [
        builder.build_context(question, depth, 4_000, 100, filler="shared")
        for question, _ in SHARED_BY[:4]
    ]
    prefixes = {result.pieces[: _evidence_piece(result)] for result in results}
    assert all(result.success for result in results)
    assert len(prefixes) == 1


def test_shared_filler_has_no_evidence_of_its_questions() -> None:
    tokens = tokens_of("en", "cl100k_base")
    builder = ContextBuilder.from_tokens(tokens, shared_by=SHARED_BY[:4])
    evidence = [
        tokens.span(q["position"]["start_pos"], q["position"]["end_pos"]) for q, _ in SHARED_BY[:4]
    ]
    for question, _ in SHARED_BY[:4]:
        result = builder.build_context(question, 0.5, 4_000, 100, filler="shared")
        filler = [p for i, p in enumerate(result.pieces) if i != _evidence_piece(result)]
        assert not any(p.start < e.end and e.start < p.end for p in filler for e in evidence)


def test_shared_filler_can_be_cached_and_random_filler_cannot() -> None:
    builder = ContextBuilder.from_tokens(tokens_of("en", "cl100k_base"), shared_by=SHARED_BY[:4])
    share = functools.partial(
        expected_cached_share, builder, SHARED_BY[:4], (0.0, 0.5, 1.0), (6_000,), 100
    )
    # Three of four prompts share half of the context on average.
    assert 0.75 * 0.4 < share(filler="shared") < 0.75 * 0.5
    assert share(filler="random") < 0.02
    assert share(filler="shared", template_tokens=6_000) > 0.5


def _evidence_piece(result: ContextBuildResult) -> int:
    """Return the index of the piece with the evidence."""
    assert result.evidence_chars is not None
    offset, index = 0, 0
    while offset + len(result.pieces[index]) <= result.evidence_chars.start:
        offset += len(result.pieces[index]) + len(result.joiner)
        index += 1
    return index


# The source's own names.


def test_the_evidence_is_extracted_with_its_padding_as_tokens() -> None:
    tokens, builder = tokens_of("en", "cl100k_base"), builder_of("en", "cl100k_base")
    token_ids, first, last = builder._extract_evidence(4_000, 4_050, 100)
    assert token_ids == tokens.tokens[first:last].tolist()
    assert 4_000 - 121 <= first <= 4_000 - 60
    assert 4_050 + 60 <= last <= 4_050 + 121
    assert builder._extract_evidence(4_000, 4_050, 0)[1:] == (4_000, 4_050)


@given(st.integers(10, 6_000), st.integers(0, 8_000))
def test_filler_tokens_have_the_length_and_none_of_the_excluded(length: int, start: int) -> None:
    tokens, builder = tokens_of("en", "cl100k_base"), builder_of("en", "cl100k_base")
    token_ids = builder._get_filler_tokens(length, start, start + 500)
    assert abs(len(token_ids) - length) <= 4
    excluded = tokens.slice(start + 20, start + 480)
    assert excluded not in load_tokenizer().decode(token_ids)


def test_results_take_source_003s_fields_in_order() -> None:
    built = ContextBuildResult("text", 0.5, 1, 2, 1, 1, True, None)
    assert (built.context, built.actual_depth, built.evidence_start) == ("text", 0.5, 1)
    assert (built.success, built.error_message, built.error) == (True, None, None)
    refused = ContextBuildResult("", 0.0, 0, 0, 0, 0, False, error_message="{no} room")
    assert refused.error is not None
    assert refused.error.translate() == refused.error_message == "{no} room"
