"""`python -m core test`: a question set at every depth and length of a novel (source 003)."""

import argparse
import os
import sys
from functools import partial
from typing import Any

from tqdm import tqdm

from core.cli.clients import AskedClient, open_asked, print_batch_issues, print_batch_written
from core.cli.ending import FINISHED, UNFINISHED, interrupted, print_notice, print_unreadable
from core.cli.inputs import novel_of, questions_of, require_places
from core.cli.interrupts import ends_at_second_interrupt, run_coroutine
from core.cli.language import N_, _, _n, translate
from core.cli.parser import Commands
from core.cli.test_arguments import new_parser
from core.cli.test_report import estimate, finish, print_left_out
from core.depth import (
    Control,
    DepthMode,
    DepthScheduler,
    PreparedTest,
    ResultEntry,
    TestingTool,
    TestInputs,
    TestPlan,
    read_validations,
)
from core.errors import InputError
from core.files import ResultsNotWritten
from core.llm import BatchFiles, BatchWriter, Budget, CapReached
from core.questions import ReadQuestions
from core.settings import Settings
from core.text import Tokenizer, load_tokenizer
from core.validation import RepliesUnreadable


def add_parser(commands: Commands) -> None:
    parser = new_parser(commands)
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    lengths = [length for some in arguments.context_lengths or [] for length in some]
    try:
        scheduler = DepthScheduler(
            DepthMode.named(arguments.depth_mode), arguments.fixed_depth, lengths or None
        )
    except InputError:
        parser.print_help(sys.stderr)
        raise
    try:
        return _test(arguments, scheduler, Settings.from_environment())
    except KeyboardInterrupt:
        return interrupted(_("finished results are kept; run the same command again to continue."))


def _test(arguments: argparse.Namespace, scheduler: DepthScheduler, settings: Settings) -> int:
    require_places(
        read=(
            arguments.questions,
            arguments.novel,
            arguments.replies,
            arguments.validation,
            *(arguments.batch_results or ()),
        ),
        written=(arguments.out, arguments.summary, arguments.refused),
    )
    asked = open_asked(arguments, settings, os.environ)
    tokenizer = load_tokenizer(arguments.tokenizer or settings.tokenizer)
    material, read = _material(arguments, settings, tokenizer)
    plan = TestPlan(
        scheduler=scheduler,
        padding_size=arguments.padding_size,
        filler=arguments.filler,
        seed=arguments.seed,
        repeats=arguments.repeats,
        controls=tuple(map(Control.named, arguments.controls)),
        skip_validation=not arguments.require_validation,
        ignore_invalid=arguments.ignore_invalid,
        price=asked.price,
        budget=Budget(
            arguments.max_calls,
            arguments.max_tokens,
            arguments.max_cost,
            asked.price.currency if asked.price else "",
        ),
    )
    progress = _Progress(asked, quiet=arguments.quiet)
    tool = TestingTool(
        asked.client,
        tokenizer=tokenizer,
        language=arguments.language,
        seed=arguments.seed,
        rotate_options=arguments.rotate_options,
        context_window=asked.connection.context_window if asked.connection else None,
        max_output_tokens=asked.connection.max_output_tokens if asked.connection else 0,
        reply_settings=asked.reply_settings,
        on_start=progress.start,
        on_result=progress.add,
    )
    if isinstance(asked.client, BatchWriter):
        with BatchFiles(arguments.batch_out, arguments.out.stem) as files:
            asked.client.files = files
            run_coroutine(_write_batch(tool, material, plan, progress))
        print_batch_written(files)
        return FINISHED
    try:
        entries = run_coroutine(_ask(tool, asked, material, plan, arguments, progress))
    except RepliesUnreadable as unreadable:
        print_unreadable(unreadable, _("go on with the same command again"))
        return UNFINISHED
    except CapReached as reached:
        sentence = _(
            "paused: {reason} What was finished is in {out}; go on with the same command and a "
            "larger cap."
        )
        sys.stderr.write(sentence.format(reason=translate(reached), out=arguments.out) + "\n")
        return UNFINISHED
    try:
        problems = print_batch_issues(asked, resumed=progress.done > 0)
        code = finish(entries, progress.test, read, asked, arguments.summary)
        return code or int(problems > 0)
    except InputError as error:
        raise ResultsNotWritten(
            N_(
                "{error} The results are in {out}. Run the same command again to write the "
                "summary; nothing is asked again."
            ),
            error=error,
            out=arguments.out,
        ) from error


async def _write_batch(
    tool: TestingTool, material: TestInputs, plan: TestPlan, progress: "_Progress"
) -> None:
    """Write the calls as batch files; no result is kept, as no trial gets a reply."""
    try:
        await tool.run(material, plan, 1)
    finally:
        progress.close()


async def _ask(
    tool: TestingTool,
    asked: AskedClient,
    material: TestInputs,
    plan: TestPlan,
    arguments: argparse.Namespace,
    progress: "_Progress",
) -> list[ResultEntry]:
    with ends_at_second_interrupt():
        try:
            return await tool.run(
                material, plan, arguments.concurrency, arguments.out, restart=arguments.restart
            )
        finally:
            progress.close()
            await asked.client.aclose()


def _material(
    arguments: argparse.Namespace, settings: Settings, tokenizer: Tokenizer
) -> tuple[TestInputs, ReadQuestions]:
    book = novel_of(arguments, settings, tokenizer)
    read = questions_of(arguments, settings, book)
    validated = read_validations(arguments.questions, read, arguments.validation)
    questions = [row.question for row in read.questions]
    missing = len(questions) if validated is None else len(validated.missing(questions))
    if missing and not (arguments.skip_validation or arguments.require_validation):
        print_notice(
            _n(
                "{n} of {total} questions has not been validated; labels and positions are taken "
                "as they are.",
                "{n} of {total} questions have not been validated; labels and positions are taken "
                "as they are.",
                missing,
                total=len(questions),
            )
        )
    material = TestInputs(
        book=book,
        questions=questions,
        validated=validated,
        novel_path=str(arguments.novel),
        question_set_path=str(arguments.questions),
    )
    return material, read


class _Progress:
    """Print the estimate, then show a progress bar."""

    test: PreparedTest
    done: int = 0

    def __init__(self, asked: AskedClient, *, quiet: bool) -> None:
        self._asked, self._quiet = asked, quiet
        self._bar: tqdm[Any] | None = None

    def start(self, test: PreparedTest, done: int) -> None:
        self.test, self.done = test, done
        print_left_out(test)
        sys.stderr.write(estimate(test, done, self._asked))
        self._bar = tqdm(
            total=len(test.trials),
            initial=done,
            disable=self._quiet,
            unit=_("trial"),
            desc=_("testing"),
        )

    def add(self, _entry: ResultEntry) -> None:
        if self._bar is not None:
            self._bar.update()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
