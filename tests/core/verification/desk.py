"""Helpers of the tests: candidates, verifications and changed policies."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from core.verification import (
    Candidate,
    CatalogueEntry,
    Claims,
    Code,
    Constraints,
    Policy,
    UploadedFacts,
    UserEvent,
    Verification,
    policy_of,
    verify,
)

NOW = datetime(2025, 11, 14, 20, 30, tzinfo=UTC)
"""The time of section 6; in China it is already the 15th."""

V1 = policy_of("v1.0.0")
V1_1 = policy_of("v1.1.0")
GOOD = "秋季大促今天开始，快来看看吧"
"""A copy without any finding."""

EMPTY = UploadedFacts([])


def candidate(text: str = GOOD, **fields: Any) -> Candidate:
    claims = {name: fields.pop(name) for name in list(fields) if name in Claims.__slots__}
    limits = {name: fields.pop(name) for name in list(fields) if name in Constraints.__slots__}
    return Candidate(
        **{"id": "1", "channel": "PUSH", "locale": "zh-CN"} | fields,
        text=text,
        claims=Claims(**claims),
        constraints=Constraints(**limits),
    )


def verified(
    text: str = GOOD,
    policy: Policy = V1,
    *,
    items: Iterable[CatalogueEntry] = (),
    events: Iterable[UserEvent] = (),
    now: datetime = NOW,
    **fields: Any,
) -> Verification:
    return verify(candidate(text, **fields), policy, UploadedFacts(items, events), now=now)


def codes(verification: Verification) -> set[str]:
    return {code.value for code in verification.codes}


def scores(verification: Verification) -> dict[str, float]:
    return {dimension.value: score.value for dimension, score in verification.scores.items()}


def changed(policy: Policy, **fields: Any) -> Policy:
    """A policy with other top-level fields, validated like a file."""
    return policy.model_copy(update={"version": "v9.0.0"} | fields)


def with_rule(policy: Policy, code: Code, **rule: Any) -> Policy:
    rules = policy.model_dump(mode="json")["codes"]
    return changed(policy, codes=rules | {code.value: rule})
