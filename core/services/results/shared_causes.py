"""Find flagged questions of a run that share one cause, so that they can be decided together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from core.services.review import Queue
from core.text import WordRule, normal_form
from db.queries import similar as queries


class CauseKind(StrEnum):
    """words: their quotes change the same words. place: they quote the same place, which failed."""

    WORDS = "words"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class CauseItem:
    """A question with the cause; `words`: (novel, quote) as in this question's own quote."""

    item_id: int
    line: int
    question: str
    words: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class SharedCause:
    """At least two questions with the same cause, in file order, the current question included.

    `words`: (novel, quote), both empty if the cause is a place; one of them may be empty too.
    `swapped`: some quotes change the first into the second, and some the other way round.
    """

    kind: CauseKind
    items: tuple[CauseItem, ...]
    words: tuple[str, str] = ("", "")
    swapped: bool = False


def shared_cause(engine: Engine, item: ItemDetail, reviewer: str | None) -> SharedCause | None:
    """Return the cause that the question shares with others in the reviewer's queue of its run;
    None if it shares none.
    """
    if item.outcome != "failed" or item.result is None:
        return None
    queue = Queue(item.run_id)
    waiting = (queue.of(reviewer) if reviewer else queue).conditions()
    words = _changed_words(item.result.differences)
    with Session(engine) as session:
        if words is not None and "evidence_altered" in item.reasons:
            return _of_words(queries.altered(session, waiting), item.id, words)
        if any(reason.startswith("evidence_") for reason in item.reasons):
            return _of_place(queries.quoting(session, waiting, item.places), item.id)
    return None


def _of_words(
    rows: Iterable[queries.AlteredRow], item_id: int, words: tuple[str, str]
) -> SharedCause | None:
    pair = _pair(words)
    items = []
    for row in rows:
        changed = _changed_words(row.differences)
        if changed is not None and _pair(changed) == pair:
            items.append(CauseItem(row.item_id, row.line, row.question, changed))
    swapped = len({tuple(map(_normal_word, item.words)) for item in items}) > 1
    return _shared(CauseKind.WORDS, items, item_id, words, swapped=swapped)


def _of_place(rows: Iterable[queries.QuotingRow], item_id: int) -> SharedCause | None:
    items = [CauseItem(row.item_id, row.line, row.question) for row in rows]
    return _shared(CauseKind.PLACE, items, item_id)


def _shared(
    kind: CauseKind,
    items: list[CauseItem],
    item_id: int,
    words: tuple[str, str] = ("", ""),
    *,
    swapped: bool = False,
) -> SharedCause | None:
    includes_item = item_id in {item.item_id for item in items}
    return (
        SharedCause(kind, tuple(items), words, swapped)
        if includes_item and len(items) > 1
        else None
    )


def _changed_words(differences: Iterable[Mapping[str, str]]) -> tuple[str, str] | None:
    """Return the changed words (novel, quote) if exactly one change alters the content."""
    content_changes = [
        difference
        for difference in differences
        if difference["kind"] in WordRule.STRICT.changes_content
    ]
    return (
        (content_changes[0]["source"], content_changes[0]["claimed"])
        if len(content_changes) == 1
        else None
    )


def _pair(words: tuple[str, str]) -> frozenset[str]:
    return frozenset(map(_normal_word, words))


def _normal_word(word: str) -> str:
    return normal_form(word).strip()
