"""Read, open and check everything that a validation needs before its first call."""

import argparse
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.cli.clients import AskedClient, open_asked
from core.cli.ending import print_notice
from core.cli.inputs import novel_of, questions_of, require_places
from core.cli.journal import RunJournal
from core.cli.language import _n
from core.errors import InputError
from core.llm import CallRange, LLMClient, PromptTemplateManager
from core.questions import Question, ReadQuestions
from core.settings import Settings
from core.text import load_tokenizer
from core.validation import (
    Book,
    ContextMode,
    FirstReplies,
    Outage,
    Outcomes,
    Placement,
    QuestionValidator,
    SkippedQuestion,
    context_for,
)
from core.validation.validator import TEMPLATE


@dataclass(frozen=True)
class ValidationMaterial:
    """Questions, novel, validator and client; `frozen` are all settings that shape the results."""

    read: ReadQuestions
    book: Book | None
    validator: QuestionValidator
    asked: AskedClient
    mode: ContextMode
    frozen: dict[str, Any]

    @property
    def questions(self) -> list[Question]:
        return [row.question for row in self.read.questions]


@dataclass(frozen=True)
class ValidationJob:
    material: ValidationMaterial
    journal: RunJournal
    outcomes: Outcomes = field(default_factory=Outcomes)
    outage: Outage = field(default_factory=Outage)
    first: FirstReplies = field(default_factory=FirstReplies)
    made_before: int = 0
    """Calls of earlier, resumed runs."""

    @property
    def read(self) -> ReadQuestions:
        return self.material.read

    @property
    def client(self) -> LLMClient:
        return self.material.asked.client

    @property
    def call_range(self) -> CallRange:
        """Calls that the remaining questions need; none without a paid model."""
        finished = self.journal.results
        remaining = [
            row.question for at, row in enumerate(self.read.questions) if at not in finished
        ]
        paid = self.client.kind == "openai"
        askable = _count_askable(remaining, self.material.book, self.material.mode) if paid else 0
        return CallRange.for_items(askable)


def prepare(arguments: argparse.Namespace, settings: Settings) -> ValidationJob:
    """Read the files, open connection and journal. Raises DeskError before any paid call."""
    material = read_material(arguments, settings)
    journal = RunJournal.open(
        arguments.out, material.frozen, resume=arguments.resume, restart=arguments.restart
    )
    before = journal.spent.calls
    paid = material.asked.client.kind == "openai"
    first = FirstReplies.of_run(len(material.questions), passed=before > 0 or not paid)
    job = ValidationJob(material, journal, first=first, made_before=before)
    for result in journal.results.values():
        job.outcomes.add(result)
    return job


def read_material(arguments: argparse.Namespace, settings: Settings) -> ValidationMaterial:
    """Everything except the journal of an earlier run. Raises DeskError."""
    require_places(
        read=(
            arguments.questions,
            arguments.novel,
            arguments.replies,
            *(arguments.batch_results or ()),
        ),
        written=(arguments.out, arguments.summary, arguments.refused),
    )
    asked = open_asked(arguments, settings, os.environ)
    client = asked.client
    tokenizer = load_tokenizer(arguments.tokenizer or settings.tokenizer)
    book = novel_of(arguments, settings, tokenizer) if arguments.novel else None
    read = questions_of(arguments, settings, book)
    mode = _mode(arguments.context, read, has_novel=book is not None)
    _require_askable(read, book, mode)
    prompts = PromptTemplateManager()
    validator = QuestionValidator(
        client,
        prompts,
        arguments.similarity_threshold,
        arguments.confidence_threshold,
        tokenizer=tokenizer,
        wording=arguments.wording,
    )
    frozen: dict[str, Any] = {
        "questions": read.content_hash,
        "novel": _hash(book.tokens.text) if book else None,
        "connection": client.name,
        "model": client.model,
        "asked": _hash(asked.reply_settings),
        "template": prompts.info(TEMPLATE).hash,
        "tokenizer": tokenizer.name,
        "context": mode.value,
        "similarity_threshold": arguments.similarity_threshold,
        "confidence_threshold": arguments.confidence_threshold,
        "wording": arguments.wording.value,
    }
    return ValidationMaterial(read, book, validator, asked, mode, frozen)


def _mode(chosen: str | None, read: ReadQuestions, *, has_novel: bool) -> ContextMode:
    """The mode of --context, else what the rows allow; prints how many rows lack a position."""
    if not has_novel:
        return ContextMode(chosen or ContextMode.POSITION)
    placement = Placement.from_questions(row.question for row in read.questions)
    mode = ContextMode(chosen) if chosen else placement.default_mode
    n, total = placement.unplaced, placement.total
    if n and mode is ContextMode.POSITION:
        sentence = _n(
            "{n} of {total} rows has neither a position nor a context; skipped unless --context "
            "whole is given.",
            "{n} of {total} rows have neither a position nor a context; skipped unless --context "
            "whole is given.",
            n,
            total=total,
        )
        print_notice(sentence)
    elif n and not chosen:
        sentence = _n(
            "{n} of {total} rows has neither a position nor a context; the whole novel is read for "
            "every row.",
            "{n} of {total} rows have neither a position nor a context; the whole novel is read "
            "for every row.",
            n,
            total=total,
        )
        print_notice(sentence)
    return mode


def _require_askable(read: ReadQuestions, book: Book | None, mode: ContextMode) -> None:
    """Raise InputError with the fix if every question would be skipped."""
    questions = [row.question for row in read.questions]
    if not questions or _count_askable(questions, book, mode):
        return
    if book is None:
        raise InputError(
            "Every row would be skipped: none has its own context, and no novel is "
            "given. Name the novel with --novel."
        )
    placement = Placement.from_questions(questions)
    if not placement.positioned:
        raise InputError(
            "Every row would be skipped: none has a position in the novel. Leave out "
            "--context position, or use --context whole."
        )
    raise InputError(
        "Every row would be skipped: all positions are beyond the end of the novel. "
        "Choose the tokeniser used for them (--tokenizer), or use --context whole."
    )


def _count_askable(questions: Sequence[Question], book: Book | None, mode: ContextMode) -> int:
    return sum(_is_askable(question, book, mode) for question in questions)


def _is_askable(question: Question, book: Book | None, mode: ContextMode) -> bool:
    try:
        context_for(question, book, mode)
    except SkippedQuestion:
        return False
    return True


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
