"""Read and check everything that `verify` needs before it writes results."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from core.cli.ending import print_warning
from core.cli.inputs import bytes_within, require_places
from core.cli.policy_source import case_failure, file_of, policy_file_from, remark_line
from core.cli.problems import print_row_issues
from core.errors import DeskError, InputError, Sentence
from core.questions import write_atomically, write_refused
from core.settings import Settings
from core.verification import (
    Candidate,
    Diversity,
    FactSource,
    Level,
    Policy,
    PolicyFile,
    RecentCopy,
    UploadedFacts,
    UploadTable,
    diversity,
    failed_row,
    lint,
    read_candidates,
    read_catalogue,
    read_recent,
    read_user_events,
    repair,
    result_row,
    run_cases,
    verify,
)
from core.verification.files.sample_pack import FOLDER, NOW
from core.verification.unread import NO_SOURCE

T = TypeVar("T")
Read = Callable[..., UploadTable[T]]


@dataclass(frozen=True)
class VerifyJob:
    """Inputs of a verification; `refused` is the number of unreadable rows in all files."""

    candidates: Sequence[Candidate]
    policy: Policy
    source: FactSource
    recent: RecentCopy | None
    now: datetime
    repairs: bool
    refused: int

    @cached_property
    def diversity(self) -> Diversity:
        """Diversity of the candidates' texts, whatever their verdicts (section 9.2)."""
        novelty = self.policy.novelty
        return diversity(
            (candidate.text for candidate in self.candidates),
            ngram=novelty.ngram,
            near_percent=novelty.near_percent,
        )

    def row(self, candidate: Candidate) -> dict[str, Any]:
        """Verify and repair a candidate; its output row, with the error if that raises."""
        try:
            verification = verify(
                candidate, self.policy, self.source, now=self.now, recent=self.recent
            )
            steps = (
                repair(verification, self.policy, self.source, recent=self.recent).repairs
                if self.repairs
                else ()
            )
        except DeskError as error:
            return failed_row(candidate.to_dict(), Sentence.from_error(error))
        except Exception as error:  # noqa: BLE001 - it is reported, and others continue
            message = Sentence.verbatim(f"{type(error).__name__}: {error}")
            return failed_row(candidate.to_dict(), message)
        return result_row(verification.to_dict(), [step.to_dict() for step in steps])


def prepare(arguments: argparse.Namespace, settings: Settings) -> VerifyJob:
    """Read all inputs. Raises DeskError before anything but --refused is written."""
    files = _given_files(arguments)
    require_places(
        read=(*files.values(), file_of(arguments.policy)),
        written=(arguments.out, arguments.summary, arguments.refused),
    )
    file = policy_file_from(arguments.policy)
    policy = file.policy
    if file_of(arguments.policy) is not None:
        _print_remarks(file)
        _print_failing_cases(file)
    limit = settings.max_upload_bytes
    candidates = _table(files["candidates"], read_candidates, limit)
    catalogue = _table(files["catalogue"], read_catalogue, limit)
    read_events = partial(read_user_events, zone=arguments.events_zone)
    events = _table(files["events"], read_events, limit)
    recent = _table(files["recent"], read_recent, limit)
    tables = [table for table in (candidates, catalogue, events, recent) if table is not None]
    refused = [issue for table in tables for issue in table.refused]
    if arguments.refused:
        write_atomically(arguments.refused, write_refused(refused, "jsonl"))
    assert candidates is not None  # one of --candidates and --sample is required
    if not candidates.rows:
        raise InputError(
            "No candidate could be read. Correct the rejected rows.", file=str(files["candidates"])
        )
    _require_sources(candidates.values, arguments, files)
    return VerifyJob(
        candidates=candidates.values,
        policy=policy,
        source=_source(catalogue, events),
        recent=RecentCopy(recent.values, ngram=policy.novelty.ngram) if recent else None,
        now=arguments.now or (NOW if arguments.sample else datetime.now(UTC)),
        repairs=not arguments.no_repairs,
        refused=len(refused),
    )


def _print_remarks(file: PolicyFile) -> None:
    """Print lint remarks. Raises InputError for errors, which would block publication too."""
    remarks = lint(file.policy)
    for remark in remarks:
        sys.stderr.write(remark_line(file, remark))
    if any(remark.level is Level.ERROR for remark in remarks):
        raise InputError(
            "The policy has errors, so it cannot be used. Correct them first.",
            file=file.name,
        )


def _print_failing_cases(file: PolicyFile) -> None:
    """Print failing cases as warnings: an unfinished draft may be tried."""
    for outcome in run_cases(file.policy):
        if not outcome.passed:
            print_warning(case_failure(file, outcome).rstrip())


def _given_files(arguments: argparse.Namespace) -> dict[str, Path | None]:
    names = ("candidates", "catalogue", "events", "recent")
    if not arguments.sample:
        return {name: getattr(arguments, name) for name in names}
    for name in names[1:]:
        if getattr(arguments, name) is not None:
            raise InputError(
                "The sample has its own files. Leave out --{name}, or use --candidates.",
                name=name,
            )
    return {name: FOLDER / f"{name}.jsonl" for name in names}


def _table(path: Path | None, read: Read[T], max_bytes: int) -> UploadTable[T] | None:
    """Read a file, if given, and print its refused rows and warnings."""
    if path is None:
        return None
    table = read(bytes_within(path, max_bytes), file_name=str(path))
    print_row_issues(path, table.issues)
    return table


def _require_sources(
    candidates: Sequence[Candidate],
    arguments: argparse.Namespace,
    files: dict[str, Path | None],
) -> None:
    """Raise InputError if a needed file is missing: a claim not looked up is not a wrong one."""
    items = next((row.id for row in candidates if row.claims.referenced_item_ids), None)
    if files["catalogue"] is None and items is not None:
        raise InputError(
            "The candidate {name} refers to items. Name the catalogue with --catalogue.",
            file=str(arguments.candidates),
            name=items,
        )
    user = next((row.id for row in candidates if row.user_id), None)
    if files["events"] is None and user is not None:
        raise InputError(
            "The candidate {name} names a user. Name the user events file with --events.",
            file=str(arguments.candidates),
            name=user,
        )


def _source(catalogue: UploadTable[Any] | None, events: UploadTable[Any] | None) -> FactSource:
    """Facts of the files, with their hashes as the snapshot."""
    named = (("catalogue", catalogue), ("events", events))
    hashes = [f"{name} {table.content_hash[:12]}" for name, table in named if table is not None]
    return UploadedFacts(
        catalogue.values if catalogue else (),
        events.values if events else (),
        snapshot=", ".join(hashes) or "none",
        unread_items=catalogue.unread if catalogue else NO_SOURCE,
        unread_events=events.unread if events else NO_SOURCE,
    )
