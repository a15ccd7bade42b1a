"""Uploaded candidates, catalogues and events, in every state of repair."""

import io
import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import Workbook

from core.errors import InputError
from core.verification import (
    Candidate,
    CatalogueEntry,
    Claims,
    Constraints,
    read_candidates,
    read_catalogue,
    read_user_events,
)

ROW = {"text": "秋季大促今天开始", "channel": "PUSH", "locale": "zh-CN"}


def jsonl(*rows: Any) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def refusals(data: bytes) -> list[tuple[int | None, str | None, str]]:
    table = read_candidates(data, file_name="copy.jsonl")
    return [(issue.line, issue.field, issue.translate()) for issue in table.refused]


WHOLE = Candidate(
    id="c1",
    text="你上次浏览的 Sony 相机",
    channel="PUSH",
    locale="zh-CN",
    claims=Claims(("recent_view",), ("1", "2"), ("Sony",), ("双十一",)),
    user_id="u",
    constraints=Constraints(no_price=True, max_length=50),
    time_zone="Asia/Shanghai",
    at=datetime(2025, 11, 14, 20, 30, tzinfo=UTC),
)


@pytest.mark.parametrize(
    "names", [("no_price", "max_length", "user_id"), ("noPrice", "maxLen", "userId")]
)
def test_a_whole_candidate_is_read_from_json_in_either_spelling(names: tuple[str, ...]) -> None:
    no_price, max_length, user_id = names
    row = {
        "id": "c1",
        "text": "你上次浏览的 Sony 相机",
        "channel": "PUSH",
        "locale": "zh-CN",
        user_id: "u",
        "claims": {
            "referenced_events": ["recent_view"],
            "referenced_item_ids": [1, "2"],
            "brands": ["Sony"],
            "holidays": ["双十一"],
        },
        "constraints": {no_price: True, max_length: 50},
        "time_zone": "Asia/Shanghai",
        "at": "2025-11-14T20:30:00Z",
    }
    assert read_candidates(jsonl(row), file_name="c.jsonl").values == (WHOLE,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_whole_candidate_is_read_from_csv(encoding: str) -> None:
    text = (
        "ID,Text,channel,locale,user_id,referenced_events,referenced_item_ids,brands,holidays,"
        "noPrice,max_length,time_zone,at\n"
        "c1,你上次浏览的 Sony 相机,PUSH,zh-CN,u,recent_view,1|2,Sony,双十一,true,50,Asia/Shanghai,"
        "2025-11-14T20:30:00Z\n"
    )
    table = read_candidates(text.encode(encoding), file_name="c.csv")
    assert table.values == (WHOLE,)
    assert table.issues == ()


def test_a_candidate_is_read_back_as_it_was_stored() -> None:
    assert Candidate.from_dict(json.loads(json.dumps(WHOLE.to_dict()))) == WHOLE


def test_a_row_without_an_id_is_named_after_its_line() -> None:
    table = read_candidates(jsonl(ROW, ROW), file_name="c.jsonl")
    assert [each.id for each in table.values] == ["line 1", "line 2"]


@pytest.mark.parametrize(
    ("row", "field", "said"),
    [
        ({k: v for k, v in ROW.items() if k != "channel"}, "channel", "missing"),
        (ROW | {"text": ""}, "text", "empty"),
        (ROW | {"text": " \n"}, "text", "empty"),
        (ROW | {"text": 5}, "text", "quotation marks"),
        (ROW | {"text": "x" * 100_001}, "text", "too long"),
        (ROW | {"clams": {}}, "clams", "Unknown field"),
        (ROW | {"claims": {"brand": ["Sony"]}}, "claims.brand", "Unknown field"),
        (ROW | {"claims": {"brands": 5}}, "claims.brands", "list"),
        (ROW | {"claims": []}, "claims", "object"),
        (ROW | {"constraints": {"no_price": "perhaps"}}, "constraints.no_price", "true or false"),
        (ROW | {"constraints": {"max_length": 0}}, "constraints.max_length", "at least 1"),
        (ROW | {"constraints": {"max_length": "many"}}, "constraints.max_length", "whole number"),
        (ROW | {"at": "2025-11-14 20:30"}, "at", "names no zone"),
        (ROW | {"at": "yesterday"}, "at", "Write a date and time with its zone, such as"),
        (ROW | {"time_zone": "Mars/X"}, "time_zone", "Asia/Shanghai"),
        (ROW | {"text": "a\x00b"}, None, "cannot be stored"),
        ([1], None, "not an object"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused_with_line_field_and_fix(
    row: Any, field: str | None, said: str
) -> None:
    (refused,) = refusals(jsonl(ROW, row))
    assert refused[:2] == (2, field)
    assert said in refused[2]


def test_every_row_is_read_or_refused() -> None:
    data = jsonl(ROW, [1], ROW | {"at": 5}) + b"\n\nnonsense\n" + jsonl(ROW)[:-5]
    table = read_candidates(data, file_name="c.jsonl")
    assert (len(table.rows), len(table.refused)) == (1, 4)
    assert [issue.line for issue in table.refused] == [2, 3, 5, 6]
    assert all(issue.raw for issue in table.refused)


def test_an_id_that_stands_twice_is_refused_where_it_stands_again() -> None:
    (refused,) = refusals(jsonl(ROW | {"id": "a"}, ROW | {"id": "a"}))
    assert refused[:2] == (2, "id")
    assert "is also on line 1." in refused[2]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"name,age\na,5\n", "columns text, channel, locale"),
        (b"[]", "no rows"),
        (b"- list", "neither JSON nor a table"),
        (b"text,channel,locale\n", "no rows"),
        (b"text,text,channel,locale\na,b,PUSH,zh-CN\n", "Two columns are named text"),
        (b'{"text": "a"', "ends in the middle of a row"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "PNG"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        read_candidates(data, file_name="copy.csv")
    assert "copy.csv" in str(raised.value)


def test_a_row_with_too_few_cells_is_refused() -> None:
    table = read_candidates("text,channel,locale\n好,PUSH\n好,PUSH,zh-CN\n".encode(), file_name="c")
    assert [issue.code for issue in table.refused] == ["cell_count"]
    assert len(table.rows) == 1


def test_a_catalogue_is_read_and_its_other_columns_are_left_alone() -> None:
    data = "id,brand,isActive,purchasable,price,category\n1,Sony,true,no,9.90,a\n2,,,,,\n"
    table = read_catalogue(data.encode(), file_name="items.csv")
    assert [issue.params for issue in table.issues] == [{"names": "category"}]
    assert table.values == (
        CatalogueEntry("1", "Sony", active=True, purchasable=False, price=Decimal("9.90")),
        CatalogueEntry("2"),
    )


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"id": ""}, "id"),
        ({"brand": "Sony"}, "id"),
        ({"id": "1", "active": "maybe"}, "active"),
        ({"id": "1", "price": "cheap"}, "price"),
        ({"id": "1", "price": -1}, "price"),
        ({"id": "1", "price": "NaN"}, "price"),
    ],
)
def test_a_catalogue_row_that_cannot_be_used_is_refused(row: Any, field: str) -> None:
    (issue,) = read_catalogue(jsonl({"id": "0"}, row), file_name="items.jsonl").refused
    assert (issue.line, issue.field) == (2, field)


