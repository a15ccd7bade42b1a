"""The inputs of a depth test: a novel, questions on it, and their validation results."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.depth.validation_results import ValidationLookup, read_validations
from core.errors import InputError
from core.files import file_bytes
from core.questions import Question, read_questions
from core.text import Tokenizer, read_novel
from core.validation import Book

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class TestInputs:
    """A novel, questions on it, and their validation results, with the paths of the files."""

    book: Book
    questions: Sequence[Question]
    validated: ValidationLookup | None = None
    novel_path: str = ""
    question_set_path: str = ""


def read_material(
    novel: Path,
    question_set: Path,
    tokenizer: Tokenizer,
    validation_path: str | Path | None = None,
) -> TestInputs:
    """Read the files, logging refused rows. Raises InputError for a file that cannot be used."""
    text = read_novel(file_bytes(novel), file_name=str(novel)).text
    question_rows = read_questions(file_bytes(question_set), file_name=str(question_set))
    if not question_rows.questions:
        raise InputError(
            "No question could be read. Correct the rejected rows.", file=str(question_set)
        )
    if question_rows.refused:
        _log.warning(
            "%s rows of %s were refused, the first: %s",
            len(question_rows.refused),
            question_set,
            question_rows.refused[0].translate(),
        )
    return TestInputs(
        book=Book.from_text(text, tokenizer),
        questions=[row.question for row in question_rows.questions],
        validated=read_validations(
            question_set, question_rows, Path(validation_path) if validation_path else None
        ),
        novel_path=str(novel),
        question_set_path=str(question_set),
    )
