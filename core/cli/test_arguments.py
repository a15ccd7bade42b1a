"""What `python -m core test` takes."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.clients import add_batch_options
from core.cli.inputs import NOVELS, QUESTIONS, add_column_options
from core.cli.values import at_least_one, number
from core.depth.context_builder import FILLERS, PADDING
from core.depth.depth_scheduler import DepthMode
from core.depth.trial_plan import Control
from core.text import AVAILABLE_TOKENIZERS

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def new_parser(
    commands: "_SubParsersAction[argparse.ArgumentParser]", description: str | None
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        "test",
        help="test how well a model finds evidence at every depth and length of a context",
        description=description,
        epilog=(
            "Run again with the same --out and settings, a test continues where it "
            "stopped and retries failed calls. Exit codes: 0 done; 1 done with "
            "problems, or failed: questions left out, rejected rows or trials without "
            "an answer; 2 wrong use, or the endpoint cannot be used; 3 unfinished: "
            "paused at a cap, or the results cannot be written, and what was paid for "
            "is kept where the error says; 130 interrupted."
        ),
    )
    _add_files(parser)
    _add_depths(parser)
    asked = parser.add_argument_group("model")
    asked.add_argument("--connection", default="lexical", help="default: the offline baseline")
    asked.add_argument("--model", help="overrides the connection's model")
    asked.add_argument("--replies", type=Path, help="JSONL file for --connection recorded")
    add_batch_options(asked)
    asked.add_argument("--concurrency", type=at_least_one, default=5, metavar="N", help="default 5")
    asked.add_argument(
        "--language",
        choices=("en", "zh"),
        help="language of the prompt; default: the question's own",
    )
    caps = parser.add_argument_group(
        "caps", "The test pauses when a cap is reached; earlier calls count."
    )
    caps.add_argument(
        "--max-cost", type=_amount, metavar="AMOUNT", help="in the currency of the price"
    )
    caps.add_argument(
        "--max-tokens", type=at_least_one, metavar="N", help="prompts and replies together"
    )
    caps.add_argument("--max-calls", type=at_least_one, metavar="N")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("files")
    files.add_argument("--novel", type=Path, required=True, help=NOVELS)
    files.add_argument("--questions", type=Path, required=True, help=QUESTIONS)
    files.add_argument("--out", type=Path, required=True, help="results: JSON Lines, or .json")
    files.add_argument("--restart", action="store_true", help="discard existing results in --out")
    files.add_argument("--summary", type=Path, help="statistics as JSON")
    files.add_argument("--refused", type=Path, help="rejected rows with reasons")
    files.add_argument("--encoding", help="of the novel, if detected wrongly")
    files.add_argument("--questions-encoding", metavar="ENCODING", help="of the questions")
    add_column_options(files)
    files.add_argument(
        "--validation",
        type=Path,
        help=(
            "output of `validate` for these questions; default "
            "QUESTIONS.validation.jsonl, or the questions themselves. Contexts are "
            "built around the evidence it found"
        ),
    )
    which = files.add_mutually_exclusive_group()
    which.add_argument(
        "--require-validation",
        action="store_true",
        help="stop unless every question has been validated",
    )
    which.add_argument(
        "--skip-validation",
        action="store_true",
        help="do not warn about questions that were not validated",
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
    depths.add_argument("--fixed-depth", type=partial(number, float), metavar="0..1")
    depths.add_argument(
        "--padding-size",
        type=_padding,
        default=PADDING,
        metavar="TOKENS",
        help=f"of the novel's own text kept on either side of the evidence; default {PADDING}",
    )
    depths.add_argument("--filler", choices=FILLERS, default="random", help="default random")
    depths.add_argument("--seed", type=int, default=0, help="of filler and options; default 0")
    depths.add_argument("--repeats", type=at_least_one, default=1, metavar="N", help="default 1")
    depths.add_argument(
        "--controls", nargs="+", default=[], choices=[control.value for control in Control]
    )
    depths.add_argument("--rotate-options", action="store_true", help="shuffle the options")
    depths.add_argument(
        "--tokenizer", choices=AVAILABLE_TOKENIZERS, help="tokeniser for counting tokens"
    )


def _amount(raw: str) -> float:
    value = number(float, raw)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("must be greater than 0")
    return value


def _padding(raw: str) -> int:
    value = number(int, raw)
    if value < 0:
        raise argparse.ArgumentTypeError("must be at least 0")
    return value


def _lengths(raw: str) -> list[int]:
    return [_length(part) for part in raw.split(",") if part.strip()]


def _length(raw: str) -> int:
    said = raw.strip().lower()
    try:
        return round(float(said[:-1]) * 1000) if said.endswith("k") else int(said)
    except (OverflowError, ValueError):  # OverflowError: infinitely many
        raise argparse.ArgumentTypeError(f"{raw!r} is no number of tokens") from None
