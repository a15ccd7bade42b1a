"""Files of copy verification in the database: whole or not at all, and never changed."""

from decimal import Decimal

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.services.verification import (
    StoredFacts,
    UploadKind,
    add_upload,
    cached_facts,
    candidates_page,
    get_upload,
    list_uploads,
    preview_upload,
    upload_issues,
)
from core.verification import CachedFacts, CatalogueEntry
from core.verification.files.sample_pack import FOLDER, load_sample
from tests.core.services.verification.desk import CATALOGUE, EVENTS, NOW, ROWS, jsonl, row, upload

MAX = 10_000_000


def test_candidates_come_back_as_they_were_read(engine: Engine) -> None:
    data = (FOLDER / "candidates.jsonl").read_bytes()
    table = preview_upload(UploadKind.CANDIDATES, data, file_name="candidates.jsonl", max_bytes=MAX)
    added = add_upload(engine, UploadKind.CANDIDATES, table, file_name="candidates.jsonl")
    assert tuple(candidates_page(engine, added.upload_id)) == load_sample().candidates
    assert candidates_page(engine, added.upload_id, limit=2, offset=3) == list(table.values[3:5])


def test_a_preview_stores_nothing(engine: Engine) -> None:
    preview_upload(UploadKind.CANDIDATES, jsonl(ROWS), file_name="a.jsonl", max_bytes=MAX)
    assert list_uploads(engine, UploadKind.CANDIDATES) == []


def test_the_same_text_is_one_upload_of_its_kind(engine: Engine) -> None:
    table = preview_upload(UploadKind.CANDIDATES, jsonl(ROWS), file_name="a.jsonl", max_bytes=MAX)
    first = add_upload(engine, UploadKind.CANDIDATES, table, file_name="a.jsonl", title=" Autumn ")
    again = add_upload(engine, UploadKind.CANDIDATES, table, file_name="b.jsonl")
    assert (first.already_there, again.already_there) == (False, True)
    assert again.upload_id == first.upload_id
    (kept,) = list_uploads(engine, UploadKind.CANDIDATES)
    assert (kept.title, kept.file_name, kept.row_count) == ("Autumn", "a.jsonl", len(ROWS))
    assert list_uploads(engine, UploadKind.RECENT) == []


def test_refused_rows_are_kept_with_line_field_and_reason(engine: Engine) -> None:
    data = jsonl([row(id="a"), row(id="a"), row("", id="c"), {"text": "x", "channel": "PUSH"}])
    table = preview_upload(UploadKind.CANDIDATES, data, file_name="a.jsonl", max_bytes=MAX)
    added = add_upload(engine, UploadKind.CANDIDATES, table, file_name="a.jsonl")
    upload_ = get_upload(engine, added.upload_id)
    assert (upload_.row_count, upload_.refused_count) == (1, 3)
    issues = upload_issues(engine, added.upload_id)
    assert [(issue.line, issue.field) for issue in issues] == [
        (2, "id"),
        (3, "text"),
        (4, "locale"),
    ]
    assert issues[0].translate() == "The ID a is also on line 1. Keep one of them."
    assert issues[0].raw is not None
    assert upload_issues(engine, added.upload_id, limit=1, offset=1) == issues[1:2]


def test_a_file_without_a_usable_row_adds_nothing(engine: Engine) -> None:
    data = jsonl([row(""), row("")])
    table = preview_upload(UploadKind.CANDIDATES, data, file_name="a.jsonl", max_bytes=MAX)
    with pytest.raises(InputError, match="No row could be read: 2 were rejected"):
        add_upload(engine, UploadKind.CANDIDATES, table, file_name="a.jsonl")
    assert list_uploads(engine, UploadKind.CANDIDATES) == []


def test_a_file_over_the_limit_is_refused() -> None:
    with pytest.raises(InputError, match=r"a\.jsonl"):
        preview_upload(UploadKind.CATALOGUE, b"x" * 11, file_name="a.jsonl", max_bytes=10)


def test_an_unknown_upload_is_named(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match="Upload 7 does not exist"):
        get_upload(engine, 7)


def test_the_database_answers_as_the_source_asks(engine: Engine) -> None:
    facts = StoredFacts(
        engine,
        catalogue_id=upload(engine, UploadKind.CATALOGUE, CATALOGUE),
        events_id=upload(engine, UploadKind.EVENTS, EVENTS),
    )
    assert facts.get_item("cam") == CatalogueEntry("cam", "Sony", price=Decimal("1999.00"))
    assert facts.get_item("nowhere") is None
    assert facts.brands == {"Sony", "Canon"}
    (event,) = facts.get_user_events("u1", 7, until=NOW)
    assert (event.kind, event.item_id, event.at.isoformat()) == (
        "view",
        "cam",
        "2025-11-10T00:00:00+00:00",
    )
    assert facts.get_user_events("u1", 3, until=NOW) == []
    assert facts.get_user_events("u2", 30, until=NOW) == []
    assert "catalogue " in facts.snapshot
    assert ", events " in facts.snapshot


def test_both_ends_of_the_days_count(engine: Engine) -> None:
    facts = StoredFacts(engine, events_id=upload(engine, UploadKind.EVENTS, EVENTS))
    at = facts.get_user_events("u1", 30, until=NOW)[0].at
    assert len(facts.get_user_events("u1", 7, until=at)) == 1
    assert len(facts.get_user_events("u1", 7, until=at.replace(day=17))) == 1
    assert facts.get_user_events("u1", 7, until=at.replace(day=17, microsecond=1)) == []


def test_without_a_catalogue_nothing_is_known(engine: Engine) -> None:
    facts = StoredFacts(engine)
    assert (facts.get_item("cam"), facts.brands, facts.snapshot) == (None, frozenset(), "none")
    assert facts.get_user_events("u1", 7, until=NOW) == []


def test_answers_are_kept_in_the_process(engine: Engine) -> None:
    catalogue_id = upload(engine, UploadKind.CATALOGUE, CATALOGUE)
    facts = cached_facts(engine, catalogue_id, None)
    assert isinstance(facts, CachedFacts)
    assert facts is cached_facts(engine, catalogue_id, None)
    assert facts.get_item("cam") is facts.get_item("cam")
