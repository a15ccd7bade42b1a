"""Cutting contexts out of a text of a million characters."""

from collections.abc import Iterator

from core.text import TokenizedText, load_tokenizer
from tests.bench.novels import Library
from tests.bench.pairs import Row, paired


def rows(libraries: list[Library]) -> Iterator[Row]:
    tokenizer = load_tokenizer()
    for library in libraries:
        tokenized = TokenizedText.from_text(library.text, tokenizer)
        tokens = tokenizer.encode(library.text)
        ours, plain = paired(
            lambda tokenized=tokenized: [
                tokenized.slice(start, start + 32_000) for start in range(0, 2000, 100)
            ],
            lambda tokens=tokens: [
                tokenizer.decode(tokens[start : start + 32_000]) for start in range(0, 2000, 100)
            ],
        )
        yield Row(
            f"cut a context of 32,000 tokens ({library.language})",
            "slice of the text",
            ours / 20,
            "decode the tokens",
            plain / 20,
        )
