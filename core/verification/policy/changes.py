"""What one policy says otherwise than another, field by field."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.verification.policy.policy import Policy

_ALIKE = 0.5
"""From this share of equal values on two entries of a list are taken for one that was changed."""

_MOST_PAIRS = 100_000
"""Compared at most: lists of thousands of rules are told by what came and went."""


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """`where` is the field, such as codes.FACT_ITEM_INVALID.points.

    Of a list `before` holds what was taken out and `after` what came in, or both hold all of it
    where only its order is new; of any other field its two values, None where it was not there. A
    rule in a list that was changed is told by its own fields, under its place in the new list.
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
        yield from _of_lists(where, old, new)
    else:
        yield PolicyChange(where, old, new)


def _of_lists(where: str, old: list[Any], new: list[Any]) -> Iterator[PolicyChange]:
    gone, come = _without(old, new), _without(new, old)
    if not gone and not come:
        yield PolicyChange(where, old, new)
        return
    pairs = _changed(gone, come)
    kept = [entry for at, entry in enumerate(gone) if at not in pairs]
    added = [entry for at, entry in enumerate(come) if at not in pairs.values()]
    if kept or added:
        yield PolicyChange(where, [_brief(each) for each in kept], [_brief(each) for each in added])
    for before, after in pairs.items():
        place = new.index(come[after])
        yield from _between(f"{where}.{place}", gone[before], come[after])


def _brief(said: Any) -> Any:
    """A rule without the fields that say nothing."""
    if not isinstance(said, Mapping):
        return said
    brief = {name: _brief(value) for name, value in said.items()}
    return {name: value for name, value in brief.items() if value not in (None, "", [], {})}


def _changed(gone: list[Any], come: list[Any]) -> dict[int, int]:
    """Which entry that was taken out is which that came in, by their places: rules alone."""
    pairs: dict[int, int] = {}
    if len(gone) * len(come) > _MOST_PAIRS:
        return pairs
    values = [_values(entry) for entry in come]
    for at, entry in enumerate(gone):
        if not isinstance(entry, Mapping):
            continue
        own = _values(entry)
        free = [other for other in range(len(come)) if other not in pairs.values()]
        shares = {other: _share(own, values[other]) for other in free}
        best = max(shares, key=lambda other: shares[other], default=None)
        if best is not None and shares[best] >= _ALIKE:
            pairs[at] = best
    return pairs


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one), len(other), 1)


def _values(entry: Any) -> frozenset[str]:
    """The texts and numbers of a rule, wherever they stand in it; of what is no rule none."""
    if not isinstance(entry, Mapping):
        return frozenset()
    found = set[str]()
    for value in entry.values():
        if isinstance(value, Mapping):
            found |= _values(value)
        elif value not in (None, "", [], False):
            found |= {json.dumps(e) for e in (value if isinstance(value, list) else [value])}
    return frozenset(found)


def _without(entries: list[Any], others: list[Any]) -> list[Any]:
    known = {json.dumps(each, sort_keys=True) for each in others}
    return [each for each in entries if json.dumps(each, sort_keys=True) not in known]
