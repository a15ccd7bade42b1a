"""Why a run came to little or nothing, as one sentence for each cause."""

from core.llm import FailureKind
from core.services.runs import Diagnosis
from core.services.runs.diagnosis import PROSE
from core.validation import SkipReason
from pages.components.language import N_, _
from pages.components.wording import REASONS, term_name

CAUSE_SENTENCES: dict[str, str] = {
    PROSE: N_("{which} replies were prose instead of JSON, so no answer could be read."),
    FailureKind.PARSE_FAILURE: N_("{which} replies did not follow the required format."),
    FailureKind.EMPTY_REPLY: N_("{which} replies were empty."),
    FailureKind.PLACEHOLDER: N_("{which} replies copied the example from the prompt."),
    FailureKind.TRUNCATED: N_("{which} replies were cut off."),
    FailureKind.REFUSAL: N_("{which} questions were declined by the model."),
    FailureKind.CONTENT_FILTER: N_(
        "{which} replies were blocked by the endpoint's content filter."
    ),
    FailureKind.CONNECTION: N_("{which} questions got no reply: the endpoint did not respond."),
    FailureKind.TIMEOUT: N_("{which} questions timed out."),
    FailureKind.RATE_LIMIT: N_("{which} questions were rejected by the endpoint's rate limit."),
    FailureKind.SERVER_ERROR: N_("{which} questions failed with an error of the endpoint."),
    FailureKind.BAD_REQUEST: N_(
        "{which} questions were rejected by the endpoint as invalid requests."
    ),
    FailureKind.CONTEXT_TOO_LONG: N_("{which} passages exceed the model's context length."),
    FailureKind.AUTH: N_("The endpoint rejected the API key, so no question could be asked."),
    FailureKind.NO_RECORDED_REPLY: N_("{which} questions have no recorded reply."),
    FailureKind.CRASHED: N_("{which} questions failed with an internal error."),
    FailureKind.CAPPED: N_("{which} questions were stopped by the cap."),
    SkipReason.NO_POSITION: N_(
        "{which} questions were skipped: they have no position in the novel."
    ),
    SkipReason.POSITION_OUT_OF_RANGE: N_(
        "{which} questions were skipped: their position is beyond the end of the novel."
    ),
    SkipReason.POSITION_INVALID: N_(
        "{which} questions were skipped: their position is not a valid token range."
    ),
    SkipReason.NO_TEXT: N_(
        "{which} questions were skipped: they have neither a novel nor their own text."
    ),
}


def cause_sentence(diagnosis: Diagnosis) -> str:
    """How many items gave no usable result, and why."""
    template = CAUSE_SENTENCES.get(diagnosis.reason)
    if template is None:
        sentence = _("{which} questions gave no usable result: {reason}.")
        return sentence.format(which=_which(diagnosis), reason=term_name(REASONS, diagnosis.reason))
    return _(template).format(which=_which(diagnosis))


def _which(diagnosis: Diagnosis) -> str:
    if diagnosis.items == diagnosis.unusable > 1:
        return _("All {n}").format(n=f"{diagnosis.items:,}")
    return _("{n} of {total}").format(n=f"{diagnosis.items:,}", total=f"{diagnosis.unusable:,}")
