"""Count the tokens of a novel, cached."""

from dataclasses import dataclass
from functools import lru_cache

from core.text import load_tokenizer


@dataclass(frozen=True)
class NovelTokens:
    """A novel that compares and hashes by its content hash, as a cheap cache key."""

    content_hash: str
    text: str

    def __hash__(self) -> int:
        return hash(self.content_hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NovelTokens) and self.content_hash == other.content_hash


@lru_cache(maxsize=16)
def novel_tokens(novel: NovelTokens, tokenizer: str) -> int:
    return len(load_tokenizer(tokenizer).encode(novel.text))
