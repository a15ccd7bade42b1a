"""How many calls a number of items takes: one each if all goes well, and a maximum with retries."""

from dataclasses import dataclass

from core.llm.client import Usage
from core.llm.retries import RETRIES
from core.llm.second_tries import LARGEST_OUTPUT_FACTOR, MOST_SHOWN_TOKENS

MOST_CALLS = RETRIES + 1
"""Calls of one item at most: the first and all of its retries."""
_USUAL_CALLS = 2


@dataclass(frozen=True, slots=True)
class CallRange:
    """Numbers of calls: `least` is one per item, `usual` two, `most` includes every retry.

    `most` is an upper bound: a retry counts whether a call failed or its reply could not be read.
    Only the calls in flight of a killed worker are made again on top of it.
    """

    least: int
    usual: int
    most: int

    @classmethod
    def for_items(cls, items: int, reused: int = 0) -> "CallRange":
        """The range for `items` to ask and `reused` ones with a stored reply; those are asked after
        all if that reply is gone or unreadable.
        """
        return cls(items, _USUAL_CALLS * items, MOST_CALLS * (items + reused))

    def most_usage(self, once: Usage) -> Usage:
        """The usage of `most` calls, given `once`, the usage of `least` calls.

        Retries cost more: they show the model its earlier replies, and may get longer ones.
        """
        if not self.least:
            return Usage()
        items = self.most / MOST_CALLS
        scale = items / self.least
        shown_tokens = sum(range(1, RETRIES + 1)) * MOST_SHOWN_TOKENS
        replies = 1 + RETRIES * LARGEST_OUTPUT_FACTOR
        return Usage(
            round(MOST_CALLS * scale * once.prompt_tokens + items * shown_tokens),
            round(replies * scale * once.completion_tokens),
        )
