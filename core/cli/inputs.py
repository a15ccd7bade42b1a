"""Read and check the input files of a command before any call or output."""

import argparse
import sys
from pathlib import Path

from core.cli.ending import print_warning
from core.cli.language import _, translate
from core.cli.problems import print_row_issues
from core.errors import InputError
from core.files import file_bytes, real_path, regular_place, require_writable
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
from core.text import Tokenizer, read_novel, too_large
from core.validation import Book


def require_places(*, read: tuple[Path | None, ...], written: tuple[Path | None, ...]) -> None:
    """Require that every output is a regular file in a writable folder, distinct from all others.

    Raises InputError. Call it before any paid call.
    """
    used = {real_path(path) for path in read if path}
    for path in filter(None, written):
        if not path.name or path.is_dir():
            raise InputError("This is a folder. Choose a file in it.", file=str(path))
        if not path.parent.is_dir():
            raise InputError("The folder does not exist. Create it first.", file=str(path.parent))
        require_writable(regular_place(path))
        if real_path(path) in used:
            raise InputError("Two of the files are the same. Use different ones.", file=str(path))
        used.add(real_path(path))


def bytes_within(path: Path, max_bytes: int) -> bytes:
    """A file's content. Raises InputError if it exceeds the limit.

    No more than the limit is read, as the file may be larger than memory or an endless pipe.
    """
    data = file_bytes(path, most=max_bytes + 1)
    if len(data) > max_bytes:
        raise too_large(max(len(data), path.stat().st_size), max_bytes, str(path))
    return data


def novel_of(arguments: argparse.Namespace, settings: Settings, tokenizer: Tokenizer) -> Book:
    """Read the novel that --novel names."""
    limit = settings.max_upload_bytes
    return novel_from(arguments.novel, arguments.encoding, tokenizer, limit)


def questions_of(
    arguments: argparse.Namespace, settings: Settings, book: Book | None
) -> ReadQuestions:
    """Read the questions that --questions names. Raises InputError if there is nothing to ask."""
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
    """Read a novel, and print its encoding and size, so that a wrong encoding is seen in time."""
    decoded = read_novel(bytes_within(path, max_bytes), file_name=str(path), encoding=encoding)
    book = Book.from_text(decoded.text, tokenizer)
    line = _("{file}: {encoding}, {characters} characters, {tokens} tokens of {tokenizer}").format(
        file=path.name,
        encoding=decoded.encoding,
        characters=f"{len(decoded.text):,}",
        tokens=f"{book.tokens.n_tokens:,}",
        tokenizer=tokenizer.name,
    )
    sys.stderr.write(f"{line}\n")
    for warning in decoded.warnings:
        print_warning(translate(warning))
    return book


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
    """Read questions, and print refused rows and warnings.

    Refused rows are written to `refused`, if given. Raises InputError if no question is left.
    """
    read = read_questions(
        bytes_within(path, max_bytes),
        file_name=str(path),
        encoding=encoding,
        mapping=mapping,
        sheet=sheet,
    )
    n_tokens = book.tokens.n_tokens if book else None
    print_row_issues(path, [*read.issues, *check_questions(read.questions, n_tokens=n_tokens)])
    if refused:
        write_atomically(refused, write_refused(read.issues, "jsonl"))
    if not read.questions:
        raise InputError("No question could be read. Correct the rejected rows.", file=str(path))
    if book is None and all(row.question.context is None for row in read.questions):
        raise InputError("No row has its own context. Name the novel with --novel.", file=str(path))
    return read
