"""`python -m core policy replay`: judge stored results by another policy."""

import argparse
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from core.cli.desk import opened_desk
from core.cli.ending import FINISHED, INCOMPLETE
from core.cli.inputs import require_places
from core.cli.language import _, _n
from core.cli.parser import Commands
from core.cli.policy_source import policy_from
from core.errors import InputError
from core.files import unreadable
from core.questions import jsonl_lines, write_atomically
from core.settings import Settings
from core.verification import (
    FlipMatrix,
    Policy,
    Verdict,
    Verification,
    flip_matrix,
    result_row,
    verify_stored,
)

SHOWN = 10
"""Results listed for each change of a verdict."""


def add_parser(acts: Commands) -> None:
    parser = acts.add_parser(
        "replay",
        help=_("judge stored results by another policy, without looking anything up"),
        epilog=_(
            "Exit codes: 0 done, whatever changes; 1 done, but some results could not be judged "
            "again: a hard violation ended their record, or they had failed; 2 wrong use, or an "
            "unusable file."
        ),
    )
    parser.add_argument("policy", metavar="FILE|VERSION")
    results = parser.add_mutually_exclusive_group(required=True)
    results.add_argument("results", nargs="?", type=Path, help=_("results that `verify` wrote"))
    results.add_argument("--desk", action="store_true", help=_("all results of the desk instead"))
    parser.add_argument(
        "--out", type=Path, help=_("the new results of a file, one JSON object a line")
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    policy = policy_from(arguments.policy)
    if arguments.desk:
        return _over_desk(policy)
    require_places(read=(arguments.results,), written=(arguments.out,))
    replayed = _FileReplay(policy, arguments.results)
    if arguments.out:
        write_atomically(arguments.out, replayed.lines())
    else:
        deque(replayed.lines(), maxlen=0)
    if not replayed.n:
        raise InputError(
            "The file has no results. Name one that `verify` wrote.", file=str(arguments.results)
        )
    flips = flip_matrix(replayed.old, replayed.new)
    return _print_flips(flips, list(replayed.versions), policy.version, replayed.missing)


def _over_desk(policy: Policy) -> int:
    from core.ops.database import require_desk  # noqa: PLC0415 - heavy to import
    from core.services.verification import AuditFilter, replay_stored  # noqa: PLC0415

    require_desk(Settings.from_environment().database_url)
    with opened_desk() as engine:
        replayed = replay_stored(engine, policy, AuditFilter())
    missing = [f"#{result_id}" for result_id in replayed.not_replayed]
    return _print_flips(replayed.flips, list(replayed.old_versions), replayed.new_version, missing)


@dataclass
class _FileReplay:
    """Replay of a file of results, row by row; only names and verdicts stay in memory."""

    policy: Policy
    file: Path
    n: int = 0
    old: dict[str, Verdict] = field(default_factory=dict)
    new: dict[str, Verdict] = field(default_factory=dict)
    versions: dict[str, None] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[bytes]:
        """Yield the new results in the format of `verify`, without repairs."""
        for line, row in _rows(self.file):
            self.n += 1
            place = _("line {line}").format(line=line)
            name = str(row.get("id", place))
            name = f"{name} ({place})" if name in self.old else name
            stored = _stored(row, self.file, line)
            judged_again = verify_stored(stored, self.policy) if stored else None
            if stored is None or judged_again is None:
                self.missing.append(name)
                continue
            self.old[name], self.new[name] = stored.verdict, judged_again.verdict
            self.versions[stored.policy_version] = None
            yield from jsonl_lines([result_row(judged_again.to_dict(), ())])


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line number, row). Raises InputError."""
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, _row(line, file, number)
    except OSError as error:
        raise unreadable(file, error) from error


def _row(line: bytes, file: Path, number: int) -> dict[str, Any]:
    try:
        row = orjson.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise _no_result(file, number)
    return row


def _stored(row: dict[str, Any], file: Path, line: int) -> Verification | None:
    """The verification in a row; None for a system error. Raises InputError."""
    if row.get("verdict") is None and row.get("error"):
        return None
    try:
        return Verification.from_dict(row)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise _no_result(file, line) from None


def _no_result(file: Path, line: int) -> InputError:
    return InputError(
        "This is no result of `verify`. Name a file that it wrote.", file=str(file), line=line
    )


def _print_flips(flips: FlipMatrix, versions: list[str], new: str, missing: list[str]) -> int:
    line = _n(
        "{old} -> {new}: {n} result, verdicts that change: {flipped}, to stricter ones: {stricter}",
        "{old} -> {new}: {n} results, verdicts that change: {flipped}, to stricter ones: "
        "{stricter}",
        flips.n,
        old=", ".join(versions) or _("none"),
        new=new,
        flipped=f"{flips.flipped:,}",
        stricter=f"{flips.stricter:,}",
    )
    sys.stdout.write(f"{line}\n")
    sys.stdout.write("".join(f"{name:>8}" for name in ("", *Verdict)) + "\n")
    for verdict, counts in flips.rows():
        sys.stdout.write(f"{verdict:>8}" + "".join(f"{n:>8,}" for n in counts) + "\n")
    for (before, after), names in flips.examples.items():
        if before is not after:
            listed = _listed(list(names), flips.counts[before, after])
            sys.stdout.write(f"{before} -> {after}: {listed}\n")
    if missing:
        line = _("not replayed: {names}").format(names=_listed(missing, len(missing)))
        sys.stdout.write(f"{line}\n")
    return INCOMPLETE if missing else FINISHED


def _listed(names: list[str], n: int) -> str:
    listed = ", ".join(names[:SHOWN])
    if n <= SHOWN:
        return listed
    return _("{names} and {n} more").format(names=listed, n=f"{n - SHOWN:,}")
