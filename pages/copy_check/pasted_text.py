"""A pasted copy on its way in: read as a file of one line would be, stored, checked at once."""

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
"""A worker that took the check up is done in milliseconds, a model that writes anew in seconds."""
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
    """Read as a file of one line would be, stored, checked at once, and shown by the address."""
    result = _checked(_row())
    PASTED_RESULT.set(result)  # the fields hold it already
    address.put("item", result)


def _row() -> dict[str, Any]:
    """A row of a candidates file."""

    def given(name: str) -> Any:
        return PASTED_FIELD.of(name).get()

    lists = {name: [each for each in _split(given(name)) if each] for name in LISTS}
    row = {
        "text": given("text"),
        "channel": chosen_pill("channel"),
        "locale": chosen_pill("locale"),
        "user_id": given("user").strip() or None,
        "claims": {
            "referenced_events": lists["events"],
            "referenced_item_ids": lists["items"],
            "brands": lists["brands"],
            "holidays": lists["holidays"],
        },
        "constraints": {"no_price": given("no_price"), "max_length": given("max_length")},
        "at": given("at").strip() or None,
    }
    return {name: value for name, value in row.items() if value is not None}


def chosen_pill(name: str) -> str:
    """What a row of pills says, else what it was drawn with: a browser that is pressed while they
    are being drawn says that none is chosen.
    """
    return str(PASTED_FIELD.of(name).get() or PASTED_FIELD.of(name, "drawn").get())


def _split(said: str) -> list[str]:
    return [part.strip() for part in said.replace("，", ",").replace("、", ",").split(",")]


def _checked(row: dict[str, Any]) -> int:
    """The id of the result. The same copy under the same policy is checked once in an hour."""
    by, version = identity.reviewer() or "", chosen_pill("policy")
    data = json.dumps(row, ensure_ascii=False).encode()
    read = preview_upload(
        UploadKind.CANDIDATES, data, file_name=PASTED, max_bytes=settings().max_upload_bytes
    )
    if read.refused:
        issue = read.refused[0]
        raise InputError(issue.message, field=issue.field, **issue.params)
    added = add_upload(
        engine(), UploadKind.CANDIDATES, read, file_name=PASTED, title=_title(row["text"]), by=by
    )
    files: dict[str, Any] = {
        f"{kind.value}_id": PASTED_FIELD.of(kind.value, "file").get() or None for kind in SOURCES
    }
    hour = f"{datetime.now(UTC):%Y-%m-%dT%H}"
    check_id = start_check(
        engine(),
        candidates_id=added.upload_id,
        policy_version=version,
        by=by,
        idempotency_key=f"pasted-{added.upload_id}-{version}-{sorted(files.items())}-{hour}",
        **files,
    )
    return _result_of(check_id)


def _result_of(check_id: int) -> int:
    """Of a check of one candidate, which a worker may have taken up in the meantime."""
    until = monotonic() + PATIENCE_S
    while not run_check(engine(), check_id) and monotonic() < until:
        if get_check(engine(), check_id).is_over:
            break
        sleep(LOOK_S)
    found = audit_page(engine(), AuditFilter(check_id=check_id), limit=1)
    if not found:
        raise InputError("Check {id} is taking longer. Find it under Checks.", id=check_id)
    return found[0].id


def _title(text: str) -> str:
    first = " ".join(text.split())
    return first if len(first) <= 40 else f"{first[:39]}…"
