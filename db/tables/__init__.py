"""Every table of the desk. Human acts and results are appended, never overwritten."""

from db.tables.corrections import QuestionRevision, Revalidation, ReviewDraft
from db.tables.depth import DepthResult, DepthTask
from db.tables.library import (
    ImportIssue,
    QuestionRow,
    QuestionSet,
    RecordedReply,
    Recording,
    SourceText,
)
from db.tables.moments import Instant, now
from db.tables.review import (
    ReviewAside,
    ReviewBatch,
    ReviewClaim,
    Reviewer,
    ReviewEvent,
    ReviewOpinion,
    ReviewState,
    ReviewText,
)
from db.tables.runs import (
    LLMReply,
    Run,
    RunItem,
    RunItemPast,
    Validation,
    Worker,
)

__all__ = [
    "DepthResult",
    "DepthTask",
    "ImportIssue",
    "Instant",
    "LLMReply",
    "QuestionRevision",
    "QuestionRow",
    "QuestionSet",
    "RecordedReply",
    "Recording",
    "Revalidation",
    "ReviewAside",
    "ReviewBatch",
    "ReviewClaim",
    "ReviewDraft",
    "ReviewEvent",
    "ReviewOpinion",
    "ReviewState",
    "ReviewText",
    "Reviewer",
    "Run",
    "RunItem",
    "RunItemPast",
    "SourceText",
    "Validation",
    "Worker",
    "now",
]
