"""How many calls some items take: one each if all goes well, and a maximum with retries."""

from dataclasses import dataclass

from core.llm.client import Usage
from core.llm.retries import RETRIES
from core.llm.second_tries import LARGEST_OUTPUT_FACTOR, MOST_SHOWN_TOKENS

MOST_CALLS = RETRIES + 1
"""For one item: its first call and all of its retries."""
_USUAL_CALLS = 2


@dataclass(frozen=True, slots=True)
class CallRange:
    """`least` is one call an item, `usual` two, `most` every retry that there is.

    `most` is never passed: all retries count, whether a call failed or its reply could not be
    read. Only a worker that is killed has what was in flight asked again.
    """

    least: int
    usual: int
    most: int

    @classmethod
    def for_items(cls, asked: int, reused: int = 0) -> "CallRange":
        """Of `asked` items, and of `reused` ones whose stored reply may turn out to be gone or
        unreadable: those are asked after all.
        """
        return cls(asked, _USUAL_CALLS * asked, MOST_CALLS * (asked + reused))

    def most_usage(self, once: Usage) -> Usage:
        """What the most calls take where the least take `once`: retries show the model its earlier
        replies, and may get longer ones.
        """
        if not self.least:
            return Usage()
        items = self.most / MOST_CALLS
        each = items / self.least
        shown = sum(range(1, RETRIES + 1)) * MOST_SHOWN_TOKENS
        replies = 1 + RETRIES * LARGEST_OUTPUT_FACTOR
        return Usage(
            round(MOST_CALLS * each * once.prompt_tokens + items * shown),
            round(replies * each * once.completion_tokens),
        )
