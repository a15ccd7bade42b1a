"""A stored verdict as source 000's ValidationResult."""

from core.errors import Sentence
from core.services.library import question_from_row
from core.services.runs.validation_items import result_of
from core.validation.result import ValidationResult
from db.tables import QuestionRow, RunItem, Validation


def to_result(item: RunItem, question: QuestionRow, verdict: Validation) -> ValidationResult:
    return result_of(question_from_row(question), vars(verdict), error_of(item))


def error_of(item: RunItem) -> Sentence | None:
    return Sentence(item.error, item.error_params) if item.error else None
