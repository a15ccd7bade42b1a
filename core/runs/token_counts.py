"""Counting tokens before a run: of novels once, of questions in proportion when there are many."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.llm import PromptTemplateManager
from core.text import load_tokenizer

_MOST_ENCODED = 1_000_000
"""Characters. More text than this is counted from an even sample, in proportion."""


@dataclass(frozen=True)
class Novel:
    """A novel that is compared by its hash, so that a cache need not keep comparing it."""

    content_hash: str
    text: str

    def __hash__(self) -> int:
        return hash(self.content_hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Novel) and self.content_hash == other.content_hash


@lru_cache(maxsize=16)
def tokens_in(novel: Novel, tokenizer: str) -> int:
    return len(load_tokenizer(tokenizer).encode(novel.text))


def template_tokens(template_id: str, language: str, tokenizer: str) -> int:
    """What a template adds around a question, its options and its context."""
    empty = PromptTemplateManager().render(
        template_id,
        language,
        {
            "item": "",
            "question": "",
            "question_type": "single_choice",
            "choice": {"a": "", "b": "", "c": "", "d": ""},
            "context": "",
        },
    )
    said = "\n".join(message.content for message in empty.messages)
    return len(load_tokenizer(tokenizer).encode(said))


def tokens_of_each(texts: Sequence[str], tokenizer: str) -> list[int]:
    """Exact for a million characters; of more, in proportion to an even sample."""
    encode = load_tokenizer(tokenizer).encode
    chars = sum(map(len, texts))
    if chars <= _MOST_ENCODED:
        return [len(encode(text)) for text in texts]
    sample = texts[:: 1 + chars // _MOST_ENCODED]
    share = sum(len(encode(text)) for text in sample) / max(1, sum(map(len, sample)))
    return [round(share * len(text)) for text in texts]