def test_events_are_read_with_their_time_in_its_zone() -> None:
    data = jsonl(
        {"userId": "u", "type": "view", "at": "2025-11-14T20:30:00+08:00", "item_id": 7},
        {"user_id": "u", "kind": "view", "at": "2025-11-14T20:30:00"},
    )
    assert read_user_events(data, file_name="e", zone="Asia/Shanghai").values[1].at == datetime(
        2025, 11, 14, 12, 30, tzinfo=UTC
    )
    table = read_user_events(data, file_name="events.jsonl")
    (event,) = table.values
    assert (event.user_id, event.kind, event.item_id) == ("u", "view", "7")
    assert event.at == datetime(2025, 11, 14, 12, 30, tzinfo=UTC)
    assert [issue.line for issue in table.refused] == [2]


def catalogue_in_csv(header: str, cells: str) -> CatalogueEntry:
    data = f"id,{header}\ni1,{cells}\n".encode()
    (item,) = read_catalogue(data, file_name="items.csv").values
    return item


@pytest.mark.parametrize("name", ["active", "is_active", "isActive", "ISACTIVE"])
def test_a_delisted_item_is_delisted_however_its_column_is_written(name: str) -> None:
    """Section 1.2: 是否已下架. A column that went unread would let every item pass."""
    assert not catalogue_in_csv(name, "false").active


