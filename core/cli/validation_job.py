"""Everything that is read and checked before the first call is paid."""

import argparse
import hashlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.cli.journal import Journal
from core.errors import InputError
from core.llm import (
    LLMClient,
    PromptTemplateManager,
    RecordedClient,
    load_connections,
    open_client,
    read_recording,
)
from core.questions import (
    ReadQuestions,
    check_questions,
    read_questions,
    write_atomically,
    write_refused,
)
from core.settings import Settings
from core.text import decode_text, load_tokenizer
from core.validation import Book, Outcomes, QuestionValidator
from core.validation.validator import TEMPLATE

SHOWN_ISSUES = 10


@dataclass(frozen=True)
class Job:
    read: ReadQuestions
    book: Book | None
    validator: QuestionValidator
    client: LLMClient
    journal: Journal
    outcomes: Outcomes = field(default_factory=Outcomes)


def prepare(arguments: argparse.Namespace, settings: Settings) -> Job:
    """Reads the files, opens connection and journal; raises DeskError before any call is paid."""
    _require_folders(arguments.out, arguments.summary, arguments.refused)
    read = read_questions(_bytes(arguments.questions), file_name=str(arguments.questions))
    tokenizer = load_tokenizer(arguments.tokenizer or settings.tokenizer)
    book = None
    if arguments.novel:
        novel = decode_text(
            _bytes(arguments.novel), file_name=str(arguments.novel), encoding=arguments.encoding
        )
        book = Book.of(novel.text, tokenizer)
    _report_issues(read, book, arguments.refused)
    client = _open(arguments, settings, os.environ)
    prompts = PromptTemplateManager()
    validator = QuestionValidator(
        client,
        prompts,
        arguments.similarity_threshold,
        arguments.confidence_threshold,
        tokenizer=tokenizer,
    )
    frozen: dict[str, Any] = {
        "questions": read.content_hash,
        "novel": hashlib.sha256(book.tokens.text.encode()).hexdigest() if book else None,
        "connection": client.name,
        "model": client.model,
        "template": prompts.info(TEMPLATE).hash,
        "tokenizer": tokenizer.name,
        "context": arguments.context,
        "similarity_threshold": arguments.similarity_threshold,
        "confidence_threshold": arguments.confidence_threshold,
    }
    part = arguments.out.with_name(f"{arguments.out.name}.part")
    job = Job(read, book, validator, client, Journal.open(part, frozen, resume=arguments.resume))
    for result in job.journal.results.values():
        job.outcomes.add(result)
    return job


def _require_folders(*paths: Path | None) -> None:
    for path in paths:
        if path and not path.parent.is_dir():
            raise InputError("The folder does not exist. Create it first.", file=str(path.parent))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            "The file cannot be read: {cause}. Check the path.",
            file=str(path),
            cause=error.strerror or str(error),
        ) from error


def _report_issues(read: ReadQuestions, book: Book | None, refused: Path | None) -> None:
    """Says on stderr what was refused and what looks odd, before anything is asked."""
    n_tokens = book.tokens.n_tokens if book else None
    issues = [*read.issues, *check_questions(read.questions, n_tokens=n_tokens)]
    for issue in issues[:SHOWN_ISSUES]:
        place = f"line {issue.line}: " if issue.line else ""
        sys.stderr.write(f"{issue.severity}: {place}{issue.worded()}\n")
    if len(issues) > SHOWN_ISSUES:
        sys.stderr.write(f"... and {len(issues) - SHOWN_ISSUES} more\n")
    if refused:
        write_atomically(refused, write_refused(read.issues, "jsonl"))


def _open(
    arguments: argparse.Namespace, settings: Settings, environ: Mapping[str, str]
) -> LLMClient:
    if arguments.replies or arguments.connection == "recorded":
        return _recorded(arguments)
    connections = load_connections(settings.connections_file, environ)
    connection = connections.named(arguments.connection)
    if arguments.model:
        connection = connection.model_copy(update={"model": arguments.model})
    return open_client(connection, environ)


def _recorded(arguments: argparse.Namespace) -> LLMClient:
    if arguments.connection != "recorded" or not arguments.replies:
        raise InputError(
            "--replies and --connection recorded belong together. Give both, or neither."
        )
    replies = read_recording(_bytes(arguments.replies), file_name=str(arguments.replies))
    return RecordedClient(replies, label=arguments.model or arguments.replies.name)
