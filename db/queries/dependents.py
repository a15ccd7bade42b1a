"""Delete a text or a question set with all rows that depend on it. Callers own the session."""

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
"""The condition on the rows to delete, by table; referenced tables before those that refer to them.
"""


def on_source(source_id: int) -> Doomed:
    """Rows to delete with a text: those that refer to it by foreign keys, answers that cite it, and
    stored replies about it.

    If one answer of a case run cites the text, the whole run is included: without that answer, its
    figures would change.
    """
    cites = cast(AnswerTrace.record, Text).like(_names(source_id))
    cited = select(col(AnswerTrace.run_id)).where(cites)
    return _with_referring_rows(
        {
            _table(SourceText): col(SourceText.id) == source_id,
            _table(GateRun): col(GateRun.id).in_(cited),
            _table(AnswerTrace): cites,
            _table(AnswerLoop): cast(AnswerLoop.evidence, Text).like(_names(source_id)),
        }
    )


def on_set(set_id: int) -> Doomed:
    """Rows to delete with a question set."""
    return _with_referring_rows({_table(QuestionSet): col(QuestionSet.id) == set_id})


def _names(source_id: int) -> str:
    """A LIKE pattern for the source's id in a JSON record. Text in a record cannot match, since its
    quotation marks are escaped.
    """
    return f'%"source_id": {source_id},%'


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table


def _with_referring_rows(roots: Mapping[Table, ColumnElement[bool]]) -> Doomed:
    """The roots' rows and all rows that refer to them by foreign keys, directly or not."""
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
    return doomed | {_table(LLMReply): _replies_of(doomed)}


def _replies_of(doomed: Doomed) -> ColumnElement[bool]:
    """The stored replies that the results to delete were read from, by their prompts' hashes."""
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
    """Number of rows by table; tables without any are left out."""
    row_counts = {
        table.name: session.execute(
            select(func.count()).select_from(table).where(condition)
        ).scalar_one()
        for table, condition in doomed.items()
    }
    return {name: n for name, n in row_counts.items() if n}


def under_way(session: Session, doomed: Doomed) -> Iterator[tuple[str, int]]:
    """Table and id of runs and loops that are queued, running or paused."""
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
    """Delete the rows, referring ones first, and then the bulk acts and chat sessions that are left
    without events or answers.
    """
    batch_ids = _ids(session, doomed, _table(ReviewEvent), "batch_id")
    session_ids = _ids(session, doomed, _table(AnswerTrace), "session_id")
    for table, condition in reversed(doomed.items()):
        session.execute(delete(table).where(condition))
    _remove_empty(session, _table(ReviewBatch), batch_ids, _table(ReviewEvent).c.batch_id)
    _remove_empty(session, _table(ChatSession), session_ids, _table(AnswerTrace).c.session_id)


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
    # A row that undoes another one refers to it, so delete later rows first.
    for id_ in sorted(empty_ids, reverse=True):
        session.execute(delete(table).where(table.c.id == id_))
