"""Replay stored results under another policy, without lookups, model calls or changes."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine

from core.services.verification.audit import AuditFilter, count_audit, stored_verifications
from core.verification import (
    AgainstPeople,
    FlipMatrix,
    Policy,
    Verdict,
    against_people,
    verify_stored,
)
from core.verification.replay import EXAMPLES

Progress = Callable[[int, int], object]
"""Called with (done, total) after every result."""


@dataclass(frozen=True)
class StoredReplay:
    """Changes of verdict under another policy. `flips.examples` are result ids as strings.

    `judged` of `n` chosen results count. `not_replayed` are ids of results whose record is too
    short, as a hard violation ended their check. `people` is None without any reviewer verdict.
    `cases` are the ids of all results of each cell of `flips`, in the list's order.
    """

    old_versions: tuple[str, ...]
    new_version: str
    n: int
    flips: FlipMatrix
    people: AgainstPeople | None
    cases: Mapping[tuple[Verdict, Verdict], Sequence[int]]
    not_replayed: tuple[int, ...] = ()

    @property
    def judged(self) -> int:
        return self.flips.n


@dataclass
class _ReplayedVerdicts:
    """Verdicts of the records read so far: 8 bytes each, more for those with a reviewer verdict."""

    cases: dict[tuple[Verdict, Verdict], "array[int]"] = field(default_factory=dict)
    old: dict[str, Verdict] = field(default_factory=dict)
    new: dict[str, Verdict] = field(default_factory=dict)
    people: dict[str, Verdict] = field(default_factory=dict)

    def add(self, result_id: int, old: Verdict, new: Verdict, human: Verdict | None) -> None:
        self.cases.setdefault((old, new), array("q")).append(result_id)
        if human is not None:
            name = str(result_id)
            self.old[name], self.new[name], self.people[name] = old, new, human

    @property
    def flips(self) -> FlipMatrix:
        return FlipMatrix(
            {cell: len(ids) for cell, ids in self.cases.items()},
            {cell: [str(id_) for id_ in ids[:EXAMPLES]] for cell, ids in self.cases.items()},
        )


def replay_stored(
    engine: Engine,
    policy: Policy,
    chosen: AuditFilter,
    *,
    on_progress: Progress | None = None,
) -> StoredReplay:
    """Verdicts of `policy` (published or a draft) compared with the stored ones."""
    return _replay(engine, None, policy, chosen, on_progress)


def compare_stored(
    engine: Engine,
    a: Policy,
    b: Policy,
    chosen: AuditFilter,
    *,
    on_progress: Progress | None = None,
) -> StoredReplay:
    """Verdicts of policy `b` compared with those of `a`, on the chosen results both can judge."""
    return _replay(engine, a, b, chosen, on_progress)


def _replay(
    engine: Engine,
    old: Policy | None,
    new: Policy,
    chosen: AuditFilter,
    on_progress: Progress | None,
) -> StoredReplay:
    total = count_audit(engine, chosen)
    replayed, versions, missing = _ReplayedVerdicts(), dict[str, None](), list[int]()
    n = 0
    for n, (result_id, stored, human) in enumerate(stored_verifications(engine, chosen), start=1):
        before, after = (verify_stored(stored, old) if old else stored), verify_stored(stored, new)
        if before is None or after is None:
            missing.append(result_id)
        else:
            versions[before.policy_version] = None
            replayed.add(result_id, before.verdict, after.verdict, human)
        if on_progress is not None:
            on_progress(n, total)
    return StoredReplay(
        old_versions=tuple(versions),
        new_version=new.version,
        n=n,
        flips=replayed.flips,
        people=against_people(replayed.people, replayed.old, replayed.new),
        cases=replayed.cases,
        not_replayed=tuple(missing),
    )
