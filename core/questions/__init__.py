"""What is reviewed: question files in and out (source 000)."""

from core.questions.changes import Change, changes
from core.questions.checks import check_positions, check_questions
from core.questions.issues import RowIssue, RowRefused, Severity
from core.questions.keys import unique_item_keys
from core.questions.question import Position, Question, QuestionType
from core.questions.reading import ReadQuestions, ReadRow, read_questions
from core.questions.records import FileFormat
from core.questions.row import parse_question
from core.questions.writing import (
    jsonl_lines,
    write_atomically,
    write_issues,
    write_questions,
    write_refused,
)

__all__ = [
    "Change",
    "FileFormat",
    "Position",
    "Question",
    "QuestionType",
    "ReadQuestions",
    "ReadRow",
    "RowIssue",
    "RowRefused",
    "Severity",
    "changes",
    "check_positions",
    "check_questions",
    "jsonl_lines",
    "parse_question",
    "read_questions",
    "unique_item_keys",
    "write_atomically",
    "write_issues",
    "write_questions",
    "write_refused",
]
