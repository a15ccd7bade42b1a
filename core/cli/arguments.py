"""Types of option values, and options that several commands share."""

import argparse
from pathlib import Path
from typing import TypeVar

from core.cli.language import _
from core.ids import LARGEST, read_id

NOVELS = ".txt, .md, .epub, .docx, .html"
QUESTIONS = "JSONL, JSON, CSV, TSV, XLSX, Parquet"
Number = TypeVar("Number", int, float)


def number(kind: type[Number], raw: str) -> Number:
    """Parse a number. Raises ArgumentTypeError that says what to write."""
    try:
        return kind(raw)
    except ValueError:
        message = (
            _("{value!r} is no number; write a whole number, such as 5")
            if kind is int
            else _("{value!r} is no number; write a number, such as 0.8")
        )
        raise argparse.ArgumentTypeError(message.format(value=raw)) from None


def at_least_one(raw: str) -> int:
    value = number(int, raw)
    if value < 1:
        raise argparse.ArgumentTypeError(_("must be at least {n}").format(n=1))
    return value


def not_negative(raw: str) -> int:
    value = number(int, raw)
    if value < 0:
        raise argparse.ArgumentTypeError(_("must be at least {n}").format(n=0))
    return value


def positive_amount(raw: str) -> float:
    value = number(float, raw)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(_("must be greater than 0"))
    return value


def row_id(raw: str) -> int:
    value = read_id(raw)
    if value is None:
        message = _("write a number from 0 to {most}, as it is listed")
        raise argparse.ArgumentTypeError(message.format(most=LARGEST))
    return value


def token_counts(raw: str) -> list[int]:
    """Parse one or more numbers of tokens, separated by commas, such as 8000 or 8k,32k."""
    return [_token_count(part) for part in raw.split(",") if part.strip()]


def _token_count(raw: str) -> int:
    text = raw.strip().lower()
    try:
        return round(float(text[:-1]) * 1000) if text.endswith("k") else int(text)
    except (OverflowError, ValueError):  # OverflowError: "infk"
        message = _("{value!r} is no number of tokens").format(value=raw)
        raise argparse.ArgumentTypeError(message) from None


def days(raw: str) -> int:
    count = raw.removesuffix("d")
    if not count.isdecimal() or not 1 <= int(count) <= 36_500:
        raise argparse.ArgumentTypeError(_("use a number of days, such as 90d"))
    return int(count)


def add_column_options(group: argparse._ArgumentGroup) -> None:
    """Add options that map the columns of --questions to fields."""
    group.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="FIELD=COLUMN",
        help=_(
            "map a column to a field: question, options (several, comma-separated), answer, "
            "evidence, position, context, id or question_type; first_option=0 or 1: the number "
            "of the first option; may be repeated"
        ),
    )
    group.add_argument(
        "--sheet", help=_("sheet of a workbook; default: the first one with questions")
    )


def add_model_options(group: argparse._ArgumentGroup) -> None:
    """Add options for the model and the concurrency of calls."""
    group.add_argument("--connection", default="lexical", help=_("default: the offline baseline"))
    group.add_argument("--model", help=_("overrides the connection's model"))
    group.add_argument("--replies", type=Path, help=_("JSONL file for --connection recorded"))
    add_batch_options(group)
    group.add_argument(
        "--concurrency",
        type=at_least_one,
        default=5,
        metavar="N",
        help=default_value(5),
    )


def add_batch_options(group: argparse._ArgumentGroup) -> None:
    """Add options for a batch service, which answers within hours at half the price."""
    group.add_argument(
        "--batch-out",
        type=Path,
        metavar="FOLDER",
        help=_(
            "make no call: write them as files for the batch service of the connection, and end"
        ),
    )
    group.add_argument(
        "--batch-results",
        type=Path,
        nargs="+",
        metavar="FILE",
        help=_(
            "the service's output and error files, in place of calls; other options as with "
            "--batch-out"
        ),
    )


def add_report_options(group: argparse._ArgumentGroup) -> None:
    """Add options for report files, encodings and columns."""
    group.add_argument("--summary", type=Path, help=_("statistics as JSON"))
    group.add_argument("--refused", type=Path, help=_("rejected rows with reasons"))
    group.add_argument("--encoding", help=_("of the novel, if detected wrongly"))
    group.add_argument("--questions-encoding", metavar="ENCODING", help=_("of the questions"))
    add_column_options(group)


def default_value(value: object) -> str:
    return _("default {value}").format(value=value)
