"""Why questions have no usable result, as one sentence for each cause."""

from core.llm import FailureKind
from core.locale import N_, N_n, Wording
from core.validation.reasons import SkipReason

PROSE = "prose"
"""The cause of replies that could not be read because they hold no JSON at all."""
CAUSE_SENTENCES: dict[str, tuple[str, str]] = {
    PROSE: N_n(
        "{which} replies was prose instead of JSON, so no answer could be read.",
        "{which} replies were prose instead of JSON, so no answer could be read.",
    ),
    FailureKind.PARSE_FAILURE: N_n(
        "{which} replies did not follow the required format.",
        "{which} replies did not follow the required format.",
    ),
    FailureKind.EMPTY_REPLY: N_n(
        "{which} replies was empty.",
        "{which} replies were empty.",
    ),
    FailureKind.PLACEHOLDER: N_n(
        "{which} replies copied the example from the prompt.",
        "{which} replies copied the example from the prompt.",
    ),
    FailureKind.TRUNCATED: N_n(
        "{which} replies was cut off.",
        "{which} replies were cut off.",
    ),
    FailureKind.REFUSAL: N_n(
        "{which} questions was declined by the model.",
        "{which} questions were declined by the model.",
    ),
    FailureKind.CONTENT_FILTER: N_n(
        "{which} replies was blocked by the endpoint's content filter.",
        "{which} replies were blocked by the endpoint's content filter.",
    ),
    FailureKind.CONNECTION: N_n(
        "{which} questions got no reply: the endpoint did not respond.",
        "{which} questions got no reply: the endpoint did not respond.",
    ),
    FailureKind.TIMEOUT: N_n(
        "{which} questions timed out.",
        "{which} questions timed out.",
    ),
    FailureKind.RATE_LIMIT: N_n(
        "{which} questions was rejected by the endpoint's rate limit.",
        "{which} questions were rejected by the endpoint's rate limit.",
    ),
    FailureKind.SERVER_ERROR: N_n(
        "{which} questions failed with an error of the endpoint.",
        "{which} questions failed with an error of the endpoint.",
    ),
    FailureKind.BAD_REQUEST: N_n(
        "{which} questions was rejected by the endpoint as an invalid request.",
        "{which} questions were rejected by the endpoint as invalid requests.",
    ),
    FailureKind.CONTEXT_TOO_LONG: N_n(
        "{which} passages exceeds the model's context length.",
        "{which} passages exceed the model's context length.",
    ),
    FailureKind.AUTH: N_n(
        "The endpoint rejected the API key, so no question could be asked.",
        "The endpoint rejected the API key, so no question could be asked.",
    ),
    FailureKind.NO_RECORDED_REPLY: N_n(
        "{which} questions has no recorded reply.",
        "{which} questions have no recorded reply.",
    ),
    FailureKind.CRASHED: N_n(
        "{which} questions failed with an internal error.",
        "{which} questions failed with an internal error.",
    ),
    FailureKind.CAPPED: N_n(
        "{which} questions was stopped by the cap.",
        "{which} questions were stopped by the cap.",
    ),
    SkipReason.NO_POSITION: N_n(
        "{which} questions was skipped: it has no position in the novel.",
        "{which} questions were skipped: they have no position in the novel.",
    ),
    SkipReason.POSITION_OUT_OF_RANGE: N_n(
        "{which} questions was skipped: its position is beyond the end of the novel.",
        "{which} questions were skipped: their position is beyond the end of the novel.",
    ),
    SkipReason.POSITION_INVALID: N_n(
        "{which} questions was skipped: its position is not a valid token range.",
        "{which} questions were skipped: their position is not a valid token range.",
    ),
    SkipReason.NO_TEXT: N_n(
        "{which} questions was skipped: it has neither a novel nor its own text.",
        "{which} questions were skipped: they have neither a novel nor their own text.",
    ),
}
_OTHER = N_n(
    "{which} questions gave no usable result: {reason}.",
    "{which} questions gave no usable result: {reason}.",
)
_ALL, _SOME = N_("All {n}"), N_("{n} of {total}")


def cause_sentence(reason: str, items: int, of: int, name: str, wording: Wording) -> str:
    """A sentence that says how many of `of` questions had this cause; `name` is the reason's name,
    in the sentence's language.
    """
    quantity = wording(_ALL if items == of > 1 else _SOME).format(n=f"{items:,}", total=f"{of:,}")
    singular, plural = CAUSE_SENTENCES.get(reason, _OTHER)
    return wording.count(singular, plural, items, which=quantity, reason=name)
