"""Compare two policies field by field."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.verification.policy.policy import Policy

_MIN_ALIKE = 0.5
"""Minimum share of equal values for which two list entries count as one that was changed."""

_MAX_PAIRS = 100_000
"""Maximum pairs of entries to compare; longer lists are reported as removed and added entries."""


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """A change of the field `where`, such as codes.FACT_ITEM_INVALID.points.

    For a list, `before` holds the removed and `after` the added entries, or both the full list if
    only its order changed. For any other field they are its two values, None if it was absent. A
    changed rule of a list is reported by its fields, under its index in the new list.
    """

    where: str
    before: Any
    after: Any


def policy_changes(old: Policy, new: Policy) -> tuple[PolicyChange, ...]:
    """The changes, in the order of the policy's fields; empty if the policies are equal."""
    return tuple(_changes("", _as_json(old), _as_json(new)))


def _as_json(policy: Policy) -> dict[str, Any]:
    fields: dict[str, Any] = policy.model_dump(mode="json")
    return fields


def _changes(where: str, old: Any, new: Any) -> Iterator[PolicyChange]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in dict.fromkeys((*old, *new)):
            inner = f"{where}.{name}" if where else str(name)
            yield from _changes(inner, old.get(name), new.get(name))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(where, old, new)
    else:
        yield PolicyChange(where, old, new)


def _list_changes(where: str, old: list[Any], new: list[Any]) -> Iterator[PolicyChange]:
    """Yield the changes of a list: removed and added entries, then those of changed rules."""
    removed, added = _without(old, new), _without(new, old)
    if not removed and not added:
        yield PolicyChange(where, old, new)
        return
    pairs = _pair_changed(removed, added)
    only_removed = [entry for at, entry in enumerate(removed) if at not in pairs]
    only_added = [entry for at, entry in enumerate(added) if at not in pairs.values()]
    if only_removed or only_added:
        yield PolicyChange(
            where, [_brief(each) for each in only_removed], [_brief(each) for each in only_added]
        )
    for before, after in pairs.items():
        index = new.index(added[after])
        yield from _changes(f"{where}.{index}", removed[before], added[after])


def _brief(value: Any) -> Any:
    """A rule without its empty fields; other values unchanged."""
    if not isinstance(value, Mapping):
        return value
    brief = {name: _brief(inner) for name, inner in value.items()}
    return {name: inner for name, inner in brief.items() if inner not in (None, "", [], {})}


def _pair_changed(removed: list[Any], added: list[Any]) -> dict[int, int]:
    """Pair the index of each removed rule with that of the most similar added one, if any."""
    pairs: dict[int, int] = {}
    if len(removed) * len(added) > _MAX_PAIRS:
        return pairs
    values = [_values(entry) for entry in added]
    for at, entry in enumerate(removed):
        if not isinstance(entry, Mapping):
            continue
        entry_values = _values(entry)
        free = [index for index in range(len(added)) if index not in pairs.values()]
        shares = {index: _share(entry_values, values[index]) for index in free}
        best = max(shares, key=lambda index: shares[index], default=None)
        if best is not None and shares[best] >= _MIN_ALIKE:
            pairs[at] = best
    return pairs


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of the larger set that both have in common."""
    return len(a & b) / max(len(a), len(b), 1)


def _values(entry: Any) -> frozenset[str]:
    """The texts and numbers anywhere in a rule, as JSON; empty if the entry is no rule."""
    if not isinstance(entry, Mapping):
        return frozenset()
    values = set[str]()
    for value in entry.values():
        if isinstance(value, Mapping):
            values |= _values(value)
        elif value not in (None, "", [], False):
            values |= {json.dumps(e) for e in (value if isinstance(value, list) else [value])}
    return frozenset(values)


def _without(entries: list[Any], excluded_entries: list[Any]) -> list[Any]:
    excluded = {json.dumps(each, sort_keys=True) for each in excluded_entries}
    return [each for each in entries if json.dumps(each, sort_keys=True) not in excluded]
