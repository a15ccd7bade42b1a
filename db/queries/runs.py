"""Read and write the ledger of runs; callers own the transaction."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import and_, case, func, or_, update
from sqlmodel import Session, col, select

from db.queries import projection
from db.queries.upsert import add_rows
from db.tables import (
    DepthResult,
    DepthTask,
    LLMReply,
    QuestionRow,
    Run,
    RunItem,
    RunItemPast,
    Validation,
    now,
)

ACTIVE = ("queued", "running")
UNUSABLE = ("infrastructure", "skipped")
"""Outcomes that tell nothing about the question."""
READABLE = ("passed", "failed", "answered")
"""Outcomes of items whose reply could be read."""
_NOT_COLUMNS = frozenset({"verdict", "depth", "reply", "spent_tokens", "cost"})
"""Fields of an Entry that are not columns of `run_item`."""

_KEYS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class RunState:
    """The columns of `run` that a worker reads between two items."""

    status: str
    plan: int
    calls: int
    tokens: int
    cost: float
    max_calls: int | None
    max_tokens: int | None
    max_cost: float | None

    @property
    def is_capped(self) -> bool:
        return (self.max_calls, self.max_tokens, self.max_cost) != (None, None, None)


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished item to be written to the ledger.

    `prompt_tokens` and `completion_tokens` are as billed; `spent_tokens` and `cost` (in the
    currency of the run's price) count towards its caps: as billed, or as planned if the endpoint
    does not report what it billed. `verdict`, `depth` and `reply`: columns of rows in `validation`,
    `depth_result` and `llm_reply`.
    """

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
    spent_tokens: int = 0
    cost: float = 0.0
    latency_s: float = 0.0
    worker: str = ""
    verdict: dict[str, Any] | None = None
    depth: dict[str, Any] | None = None
    reply: dict[str, Any] | None = None
    finished_at: datetime = field(default_factory=now)

    @property
    def raw_reply(self) -> str | None:
        """The model's raw reply, if any."""
        result = self.verdict or self.depth or {}
        return result.get("raw_reply")

    @property
    def item(self) -> dict[str, Any]:
        columns = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in columns.items() if name not in _NOT_COLUMNS}


def state(session: Session, run_id: int) -> RunState | None:
    selected = [getattr(Run, name) for name in RunState.__slots__]
    row = session.execute(select(*selected).where(Run.id == run_id)).first()
    return RunState(*row) if row else None


def missing(
    session: Session,
    run_id: int,
    among: Sequence[int] | None = None,
    *,
    or_ended: Collection[str] = (),
) -> list[int]:
    """Ids, in order, of the run's items that have no result, are to be retried, or ended with one
    of the outcomes `or_ended`; only of the ids `among` if given.

    The items of a depth run are its tasks, those of a validation run the questions of its set.
    """
    run = session.get_one(Run, run_id)
    table: Any = DepthTask if run.kind == "depth" else QuestionRow
    of_run = DepthTask.run_id == run_id if table is DepthTask else QuestionRow.set_id == run.set_id
    query = (
        select(table.id)
        .outerjoin(
            RunItem, and_(col(RunItem.run_id) == run_id, col(RunItem.item_key) == table.item_key)
        )
        .where(
            of_run,
            or_(col(RunItem.id).is_(None), col(RunItem.retry), col(RunItem.outcome).in_(or_ended)),
        )
        .order_by(col(table.id))
    )
    if among is not None:
        query = query.where(col(table.id).in_(among))
    return [id_ for id_ in session.exec(query) if id_ is not None]


