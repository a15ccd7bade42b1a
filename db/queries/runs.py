"""Reading and writing the ledger of runs; callers own the transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, or_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel, col, select

from db.tables import (
    LLMReply,
    QuestionRow,
    Run,
    RunItem,
    RunItemPast,
    Validation,
    now,
)

ACTIVE = ("queued", "running")


@dataclass(frozen=True, slots=True)
class RunState:
    """What a worker reads between two items."""

    status: str
    plan: int
    calls: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished item as the ledger takes it; `verdict` and `reply` are columns of their rows."""

    run_id: int
    question_id: int
    item_key: str
    outcome: str
    reason: str | None = None
    error: str | None = None
    error_params: dict[str, Any] = field(default_factory=dict)
    attempts: int = 0
    reused: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latency_s: float = 0.0
    worker: str = ""
    verdict: dict[str, Any] | None = None
    reply: dict[str, Any] | None = None
    finished_at: datetime = field(default_factory=now)

    @property
    def item(self) -> dict[str, Any]:
        columns = {name: getattr(self, name) for name in self.__slots__}
        return {k: v for k, v in columns.items() if k not in ("verdict", "reply")}


def state(session: Session, run_id: int) -> RunState | None:
    row = session.exec(
        select(Run.status, Run.plan, Run.calls, Run.tokens).where(Run.id == run_id)
    ).first()
    return RunState(*row) if row else None


def missing(session: Session, run_id: int, among: Sequence[int] | None = None) -> list[int]:
    """Ids of the run's questions that have no result yet or are to be asked again, in order."""
    wanted = (
        select(QuestionRow.id)
        .join(Run, and_(col(Run.set_id) == QuestionRow.set_id, col(Run.id) == run_id))
        .outerjoin(
            RunItem,
            and_(col(RunItem.run_id) == run_id, col(RunItem.item_key) == QuestionRow.item_key),
        )
        .where(or_(col(RunItem.id).is_(None), col(RunItem.retry)))
        .order_by(col(QuestionRow.id))
    )
    if among is not None:
        wanted = wanted.where(col(QuestionRow.id).in_(among))
    return [id_ for id_ in session.exec(wanted) if id_ is not None]


def write(session: Session, entries: Sequence[Entry]) -> None:
    """Adds entries to the ledger with their verdicts and replies, each item once.

    An item that is there already stays as it is, unless it was marked `retry`: then its past is
    kept in `run_item_past` and the row takes the new result. What was spent counts either way.
    """
    added = {
        (row.run_id, row.item_key): row.id
        for row in session.execute(
            _insert(session, RunItem)
            .on_conflict_do_nothing(index_elements=["run_id", "item_key"])
            .returning(col(RunItem.id), col(RunItem.run_id), col(RunItem.item_key)),
            [{**entry.item, "retry": False} for entry in entries],
        )
    }
    for entry in entries:
        if (entry.run_id, entry.item_key) not in added:
            replaced = _replace(session, entry)
            if replaced is not None:
                added[entry.run_id, entry.item_key] = replaced
    verdicts = []
    for entry in entries:
        item_id = added.pop((entry.run_id, entry.item_key), None)
        if entry.verdict is not None and item_id is not None:
            verdicts.append({**entry.verdict, "item_id": item_id})
    if verdicts:
        session.execute(_insert(session, Validation), verdicts)
    replies = [entry.reply for entry in entries if entry.reply is not None]
    if replies:
        session.execute(
            _insert(session, LLMReply).on_conflict_do_nothing(index_elements=["key"]), replies
        )
    _spend(session, entries)


def _replace(session: Session, entry: Entry) -> int | None:
    """The id of the row that now holds the entry, None when the item was not to be asked again."""
    old = session.exec(
        select(RunItem)
        .where(RunItem.run_id == entry.run_id, RunItem.item_key == entry.item_key)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()
    if not old.retry or old.id is None:
        return None
    verdict = session.exec(select(Validation).where(Validation.item_id == old.id)).first()
    session.add(
        RunItemPast(
            item_id=old.id,
            row={
                **old.model_dump(mode="json"),
                "verdict": verdict.model_dump(mode="json") if verdict else None,
            },
        )
    )
    session.execute(delete(Validation).where(col(Validation.item_id) == old.id))
    session.execute(
        update(RunItem).where(col(RunItem.id) == old.id).values(**entry.item, retry=False)
    )
    return old.id


def _spend(session: Session, entries: Iterable[Entry]) -> None:
    spent: dict[int, tuple[int, int]] = {}
    for entry in entries:
        calls, tokens = spent.get(entry.run_id, (0, 0))
        spent[entry.run_id] = (
            calls + entry.attempts,
            tokens + entry.prompt_tokens + entry.completion_tokens,
        )
    for run_id, (calls, tokens) in spent.items():
        session.execute(
            update(Run)
            .where(col(Run.id) == run_id)
            .values(calls=Run.calls + calls, tokens=Run.tokens + tokens)
        )


def _insert(session: Session, table: type[SQLModel]) -> Any:
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def reply(session: Session, key: str) -> LLMReply | None:
    return session.exec(select(LLMReply).where(LLMReply.key == key)).first()
