"""`python -m core validate`: a question set against a novel, from files to files (source 000)."""

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from core.cli.arguments import NOVELS, QUESTIONS, add_model_options, add_report_options, number
from core.cli.clients import calls_text, print_batch_issues, print_batch_written
from core.cli.ending import (
    FINISHED,
    UNFINISHED,
    interrupted,
    print_notice,
    print_unreadable,
)
from core.cli.interrupts import ends_at_second_interrupt, run_coroutine
from core.cli.language import _
from core.cli.parser import Commands
from core.cli.validation_job import ValidationJob, prepare, read_material
from core.cli.validation_report import finish
from core.files import ResultsNotWritten
from core.llm import BatchFiles, BatchWriter
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


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "validate",
        help=_("validate a question set against a novel"),
        description=_("Validate a question set against a novel, from files to files."),
        epilog=_(
            "Exit codes: 0 done, whatever the verdicts; 1 done with problems, or failed: skipped "
            "or refused rows, or infrastructure failures; 2 wrong use, or the endpoint cannot be "
            "used; 3 unfinished: paused since no reply can be read, or the results cannot be "
            "written, and what was paid for is kept where the error says; 130 interrupted."
        ),
    )
    _add_files(parser)
    add_model_options(parser.add_argument_group(_("model")))
    _add_judging(parser)
    parser.add_argument("--quiet", action="store_true", help=_("no progress bar"))
    parser.set_defaults(run=_run)


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group(_("files"))
    files.add_argument(
        "--novel",
        type=Path,
        help=_("{formats}; only for rows without text").format(formats=NOVELS),
    )
    files.add_argument("--questions", type=Path, required=True, help=QUESTIONS)
    files.add_argument(
        "--out", type=Path, required=True, help=_("results, one JSON object per line")
    )
    add_report_options(files)
    again = files.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help=_("continue an unfinished run"))
    again.add_argument("--restart", action="store_true", help=_("discard an unfinished run"))


def _add_judging(parser: argparse.ArgumentParser) -> None:
    judging = parser.add_argument_group(_("judging"))
    judging.add_argument(
        "--context",
        choices=[mode.value for mode in ContextMode],
        help=_(
            "text given to the model: the tokens at the row's position, or the whole novel; "
            "default: position, or whole if no row has a position"
        ),
    )
    judging.add_argument(
        "--tokenizer", choices=AVAILABLE_TOKENIZERS, help=_("tokeniser for positions")
    )
    judging.add_argument(
        "--similarity-threshold", type=_share, default=0.8, metavar=f"{SIMILARITY_FLOOR}..1"
    )
    judging.add_argument(
        "--confidence-threshold", choices=("high", "medium", "low"), default="medium"
    )
    judging.add_argument(
        "--wording",
        type=_word_rule,
        default=WordRule.STRICT,
        metavar="strict|tolerate",
        help=_(
            "whether a changed word makes a quote altered (strict, the default) or a few are "
            "allowed"
        ),
    )


def _share(raw: str) -> float:
    value = number(float, raw)
    if not SIMILARITY_FLOOR <= value <= 1:
        message = _("must lie between {low} and 1").format(low=SIMILARITY_FLOOR)
        raise argparse.ArgumentTypeError(message)
    return value


def _word_rule(raw: str) -> WordRule:
    if raw not in set(WordRule):
        message = _("{value!r} is no rule; write {known}")
        raise argparse.ArgumentTypeError(
            message.format(
                value=raw,
                known=_("{first} or {second}").format(
                    first=WordRule.STRICT, second=WordRule.TOLERATE
                ),
            )
        )
    return WordRule(raw)


def _run(arguments: argparse.Namespace) -> int:
    settings = Settings.from_environment()
    if arguments.batch_out:
        return _write_batch(arguments, settings)
    try:
        return _validate_files(arguments, settings)
    except KeyboardInterrupt:
        return interrupted(_("finished results are kept; continue with --resume."))


def _validate_files(arguments: argparse.Namespace, settings: Settings) -> int:
    job = prepare(arguments, settings)
    expected = job.call_range
    if expected.most:
        line = _("estimate: {calls}").format(calls=calls_text(expected))
        sys.stderr.write(f"{line}\n")
    try:
        run_coroutine(_validate(job, arguments))
        problems = print_batch_issues(job.material.asked, resumed=job.made_before > 0)
        return finish(job, arguments.out, arguments.summary, expected) or int(problems > 0)
    except RepliesUnreadable as unreadable:
        print_unreadable(unreadable, _("go on with --resume"))
        return UNFINISHED
    finally:
        job.journal.close(complete=False)


def _write_batch(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write the calls as batch files, without results and without a journal."""
    material = read_material(arguments, settings)
    with BatchFiles(arguments.batch_out, arguments.out.stem) as files:
        if isinstance(material.asked.client, BatchWriter):
            material.asked.client.files = files
        run_coroutine(
            material.validator.validate_each(
                material.questions,
                material.book,
                1,
                mode=material.mode,
                on_result=lambda _at, _result: None,
                on_skip=lambda _at, _skipped: None,
            )
        )
    print_batch_written(files)
    return FINISHED


async def _validate(job: ValidationJob, arguments: argparse.Namespace) -> None:
    """Validate the missing questions and keep each result in the journal.

    Raises ResultsNotWritten or RepliesUnreadable after calls in progress are answered and kept,
    and EndpointUnusable after several failures in a row.
    """
    questions = [row.question for row in job.read.questions]
    missing = [index for index in range(len(questions)) if index not in job.journal.results]
    bar = tqdm(
        total=len(questions),
        initial=len(questions) - len(missing),
        disable=arguments.quiet,
        unit=_("question"),
        desc=_("validating"),
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
                "{said} Several questions in a row failed like this, so the run stopped. Finished "
                "results are kept. Fix the problem and continue with --resume.",
                said=result.error,
            )
        notices_shown.show_new(job.outcomes)
        bar.update()

    def on_skip(at: int, skipped: SkippedQuestion) -> None:
        job.journal.skip(missing[at], skipped)
        job.outcomes.skip(skipped.reason)
        notices_shown.show_new(job.outcomes)
        bar.update()

    notices_shown = _ShownNotices()
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


class _ShownNotices:
    """Print each notice once, as soon as the outcomes call for it."""

    def __init__(self) -> None:
        self._shown: set[RunNotice] = set()

    def show_new(self, outcomes: Outcomes) -> None:
        for notice in notices(outcomes):
            if notice not in self._shown:
                self._shown.add(notice)
                with tqdm.external_write_mode(file=sys.stderr):
                    print_notice(_(NOTICE_TEXT[notice]))
