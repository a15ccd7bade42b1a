"""Novels nobody wrote, which repeat themselves the way books do; what they say makes no sense.

What it costs to look a quote up depends on how often its words and turns of phrase come back.
Here words come by rank (Zipf and Mandelbrot), and a word is often followed by what followed it
before. The figures were chosen so that the repetitions, one to five words long, and the times of
`tests.bench.lookups` are near those of English and Chinese novels of the same length.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tests.bench.vocabulary import Vocabulary, chinese, drawn, english

_CAST = 150


@dataclass(frozen=True)
class Style:
    """How the words of a language come together."""

    habit: float
    """How often a word is followed by what followed it before: some hardly ever, some mostly."""
    phrase: float
    """How often the word after that is taken along too, and so on."""
    between: str
    """What stands between words and sentences."""
    ends: str
    breaks: str
    break_share: float
    words_per_sentence: tuple[int, int]
    said: Callable[[str, str], str]


ENGLISH = Style(
    habit=0.42,
    phrase=0.1,
    between=" ",
    ends=".......?!",
    breaks=",,,,,,,;",
    break_share=0.1,
    words_per_sentence=(5, 45),
    said=lambda name, sentence: f"“{sentence[:-1]},” said {name}.",
)
CHINESE = Style(
    habit=0.3,
    phrase=0.1,
    between="",
    ends="。。。。。。。？！",
    breaks="，，，，，，，、；",
    break_share=0.24,
    words_per_sentence=(5, 40),
    said=lambda name, sentence: f"{name}道：“{sentence}”",
)


def novel(language: str, length: int, seed: int) -> str:
    """`length` characters in paragraphs; each seed has names and favourite words of its own."""
    rng = random.Random(f"{language} {seed}")
    vocabulary, style = (chinese(), CHINESE) if language == "zh" else (english(), ENGLISH)
    cast = rng.sample(vocabulary.names, _CAST)
    words = _words(_written(vocabulary, cast, rng), style, rng)
    paragraphs: list[str] = []
    written = 0
    while written < length:
        paragraphs.append(_paragraph(words, cast, style, rng))
        written += len(paragraphs[-1]) + 2
    return "\n\n".join(paragraphs)[:length]


def _written(vocabulary: Vocabulary, cast: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Words one by one: those of every day as in every book, the others more in one than another.

    The first of the cast are named as often as common words are used, the others ever less.
    """
    words = list(vocabulary.words)
    for number, name in enumerate(cast):
        words.insert(40 + number * (number + 10), name)
    weights = [
        vocabulary.weight(rank) * (rng.lognormvariate(-0.25, 0.7) if rank > 100 else 1)
        for rank in range(len(words))
    ]
    return drawn(words, weights, rng)


def _words(written: Iterator[str], style: Style, rng: random.Random) -> Iterator[str]:
    """A phrase of before goes on, or an old habit comes back, or a word is new."""
    text = [next(written)]
    places: dict[str, list[int]] = {}
    habits: dict[str, float] = {}
    copied: int | None = None
    while True:
        before = places.setdefault(text[-1], [])
        habit = habits.setdefault(text[-1], rng.uniform(0, 2 * style.habit))
        if copied is not None and rng.random() < style.phrase:
            copied += 1
        else:
            copied = rng.choice(before) + 1 if before and rng.random() < habit else None
        before.append(len(text) - 1)
        text.append(next(written) if copied is None else text[copied])
        yield text[-1]


def _paragraph(words: Iterator[str], cast: Sequence[str], style: Style, rng: random.Random) -> str:
    spoken = rng.random() < 0.3
    count = rng.randint(1, 2 if spoken else 6)
    sentences = [_sentence(words, style, rng) for _ in range(count)]
    if spoken:
        speaker = cast[min(int(rng.expovariate(0.06)), len(cast) - 1)]
        sentences[0] = style.said(speaker, sentences[0])
    return style.between.join(sentences)


def _sentence(words: Iterator[str], style: Style, rng: random.Random) -> str:
    shortest, longest = style.words_per_sentence
    parts = list(islice(words, int(shortest * (longest / shortest) ** rng.random())))
    if rng.random() < 0.03:
        parts[-1] = str(rng.choice((rng.randint(2, 30), rng.randint(1800, 1950))))
    for place in range(3, len(parts) - 2):
        if rng.random() < style.break_share:
            parts[place] += rng.choice(style.breaks)
    text = style.between.join(parts) + rng.choice(style.ends)
    return text[0].upper() + text[1:]
