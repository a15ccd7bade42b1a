"""What hangs on a text or a question set, and its deletion as a whole. Callers own the session."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Table, Text, cast, delete, false, func, or_, select
from sqlmodel import Session, SQLModel, col

from db.tables import (
    AnswerLoop,
    AnswerTrace,
    ChatSession,
    DepthResult,
    GateRun,
    LLMReply,
    QuestionSet,
    Revalidation,
    ReviewBatch,
    ReviewEvent,
    Run,
    RunItemPast,
    SourceText,
    Validation,
)

Doomed = dict[Table, ColumnElement[bool]]
"""Tables, those that others lead to first, and which of their rows are meant."""


def on_source(source_id: int) -> Doomed:
    """The text, what leads to it by foreign keys, answers that cite it and kept replies about it.

    A run of cases goes as a whole where one of its answers cites the text: figures over the rest
    would say something else than they did.
    """
    cites = cast(AnswerTrace.record, Text).like(_names(source_id))
    cited = select(col(AnswerTrace.run_id)).where(cites)
    return _leading_to(
        {
            _table(SourceText): col(SourceText.id) == source_id,
            _table(GateRun): col(GateRun.id).in_(cited),
            _table(AnswerTrace): cites,
            _table(AnswerLoop): cast(AnswerLoop.evidence, Text).like(_names(source_id)),
        }
    )


def on_set(set_id: int) -> Doomed:
    return _leading_to({_table(QuestionSet): col(QuestionSet.id) == set_id})


def _names(source_id: int) -> str:
    """As the records of evidence have it; in a text the quotation marks would be escaped."""
    return f'%"source_id": {source_id},%'


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table


def _leading_to(roots: Mapping[Table, ColumnElement[bool]]) -> Doomed:
    """The roots' rows and every row that leads to one of them by foreign keys, near or far."""
    doomed: Doomed = {}
    for table in SQLModel.metadata.sorted_tables:
        conditions = [roots[table]] if table in roots else []
        conditions += [
            key.parent.in_(select(key.column).where(doomed[key.column.table]))
            for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
            if key.column.table in doomed
        ]
        if conditions:
            doomed[table] = or_(*conditions)
    return doomed | {_table(LLMReply): _kept_for(doomed)}


def _kept_for(doomed: Doomed) -> ColumnElement[bool]:
    """The replies that results were read from, by the hash of their prompts."""
    hashes: list[tuple[type[SQLModel], Any]] = [
        (Validation, col(Validation.provenance)["prompt_hash"]),
        (DepthResult, col(DepthResult.metrics)["prompt_hash"]),
        (Revalidation, col(Revalidation.verdict)[("provenance", "prompt_hash")]),
        (RunItemPast, col(RunItemPast.row)[("verdict", "provenance", "prompt_hash")]),
        (RunItemPast, col(RunItemPast.row)[("depth", "metrics", "prompt_hash")]),
    ]
    return or_(
        false(),
        *(
            col(LLMReply.prompt_hash).in_(select(value.as_string()).where(doomed[_table(model)]))
            for model, value in hashes
            if _table(model) in doomed
        ),
    )


def counts(session: Session, doomed: Doomed) -> dict[str, int]:
    """Rows by table, tables without any left out."""
    row_counts = {
        table.name: session.execute(
            select(func.count()).select_from(table).where(condition)
        ).scalar_one()
        for table, condition in doomed.items()
    }
    return {name: n for name, n in row_counts.items() if n}


def under_way(session: Session, doomed: Doomed) -> Iterator[tuple[str, int]]:
    """Table and id of what is being worked on, or waits for it."""
    for model, finished_states in (
        (Run, ("done", "stopped", "cancelled")),
        (GateRun, ("done", "stopped", "cancelled")),
        (AnswerLoop, ("done", "stopped", "cancelled")),
    ):
        table = _table(model)
        if table in doomed:
            waiting = select(table.c.id).where(
                doomed[table], table.c.status.not_in(finished_states)
            )
            for id_ in session.execute(waiting.order_by(table.c.id)).scalars():
                yield table.name, id_


def runs_in(session: Session, doomed: Doomed) -> list[int]:
    table = _table(Run)
    return list(session.execute(select(table.c.id).where(doomed[table])).scalars())


def remove(session: Session, doomed: Doomed) -> None:
    """Deletes all of it, what leads before where it leads to, and what held nothing else: acts on
    many items, and visits that asked nothing else.
    """
    batches = _ids(session, doomed, _table(ReviewEvent), "batch_id")
    visits = _ids(session, doomed, _table(AnswerTrace), "session_id")
    for table, condition in reversed(doomed.items()):
        session.execute(delete(table).where(condition))
    _remove_empty(session, _table(ReviewBatch), batches, _table(ReviewEvent).c.batch_id)
    _remove_empty(session, _table(ChatSession), visits, _table(AnswerTrace).c.session_id)


def _ids(session: Session, doomed: Doomed, table: Table, name: str) -> list[Any]:
    if table not in doomed:
        return []
    query = select(table.c[name]).where(doomed[table], table.c[name].is_not(None)).distinct()
    return list(session.execute(query).scalars())


def _remove_empty(session: Session, table: Table, ids: list[Any], held_by: Any) -> None:
    filled = select(held_by).where(held_by.is_not(None))
    empty_ids = [
        id_
        for start in range(0, len(ids), 1000)
        for id_ in session.execute(
            select(table.c.id).where(
                table.c.id.in_(ids[start : start + 1000]), table.c.id.not_in(filled)
            )
        ).scalars()
    ]
    # One that takes back another leads to it, so that the later go first.
    for id_ in sorted(empty_ids, reverse=True):
        session.execute(delete(table).where(table.c.id == id_))
