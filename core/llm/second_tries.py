"""Change the request after an unusable reply: at temperature 0 the same one gets the same reply.

So the model is shown its reply and what was wrong with it; a reply that was cut off may be longer
the next time.
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
"""Failures in which the model replied, but not usably."""

LARGEST_OUTPUT_FACTOR = 2
"""Largest factor on the output limit; a reply that is cut off even then is not retried."""
SHOWN_CHARS = 1_000
MOST_SHOWN_TOKENS = SHOWN_CHARS + 100
"""Most tokens that a shown reply, and the words around it, add to a prompt."""
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


def second_try(prompt: Prompt, failure: LLMError) -> Prompt | None:
    """The prompt to send after `prompt` failed; None if asking again cannot help.

    It is `prompt` itself if the call got no reply.
    """
    if failure.kind not in UNREADABLE:
        return prompt
    if failure.kind is FailureKind.TRUNCATED:
        larger = prompt.output_factor * 2
        return replace(prompt, output_factor=larger) if larger <= LARGEST_OUTPUT_FACTOR else None
    empty_reply, correction = _WORDS.get(prompt.language, _WORDS["en"])
    reply = (failure.raw or "").strip()[:SHOWN_CHARS] or empty_reply
    correction_text = correction.format(wrong=_problem_of(failure, prompt.language))
    added = (Message("assistant", reply), Message("user", correction_text))
    return replace(prompt, messages=(*prompt.messages, *added))


def _problem_of(failure: LLMError, language: str) -> str:
    """The first sentence of the failure's message; the rest tells people what to do."""
    template = wording(language_of(language))(failure.message)
    first = _FIRST_SENTENCE.match(template)
    problem = first[0] if first else template
    return Sentence(problem, Sentence.from_error(failure).params).translate()
