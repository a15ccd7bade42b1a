"""Some candidates of a check verified, repaired and turned into rows; nothing is stored here."""

import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.queue.leases import error_text
from core.services.access import as_operator
from core.services.verification.checks import Check
from core.services.verification.facts import StoredFacts
from core.services.verification.models import CheckModels
from core.services.verification.policies import published
from core.services.verification.records import audit_columns, failed_columns, result_columns
from core.services.verification.uploads import candidate_of
from core.verification import (
    Candidate,
    FactSource,
    Fix,
    Policy,
    RecentCopy,
    Verification,
    repair,
    verify,
)
from db.queries import copy as uploads
from db.tables import CopyCandidate

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BatchInputs:
    """What the candidates of a check share."""

    check: Check
    policy: Policy
    facts: StoredFacts
    recent: RecentCopy | None
    models: CheckModels

    @classmethod
    def from_check(cls, engine: Engine, check: Check, models: CheckModels) -> "BatchInputs":
        policy = published(engine, check.policy_version).policy
        return cls(
            check=check,
            policy=policy,
            facts=StoredFacts(
                engine,
                catalogue_id=check.catalogue.id if check.catalogue else None,
                events_id=check.events.id if check.events else None,
            ),
            recent=recent_of(engine, check, policy),
            models=models,
        )


@dataclass
class VerifiedBatch:
    """Rows of `copy_result`, and by candidate id of `copy_audit`."""

    results: list[dict[str, Any]] = field(default_factory=list)
    audits: dict[int, dict[str, Any]] = field(default_factory=dict)


def recent_of(engine: Engine, check: Check, policy: Policy) -> RecentCopy | None:
    """The copy that a check compares with; None where it has none."""
    if check.recent is None:
        return None
    return _recent(as_operator(engine), check.recent.id, policy.novelty.ngram)


@lru_cache(maxsize=4)
def _recent(engine: Engine, upload_id: int, ngram: int) -> RecentCopy:
    with Session(engine) as session:
        return RecentCopy(uploads.recent_texts(session, upload_id), ngram=ngram)


def verify_batch(
    bench: BatchInputs, rows: Sequence[CopyCandidate], between: Callable[[], object]
) -> VerifiedBatch:
    """The facts of all are read ahead; then each is verified and repaired. A candidate that fails
    by fault of the machinery fails alone. `between` is called between two of them.

    Raises AuthenticationFailed, and what `between` raises.
    """
    candidates = {row.id or 0: candidate_of(row) for row in rows}
    source = bench.facts.ahead(list(candidates.values()), now=bench.check.moment)
    lot = VerifiedBatch()
    verified: dict[int, Verification] = {}
    for id_, candidate in candidates.items():
        try:
            verified[id_] = verify(
                candidate, bench.policy, source, now=bench.check.moment, recent=bench.recent
            )
        except Exception as error:  # noqa: BLE001 - a poisoned candidate fails alone
            _fail(lot, bench, id_, candidate, error)
    texts = bench.recent.texts if bench.recent else ()
    said = bench.models.consulted(list(verified.values()), bench.policy, texts)
    with closing(_fixes(bench, dict(zip(verified, said, strict=True)), source)) as fixes:
        for id_, verification, fixed in fixes:
            try:
                fix = fixed()
            except Exception as error:  # noqa: BLE001 - a poisoned candidate fails alone
                _fail(lot, bench, id_, candidates[id_], error)
            else:
                lot.results.append(result_columns(bench.check.id, id_, verification, fix))
                lot.audits[id_] = audit_columns(verification, fix)
            between()
    return lot


_AT_ONCE = 8
"""Copies that are rewritten at the same time; a connection's own limits hold beside."""


def _fixes(
    bench: BatchInputs, verified: Mapping[int, Verification], source: FactSource
) -> Generator[tuple[int, Verification, Callable[[], Fix]]]:
    """Each with a call that gives its fix; where a model writes, which takes long, side by side."""
    if bench.models.rewriter is None:
        for id_, verification in verified.items():
            yield id_, verification, partial(_fix, bench, verification, source)
        return
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = {id_: pool.submit(_fix, bench, each, source) for id_, each in verified.items()}
        try:
            for id_, fix in asked.items():
                yield id_, verified[id_], fix.result
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _fix(bench: BatchInputs, verification: Verification, source: FactSource) -> Fix:
    if not bench.check.options.get("repairs", True):
        return Fix()
    return repair(
        verification,
        bench.policy,
        source,
        recent=bench.recent,
        rewriter=bench.models.rewriter,
    )


def _fail(
    lot: VerifiedBatch, bench: BatchInputs, id_: int, candidate: Candidate, error: Exception
) -> None:
    about = {"check_id": bench.check.id, "item_id": candidate.id}
    _log.error("a candidate could not be verified", exc_info=error, extra=about)
    lot.results.append(failed_columns(bench.check.id, id_, candidate, error_text(error)))
