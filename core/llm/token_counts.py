"""Count tokens before anything is asked; large amounts of text are estimated from a sample."""

import math
from collections.abc import Sequence

from core.llm.prompts import PromptTemplateManager
from core.text import load_tokenizer

_BYTES_PER_TOKEN = 4
_MOST_ENCODED = 1_000_000
"""Characters. More text than this is counted from an even sample, in proportion."""


def estimated_tokens(utf8_bytes: int) -> int:
    """Estimated tokens of a text: English and Chinese both have about four UTF-8 bytes a token."""
    return math.ceil(utf8_bytes / _BYTES_PER_TOKEN)


def template_tokens(template_id: str, language: str, tokenizer: str) -> int:
    """Tokens that a template adds around a question, its options and its context."""
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
    text = "\n".join(message.content for message in empty.messages)
    return len(load_tokenizer(tokenizer).encode(text))


def tokens_of_each(texts: Sequence[str], tokenizer: str) -> list[int]:
    """The tokens of each text: exact up to _MOST_ENCODED characters in all, else in proportion."""
    encode = load_tokenizer(tokenizer).encode
    chars = sum(map(len, texts))
    if chars <= _MOST_ENCODED:
        return [len(encode(text)) for text in texts]
    sample = texts[:: 1 + chars // _MOST_ENCODED]
    share = sum(len(encode(text)) for text in sample) / max(1, sum(map(len, sample)))
    return [round(share * len(text)) for text in texts]
