"""`python -m core validate`: a question set against a novel, from files to files (source 000)."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from core.cli.clients import add_batch_options, say_batch_issues, say_batch_written
from core.cli.inputs import NOVELS, QUESTIONS, add_column_options
from core.cli.interrupts import ends_at_second_interrupt
from core.cli.pauses import PAUSED, say_unreadable
from core.cli.validation_job import ValidationJob, prepare, read_material
from core.cli.validation_report import finish
from core.cli.values import at_least_one, number
from core.files import ResultsNotWritten
from core.llm.batch_requests import BatchFiles, BatchWriter
from core.settings import Settings
from core.text import AVAILABLE_TOKENIZERS, SIMILARITY_FLOOR, WordRule
from core.validation import (
    NOTICE_TEXT,
    ContextMode,
    EndpointUnusable,
    Outcomes,
    RepliesUnreadable,
    RunNotice,
    SkippedQuestion,
    ValidationResult,
    notices,
)

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "validate",
        help="validate a question set against a novel",
        description=__doc__,
        epilog="Exit codes: 0 done, whatever the verdicts; 1 done with problems, or failed: "
        "skipped or refused rows, or infrastructure failures; 2 wrong use, or the endpoint cannot "
        "be used; 3 unfinished: paused since no reply can be read, or the results cannot be "
        "written, and what was paid for is kept where the error says; 130 interrupted.",
    )
    files = parser.add_argument_group("files")
    files.add_argument("--novel", type=Path, help=f"{NOVELS}; only for rows without text")
    files.add_argument("--questions", type=Path, required=True, help=QUESTIONS)
    files.add_argument("--out", type=Path, required=True, help="results, one JSON object per line")
    files.add_argument("--summary", type=Path, help="statistics as JSON")
    files.add_argument("--refused", type=Path, help="rejected rows with reasons")
    files.add_argument("--encoding", help="of the novel, if detected wrongly")
    files.add_argument("--questions-encoding", metavar="ENCODING", help="of the questions")
    add_column_options(files)
    again = files.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue an unfinished run")
    again.add_argument("--restart", action="store_true", help="discard an unfinished run")
    asked = parser.add_argument_group("model")
    asked.add_argument("--connection", default="lexical", help="default: the offline baseline")
    asked.add_argument("--model", help="overrides the connection's model")
    asked.add_argument("--replies", type=Path, help="JSONL file for --connection recorded")
    add_batch_options(asked)
    asked.add_argument("--concurrency", type=at_least_one, default=5, metavar="N", help="default 5")
    judged = parser.add_argument_group("judging")
    judged.add_argument(
        "--context",
        choices=[mode.value for mode in ContextMode],
        help=(
            "text given to the model: the tokens at the row's position, or the whole "
            "novel; default: position, or whole if no row has a position"
        ),
    )
    judged.add_argument("--tokenizer", choices=AVAILABLE_TOKENIZERS, help="tokeniser for positions")
    judged.add_argument(
        "--similarity-threshold", type=_share, default=0.8, metavar=f"{SIMILARITY_FLOOR}..1"
    )
    judged.add_argument(
        "--confidence-threshold", choices=("high", "medium", "low"), default="medium"
    )
    judged.add_argument(
        "--wording",
        type=_word_rule,
        default=WordRule.STRICT,
        metavar="strict|tolerate",
        help=(
            "whether a changed word makes a quote altered (strict, the default) or a "
            "few are allowed"
        ),
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=_run)


def _share(raw: str) -> float:
    value = number(float, raw)
    if not SIMILARITY_FLOOR <= value <= 1:
        raise argparse.ArgumentTypeError(f"must lie between {SIMILARITY_FLOOR} and 1")
    return value


def _word_rule(raw: str) -> WordRule:
    if raw not in set(WordRule):
        raise argparse.ArgumentTypeError(f"{raw!r} is no rule; write {' or '.join(WordRule)}")
    return WordRule(raw)


def _run(arguments: argparse.Namespace) -> int:
    settings = Settings.from_environment()
    if arguments.batch_out:
        return _write_batch(arguments, settings)
    job = prepare(arguments, settings)
    expected = job.call_range
    if expected.most:
        sys.stderr.write(f"estimate: {expected}\n")
    try:
        asyncio.run(_validate(job, arguments))
        problems = say_batch_issues(job.material.asked, resumed=job.made_before > 0)
        return finish(job, arguments.out, arguments.summary, expected) or int(problems > 0)
    except RepliesUnreadable as unreadable:
        say_unreadable(unreadable, "go on with --resume")
        return PAUSED
    finally:
        job.journal.close(complete=False)


def _write_batch(arguments: argparse.Namespace, settings: Settings) -> int:
    """No result is written, and no run is left unfinished."""
    material = read_material(arguments, settings)
    with BatchFiles(arguments.batch_out, arguments.out.stem) as files:
        if isinstance(material.asked.client, BatchWriter):
            material.asked.client.files = files
        asyncio.run(
            material.validator.validate_each(
                material.questions,
                material.book,
                1,
                mode=material.mode,
                on_result=lambda _at, _result: None,
                on_skip=lambda _at, _skipped: None,
            )
        )
    say_batch_written(files)
    return 0


async def _validate(job: ValidationJob, arguments: argparse.Namespace) -> None:
    """Raises ResultsNotWritten or RepliesUnreadable once what was asked until then is answered and
    kept.
    """
    questions = [row.question for row in job.read.questions]
    missing = [index for index in range(len(questions)) if index not in job.journal.results]
    bar = tqdm(
        total=len(questions),
        initial=len(questions) - len(missing),
        disable=arguments.quiet,
        unit="question",
        desc="validating",
    )
    halted: list[ResultsNotWritten | RepliesUnreadable] = []

    def on_result(at: int, result: ValidationResult) -> None:
        try:
            job.journal.add(missing[at], result)
        except ResultsNotWritten as error:
            halted.append(error)
            return
        job.outcomes.add(result)
        failure = result.infrastructure_failure
        if job.first.saw(failure, readable=failure is None):
            halted.append(RepliesUnreadable(job.first.unreadable, result.raw_reply))
        if job.outage.saw(result.infrastructure_failure) and result.error:
            raise EndpointUnusable(
                "{said} Several questions in a row failed like this, so the run "
                "stopped. Finished results are kept. Fix the problem and continue with "
                "--resume.",
                said=result.error.worded(),
            )
        told.tell(job.outcomes)
        bar.update()

    def on_skip(at: int, skipped: SkippedQuestion) -> None:
        job.journal.skip(missing[at], skipped)
        job.outcomes.skip(skipped.reason)
        told.tell(job.outcomes)
        bar.update()

    told = _Told()
    with ends_at_second_interrupt():
        try:
            await job.material.validator.validate_each(
                [questions[index] for index in missing],
                job.material.book,
                arguments.concurrency,
                mode=job.material.mode,
                on_result=on_result,
                on_skip=on_skip,
                goes_on=lambda: not halted,
            )
        finally:
            bar.close()
            await job.client.aclose()
    if halted:
        raise halted[0]


class _Told:
    """Says each notice once, as soon as the outcomes point at it."""

    def __init__(self) -> None:
        self._told: set[RunNotice] = set()

    def tell(self, outcomes: Outcomes) -> None:
        for notice in notices(outcomes):
            if notice not in self._told:
                self._told.add(notice)
                tqdm.write(f"notice: {NOTICE_TEXT[notice]}", file=sys.stderr)
