"""What a depth test is made of: a novel, questions on it, and what a validation said of them."""

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
    """What is tested with: a novel, questions on it, and what a validation said about them."""

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
    """Logs which rows were refused. Raises InputError for a file that cannot be used."""
    text = read_novel(file_bytes(novel), file_name=str(novel)).text
    read = read_questions(file_bytes(question_set), file_name=str(question_set))
    if not read.questions:
        raise InputError(
            "No question could be read. Correct the rejected rows.", file=str(question_set)
        )
    if read.refused:
        _log.warning(
            "%s rows of %s were refused, the first: %s",
            len(read.refused),
            question_set,
            read.refused[0].worded(),
        )
    return TestInputs(
        book=Book.from_text(text, tokenizer),
        questions=[row.question for row in read.questions],
        validated=read_validations(
            question_set, read, Path(validation_path) if validation_path else None
        ),
        novel_path=str(novel),
        question_set_path=str(question_set),
    )
