"""The files a command is given, read and checked before anything is asked or written."""

import argparse
import sys
from pathlib import Path

from core.errors import InputError
from core.files import file_bytes, regular_place, require_writable
from core.questions import (
    NO_MAPPING,
    ColumnMapping,
    ReadQuestions,
    check_questions,
    read_questions,
    write_atomically,
    write_refused,
)
from core.settings import Settings
from core.text import DecodedText, Tokenizer, read_novel
from core.text.size_limits import too_large
from core.validation import Book

SHOWN_ISSUES = 10
NOVELS = ".txt, .md, .epub, .docx or .html"
QUESTIONS = "JSONL, JSON, CSV, TSV, XLSX or Parquet"


def add_column_options(group: argparse._ArgumentGroup) -> None:
    """How the columns of --questions are to be read, where their names do not tell."""
    group.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FIELD=COLUMN",
        help=(
            "map a column to a field: question, options (several, comma-separated), "
            "answer, evidence, position, context, id or question_type; first_option=0 "
            "or 1: the number of the first option; may be repeated"
        ),
    )
    group.add_argument("--sheet", help="sheet of a workbook; default: the first one with questions")


def require_places(*, read: tuple[Path | None, ...], written: tuple[Path | None, ...]) -> None:
    """Every output has a folder that can be written to and a name of its own, and is a file;
    raises InputError before anything is asked or written.
    """
    taken = {path.resolve() for path in read if path}
    for path in filter(None, written):
        if not path.name or path.is_dir():
            raise InputError("This is a folder. Choose a file in it.", file=str(path))
        if not path.parent.is_dir():
            raise InputError("The folder does not exist. Create it first.", file=str(path.parent))
        require_writable(regular_place(path))
        if path.resolve() in taken:
            raise InputError("Two of the files are the same. Use different ones.", file=str(path))
        taken.add(path.resolve())


def bytes_within(path: Path, max_bytes: int) -> bytes:
    """A file's content, read no further than the limit: it may be larger than the memory, or a
    pipe without end. Raises InputError.
    """
    data = file_bytes(path, most=max_bytes + 1)
    if len(data) > max_bytes:
        raise too_large(max(len(data), path.stat().st_size), max_bytes, str(path))
    return data


def novel_of(arguments: argparse.Namespace, settings: Settings, tokenizer: Tokenizer) -> Book:
    """What --novel names."""
    limit = settings.max_upload_bytes
    return novel_from(arguments.novel, arguments.encoding, tokenizer, limit)


def questions_of(
    arguments: argparse.Namespace, settings: Settings, book: Book | None
) -> ReadQuestions:
    """What --questions names; raises InputError when there is nothing to ask."""
    return questions_from(
        arguments.questions,
        arguments.questions_encoding,
        settings.max_upload_bytes,
        book=book,
        refused=arguments.refused,
        mapping=ColumnMapping.from_arguments(arguments.map),
        sheet=arguments.sheet,
    )


def novel_from(path: Path, encoding: str | None, tokenizer: Tokenizer, max_bytes: int) -> Book:
    """Says on stderr how the text was read, so that a wrong encoding is seen before it costs."""
    decoded = read_novel(bytes_within(path, max_bytes), file_name=str(path), encoding=encoding)
    book = Book.from_text(decoded.text, tokenizer)
    sys.stderr.write(
        f"{path.name}: {decoded.encoding}, {len(decoded.text):,} characters, "
        f"{book.tokens.n_tokens:,} tokens of {tokenizer.name}\n"
    )
    _warn(decoded)
    return book


def _warn(decoded: DecodedText) -> None:
    for warning in decoded.warnings:
        sys.stderr.write(f"warning: {warning.worded()}\n")


def questions_from(
    path: Path,
    encoding: str | None,
    max_bytes: int,
    *,
    book: Book | None,
    refused: Path | None,
    mapping: ColumnMapping = NO_MAPPING,
    sheet: str | None = None,
) -> ReadQuestions:
    """Says on stderr what was refused and what looks odd; raises InputError when nothing is left.

    Refused rows go to `refused`, when it is given, in either case.
    """
    read = read_questions(
        bytes_within(path, max_bytes),
        file_name=str(path),
        encoding=encoding,
        mapping=mapping,
        sheet=sheet,
    )
    n_tokens = book.tokens.n_tokens if book else None
    issues = [*read.issues, *check_questions(read.questions, n_tokens=n_tokens)]
    for issue in issues[:SHOWN_ISSUES]:
        line = f", line {issue.line}" if issue.line else ""
        field = f": {issue.field}" if issue.field else ""
        sys.stderr.write(f"{issue.severity}: {path.name}{line}{field}: {issue.worded()}\n")
    if len(issues) > SHOWN_ISSUES:
        sys.stderr.write(f"... and {len(issues) - SHOWN_ISSUES} more\n")
    if refused:
        write_atomically(refused, write_refused(read.issues, "jsonl"))
    if not read.questions:
        raise InputError("No question could be read. Correct the rejected rows.", file=str(path))
    if book is None and all(row.question.context is None for row in read.questions):
        raise InputError("No row has its own context. Name the novel with --novel.", file=str(path))
    return read