@pytest.mark.parametrize("name", ["purchasable", "is_purchasable", "isPurchasable"])
def test_a_sold_out_item_is_sold_out_however_its_column_is_written(name: str) -> None:
    """Section 1.2, reading 21: 是否可购买."""
    assert not catalogue_in_csv(name, "false").purchasable
    (item,) = read_catalogue(jsonl({"id": "i1", name: False}), file_name="items.jsonl").values
    assert not item.purchasable


def test_names_in_camel_case_are_read_from_csv_too() -> None:
    header = "text,channel,locale,userId,timeZone,noPrice,maxLen"
    data = f"{header}\n秋季大促今天开始,PUSH,zh-CN,u1,Asia/Tokyo,true,40\n".encode()
    (candidate,) = read_candidates(data, file_name="copy.csv").values
    assert (candidate.user_id, candidate.time_zone) == ("u1", "Asia/Tokyo")
    assert candidate.constraints == Constraints(no_price=True, max_length=40)
    data = b"userId,type,at,itemId\nu1,view,2025-11-14T20:30:00Z,i1\n"
    (event,) = read_user_events(data, file_name="events.csv").values
    assert (event.user_id, event.item_id) == ("u1", "i1")


def test_an_item_without_a_brand_may_say_null() -> None:
    (item,) = read_catalogue(
        jsonl({"id": "i1", "brand": None, "title": None, "price": None}), file_name="items.jsonl"
    ).values
    assert item == CatalogueEntry("i1")


@pytest.mark.parametrize(
    ("outer", "beside", "value"),
    [("claims", "brands", ["Canon"]), ("constraints", "noPrice", True)],
)
def test_a_claim_beside_the_claims_is_refused_and_not_lost(
    outer: str, beside: str, value: object
) -> None:
    """Reading 17: what was declared is checked or refused, never dropped."""
    (issue,) = refusals(jsonl({**ROW, outer: {}, beside: value}))
    assert issue[1:] == (beside, "Unknown field. Correct its name or remove it.")


@pytest.mark.parametrize("year", ["0001", "1899", "2200", "9999"])
def test_a_time_that_calendars_cannot_count_from_is_refused(year: str) -> None:
    at = f"{year}-01-01T00:00:00+14:00"
    (issue,) = refusals(jsonl({**ROW, "at": at}))
    assert issue[1:] == ("at", "Use a time from the year 1900 to 2199.")
    events = read_user_events(
        jsonl({"user_id": "u", "kind": "view", "at": at}), file_name="events.jsonl"
    )
    assert [each.field for each in events.refused] == ["at"]


CSV = "text,channel,locale\n秋季大促今天开始,PUSH,zh-CN\n新品到店，欢迎选购,push,zh_CN\n"
ROWS = [ROW, {"text": "新品到店，欢迎选购", "channel": "push", "locale": "zh_CN"}]


def workbook(*rows: tuple[object, ...]) -> bytes:
    """A first sheet of notes, and the rows in a second one."""
    book, data = Workbook(), io.BytesIO()
    book.active.append(("Please read", "the second sheet"))
    sheet = book.create_sheet("copy")
    for row in rows:
        sheet.append(row)
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        jsonl(*ROWS),
        json.dumps(ROWS, indent=2).encode(),
        json.dumps({"data": ROWS, "total": 2}).encode(),
        json.dumps({"rows": ROWS}).encode(),
        json.dumps({"candidates": ROWS}, indent=1).encode(),
        CSV.encode(),
        f"sep=;\n{CSV.replace(',', ';')}".encode("utf-8-sig"),
        f'"sep=|"\r\n{CSV.replace(",", "|")}'.encode(),
        workbook(("Text", "Channel", "Locale"), *(tuple(row.values()) for row in ROWS)),
    ],
    ids=["jsonl", "list", "object", "rows", "candidates", "csv", "sep", "sep of pipes", "xlsx"],
)
def test_the_same_rows_are_read_from_every_format(data: bytes) -> None:
    table = read_candidates(data, file_name="copy")
    assert [(each.text, each.channel, each.locale) for each in table.values] == [
        (row["text"], "PUSH", "zh-CN") for row in ROWS
    ]
    assert not table.refused


