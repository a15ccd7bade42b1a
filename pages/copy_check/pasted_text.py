"""Check a pasted copy: read it like a file of one line, store it, and check it at once."""

import json
from datetime import UTC, datetime
from time import monotonic, sleep
from typing import Any

from core.errors import InputError
from core.services.verification import (
    AuditFilter,
    UploadKind,
    add_upload,
    audit_page,
    get_check,
    preview_upload,
    run_check,
    start_check,
)
from pages.components import address, identity
from pages.components.app_context import engine, settings
from pages.components.language import N_
from pages.components.page_state import PASTED_FIELD, PASTED_RESULT

PASTED = "pasted.jsonl"
PATIENCE_S, LOOK_S = 10.0, 0.05
"""How long to wait for a worker's result, and between two looks; rewriting takes seconds."""
LISTS = {
    "items": N_("Item IDs, comma-separated"),
    "brands": N_("Brands, comma-separated"),
    "events": N_("Events, such as recent_view"),
    "holidays": N_("Holidays, comma-separated"),
}
SOURCES = {
    UploadKind.CATALOGUE: N_("Catalogue"),
    UploadKind.EVENTS: N_("User events"),
    UploadKind.RECENT: N_("Recent copy"),
}


def check_pasted() -> None:
    """Store and check the pasted copy, and open its result."""
    result = _check_row(_row())
    PASTED_RESULT.set(result)  # the fields need no refill: they hold this copy
    address.put("item", result)


def _row() -> dict[str, Any]:
    """The form's values as a row of a candidates file."""

    def field_value(name: str) -> Any:
        return PASTED_FIELD.of(name).get()

    lists = {name: [item for item in _split(field_value(name)) if item] for name in LISTS}
    row = {
        "text": field_value("text"),
        "channel": pill_value("channel"),
        "locale": pill_value("locale"),
        "user_id": field_value("user").strip() or None,
        "claims": {
            "referenced_events": lists["events"],
            "referenced_item_ids": lists["items"],
            "brands": lists["brands"],
            "holidays": lists["holidays"],
        },
        "constraints": {
            "no_price": field_value("no_price"),
            "max_length": field_value("max_length"),
        },
        "at": field_value("at").strip() or None,
    }
    return {name: value for name, value in row.items() if value is not None}


def pill_value(name: str) -> str:
    """The value of a row of pills, else the one it was drawn with: a press while pills are being
    drawn sends none.
    """
    return str(PASTED_FIELD.of(name).get() or PASTED_FIELD.of(name, "drawn").get())


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.replace("，", ",").replace("、", ",").split(",")]


def _check_row(row: dict[str, Any]) -> int:
    """Check a row; the id of its result. The same copy and policy are checked once an hour."""
    by, version = identity.reviewer() or "", pill_value("policy")
    data = json.dumps(row, ensure_ascii=False).encode()
    table_read = preview_upload(
        UploadKind.CANDIDATES, data, file_name=PASTED, max_bytes=settings().max_upload_bytes
    )
    if table_read.refused:
        issue = table_read.refused[0]
        raise InputError(issue.message, field=issue.field, **issue.params)
    added = add_upload(
        engine(),
        UploadKind.CANDIDATES,
        table_read,
        file_name=PASTED,
        title=_title(row["text"]),
        by=by,
    )
    files: dict[str, Any] = {
        f"{kind.value}_id": PASTED_FIELD.of(kind.value, "file").get() or None for kind in SOURCES
    }
    writer = PASTED_FIELD.of("writer").get() or None
    hour = f"{datetime.now(UTC):%Y-%m-%dT%H}"
    check_id = start_check(
        engine(),
        candidates_id=added.upload_id,
        policy_version=version,
        by=by,
        idempotency_key=f"pasted-{added.upload_id}-{version}-{sorted(files.items())}-{writer}-{hour}",
        writer=writer,
        **files,
    )
    return _wait_for_result(check_id)


def _wait_for_result(check_id: int) -> int:
    """The id of the only result of a check, which a worker may be running already."""
    deadline = monotonic() + PATIENCE_S
    while not run_check(engine(), check_id) and monotonic() < deadline:
        if get_check(engine(), check_id).is_over:
            break
        sleep(LOOK_S)
    page = audit_page(engine(), AuditFilter(check_id=check_id), limit=1)
    if not page:
        raise InputError("Check {id} is taking longer. Find it under Checks.", id=check_id)
    return page[0].id


def _title(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:39]}…"
