"""Verify and repair a batch of candidates, and build the rows to store; nothing is stored here."""

import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.queue import error_text
from core.services.access import as_operator
from core.services.verification.checks import Check
from core.services.verification.facts import StoredFacts
from core.services.verification.models import CheckModels
from core.services.verification.policies import published_policy
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
    """Everything that all candidates of a check share."""

    check: Check
    policy: Policy
    facts: StoredFacts
    recent: RecentCopy | None
    models: CheckModels

    @classmethod
    def from_check(cls, engine: Engine, check: Check, models: CheckModels) -> "BatchInputs":
        policy = published_policy(engine, check.policy_version).policy
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
    """Rows of `copy_result`, and candidate id -> row of `copy_audit`."""

    results: list[dict[str, Any]] = field(default_factory=list)
    audits: dict[int, dict[str, Any]] = field(default_factory=dict)


def recent_of(engine: Engine, check: Check, policy: Policy) -> RecentCopy | None:
    """The recent copy that a check compares with; None without one."""
    if check.recent is None:
        return None
    return _recent(as_operator(engine), check.recent.id, policy.novelty.ngram)


@lru_cache(maxsize=4)
def _recent(engine: Engine, upload_id: int, ngram: int) -> RecentCopy:
    with Session(engine) as session:
        return RecentCopy(uploads.recent_texts(session, upload_id), ngram=ngram)


def verify_batch(
    inputs: BatchInputs, rows: Sequence[CopyCandidate], after_each: Callable[[], object]
) -> VerifiedBatch:
    """Verify and repair the candidates of `rows`, after reading the facts of all of them at once.

    An exception in one candidate is recorded as its failure only. `after_each` is called after
    each. Raises AuthenticationFailed, and what `after_each` raises.
    """
    candidates = {row.id or 0: candidate_of(row) for row in rows}
    source = inputs.facts.ahead(list(candidates.values()), now=inputs.check.moment)
    batch = VerifiedBatch()
    verified: dict[int, Verification] = {}
    for id_, candidate in candidates.items():
        try:
            verified[id_] = verify(
                candidate, inputs.policy, source, now=inputs.check.moment, recent=inputs.recent
            )
        except Exception as error:  # noqa: BLE001 - a poisoned candidate fails alone
            _fail(batch, inputs, id_, candidate, error)
    texts = inputs.recent.texts if inputs.recent else ()
    reviewed = inputs.models.consulted(list(verified.values()), inputs.policy, texts)
    with closing(_fixes(inputs, dict(zip(verified, reviewed, strict=True)), source)) as fixes:
        for id_, verification, fixed in fixes:
            try:
                fix = fixed()
            except Exception as error:  # noqa: BLE001 - a poisoned candidate fails alone
                _fail(batch, inputs, id_, candidates[id_], error)
            else:
                batch.results.append(result_columns(inputs.check.id, id_, verification, fix))
                batch.audits[id_] = audit_columns(verification, fix)
            after_each()
    return batch


_CONCURRENCY = 8
"""Candidates rewritten concurrently; the connection's own limits apply as well."""


def _fixes(
    inputs: BatchInputs, verified: Mapping[int, Verification], source: FactSource
) -> Generator[tuple[int, Verification, Callable[[], Fix]]]:
    """Yield (candidate id, verification, function that returns its fix); a model's in parallel."""
    if inputs.models.rewriter is None:
        for id_, verification in verified.items():
            yield id_, verification, partial(_fix, inputs, verification, source)
        return
    with ThreadPoolExecutor(_CONCURRENCY) as pool:
        futures = {id_: pool.submit(_fix, inputs, each, source) for id_, each in verified.items()}
        try:
            for id_, future in futures.items():
                yield id_, verified[id_], future.result
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _fix(inputs: BatchInputs, verification: Verification, source: FactSource) -> Fix:
    if not inputs.check.options.get("repairs", True):
        return Fix()
    return repair(
        verification,
        inputs.policy,
        source,
        recent=inputs.recent,
        rewriter=inputs.models.rewriter,
    )


def _fail(
    batch: VerifiedBatch, inputs: BatchInputs, id_: int, candidate: Candidate, error: Exception
) -> None:
    about = {"check_id": inputs.check.id, "item_id": candidate.id}
    _log.error("a candidate could not be verified", exc_info=error, extra=about)
    batch.results.append(failed_columns(inputs.check.id, id_, candidate, error_text(error)))
