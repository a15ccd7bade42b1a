"""Rows are read as they were written, on either database."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlmodel import Session, select

from db.engine import writing
from db.queries.upsert import add_rows
from db.tables import AuditEvent, LLMReply

_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)
_NUMBER = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**63), 2**63 - 1)
_JSON = st.recursive(
    st.none() | st.booleans() | _NUMBER | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)
_MOMENT = st.datetimes(
    datetime(1970, 1, 1),  # noqa: DTZ001 - hypothesis adds the time zone
    datetime(2100, 1, 1),  # noqa: DTZ001
    timezones=st.sampled_from([UTC]),
)
_ROW = st.fixed_dictionaries(
    {"at": _MOMENT, "actor": _TEXT, "kind": _TEXT, "detail": st.dictionaries(_TEXT, _JSON)}
)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(rows=st.lists(_ROW, min_size=1, max_size=4))
def test_rows_come_back_as_they_were_given(engine: Engine, rows: list[dict[str, Any]]) -> None:
    with writing(engine) as session:
        written = add_rows(session, AuditEvent, rows, returning=("id",))
    with Session(engine) as session:
        stored = [session.get_one(AuditEvent, row.id) for row in written]
    read = [event.model_dump(include={"at", "actor", "kind", "detail"}) for event in stored]
    assert len(read) == len(rows)
    assert all(row in read for row in rows)


def test_a_moment_of_another_zone_is_the_same_moment(engine: Engine) -> None:
    moment = datetime(2026, 11, 25, 8, 0, 0, 123456, timezone(timedelta(hours=8)))
    if engine.dialect.name == "sqlite":
        pytest.skip("SQLite keeps no zone: moments are given to it in UTC")
    with writing(engine) as session:
        add_rows(session, AuditEvent, [{"at": moment, "kind": "signed_in", "detail": {}}])
    with Session(engine) as session:
        assert session.exec(select(AuditEvent.at)).one() == moment


def _reply(key: str, text: str) -> dict[str, Any]:
    words = {"connection": "c", "model": "m", "prompt_hash": "h", "finish_reason": "stop"}
    counts = {"prompt_tokens": 1, "completion_tokens": 2}
    return {"key": key, "text": text, **words, **counts, "created_at": datetime.now(UTC)}


def test_a_row_that_is_there_stays_or_takes_its_columns_anew(engine: Engine) -> None:
    with writing(engine) as session:
        add_rows(session, LLMReply, [_reply("a", "first")], key=("key",))
        rows = [_reply("a", "second"), _reply("b", "first")]
        written = add_rows(session, LLMReply, rows, key=("key",), returning=("key",))
        assert [row.key for row in written] == ["b"]
        add_rows(session, LLMReply, [_reply("b", "third")], key=("key",), anew=("text",))
    with Session(engine) as session:
        stored = dict(session.exec(select(LLMReply.key, LLMReply.text)).all())
    assert stored == {"a": "first", "b": "third"}


def test_nothing_to_add_is_no_statement(engine: Engine) -> None:
    with writing(engine) as session:
        assert add_rows(session, LLMReply, []) == ()
