"""Labels that charts share; translated where they are drawn."""

from core.charts.style import format_percent
from core.depth import Outcome
from core.locale import N_, N_n, Wording

OUTCOME_NAMES: dict[Outcome, str] = {
    Outcome.CORRECT: N_("correct"),
    Outcome.WRONG: N_("wrong"),
    Outcome.ABSTAINED: N_("abstained"),
    Outcome.REFUSAL: N_("refused"),
    Outcome.CONTENT_FILTER: N_("blocked by the provider"),
    Outcome.TRUNCATED: N_("cut off at the output limit"),
    Outcome.PARSE_FAILURE: N_("unreadable answer"),
    Outcome.API_ERROR: N_("call failed"),
    Outcome.DID_NOT_FIT: N_("did not fit"),
}
_ACCURACY = N_n("accuracy {share}, n = {n} question", "accuracy {share}, n = {n} questions")


def accuracy_text(share: float, questions: int, wording: Wording) -> str:
    """Return a text such as `accuracy 61.8%, n = 34 questions`."""
    return wording.count(*_ACCURACY, questions, share=format_percent(share, 1))
