"""The tokens of a novel, counted once however often a page asks."""

from dataclasses import dataclass
from functools import lru_cache

from core.text import load_tokenizer


@dataclass(frozen=True)
class NovelTokens:
    """A novel that is compared by its hash, so that a cache need not keep comparing it."""

    content_hash: str
    text: str

    def __hash__(self) -> int:
        return hash(self.content_hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NovelTokens) and self.content_hash == other.content_hash


@lru_cache(maxsize=16)
def novel_tokens(novel: NovelTokens, tokenizer: str) -> int:
    return len(load_tokenizer(tokenizer).encode(novel.text))
