"""Names for items that are unique in their set."""

from collections.abc import Iterable

from core.questions.question import Question


def unique_item_keys(questions: Iterable[Question]) -> list[str]:
    """One key per question, in order: its `item_key`, and "#2", "#3" ... after the first use.

    A key that a row brings itself is never given to another row.
    """
    own = [question.item_key for question in questions]
    taken = set(own)
    uses: dict[str, int] = {}
    keys: list[str] = []
    for key in own:
        uses[key] = uses.get(key, 0) + 1
        named = key
        while uses[key] > 1 and (named := f"{key}#{uses[key]}") in taken:
            uses[key] += 1
        taken.add(named)
        keys.append(named)
    return keys
