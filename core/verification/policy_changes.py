"""What one policy says otherwise than another, field by field."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.verification.policy import Policy


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """`where` is the field, such as codes.FACT_ITEM_INVALID.points.

    Of a list `before` holds what was taken out and `after` what came in, or both hold all of it
    where only its order is new; of any other field its two values, None where it was not there.
    """

    where: str
    before: Any
    after: Any


def policy_changes(old: Policy, new: Policy) -> tuple[PolicyChange, ...]:
    """In the policy's own order; empty for two that say the same."""
    return tuple(_between("", _plain(old), _plain(new)))


def _plain(policy: Policy) -> dict[str, Any]:
    said: dict[str, Any] = policy.model_dump(mode="json")
    return said


def _between(where: str, old: Any, new: Any) -> Iterator[PolicyChange]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in dict.fromkeys((*old, *new)):
            inner = f"{where}.{name}" if where else str(name)
            yield from _between(inner, old.get(name), new.get(name))
    elif isinstance(old, list) and isinstance(new, list):
        gone, come = _without(old, new), _without(new, old)
        yield PolicyChange(where, gone, come) if gone or come else PolicyChange(where, old, new)
    else:
        yield PolicyChange(where, old, new)


def _without(entries: list[Any], others: list[Any]) -> list[Any]:
    known = {json.dumps(each, sort_keys=True) for each in others}
    return [each for each in entries if json.dumps(each, sort_keys=True) not in known]
