"""What an earlier validation says about the questions of a depth test (readings 45, 47).

The rows of `python -m core validate` are looked for in the file that is named, else in the question
set itself (a file of results is one too), else beside it: questions.jsonl has
questions.validation.jsonl.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.files import file_bytes
from core.questions import Question, ReadQuestions, read_questions
from core.text import Span
from core.validation import ValidationResult

Key = tuple[str, str]


@dataclass(frozen=True)
class ValidationLookup:
    """Results by question; what the machinery failed on was not judged and is left out."""

    results: Mapping[Key, ValidationResult]

    @classmethod
    def from_questions(cls, read: ReadQuestions, file_name: str) -> "ValidationLookup":
        """Raises InputError naming the line of a result that is none."""
        found: dict[Key, ValidationResult] = {}
        for row in read.questions:
            fields = _fields(row.raw)
            if not isinstance(fields.get("validation"), Mapping):
                continue
            try:
                result = ValidationResult.from_dict(fields)
            except (KeyError, TypeError, ValueError) as error:
                raise InputError(
                    "Cannot read the row's validation ({cause}). Validate the questions again.",
                    file=file_name,
                    line=row.line,
                    cause=str(error),
                ) from error
            if result.infrastructure_failure is None:
                found[_key(row.question)] = result
        return cls(found)

    def result(self, question: Question) -> ValidationResult | None:
        return self.results.get(_key(question))

    def missing(self, questions: Iterable[Question]) -> list[Question]:
        return [question for question in questions if self.result(question) is None]

    def invalid(self, questions: Iterable[Question]) -> list[Question]:
        judged = ((question, self.result(question)) for question in questions)
        return [question for question, result in judged if result and not result.is_valid]

    def evidence(self, questions: Iterable[Question], novel_length: int) -> dict[str, Span]:
        """By item key, where in the novel the evidence was found; what was not is left out.

        `novel_length` in characters: a span beyond it belongs to another text.
        """
        spans: dict[str, Span] = {}
        for question in questions:
            result = self.result(question)
            if result is None or not result.evidence_found or result.span is None:
                continue
            # A row with a context of its own was validated in that, not in the novel.
            if question.context is None and result.span[1] <= novel_length:
                spans[question.item_key] = Span(*result.span)
        return spans


def join_validations(question_set: Path) -> Path:
    return question_set.with_name(f"{question_set.stem}.validation.jsonl")


def read_validations(
    question_set: Path, read: ReadQuestions, named: Path | None = None
) -> ValidationLookup | None:
    """None where there is no validation. Raises InputError for a file that cannot be read."""
    if named is None and (own := ValidationLookup.from_questions(read, str(question_set))).results:
        return own
    file = named or join_validations(question_set)
    if named is None and not file.is_file():
        return None
    found = ValidationLookup.from_questions(
        read_questions(file_bytes(file), file_name=str(file)), str(file)
    )
    if not found.results:
        raise InputError(
            "The file has no validation results. Choose a file from `python -m core validate`.",
            file=str(file),
        )
    return found


def require_validation(found: ValidationLookup | None, questions: Sequence[Question]) -> None:
    """Raises InputError unless every question was judged."""
    missing = len(questions) if found is None else len(found.missing(questions))
    if missing:
        raise InputError(
            "Questions that were never validated: {missing} of {count}. Validate them first, or "
            "skip the validation.",
            missing=missing,
            count=len(questions),
        )


def _key(question: Question) -> Key:
    own = question.extra.get("id")
    return ("" if own is None else str(own), question.content_key)


def _fields(raw: str) -> dict[str, Any]:
    """The row's own text; rows of a CSV hold no results."""
    try:
        fields = json.loads(raw)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}
