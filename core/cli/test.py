"""`python -m core test`: a question set at every depth and length of a novel (source 003)."""

import argparse
import asyncio
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from core.cli.clients import AskedClient, open_asked
from core.cli.inputs import novel_from, questions_from, require_places
from core.cli.test_report import estimate, finish, say_left_out
from core.depth.context_builder import FILLERS, PADDING
from core.depth.depth_scheduler import DepthMode, DepthScheduler
from core.depth.planning import Control
from core.depth.preparation import Material, Plan, PreparedTest
from core.depth.results import ResultEntry
from core.depth.testing_tool import TestingTool
from core.depth.validated import validated
from core.errors import InputError
from core.questions import ReadQuestions
from core.settings import Settings
from core.text import AVAILABLE_TOKENIZERS, Tokenizer, load_tokenizer

if TYPE_CHECKING:
    from argparse import _SubParsersAction

INTERRUPTED = 130


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "test",
        help="test how well a model finds evidence at every depth and length of a context",
        description=__doc__,
        epilog="Started again with the same --out and settings, a test goes on where it stopped "
        "and asks failed calls again. Exit codes: 0 done; 1 done with questions left out, refused "
        "rows or trials without an answer; 2 wrong use, or the endpoint cannot be used; 130 "
        "interrupted.",
    )
    _add_files(parser)
    _add_depths(parser)
    asked = parser.add_argument_group("who is asked")
    asked.add_argument("--connection", default="lexical", help="default: the offline baseline")
    asked.add_argument("--model", help="instead of the connection's own")
    asked.add_argument("--replies", type=Path, help="JSONL for --connection recorded")
    asked.add_argument("--concurrency", type=_count, default=5, metavar="N", help="default 5")
    asked.add_argument("--language", choices=("en", "zh"), help="of the prompt; the question's own")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=partial(_run, parser))


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("files")
    files.add_argument("--novel", type=Path, required=True, help=".txt or .md")
    files.add_argument("--questions", type=Path, required=True, help="JSONL, JSON or CSV")
    files.add_argument("--out", type=Path, required=True, help="results: JSON Lines, or .json")
    files.add_argument("--restart", action="store_true", help="drop what --out holds")
    files.add_argument("--summary", type=Path, help="counts as JSON")
    files.add_argument("--refused", type=Path, help="rows that could not be read, with the reason")
    files.add_argument("--encoding", help="of the novel, when the recognised one is wrong")
    files.add_argument("--questions-encoding", metavar="ENCODING", help="of the questions")
    files.add_argument(
        "--validation",
        type=Path,
        help="what `validate` wrote about the questions; else QUESTIONS.validation.jsonl, or the "
        "questions themselves. Where it found the evidence, contexts are built around that",
    )
    which = files.add_mutually_exclusive_group()
    which.add_argument(
        "--require-validation",
        action="store_true",
        help="stop unless every question has been validated",
    )
    which.add_argument(
        "--skip-validation", action="store_true", help="say nothing of questions not validated"
    )
    files.add_argument(
        "--ignore-invalid", action="store_true", help="leave out questions that failed validation"
    )


def _add_depths(parser: argparse.ArgumentParser) -> None:
    depths = parser.add_argument_group("depths and lengths")
    depths.add_argument(
        "--depth-mode",
        default=DepthMode.UNIFORM.value,
        metavar="MODE",
        help=f"{', '.join(DepthMode)}; default uniform. legacy: the first tokens of the novel; "
        "uniform: each question once a length, the depths in turn; fixed: --fixed-depth; crossed: "
        "every question at every depth",
    )
    depths.add_argument(
        "--context-lengths",
        type=_lengths,
        nargs="+",
        action="extend",
        metavar="TOKENS",
        help="such as 8000 or 8k; default 32k 64k 128k 200k",
    )
    depths.add_argument("--fixed-depth", type=float, metavar="0..1")
    depths.add_argument(
        "--padding-size",
        type=_padding,
        default=PADDING,
        metavar="TOKENS",
        help=f"of the novel's own text kept on either side of the evidence; default {PADDING}",
    )
    depths.add_argument("--filler", choices=FILLERS, default="random", help="default random")
    depths.add_argument("--seed", type=int, default=0, help="of filler and options; default 0")
    depths.add_argument("--repeats", type=_count, default=1, metavar="N", help="default 1")
    depths.add_argument(
        "--controls", nargs="+", default=[], choices=[control.value for control in Control]
    )
    depths.add_argument(
        "--rotate-options", action="store_true", help="show the options in a drawn order"
    )
    depths.add_argument(
        "--tokenizer", choices=AVAILABLE_TOKENIZERS, help="what tokens are counted in"
    )


