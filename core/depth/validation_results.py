"""Look up earlier validation results of the questions of a depth test (readings 45, 47).

Results of `python -m core validate` are read from a given file, else from the question set itself
(a result file is a question set too), else from the file beside it: for questions.jsonl it is
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
    """Validation results by question, without those that ended in a system failure."""

    results: Mapping[Key, ValidationResult]

    @classmethod
    def from_questions(cls, read: ReadQuestions, file_name: str) -> "ValidationLookup":
        """Read the results in rows. Raises InputError, naming the line, for an invalid result."""
        results: dict[Key, ValidationResult] = {}
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
                results[_key(row.question)] = result
        return cls(results)

    def result(self, question: Question) -> ValidationResult | None:
        return self.results.get(_key(question))

    def missing(self, questions: Iterable[Question]) -> list[Question]:
        return [question for question in questions if self.result(question) is None]

    def invalid(self, questions: Iterable[Question]) -> list[Question]:
        with_results = ((question, self.result(question)) for question in questions)
        return [question for question, result in with_results if result and not result.is_valid]

    def evidence(self, questions: Iterable[Question], novel_length: int) -> dict[str, Span]:
        """Return, by item key, the spans of evidence that was found in the novel.

        `novel_length` in characters: spans beyond it belong to another text and are left out.
        """
        spans: dict[str, Span] = {}
        for question in questions:
            result = self.result(question)
            if result is None or not result.evidence_found or result.span is None:
                continue
            # A row with its own context was validated against that, not against the novel.
            if question.context is None and result.span[1] <= novel_length:
                spans[question.item_key] = Span(*result.span)
        return spans


def join_validations(question_set: Path) -> Path:
    return question_set.with_name(f"{question_set.stem}.validation.jsonl")


def read_validations(
    question_set: Path, read: ReadQuestions, named: Path | None = None
) -> ValidationLookup | None:
    """Find the validation results; None if there are none. Raises InputError for a file that cannot
    be read, or a named file without results.
    """
    if (
        named is None
        and (embedded := ValidationLookup.from_questions(read, str(question_set))).results
    ):
        return embedded
    file = named or join_validations(question_set)
    if named is None and not file.is_file():
        return None
    lookup = ValidationLookup.from_questions(
        read_questions(file_bytes(file), file_name=str(file)), str(file)
    )
    if not lookup.results:
        raise InputError(
            "The file has no validation results. Choose a file from `python -m core validate`.",
            file=str(file),
        )
    return lookup


def require_validation(lookup: ValidationLookup | None, questions: Sequence[Question]) -> None:
    """Raise InputError unless every question has a validation result."""
    missing = len(questions) if lookup is None else len(lookup.missing(questions))
    if missing:
        raise InputError(
            "Questions that were never validated: {missing} of {count}. Validate them first, or "
            "skip the validation.",
            missing=missing,
            count=len(questions),
        )


def _key(question: Question) -> Key:
    question_id = question.extra.get("id")
    return ("" if question_id is None else str(question_id), question.content_key)


def _fields(raw: str) -> dict[str, Any]:
    """Return the row's JSON object; rows of a CSV, which have no results, give {}."""
    try:
        fields = json.loads(raw)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}