def count_ended(session: Session, run_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """run id -> (number of ended items, number of those with an UNUSABLE outcome); runs without
    ended items are left out.
    """
    unusable = func.count(case((col(RunItem.outcome).in_(UNUSABLE), 1)))
    query = (
        select(RunItem.run_id, func.count(), unusable)
        .where(col(RunItem.run_id).in_(run_ids), col(RunItem.retry).is_(False))
        .group_by(col(RunItem.run_id))
    )
    return {run_id: (ended, useless) for run_id, ended, useless in session.exec(query)}


def count_first(session: Session, run_id: int, unreadable: Collection[str]) -> tuple[bool, int]:
    """(whether any reply of the run was readable, number of items with an `unreadable` reason)."""
    settled = col(RunItem.run_id) == run_id, col(RunItem.retry).is_(False)
    read = select(RunItem.id).where(*settled, col(RunItem.outcome).in_(READABLE)).limit(1)
    failed = select(func.count()).where(*settled, col(RunItem.reason).in_(unreadable))
    return session.exec(read).first() is not None, session.exec(failed).one()


def named(session: Session, run_id: int, item_id: int) -> tuple[int, str]:
    """(question id, item key) of one of the run's items."""
    if session.get_one(Run, run_id).kind == "depth":
        task = session.get_one(DepthTask, item_id)
        return task.question_id, task.item_key
    return item_id, session.get_one(QuestionRow, item_id).item_key


def write(session: Session, entries: Sequence[Entry]) -> None:
    """Add entries to the ledger, with their verdicts and replies, each item once.

    An existing item stays as it is, unless it is marked `retry`: then its old result goes to
    `run_item_past` and the row takes the new one. Costs are counted in either case.
    """
    written = add_rows(
        session,
        RunItem,
        [{**entry.item, "retry": False} for entry in entries],
        key=("run_id", "item_key"),
        returning=("id", "run_id", "item_key"),
    )
    added = {(row.run_id, row.item_key): row.id for row in written}
    for entry in entries:
        if (entry.run_id, entry.item_key) not in added:
            replaced = _replace(session, entry)
            if replaced is not None:
                added[entry.run_id, entry.item_key] = replaced
                projection.leave(session, replaced, unless=entry.outcome)
    verdicts, depths = list[dict[str, Any]](), list[dict[str, Any]]()
    reviewable_ids = [
        added[entry.run_id, entry.item_key]
        for entry in entries
        if entry.outcome in projection.REVIEWABLE and (entry.run_id, entry.item_key) in added
    ]
    for entry in entries:
        item_id = added.pop((entry.run_id, entry.item_key), None)
        if entry.verdict is not None and item_id is not None:
            verdicts.append({**entry.verdict, "item_id": item_id})
        if entry.depth is not None and item_id is not None:
            depths.append({**entry.depth, "item_id": item_id})
    add_rows(session, Validation, verdicts)
    add_rows(session, DepthResult, depths)
    projection.enter(session, reviewable_ids)
    keep_replies(session, [entry.reply for entry in entries if entry.reply is not None])
    _spend(session, entries)


def keep_replies(session: Session, replies: Sequence[dict[str, Any]]) -> None:
    """Add rows to `llm_reply`, except those whose key exists."""
    add_rows(session, LLMReply, replies, key=("key",))


def _replace(session: Session, entry: Entry) -> int | None:
    """Replace the result of an item marked `retry`; return its id, None if it is not marked."""
    old = session.exec(
        select(RunItem)
        .where(RunItem.run_id == entry.run_id, RunItem.item_key == entry.item_key)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()
    if not old.retry or old.id is None:
        return None
    verdict = session.exec(select(Validation).where(Validation.item_id == old.id)).first()
    depth = session.exec(select(DepthResult).where(DepthResult.item_id == old.id)).first()
    past = old.model_dump(mode="json")
    past["verdict"] = verdict.model_dump(mode="json") if verdict else None
    if depth:
        past["depth"] = depth.model_dump(mode="json")
    session.add(RunItemPast(item_id=old.id, row=past))
    for result in (verdict, depth):
        if result is not None:
            session.delete(result)
    session.flush()
    session.execute(
        update(RunItem).where(col(RunItem.id) == old.id).values(**entry.item, retry=False)
    )
    return old.id


def _spend(session: Session, entries: Iterable[Entry]) -> None:
    """Add the entries' calls, tokens and cost to their runs."""
    spent: dict[int, tuple[int, int, float]] = {}
    for entry in entries:
        calls, tokens, cost = spent.get(entry.run_id, (0, 0, 0.0))
        spent[entry.run_id] = (
            calls + entry.attempts,
            tokens + entry.spent_tokens,
            cost + entry.cost,
        )
    for run_id, (calls, tokens, cost) in spent.items():
        session.execute(
            update(Run)
            .where(col(Run.id) == run_id)
            .values(calls=Run.calls + calls, tokens=Run.tokens + tokens, cost=Run.cost + cost)
        )


def replies(session: Session, keys: Sequence[str]) -> Iterator[LLMReply]:
    """The stored replies with these keys."""
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        batch = keys[start : start + _KEYS_AT_ONCE]
        yield from session.exec(select(LLMReply).where(col(LLMReply.key).in_(batch)))
