"""Source 000: a model answers each question alone and its quote is looked up in the novel."""

from core.llm.openai_api.billed_usage import (
    PROMPT_CUT,
    PROMPT_CUT_SENTENCE,
    USAGE_UNKNOWN,
    USAGE_UNKNOWN_SENTENCE,
)
from core.text import WARNING_SENTENCES, EvidenceMatcher
from core.validation.causes import CAUSE_SENTENCES, PROSE, cause_sentence
from core.validation.contexts import (
    CONTEXT_WARNINGS,
    Book,
    Context,
    ContextMode,
    SkippedQuestion,
    context_for,
)
from core.validation.judging import answers_match, locate_quote, reasons_for
from core.validation.notices import NOTICE_TEXT, Outcomes, RunNotice, notices
from core.validation.outage import EndpointUnusable, FirstReplies, Outage, RepliesUnreadable
from core.validation.placement import Placement
from core.validation.position_search import (
    Certainty,
    FoundPosition,
    find_positions,
    position_around,
)
from core.validation.reasons import INFRASTRUCTURE, Confidence, FailureReason, SkipReason
from core.validation.rejudging import found_at_threshold
from core.validation.result import Provenance, ValidationResult, shown_similarity
from core.validation.summary import Summary, summarise
from core.validation.validator import QuestionValidator

WARNING_TEXT = {
    **CONTEXT_WARNINGS,
    **{code.value: sentence for code, sentence in WARNING_SENTENCES.items()},
    PROMPT_CUT: PROMPT_CUT_SENTENCE,
    USAGE_UNKNOWN: USAGE_UNKNOWN_SENTENCE,
}
"""A sentence for each code in `ValidationResult.warnings`."""

__all__ = [
    "CAUSE_SENTENCES",
    "INFRASTRUCTURE",
    "NOTICE_TEXT",
    "PROSE",
    "WARNING_TEXT",
    "Book",
    "Certainty",
    "Confidence",
    "Context",
    "ContextMode",
    "EndpointUnusable",
    "EvidenceMatcher",
    "FailureReason",
    "FirstReplies",
    "FoundPosition",
    "Outage",
    "Outcomes",
    "Placement",
    "Provenance",
    "QuestionValidator",
    "RepliesUnreadable",
    "RunNotice",
    "SkipReason",
    "SkippedQuestion",
    "Summary",
    "ValidationResult",
    "answers_match",
    "cause_sentence",
    "context_for",
    "find_positions",
    "found_at_threshold",
    "locate_quote",
    "notices",
    "position_around",
    "reasons_for",
    "shown_similarity",
    "summarise",
]
