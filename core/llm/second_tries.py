"""What is asked after a reply that could not be used: never the same request again.

At temperature 0 the same request gets the same reply. So the model is shown its reply and what was
wrong with it; a reply that was cut off may be longer the next time.
"""

import re
from dataclasses import replace

from core.errors import Sentence
from core.llm.client import Message, Prompt
from core.llm.errors import FailureKind, LLMError
from core.locale import language_of, wording

UNREADABLE = frozenset(
    {
        FailureKind.PARSE_FAILURE,
        FailureKind.EMPTY_REPLY,
        FailureKind.PLACEHOLDER,
        FailureKind.TRUNCATED,
    }
)
"""The model replied, and nothing could be made of it."""

LARGEST_OUTPUT_FACTOR = 2
"""A reply that is cut off here too is not asked for again."""
SHOWN_CHARS = 1_000
MOST_SHOWN_TOKENS = SHOWN_CHARS + 100
"""What a reply that is shown, and the words around it, add to a prompt."""
_FIRST_SENTENCE = re.compile(r".*?[.!?](?=\s|\Z)|.*?[。！？]|.+", re.DOTALL)
_WORDS = {
    "en": (
        "(empty reply)",
        "This reply could not be used: {wrong} Reply again, in exactly the form that was asked "
        "for and with nothing around it.",
    ),
    "zh": (
        "（空回复）",
        "这条回复无法使用：{wrong}请严格按照要求的格式重新回答，前后不要有任何其他内容。",
    ),
}


def second_try(asked: Prompt, failure: LLMError) -> Prompt | None:
    """What to ask after `asked` failed so; None where asking again cannot help. A call that got no
    reply is made again as it was.
    """
    if failure.kind not in UNREADABLE:
        return asked
    if failure.kind is FailureKind.TRUNCATED:
        larger = asked.output_factor * 2
        return replace(asked, output_factor=larger) if larger <= LARGEST_OUTPUT_FACTOR else None
    nothing, again = _WORDS.get(asked.language, _WORDS["en"])
    reply = (failure.raw or "").strip()[:SHOWN_CHARS] or nothing
    told = again.format(wrong=_what_was_wrong(failure, asked.language))
    said = (Message("assistant", reply), Message("user", told))
    return replace(asked, messages=(*asked.messages, *said))


def _what_was_wrong(failure: LLMError, language: str) -> str:
    """The sentence's first half; the other one tells people what to do."""
    template = wording(language_of(language))(failure.message)
    first = _FIRST_SENTENCE.match(template)
    half = first[0] if first else template
    return Sentence(half, Sentence.from_error(failure).params).worded()