def _count(raw: str) -> int:
    value = int(raw)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def _padding(raw: str) -> int:
    value = int(raw)
    if value < 0:
        raise argparse.ArgumentTypeError("must be at least 0")
    return value


def _lengths(raw: str) -> list[int]:
    return [_length(part) for part in raw.split(",") if part.strip()]


def _length(raw: str) -> int:
    said = raw.strip().lower()
    try:
        return round(float(said[:-1]) * 1000) if said.endswith("k") else int(said)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{raw!r} is no number of tokens") from None


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
        return _tested(arguments, scheduler, Settings.from_environment())
    except KeyboardInterrupt:
        sys.stderr.write(
            "interrupted: what was finished is kept; go on with the same command again.\n"
        )
        return INTERRUPTED


def _tested(arguments: argparse.Namespace, scheduler: DepthScheduler, settings: Settings) -> int:
    require_places(
        read=(arguments.questions, arguments.novel, arguments.replies, arguments.validation),
        written=(arguments.out, arguments.summary, arguments.refused),
    )
    asked = open_asked(arguments, settings, os.environ)
    tokenizer = load_tokenizer(arguments.tokenizer or settings.tokenizer)
    material, read = _material(arguments, settings, tokenizer)
    plan = Plan(
        scheduler=scheduler,
        padding_size=arguments.padding_size,
        filler=arguments.filler,
        seed=arguments.seed,
        repeats=arguments.repeats,
        controls=tuple(map(Control.named, arguments.controls)),
        skip_validation=not arguments.require_validation,
        ignore_invalid=arguments.ignore_invalid,
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
    entries = asyncio.run(_asked(tool, asked, material, plan, arguments, progress))
    return finish(entries, progress.test, read, asked, arguments.summary)


async def _asked(
    tool: TestingTool,
    asked: AskedClient,
    material: Material,
    plan: Plan,
    arguments: argparse.Namespace,
    progress: "_Progress",
) -> list[ResultEntry]:
    try:
        return await tool.run(
            material, plan, arguments.concurrency, arguments.out, restart=arguments.restart
        )
    finally:
        progress.close()
        await asked.client.aclose()


def _material(
    arguments: argparse.Namespace, settings: Settings, tokenizer: Tokenizer
) -> tuple[Material, ReadQuestions]:
    limit = settings.max_upload_bytes
    book = novel_from(arguments.novel, arguments.encoding, tokenizer, limit)
    read = questions_from(
        arguments.questions,
        arguments.questions_encoding,
        limit,
        book=book,
        refused=arguments.refused,
    )
    found = validated(arguments.questions, read, arguments.validation)
    questions = [row.question for row in read.questions]
    missing = len(questions) if found is None else len(found.missing(questions))
    if missing and not (arguments.skip_validation or arguments.require_validation):
        sys.stderr.write(
            f"notice: {missing} of {len(questions)} questions have not been validated; their "
            "labels and positions are taken as they are.\n"
        )
    material = Material(
        book=book,
        questions=questions,
        validated=found,
        novel_path=str(arguments.novel),
        question_set_path=str(arguments.questions),
    )
    return material, read


class _Progress:
    """What is said while it runs: what is to be asked first, then a bar."""

    test: PreparedTest

    def __init__(self, asked: AskedClient, *, quiet: bool) -> None:
        self._asked, self._quiet = asked, quiet
        self._bar: tqdm[Any] | None = None

    def start(self, test: PreparedTest, done: int) -> None:
        self.test = test
        say_left_out(test)
        sys.stderr.write(estimate(test, done, self._asked))
        self._bar = tqdm(
            total=len(test.trials),
            initial=done,
            disable=self._quiet,
            unit="trial",
            desc="testing",
        )

    def add(self, _entry: ResultEntry) -> None:
        if self._bar is not None:
            self._bar.update()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