def test_a_workbook_gives_prices_truth_values_and_times_as_they_are_shown() -> None:
    items = workbook(("id", "active", "price", None, "note"), (7, False, 9.5, None, "=1+1"))
    table = read_catalogue(items, file_name="items.xlsx")
    assert [issue.code for issue in table.refused] == ["formula"]
    items = workbook(("id", "active", "price"), (7, False, 9.5), (8,))
    assert read_catalogue(items, file_name="items.xlsx").values == (
        CatalogueEntry("7", active=False, price=Decimal("9.5")),
        CatalogueEntry("8"),
    )
    events = workbook(
        ("user_id", "kind", "at"),
        ("u", "view", datetime(2025, 11, 14, 20, 30, tzinfo=UTC).replace(tzinfo=None)),
    )
    (event,) = read_user_events(events, file_name="e.xlsx", zone="Asia/Shanghai").values
    assert event.at == datetime(2025, 11, 14, 12, 30, tzinfo=UTC)
    with pytest.raises(InputError, match="neither JSON nor a table"):
        read_candidates(workbook(("a", "b")), file_name="copy.xlsx")


def test_what_is_called_a_workbook_and_is_none_is_damaged() -> None:
    for data in (b"not a workbook", b"PK\x03\x04 cut off"):
        with pytest.raises(InputError, match="is damaged"):
            read_candidates(data, file_name="copy.xlsx")


def test_columns_nobody_uses_are_told_once_and_ignored() -> None:
    data = "text,channel,locale,campaign,owner\n" + "秋季大促今天开始,PUSH,zh-CN,c,o\n" * 3
    table = read_candidates(data.encode(), file_name="copy.csv")
    assert len(table.values) == 3
    (told,) = table.issues
    assert told.translate() == "Columns that are not used were ignored: campaign, owner."
    events = read_user_events(
        jsonl({"user_id": "u", "kind": "view", "at": "2025-11-14T20:30:00Z", "device": "ios"}),
        file_name="e",
    )
    assert [(issue.code, issue.params["names"]) for issue in events.issues] == [
        ("columns_ignored", "device")
    ]


def test_a_broken_row_of_a_list_is_refused_and_the_next_is_read() -> None:
    data = json.dumps(ROWS, ensure_ascii=False).replace('"channel": "PUSH"', '"channel": PUSH')
    table = read_candidates(data.encode(), file_name="copy.json")
    assert [issue.code for issue in table.refused] == ["not_json"]
    assert [each.text for each in table.values] == [ROWS[1]["text"]]


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("zh_CN", "zh-CN"),
        ("ZH-cn", "zh-CN"),
        ("ｚｈ－ＣＮ", "zh-CN"),
        ("zh-Hans-CN", "zh-CN"),
        ("zh-Hant", "zh-TW"),
        ("en_US.UTF-8", "en-US"),
        ("en", "en"),
        ("es-419", "es-419"),
    ],
)
def test_a_locale_is_read_in_any_spelling(written: str, tag: str) -> None:
    (read,) = read_candidates(jsonl(ROW | {"locale": written}), file_name="c").values
    assert read.locale == tag


@pytest.mark.parametrize("written", ["Chinese", "中文", "zh-CN,en-US", "z"])
def test_what_names_no_locale_is_refused(written: str) -> None:
    (issue,) = refusals(jsonl(ROW | {"locale": written}))
    assert issue[1:] == ("locale", "Write the locale as language and country, such as zh-CN.")


@pytest.mark.parametrize(
    ("written", "channel"),
    [("push", "PUSH"), ("E-Mail", "EMAIL"), ("短信", "SMS"), ("in app", "IN_APP"), ("Fax", "Fax")],
)
def test_a_channel_is_read_in_any_spelling_and_one_of_an_own_system_is_left(
    written: str, channel: str
) -> None:
    (read,) = read_candidates(jsonl(ROW | {"channel": written}), file_name="c").values
    assert read.channel == channel
