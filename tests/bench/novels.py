"""The texts quotes are looked up in: invented ones, or the novels of a folder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from core.text import decode_text, guess_language
from tests.bench.invented import novel

LENGTH = 1_000_000
LANGUAGES = {"en": "English", "zh": "Chinese"}


@dataclass(frozen=True)
class Library:
    """A text and a different one of the same language, for quotes the first one does not hold."""

    language: str
    text: str
    other: str

    @property
    def name(self) -> str:
        return LANGUAGES[self.language]


def invented() -> Iterator[Library]:
    for language in LANGUAGES:
        yield Library(language, novel(language, LENGTH, 1), novel(language, LENGTH // 2, 2))


def libraries(folder: Path) -> Iterator[Library]:
    """Per language the .txt files one after the other up to `LENGTH`; the last one is the other.

    ValueError where a language has one novel only, or the folder none.
    """
    texts = [
        decode_text(path.read_bytes(), file_name=path.name).text
        for path in sorted(folder.glob("*.txt"))
    ]
    if not texts:
        raise ValueError(f"{folder} holds no .txt file")
    for language, group in groupby(sorted(texts, key=guess_language), guess_language):
        *novels, other = group
        if not novels:
            raise ValueError(f"{folder} holds one novel in {LANGUAGES[language]}; two are needed")
        yield Library(language, _joined(novels), other)


def _joined(novels: Sequence[str]) -> str:
    return "\n\n".join(novels)[:LENGTH]
