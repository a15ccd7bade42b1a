"""What came of one question: a failure of the machinery is never a wrong answer."""

from enum import StrEnum


class Outcome(StrEnum):
    """`correct`, `wrong` and `abstained` say something about the question; the others do not.

    abstained: the model says that the text does not tell. refusal: it declines the task.
    content_filter: the provider held the answer back. truncated: the reply ended at the output
    limit before it answered. parse_failure: no answer can be read in it without guessing.
    api_error: there is no reply. did_not_fit: nothing was asked, since the context cannot be built
    or does not fit the model.
    """

    CORRECT = "correct"
    WRONG = "wrong"
    ABSTAINED = "abstained"
    REFUSAL = "refusal"
    CONTENT_FILTER = "content_filter"
    TRUNCATED = "truncated"
    PARSE_FAILURE = "parse_failure"
    API_ERROR = "api_error"
    DID_NOT_FIT = "did_not_fit"

    @property
    def answered(self) -> bool:
        """Whether the reply was read: these alone carry a score, 1.0 for correct and 0.0 else."""
        return self in ANSWERED

    @property
    def score(self) -> float | None:
        return float(self is Outcome.CORRECT) if self.answered else None


ANSWERED = frozenset({Outcome.CORRECT, Outcome.WRONG, Outcome.ABSTAINED})
ASKED_AGAIN = frozenset({Outcome.API_ERROR, Outcome.CONTENT_FILTER})
"""What a resumed run asks again: nothing of the model's own was obtained."""
