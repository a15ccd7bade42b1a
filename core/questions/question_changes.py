"""The fields that a corrected question changes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.questions.question import Question


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after a change, as plain JSON; None if there is no such field.

    `field` names it as an import's errors do: question, question_type, choice.b (the option b),
    answer, position, context, or an extra field.
    """

    field: str
    before: Any
    after: Any

    def to_dict(self) -> dict[str, Any]:
        return {"field": self.field, "before": self.before, "after": self.after}


def field_changes(before: Question, after: Question) -> tuple[FieldChange, ...]:
    """Return the fields that differ, in the order of a row; none exactly if both rows are equal.

    Options are compared by letter. If only their order differs, that is one change of `choice`,
    from letters to letters.
    """
    return () if before is after else tuple(_changes(before, after))


def _changes(before: Question, after: Question) -> Iterator[FieldChange]:
    old, new = before.to_dict(), after.to_dict()
    for name in _in_order(old, new):
        if name == "choice":
            yield from _options(dict(before.choice), dict(after.choice))
        elif old.get(name) != new.get(name) or (name in old) != (name in new):
            yield FieldChange(name, old.get(name), new.get(name))


def _options(old: dict[str, str], new: dict[str, str]) -> Iterator[FieldChange]:
    if old == new and list(old) != list(new):
        yield FieldChange("choice", list(old), list(new))
    for letter in sorted(old | new):
        if old.get(letter) != new.get(letter):
            yield FieldChange(f"choice.{letter}", old.get(letter), new.get(letter))


def _in_order(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Order field names: the question's own first, extra ones after them."""
    own_fields = [name for name in new if name in _OWN_FIELDS]
    return [*own_fields, *(name for name in old if name in _OWN_FIELDS and name not in new)] + [
        name for name in dict.fromkeys([*old, *new]) if name not in _OWN_FIELDS
    ]


_OWN_FIELDS = {"question", "question_type", "choice", "answer", "position", "context"}
