"""Options of `python -m core test`."""

import argparse
from functools import partial
from pathlib import Path

from core.cli.arguments import (
    NOVELS,
    QUESTIONS,
    add_model_options,
    add_report_options,
    at_least_one,
    default_value,
    not_negative,
    number,
    positive_amount,
    token_counts,
)
from core.cli.language import _
from core.cli.parser import Commands
from core.depth import FILLERS, PADDING, Control, DepthMode
from core.text import AVAILABLE_TOKENIZERS


def new_parser(
    commands: Commands,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        "test",
        help=_("test how well a model finds evidence at every depth and length of a context"),
        description=_("Ask a question set at every depth and length of a novel."),
        epilog=_(
            "Run again with the same --out and settings, a test continues where it stopped and "
            "retries failed calls. Exit codes: 0 done; 1 done with problems, or failed: questions "
            "left out, rejected rows or trials without an answer; 2 wrong use, or the endpoint "
            "cannot be used; 3 unfinished: paused at a cap, or the results cannot be written, and "
            "what was paid for is kept where the error says; 130 interrupted."
        ),
    )
    _add_files(parser)
    _add_depths(parser)
    model = parser.add_argument_group(_("model"))
    add_model_options(model)
    model.add_argument(
        "--language",
        choices=("en", "zh"),
        help=_("language of the prompt; default: the question's own"),
    )
    caps = parser.add_argument_group(
        _("caps"), _("The test pauses when a cap is reached; earlier calls count.")
    )
    caps.add_argument(
        "--max-cost",
        type=positive_amount,
        metavar="AMOUNT",
        help=_("in the currency of the price"),
    )
    caps.add_argument(
        "--max-tokens", type=at_least_one, metavar="N", help=_("prompts and replies together")
    )
    caps.add_argument("--max-calls", type=at_least_one, metavar="N")
    parser.add_argument("--quiet", action="store_true", help=_("no progress bar"))
    return parser


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group(_("files"))
    files.add_argument("--novel", type=Path, required=True, help=NOVELS)
    files.add_argument("--questions", type=Path, required=True, help=QUESTIONS)
    files.add_argument("--out", type=Path, required=True, help=_("results: JSON Lines, or .json"))
    files.add_argument(
        "--restart", action="store_true", help=_("discard existing results in --out")
    )
    add_report_options(files)
    files.add_argument(
        "--validation",
        type=Path,
        help=_(
            "output of `validate` for these questions; default QUESTIONS.validation.jsonl, or the "
            "questions themselves. Contexts are built around the evidence it found"
        ),
    )
    which = files.add_mutually_exclusive_group()
    which.add_argument(
        "--require-validation",
        action="store_true",
        help=_("stop unless every question has been validated"),
    )
    which.add_argument(
        "--skip-validation",
        action="store_true",
        help=_("do not warn about questions that were not validated"),
    )
    files.add_argument(
        "--ignore-invalid",
        action="store_true",
        help=_("leave out questions that failed validation"),
    )


def _add_depths(parser: argparse.ArgumentParser) -> None:
    depths = parser.add_argument_group(_("depths and lengths"))
    depths.add_argument(
        "--depth-mode",
        default=DepthMode.UNIFORM.value,
        metavar="MODE",
        help=_(
            "{modes}; default uniform. legacy: the first tokens of the novel; uniform: each "
            "question once a length, the depths in turn; fixed: --fixed-depth; crossed: every "
            "question at every depth"
        ).format(modes=", ".join(DepthMode)),
    )
    depths.add_argument(
        "--context-lengths",
        type=token_counts,
        nargs="+",
        action="extend",
        metavar="TOKENS",
        help=_("such as 8000 or 8k; default 32k 64k 128k 200k"),
    )
    depths.add_argument("--fixed-depth", type=partial(number, float), metavar="0..1")
    depths.add_argument(
        "--padding-size",
        type=not_negative,
        default=PADDING,
        metavar="TOKENS",
        help=_(
            "of the novel's own text kept on either side of the evidence; default {value}"
        ).format(value=PADDING),
    )
    depths.add_argument("--filler", choices=FILLERS, default="random", help=default_value("random"))
    depths.add_argument(
        "--seed",
        type=int,
        default=0,
        help=_("of filler and options; default {value}").format(value=0),
    )
    depths.add_argument(
        "--repeats", type=at_least_one, default=1, metavar="N", help=default_value(1)
    )
    depths.add_argument(
        "--controls", nargs="+", default=[], choices=[control.value for control in Control]
    )
    depths.add_argument("--rotate-options", action="store_true", help=_("shuffle the options"))
    depths.add_argument(
        "--tokenizer", choices=AVAILABLE_TOKENIZERS, help=_("tokeniser for counting tokens")
    )
