"""Question sets: reading, checking and writing their files (source 000)."""

from core.questions.checks import check_positions, check_questions
from core.questions.clusters import clusters_by_place
from core.questions.columns import NO_MAPPING, ColumnField, ColumnMapping, chapter_of, evidence_of
from core.questions.issues import IssueSeverity, RowIssue, RowRefused
from core.questions.item_keys import unique_item_keys
from core.questions.mending import leave_out, mend_rows, place_rows, refused_fields
from core.questions.question import Position, Question, QuestionType
from core.questions.question_changes import FieldChange, field_changes
from core.questions.question_files import QUESTION_SUFFIXES, FileColumns, file_columns
from core.questions.reader import ReadQuestions, ReadRow, read_questions
from core.questions.records import FileFormat
from core.questions.row_parser import parse_question, parse_row
from core.questions.sanitizing import escape_unstorable
from core.questions.table_rows import guard_formula
from core.questions.writer import (
    jsonl_lines,
    rows_csv,
    write_atomically,
    write_issues,
    write_questions,
    write_refused,
)

__all__ = [
    "NO_MAPPING",
    "QUESTION_SUFFIXES",
    "ColumnField",
    "ColumnMapping",
    "FieldChange",
    "FileColumns",
    "FileFormat",
    "IssueSeverity",
    "Position",
    "Question",
    "QuestionType",
    "ReadQuestions",
    "ReadRow",
    "RowIssue",
    "RowRefused",
    "chapter_of",
    "check_positions",
    "check_questions",
    "clusters_by_place",
    "escape_unstorable",
    "evidence_of",
    "field_changes",
    "file_columns",
    "guard_formula",
    "jsonl_lines",
    "leave_out",
    "mend_rows",
    "parse_question",
    "parse_row",
    "place_rows",
    "read_questions",
    "refused_fields",
    "rows_csv",
    "unique_item_keys",
    "write_atomically",
    "write_issues",
    "write_questions",
    "write_refused",
]
