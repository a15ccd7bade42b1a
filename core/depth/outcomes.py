"""Outcomes of one trial; a system failure is never a wrong answer."""

from enum import StrEnum


class Outcome(StrEnum):
    """The outcome of a trial. Only CORRECT, WRONG and ABSTAINED count as answered.

    ABSTAINED: the model says that the text does not tell. REFUSAL: it declines the task.
    CONTENT_FILTER: the provider blocked the answer. TRUNCATED: the reply hit the output limit
    before its answer. PARSE_FAILURE: no answer can be read without guessing. API_ERROR: there is
    no reply. DID_NOT_FIT: nothing was asked, since the context cannot be built or does not fit the
    model's window.
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
        """Whether an answer was read: only these have a score, 1.0 for CORRECT, else 0.0."""
        return self in ANSWERED

    @property
    def score(self) -> float | None:
        return float(self is Outcome.CORRECT) if self.answered else None


ANSWERED = frozenset({Outcome.CORRECT, Outcome.WRONG, Outcome.ABSTAINED})
ASKED_AGAIN = frozenset({Outcome.API_ERROR, Outcome.CONTENT_FILTER})
"""Outcomes that a resumed run asks again, as there was no reply of the model."""
