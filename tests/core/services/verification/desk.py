"""Files in, a check done: what the tests of copy verification begin with."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine

from core.services.verification import (
    AuditFilter,
    AuditLine,
    UploadKind,
    add_upload,
    audit_page,
    preview_upload,
    run_check,
    start_check,
)

NOW = datetime(2025, 11, 14, 4, tzinfo=UTC)
GOOD = "秋季大促今天开始，快来看看吧"
"""A copy that nobody has anything to say about."""

LINK = "查看详情：https://ebay.com/item/123"
"""Scenario 3 of the source: a push message must not hold a link."""

VIEWED = "你上次浏览的 Sony 相机现在有优惠！"
"""Scenario 1: the user has viewed nothing."""

CATALOGUE = [
    {"id": "cam", "brand": "Sony", "price": "1999.00"},
    {"id": "old", "brand": "Canon", "active": False},
]
EVENTS = [{"user_id": "u1", "kind": "view", "at": "2025-11-10T08:00:00+08:00", "item_id": "cam"}]


def row(text: str = GOOD, **given: Any) -> dict[str, Any]:
    return {"text": text, "channel": "PUSH", "locale": "zh-CN", **given}


def viewed(id_: str, user: str) -> dict[str, Any]:
    """Somebody is told what they viewed."""
    claims = {
        "referenced_events": ["recent_view"],
        "referenced_item_ids": ["cam"],
        "brands": ["Sony"],
    }
    return row(VIEWED, id=id_, user_id=user, claims=claims)


ROWS = [
    row(id="good"),
    row(LINK, id="link"),
    viewed("viewed", "u1"),
    viewed("quiet", "u2"),
    row("Only this week", id="mail", channel="EMAIL", locale="en-US"),
]
"""ALLOW, REJECT with a repair, ALLOW, REVISE, ALLOW under v1.0.0."""


def jsonl(rows: Sequence[Mapping[str, Any]]) -> bytes:
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in rows).encode()


def upload(
    engine: Engine, kind: UploadKind, rows: Sequence[Mapping[str, Any]], name: str = "f.jsonl"
) -> int:
    table = preview_upload(kind, jsonl(rows), file_name=name, max_bytes=10_000_000)
    assert not table.refused
    return add_upload(engine, kind, table, file_name=name, by="Li").upload_id


def started(
    engine: Engine,
    rows: Sequence[Mapping[str, Any]] = ROWS,
    version: str = "v1.0.0",
    **given: Any,
) -> int:
    """The id of a check against `CATALOGUE` and `EVENTS` that nobody works on yet."""
    return start_check(
        engine,
        candidates_id=upload(engine, UploadKind.CANDIDATES, rows),
        catalogue_id=upload(engine, UploadKind.CATALOGUE, CATALOGUE),
        events_id=upload(engine, UploadKind.EVENTS, EVENTS),
        **{"policy_version": version, "moment": NOW, "by": "Li", **given},
    )


def checked(
    engine: Engine,
    rows: Sequence[Mapping[str, Any]] = ROWS,
    version: str = "v1.0.0",
    **given: Any,
) -> int:
    check_id = started(engine, rows, version, **given)
    assert run_check(engine, check_id)
    return check_id


def lines(engine: Engine, **chosen: Any) -> list[AuditLine]:
    return audit_page(engine, AuditFilter(**chosen), limit=1000)


def line(engine: Engine, candidate: str, **chosen: Any) -> AuditLine:
    (found,) = (each for each in lines(engine, **chosen) if each.candidate == candidate)
    return found


def names(engine: Engine, **chosen: Any) -> list[str]:
    return [each.candidate for each in lines(engine, **chosen)]
