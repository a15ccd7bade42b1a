"""`python -m core verify`: copy against a policy, a catalogue and user events (source 001)."""

import argparse
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import available_timezones

from tqdm import tqdm

from core.cli.ending import conclude, conclusion_of, interrupted
from core.cli.language import _
from core.cli.parser import Commands
from core.cli.verify_job import VerifyJob, prepare
from core.cli.verify_report import VerifyCounts, print_diversity, write_summary
from core.files import OutputLock, unwritable
from core.ops.logs import set_up_logging
from core.questions import jsonl_lines, write_atomically
from core.settings import Settings
from core.verification import shipped_versions
from core.verification.files.candidates import YEARS


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "verify",
        help=_("check copy against a policy"),
        description=_("Check copy against a policy, a catalogue and user events."),
        epilog=_(
            "Exit codes: 0 done, whatever the verdicts; 1 done with problems, or failed: rejected "
            "rows, or candidates that could not be checked; 2 wrong use, or an unusable file; 130 "
            "interrupted: existing files are unchanged."
        ),
    )
    _add_files(parser)
    judging = parser.add_argument_group(_("judging"))
    versions = shipped_versions()
    judging.add_argument(
        "--policy",
        default=versions[-1],
        metavar="VERSION|FILE",
        help=_("{versions} or a YAML file; default {value}").format(
            versions=", ".join(versions), value=versions[-1]
        ),
    )
    judging.add_argument(
        "--now",
        type=_moment,
        metavar="TIME",
        help=_(
            "time for candidates without one, such as 2025-11-14T12:00:00+08:00; default: now, or "
            "the sample's own"
        ),
    )
    judging.add_argument("--no-repairs", action="store_true", help=_("only verdicts"))
    parser.add_argument("--quiet", action="store_true", help=_("no progress bar"))
    parser.set_defaults(run=_run)


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group(_("files"))
    copy = files.add_mutually_exclusive_group(required=True)
    copy.add_argument(
        "--candidates", type=Path, help=_("JSONL, JSON, CSV or XLSX (docs/formats.md)")
    )
    copy.add_argument(
        "--sample", action="store_true", help=_("use the sample pack with all its files")
    )
    files.add_argument(
        "--catalogue", type=Path, help=_("catalogue of items that candidates refer to")
    )
    files.add_argument("--events", type=Path, help=_("user events"))
    files.add_argument(
        "--events-zone",
        type=_zone,
        metavar="ZONE",
        help=_("of times that name none, such as Asia/Shanghai"),
    )
    files.add_argument("--recent", type=Path, help=_("recently sent copy, to find near-duplicates"))
    files.add_argument(
        "--out", type=Path, required=True, help=_("results, one JSON object per line")
    )
    files.add_argument("--summary", type=Path, help=_("statistics as JSON"))
    files.add_argument("--refused", type=Path, help=_("rejected rows with reasons"))


def _moment(raw: str) -> datetime:
    try:
        at = datetime.fromisoformat(raw)
    except ValueError:
        message = _("{value!r} is no time; write it such as 2025-11-14T12:00:00+08:00")
        raise argparse.ArgumentTypeError(message.format(value=raw)) from None
    if at.tzinfo is None:
        message = _("include the time zone, such as 2025-11-14T12:00:00+08:00")
        raise argparse.ArgumentTypeError(message)
    if at.year not in YEARS:
        message = _("lies outside the years {first} to {last}")
        raise argparse.ArgumentTypeError(message.format(first=YEARS[0], last=YEARS[-1]))
    return at


def _zone(raw: str) -> str:
    if raw not in available_timezones():
        message = _("unknown time zone {value!r}; write one such as Asia/Shanghai")
        raise argparse.ArgumentTypeError(message.format(value=raw))
    return raw


def _run(arguments: argparse.Namespace) -> int:
    try:
        return _verify(arguments)
    except KeyboardInterrupt:
        return interrupted(_("a partial output was not written; start again."))


def _verify(arguments: argparse.Namespace) -> int:
    settings = Settings.from_environment()
    set_up_logging(settings, level="WARNING")
    job = prepare(arguments, settings)
    out, counts = arguments.out, VerifyCounts()
    try:
        lock = OutputLock(out)
    except OSError as error:
        raise unwritable(out, error) from error
    try:
        write_atomically(out, _lines(job, counts, quiet=arguments.quiet))
    finally:
        lock.release()
    conclusion = conclusion_of(len(job.candidates), counts.failed, left_out=job.refused)
    if arguments.summary:
        write_summary(arguments.summary, job, counts, conclusion)
    code = conclude(conclusion)
    counts.print_causes(job.refused)
    counts.print(job.refused)
    print_diversity(job.diversity)
    return code


def _lines(job: VerifyJob, counts: VerifyCounts, *, quiet: bool) -> Iterator[bytes]:
    """Yield output lines one at a time, so that only the counts stay in memory."""
    progress = tqdm(job.candidates, disable=quiet, unit=_("candidate"), desc=_("verifying"))
    for candidate in progress:
        row = job.row(candidate)
        counts.add(row)
        yield from jsonl_lines([row])
