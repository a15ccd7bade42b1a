"""Keys that are unique for each item of a set."""

from collections.abc import Iterable

from core.questions.question import Question


def unique_item_keys(questions: Iterable[Question]) -> list[str]:
    """Return one key per question: its `item_key`, with "#2", "#3" ... after the first use.

    A key that a row brings itself is never given to another row.
    """
    row_keys = [question.item_key for question in questions]
    used = set(row_keys)
    uses: dict[str, int] = {}
    keys: list[str] = []
    for key in row_keys:
        uses[key] = uses.get(key, 0) + 1
        unique_key = key
        while uses[key] > 1 and (unique_key := f"{key}#{uses[key]}") in used:
            uses[key] += 1
        used.add(unique_key)
        keys.append(unique_key)
    return keys
