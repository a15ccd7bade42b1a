"""`python -m core verify`: copy against a policy, a catalogue and user events (source 001)."""

import argparse
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from tqdm import tqdm

from core.cli.conclusion import conclude, conclusion_of
from core.cli.interrupts import interrupted
from core.cli.verify_job import VerifyJob, prepare
from core.cli.verify_report import VerifyCounts, say_diversity, write_summary
from core.files import OutputLock, unwritable
from core.ops.logs import set_up_logging
from core.questions import jsonl_lines, write_atomically
from core.settings import Settings
from core.verification import shipped_versions
from core.verification.candidates import YEARS

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "verify",
        help="check copy against a policy",
        description=__doc__,
        epilog=(
            "Exit codes: 0 done, whatever the verdicts; 1 done with problems, or "
            "failed: rejected rows, or candidates that could not be checked; 2 wrong "
            "use, or an unusable file; 130 interrupted: existing files are unchanged."
        ),
    )
    files = parser.add_argument_group("files")
    given = files.add_mutually_exclusive_group(required=True)
    given.add_argument("--candidates", type=Path, help="JSONL, JSON, CSV or XLSX (docs/formats.md)")
    given.add_argument(
        "--sample", action="store_true", help="use the sample pack with all its files"
    )
    files.add_argument("--catalogue", type=Path, help="catalogue of items that candidates refer to")
    files.add_argument("--events", type=Path, help="user events")
    files.add_argument(
        "--events-zone",
        type=_zone,
        metavar="ZONE",
        help="of times that name none, such as Asia/Shanghai",
    )
    files.add_argument("--recent", type=Path, help="recently sent copy, to find near-duplicates")
    files.add_argument("--out", type=Path, required=True, help="results, one JSON object per line")
    files.add_argument("--summary", type=Path, help="statistics as JSON")
    files.add_argument("--refused", type=Path, help="rejected rows with reasons")
    judged = parser.add_argument_group("judging")
    versions = shipped_versions()
    judged.add_argument(
        "--policy",
        default=versions[-1],
        metavar="VERSION|FILE",
        help=f"{', '.join(versions)} or a YAML file; default {versions[-1]}",
    )
    judged.add_argument(
        "--now",
        type=_moment,
        metavar="TIME",
        help=(
            "time for candidates without one, such as 2025-11-14T12:00:00+08:00; "
            "default: now, or the sample's own"
        ),
    )
    judged.add_argument("--no-repairs", action="store_true", help="only verdicts")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=_run)


def _moment(raw: str) -> datetime:
    try:
        at = datetime.fromisoformat(raw)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{raw!r} is no time; write it such as 2025-11-14T12:00:00+08:00"
        ) from None
    if at.tzinfo is None:
        raise argparse.ArgumentTypeError("include the time zone, such as 2025-11-14T12:00:00+08:00")
    if at.year not in YEARS:
        raise argparse.ArgumentTypeError(f"lies outside the years {YEARS[0]} to {YEARS[-1]}")
    return at


def _zone(raw: str) -> str:
    if raw not in available_timezones():
        raise argparse.ArgumentTypeError(
            f"unknown time zone {raw!r}; write one such as Asia/Shanghai"
        )
    return raw


def _run(arguments: argparse.Namespace) -> int:
    try:
        return _verify(arguments)
    except KeyboardInterrupt:
        return interrupted("a partial output was not written; start again.")


def _verify(arguments: argparse.Namespace) -> int:
    settings = Settings.from_environment()
    set_up_logging(settings, level="WARNING")
    job = prepare(arguments, settings)
    out, tally = arguments.out, VerifyCounts()
    try:
        lock = OutputLock(out)
    except OSError as error:
        raise unwritable(out, error) from error
    try:
        write_atomically(out, _lines(job, tally, quiet=arguments.quiet))
    finally:
        lock.release()
    conclusion = conclusion_of(len(job.candidates), tally.failed, left_out=job.refused)
    if arguments.summary:
        write_summary(arguments.summary, job, tally, conclusion)
    code = conclude(conclusion)
    tally.say_why(job.refused)
    tally.say(job.refused)
    say_diversity(job.diversity)
    return code


def _lines(job: VerifyJob, tally: VerifyCounts, *, quiet: bool) -> Iterator[bytes]:
    """Made as they are written, so that nothing is held but the counts."""
    shown = tqdm(job.candidates, disable=quiet, unit="candidate", desc="verifying")
    for candidate in shown:
        row = job.row(candidate)
        tally.add(row)
        yield from jsonl_lines([row])
