"""Why a run came to little or nothing, as one sentence for each cause."""

from core.llm import FailureKind
from core.services.runs import Diagnosis
from core.services.runs.diagnosis import PROSE
from core.validation import SkipReason
from pages.components.language import N_, _
from pages.components.wording import REASONS, term_name

CAUSE_SENTENCES: dict[str, str] = {
    PROSE: N_("{which} replies were prose instead of JSON, so no answer could be read."),
    FailureKind.PARSE_FAILURE: N_("{which} replies were not in the agreed form."),
    FailureKind.EMPTY_REPLY: N_("{which} replies were empty."),
    FailureKind.PLACEHOLDER: N_("{which} replies copied the example of their instructions."),
    FailureKind.TRUNCATED: N_("{which} replies were cut off before they were complete."),
    FailureKind.REFUSAL: N_("{which} questions were declined by the model."),
    FailureKind.CONTENT_FILTER: N_("{which} replies were withheld by the endpoint's filter."),
    FailureKind.CONNECTION: N_("The address did not answer: {which} questions got no reply."),
    FailureKind.TIMEOUT: N_("{which} questions got no reply in time."),
    FailureKind.RATE_LIMIT: N_("{which} questions were turned away: too many calls for now."),
    FailureKind.SERVER_ERROR: N_("{which} questions met an error of the endpoint."),
    FailureKind.BAD_REQUEST: N_("{which} questions were not accepted by the endpoint."),
    FailureKind.CONTEXT_TOO_LONG: N_(
        "{which} passages are longer than the model can read at once."
    ),
    FailureKind.AUTH: N_("The endpoint refused the key, so nothing could be asked."),
    FailureKind.NO_RECORDED_REPLY: N_("{which} questions have no reply in the recording."),
    FailureKind.CRASHED: N_("{which} questions met an error of the desk."),
    FailureKind.CAPPED: N_("{which} questions had no room left under the cap."),
    SkipReason.NO_POSITION: N_(
        "{which} questions were skipped: the set does not say where in the novel they stand."
    ),
    SkipReason.POSITION_OUT_OF_RANGE: N_(
        "{which} questions were skipped: their positions lie beyond the end of the novel."
    ),
    SkipReason.POSITION_INVALID: N_(
        "{which} questions were skipped: their positions are no ranges of tokens."
    ),
    SkipReason.NO_TEXT: N_(
        "{which} questions were skipped: there is neither a novel nor a text of their own."
    ),
}


def cause_sentence(found: Diagnosis) -> str:
    """How many items ended so, and why."""
    template = CAUSE_SENTENCES.get(found.reason)
    if template is None:
        sentence = _("{which} questions gave no usable result: {reason}.")
        return sentence.format(which=_which(found), reason=term_name(REASONS, found.reason))
    return _(template).format(which=_which(found))


def _which(found: Diagnosis) -> str:
    if found.items == found.unusable > 1:
        return _("All {n}").format(n=f"{found.items:,}")
    return _("{n} of {total}").format(n=f"{found.items:,}", total=f"{found.unusable:,}")
