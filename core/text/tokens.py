"""Count and locate tokens along a text, which is never decoded from them again (reading 52)."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import tiktoken

from core.errors import ConfigurationError, InputError
from core.settings import DEFAULT_TOKENIZER
from core.text.span import Span
from core.text.vocabularies import AVAILABLE_TOKENIZERS, VOCABULARIES, ranks_of

Offsets = npt.NDArray[np.int64]


class DecodedTokens(NamedTuple):
    """A decoded text and, for token i, the characters that hold any byte of it.

    `starts` (length n + 1, the last is len(text)) and `ends` (length n) are character indices:
    token i touches text[starts[i]:ends[i]]. Where two tokens share a character, both touch it.
    """

    text: str
    starts: Offsets
    ends: Offsets


class Tokenizer(Protocol):
    """A tokenizer, used to measure texts (reading 52)."""

    @property
    def name(self) -> str: ...

    def encode(self, text: str) -> list[int]:
        """Token ids; special tokens in `text` are ordinary characters."""
        ...

    def decode(self, tokens: Sequence[int]) -> str:
        """The text; each byte of a broken character becomes U+FFFD."""
        ...

    def char_offsets(self, text: str) -> Offsets:
        """`DecodedTokens.starts` of `text`, length n_tokens + 1."""
        ...

    def locate(self, tokens: Sequence[int]) -> DecodedTokens:
        """The text of `tokens` and the characters of each."""
        ...


@functools.cache
def load_tokenizer(name: str = DEFAULT_TOKENIZER) -> Tokenizer:
    """The tokenizer called `name`, ready without a network; about 0.4 s the first time.

    Raises ConfigurationError for a name that is not in AVAILABLE_TOKENIZERS and when no copy of
    its vocabulary is on this machine.
    """
    if name not in VOCABULARIES:
        raise ConfigurationError(
            "Unknown tokenizer {name!r}. Choose one of: {available}.",
            name=name,
            available=", ".join(AVAILABLE_TOKENIZERS),
        )
    return BpeTokenizer(name)


class BpeTokenizer:
    """tiktoken's engine over a vocabulary found on this machine."""

    def __init__(self, name: str) -> None:
        vocabulary = VOCABULARIES[name]
        ranks = ranks_of(name)
        self.name = name
        self._encoding = tiktoken.Encoding(
            name,
            pat_str=vocabulary.pattern,
            mergeable_ranks=ranks,
            special_tokens=vocabulary.special_tokens,
        )
        self._byte_lengths = np.zeros(self._encoding.n_vocab, dtype=np.int64)
        for token_bytes, token in ranks.items():
            self._byte_lengths[token] = len(token_bytes)
        for token_text, token in vocabulary.special_tokens.items():
            self._byte_lengths[token] = len(token_text)

    def encode(self, text: str) -> list[int]:
        return self._encoding.encode_ordinary(_LONE_SURROGATE.sub("\ufffd", text))

    def decode(self, tokens: Sequence[int]) -> str:
        self._checked_lengths(tokens)
        return _decoded(self._encoding.decode_bytes(tokens))[0]

    def char_offsets(self, text: str) -> Offsets:
        return self.locate(self.encode(text)).starts

    def locate(self, tokens: Sequence[int]) -> DecodedTokens:
        lengths = self._checked_lengths(tokens)
        data = self._encoding.decode_bytes(tokens)
        text, begins = _decoded(data)
        # begins[b] says whether a character begins at byte b; the running count numbers them.
        number = np.cumsum(begins, dtype=np.int64)
        byte_ends = np.cumsum(lengths)
        starts = np.append(number[byte_ends - lengths] - 1, len(text))
        return DecodedTokens(text, starts, number[byte_ends - 1])

    def _checked_lengths(self, tokens: Sequence[int]) -> Offsets:
        """Return the bytes per token. Raises InputError for an id the vocabulary does not have."""
        ids = np.asarray(tokens, dtype=np.int64)
        is_valid = (ids >= 0) & (ids < len(self._byte_lengths))
        lengths = self._byte_lengths[np.where(is_valid, ids, 0)] * is_valid
        if not lengths.all():
            raise InputError(
                "Token {token} does not exist in {tokenizer}. Name the tokenizer that made these "
                "tokens.",
                token=int(ids[np.argmin(lengths)]),
                tokenizer=self.name,
            )
        return lengths


