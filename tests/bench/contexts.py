"""Building contexts (source 003), against decoding each of them from its tokens.

The plain way does what source 003 sketches: token lists cut and joined, then decoded.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from core.depth import ContextBuilder
from core.questions import Position, Question, QuestionType
from core.text import PreparedText, TokenizedText, Tokenizer, load_tokenizer
from tests.bench.novels import Library
from tests.bench.pairs import duration, table, timed, times

LENGTHS = (32_000, 128_000, 200_000)
DEPTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
_QUESTIONS, _ROUNDS = 12, 5
_SEEDS = 10
"""For each context the plain way builds in a round, so many of the desk's: else one side's round
would be over before the processor has warmed to it."""
_PADDING = 500


@dataclass(frozen=True)
class ContextRow:
    """Seconds a context, U+FFFD contexts, and how far the token counts are off, of both ways."""

    language: str
    tokenizer: str
    length: int
    ours_s: float
    plain_s: float
    ours_broken: int
    plain_broken: int
    ours_error: int
    plain_error: int
    contexts: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (
            f"{self.length:,} tokens ({self.language}, {self.tokenizer})",
            f"{duration(self.ours_s)} ({1 / self.ours_s:,.0f}/s)",
            f"{duration(self.plain_s)} ({1 / self.plain_s:,.0f}/s)",
            times(self.plain_s / self.ours_s),
            f"{self.ours_broken} / {self.plain_broken} of {self.contexts}",
            f"{self.ours_error} / {self.plain_error}",
        )


HEAD = ("context", "the desk", "decode each", "ratio", "with U+FFFD", "tokens off, at most")
ABOUT = (
    "Each context is another one: 12 questions, 5 depths, new filler every round. The desk chooses "
    "passages that end with sentences and hold no copy of the evidence or answer, slices the text "
    "and counts; the plain way joins token lists cut anywhere and decodes them (`Tokenizer.decode`)"
    ". Right of the ratio: the desk / the plain way. Tokens off: of the length asked for by the "
    "desk, whose own count is exact; of the plain way by what tokenising its text again gives."
)


def report(libraries: list[Library]) -> str:
    return f"{ABOUT}\n\n{table(HEAD, (row.cells for row in rows(libraries)))}"


def rows(
    libraries: list[Library], names: tuple[str, ...] = ("cl100k_base",)
) -> Iterator[ContextRow]:
    for library in libraries:
        for name in names:
            tokenizer = load_tokenizer(name)
            tokens = TokenizedText.of(_long_enough(library), tokenizer)
            builder = ContextBuilder.of(tokens, tokenizer, prepared=PreparedText.of(tokens.text))
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

    def plain(seed: int, keep: Callable[[str], None]) -> None:
        chosen = random.Random(seed)
        for start in starts:
            for depth in DEPTHS:
                keep(tokenizer.decode(_joined(ids, start, depth, length, chosen)))

    measured: tuple[list[int], list[int]] = ([], [])
    for way, into in ((ours, measured[0]), (plain, measured[1])):
        texts: list[str] = []
        way(0, texts.append)
        into += [sum("\ufffd" in text for text in texts)]
        into += [max(abs(len(tokenizer.encode(text)) - length) for text in texts[:10])]

    def ours_of(number: int) -> None:
        for seed in range(number * _SEEDS, (number + 1) * _SEEDS):
            ours(seed, _drop)

    pairs = [
        (timed(lambda r=r: ours_of(r)) / _SEEDS, timed(lambda r=r: plain(r, _drop)))
        for r in range(1, _ROUNDS + 1)
    ]
    count = _QUESTIONS * len(DEPTHS)
    return ContextRow(
        language,
        tokens.tokenizer_name,
        length,
        median(a for a, _ in pairs) / count,
        median(b for _, b in pairs) / count,
        measured[0][0],
        measured[1][0],
        measured[0][1],
        measured[1][1],
        count,
    )


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
