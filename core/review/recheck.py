"""Check an edited question against the stored model reply, without asking the model again."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class QuoteCheck(StrEnum):
    """Whether the quote is in the text. none: there is no quote to look up."""

    FOUND = "found"
    NOT_FOUND = "not_found"
    NONE = "none"


class AnswerCheck(StrEnum):
    """How the edited label compares with the answer in the stored reply.

    no_reply: no answer is stored. other_question: the wording of the question or an option was
    edited, so the stored answer belongs to another question.
    """

    AGREE = "agree"
    DIFFER = "differ"
    NO_REPLY = "no_reply"
    OTHER_QUESTION = "other_question"


@dataclass(frozen=True, slots=True)
class Recheck:
    """Result of both checks of an edited question."""

    quote: QuoteCheck
    answers: AnswerCheck

    @property
    def is_clean(self) -> bool:
        """Whether both checks could be made and passed."""
        return self.quote is QuoteCheck.FOUND and self.answers is AnswerCheck.AGREE


def recheck(
    label: Collection[str],
    answered: Collection[str] | None,
    *,
    asks_the_same: bool,
    quote_found: bool | None,
) -> Recheck:
    """Compare an edited question with the stored reply.

    `label` and `answered` are option letters; `answered` is None if no reply could be read.
    `asks_the_same`: question and options are worded as before. `quote_found` is None without a
    quote.
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
