"""Building contexts (source 003), against decoding each of them from its tokens.

The plain way does what source 003 sketches: token lists cut and joined, then decoded.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import tiktoken

from core.depth import ContextBuilder
from core.questions import Position, Question, QuestionType
from core.text import PreparedText, TokenizedText, Tokenizer, load_tokenizer
from core.text.tokens import BpeTokenizer
from tests.bench.novels import Library
from tests.bench.pairs import duration, table, timed, times

LENGTHS = (32_000, 128_000, 200_000)
DEPTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
_QUESTIONS, _ROUNDS = 12, 5
_SEEDS = 10
"""For each context a plain way builds in a round, so many of the desk's: else its round would be
over before the processor has warmed to it.
"""
_PADDING = 500

Build = Callable[[int, Callable[[str], None]], None]
"""(seed, keep) -> one context for each question and depth, each handed to `keep`."""


@dataclass(frozen=True)
class ContextRow:
    """Seconds a context of the desk, of `Tokenizer.decode` and of tiktoken's own `decode`; of the
    first two the contexts with U+FFFD, and the most tokens that one of ten was off.
    """

    language: str
    tokenizer: str
    length: int
    seconds: tuple[float, float, float]
    broken: tuple[int, int]
    off: tuple[int, int]
    contexts: int

    @property
    def cells(self) -> tuple[str, ...]:
        ours, plain, engine = self.seconds
        return (
            f"{self.length:,} tokens ({self.language}, {self.tokenizer})",
            f"{duration(ours)} ({1 / ours:,.0f}/s)",
            f"{duration(plain)} ({1 / plain:,.0f}/s)",
            times(plain / ours),
            f"{duration(engine)} ({times(engine / ours)})",
            f"{self.broken[0]} / {self.broken[1]} of {self.contexts}",
            f"{self.off[0]} / {self.off[1]}",
        )


HEAD = (
    "context",
    "the desk",
    "decode each",
    "ratio",
    "tiktoken alone",
    "with U+FFFD",
    "tokens off, at most",
)
ABOUT = (
    "Each context is another one: 12 questions, 5 depths, new filler every round. The desk "
    "(`build_context`) chooses passages that end with sentences and hold no copy of the evidence "
    "or answer, slices the text and counts; the plain way joins token lists cut anywhere and "
    "decodes them (`Tokenizer.decode`, which also refuses tokens that do not exist; *tiktoken "
    "alone* does not). Right of them: the desk / the plain way. Tokens off: of the length asked "
    "for by the desk, which may be 1 %; of the plain way by what "
    "tokenising its text again gives."
)


def report(libraries: list[Library]) -> str:
    return f"{ABOUT}\n\n{table(HEAD, (row.cells for row in rows(libraries)))}"


def rows(
    libraries: list[Library], names: tuple[str, ...] = ("cl100k_base",)
) -> Iterator[ContextRow]:
    for library in libraries:
        for name in names:
            tokenizer = load_tokenizer(name)
            tokens = TokenizedText.from_text(_long_enough(library), tokenizer)
            builder = ContextBuilder.from_tokens(
                tokens, tokenizer, prepared=PreparedText.from_text(tokens.text)
            )
            for length in LENGTHS:
                yield _row(library.language, builder, tokens, tokenizer, length)


def _long_enough(library: Library) -> str:
    """A million English characters are 220,000 tokens: too few to choose 200,000 among."""
    return library.text if library.language == "zh" else f"{library.text}\n\n{library.other}"


def _row(
    language: str, builder: ContextBuilder, tokens: TokenizedText, tokenizer: Tokenizer, length: int
) -> ContextRow:
    rng = random.Random(length)
    starts = [rng.randrange(tokens.n_tokens - 300) for _ in range(_QUESTIONS)]
    questions = [_question(start) for start in starts]
    ids = tokens.tokens.tolist() if tokens.tokens is not None else []

    def ours(seed: int, keep: Callable[[str], None]) -> None:
        for question in questions:
            for depth in DEPTHS:
                keep(builder.build_context(question, depth, length, _PADDING, seed=seed).context)

    def decoding(decode: Callable[[list[int]], str]) -> Build:
        def plain(seed: int, keep: Callable[[str], None]) -> None:
            chosen = random.Random(seed)
            for start in starts:
                for depth in DEPTHS:
                    keep(decode(_joined(ids, start, depth, length, chosen)))

        return plain

    ways = (ours, decoding(tokenizer.decode), decoding(_encoding(tokenizer).decode))
    broken, off = [], []
    for way in ways[:2]:
        texts: list[str] = []
        way(0, texts.append)
        broken.append(sum("\ufffd" in text for text in texts))
        off.append(max(abs(len(tokenizer.encode(text)) - length) for text in texts[:10]))
    rounds = [
        (
            _seconds(ours, range(_SEEDS * number, _SEEDS * (number + 1))),
            *(_seconds(way, [number]) for way in ways[1:]),
        )
        for number in range(1, _ROUNDS + 1)
    ]
    mine, plain, engine = map(median, zip(*rounds, strict=True))
    count = _QUESTIONS * len(DEPTHS)
    return ContextRow(
        language,
        tokens.tokenizer_name,
        length,
        (mine, plain, engine),
        (broken[0], broken[1]),
        (off[0], off[1]),
        count,
    )


def _seconds(way: Build, seeds: Sequence[int]) -> float:
    """For each context, over all of the seeds."""
    took = timed(lambda: [way(seed, _drop) for seed in seeds])
    return took / (len(seeds) * _QUESTIONS * len(DEPTHS))


def _encoding(tokenizer: Tokenizer) -> tiktoken.Encoding:
    """tiktoken's engine, without the desk's checks."""
    assert isinstance(tokenizer, BpeTokenizer)
    return tokenizer._encoding


def _drop(text: str) -> None:
    """Nothing is kept while the clock runs."""


def _question(start: int) -> Question:
    position = Position(start, start + 200)
    choice = {"a": "the old lighthouse", "b": "no"}
    return Question("?", QuestionType.SINGLE_CHOICE, choice, ("a",), position)


def _joined(
    ids: list[int], start: int, depth: float, length: int, chosen: random.Random
) -> list[int]:
    """Evidence with padding between two parts of a stretch of tokens from anywhere."""
    low, high = max(0, start - _PADDING), min(len(ids), start + 200 + _PADDING)
    free = length - (high - low)
    first = chosen.randrange(len(ids) - free)
    prefix = first + int(depth * free)
    return ids[first:prefix] + ids[low:high] + ids[prefix : first + free]