@dataclass(frozen=True, eq=False)
class TokenizedText:
    """A text and where its tokens are.

    `starts` and `ends` are those of `DecodedTokens`; `tokens` holds the ids (length n_tokens) where
    they are known. Token ranges are half-open and must lie within [0, n_tokens], else ValueError.
    """

    text: str
    tokenizer_name: str
    starts: Offsets = field(repr=False)
    ends: Offsets = field(repr=False)
    tokens: npt.NDArray[np.int64] | None = field(default=None, repr=False)

    @classmethod
    def from_text(cls, text: str, tokenizer: Tokenizer) -> "TokenizedText":
        tokens = tokenizer.encode(text)
        located = tokenizer.locate(tokens)
        ids = np.asarray(tokens, dtype=np.int64)
        return cls(text, tokenizer.name, located.starts, located.ends, ids)

    @classmethod
    def from_tokens(cls, tokens: Sequence[int], tokenizer: Tokenizer) -> "TokenizedText":
        """Build it from ids alone (source 000, `validate_batch`), which are kept as given."""
        located = tokenizer.locate(tokens)
        ids = np.asarray(tokens, dtype=np.int64)
        return cls(located.text, tokenizer.name, located.starts, located.ends, ids)

    @property
    def n_tokens(self) -> int:
        return len(self.ends)

    def span(self, start_token: int, end_token: int) -> Span:
        """Return the span of every character the tokens touch, so that none is cut."""
        self._check(start_token, end_token)
        start = int(self.starts[start_token])
        return Span(start, int(self.ends[end_token - 1]) if end_token > start_token else start)

    def slice(self, start_token: int, end_token: int) -> str:
        """Return the text of a token range; slices of adjoining ranges join without overlap.

        A character shared by two tokens goes to the slice that begins inside it, so the end may
        be one character short of `span`'s.
        """
        self._check(start_token, end_token)
        return self.text[self.starts[start_token] : self.starts[end_token]]

    def token_at(self, char_index: int) -> int:
        """Return the token in which a character begins; n_tokens for the end of the text."""
        if not 0 <= char_index <= len(self.text):
            raise ValueError(f"character {char_index} is not in a text of {len(self.text)}")
        return int(np.searchsorted(self.ends, char_index, side="right"))

    def tokens_between(self, span: Span) -> int:
        """Count the tokens that hold a character of `span`."""
        if not len(span):
            return 0
        after = int(np.searchsorted(self.starts[:-1], span.end, side="left"))
        return after - self.token_at(span.start)

    def _check(self, start_token: int, end_token: int) -> None:
        if not 0 <= start_token <= end_token <= self.n_tokens:
            raise ValueError(
                f"tokens [{start_token}, {end_token}) are not in a text of {self.n_tokens}"
            )


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def _decoded(data: bytes) -> tuple[str, npt.NDArray[np.bool_]]:
    """Decode UTF-8 bytes; also return, per byte, whether a character begins there.

    A byte that belongs to no complete character becomes one U+FFFD.
    """
    begins = (np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80
    try:
        return data.decode(), begins
    except UnicodeDecodeError:
        escaped = data.decode(errors="surrogateescape")
    codes = np.frombuffer(escaped.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    broken = (codes >= 0xDC80) & (codes <= 0xDCFF)
    widths = 1 + (codes > 0x7F).astype(np.int64) + (codes > 0x7FF) + (codes > 0xFFFF)
    widths[broken] = 1
    begins = np.zeros(len(data), dtype=np.bool_)
    begins[np.cumsum(widths) - widths] = True
    return _LONE_SURROGATE.sub("\ufffd", escaped), begins
