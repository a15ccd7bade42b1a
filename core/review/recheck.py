"""A changed question against the stored reply: what can be said of it without asking the model."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class QuoteCheck(StrEnum):
    """none: there is no quote to look up."""

    FOUND = "found"
    NOT_FOUND = "not_found"
    NONE = "none"


class AnswerCheck(StrEnum):
    """The changed label beside the answer in the stored reply.

    no_reply: no answer is stored. other_question: question or options are worded otherwise now, so
    that the stored answer was given to another question.
    """

    AGREE = "agree"
    DIFFER = "differ"
    NO_REPLY = "no_reply"
    OTHER_QUESTION = "other_question"


@dataclass(frozen=True, slots=True)
class Recheck:
    """What the matcher and the stored reply say of a changed question."""

    quote: QuoteCheck
    answers: AnswerCheck

    @property
    def is_clean(self) -> bool:
        """Whether both checks were made and held."""
        return self.quote is QuoteCheck.FOUND and self.answers is AnswerCheck.AGREE


def recheck(
    label: Collection[str],
    answered: Collection[str] | None,
    *,
    asks_the_same: bool,
    quote_found: bool | None,
) -> Recheck:
    """`label` and `answered` are letters, `answered` None where no reply could be read.

    `quote_found` is None where there is no quote.
    """
    quote = QuoteCheck.NONE
    if quote_found is not None:
        quote = QuoteCheck.FOUND if quote_found else QuoteCheck.NOT_FOUND
    return Recheck(quote, _answers(label, answered, asks_the_same=asks_the_same))


def _answers(
    label: Collection[str], answered: Collection[str] | None, *, asks_the_same: bool
) -> AnswerCheck:
    if answered is None:
        return AnswerCheck.NO_REPLY
    if not asks_the_same:
        return AnswerCheck.OTHER_QUESTION
    return AnswerCheck.AGREE if set(label) == set(answered) else AnswerCheck.DIFFER
