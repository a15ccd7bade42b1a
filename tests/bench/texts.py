"""Looking quotes up and cutting contexts in a text of a million characters."""

import random
from collections.abc import Iterator
from pathlib import Path

from rapidfuzz.fuzz import partial_ratio_alignment

from core.text import EvidenceMatcher, PreparedText, TokenizedText, load_tokenizer
from tests.bench.pairs import Row, paired

SAMPLE = Path(__file__).parents[2] / "core" / "library" / "sample"
LENGTH = 1_000_000


def novel(language: str) -> str:
    """The sample story's words over and over, each time in another order of its sentences."""
    story = (SAMPLE / f"{language}_story.md").read_text(encoding="utf-8")
    mark = "。" if language == "zh" else ". "
    sentences, rng, parts, length = story.split(mark), random.Random(7), [], 0
    while length < LENGTH:
        rng.shuffle(sentences)
        units = list(mark.join(sentences)) if language == "zh" else mark.join(sentences).split(" ")
        at = sorted(rng.sample(range(len(units) - 1), len(units) // 8))
        for place in at:
            units[place], units[place + 1] = units[place + 1], units[place]
        parts.append(("" if language == "zh" else " ").join(units))
        length += len(parts[-1])
    return "".join(parts)


def quotes(text: str, share: float, rng: random.Random, count: int = 30) -> list[str]:
    """Passages of 40 to 200 characters with `share` of their characters replaced."""
    made = []
    for _ in range(count):
        start = rng.randrange(len(text) - 200)
        quote = list(text[start : start + rng.randint(40, 200)])
        for place in rng.sample(range(len(quote)), int(len(quote) * share)):
            quote[place] = rng.choice(text)
        made.append("".join(quote))
    return made


def rows() -> Iterator[Row]:
    matcher = EvidenceMatcher(0.8)
    for language in ("en", "zh"):
        text = novel(language)
        prepared = PreparedText.of(text)
        for what, share in (("exact", 0.0), ("5 % edited", 0.05), ("absent", 0.7)):
            sought = quotes(text, share, random.Random(3))
            ours, plain = paired(
                lambda sought=sought, prepared=prepared: [
                    matcher.match(quote, prepared) for quote in sought
                ],
                lambda sought=sought, text=text: [
                    partial_ratio_alignment(quote, text, score_cutoff=80) for quote in sought
                ],
                rounds=3,
            )
            yield Row(
                f"find a quote in 1M characters ({language}, {what})",
                "EvidenceMatcher",
                ours / len(sought),
                "rapidfuzz partial_ratio",
                plain / len(sought),
            )
        yield from _contexts(language, text)


def _contexts(language: str, text: str) -> Iterator[Row]:
    tokenizer = load_tokenizer()
    tokenized = TokenizedText.of(text, tokenizer)
    tokens = tokenizer.encode(text)
    ours, plain = paired(
        lambda: [tokenized.slice(start, start + 32_000) for start in range(0, 2000, 100)],
        lambda: [tokenizer.decode(tokens[start : start + 32_000]) for start in range(0, 2000, 100)],
    )
    yield Row(
        f"cut a context of 32,000 tokens ({language})",
        "slice of the text",
        ours / 20,
        "decode the tokens",
        plain / 20,
    )
