"""Claims about unreadable rows are unchecked: never wrong, and never shown as passed."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from core.verification import (
    Candidate,
    CatalogueEntry,
    Claims,
    Code,
    UploadedFacts,
    Verdict,
    verify,
)
from core.verification.checked_claims import claims_checked
from core.verification.copy_text.written_values import event_kind, read_boolean, read_time
from core.verification.files.candidates import read_catalogue, read_user_events
from core.verification.policy.files import shipped_policies
from core.verification.unread import NO_SOURCE, Unread

NOW = datetime(2025, 11, 14, 12, tzinfo=UTC)


def jsonl(*rows: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def codes(source: UploadedFacts, claims: Claims, version: str) -> tuple[Verdict, frozenset[Code]]:
    copy = Candidate(
        "c", "您上次浏览的相机已经到店，欢迎来看。", "PUSH", "zh-CN", claims, user_id="u"
    )
    verification = verify(copy, shipped_policies()[version], source, now=NOW)
    assert {each.code for each in verification.not_checked} == {
        x for x in verification.codes if x.is_not_checked
    }
    return verification.verdict, verification.codes


@pytest.mark.parametrize("version", shipped_policies())
def test_an_item_whose_row_was_refused_is_not_checked(version: str) -> None:
    table = read_catalogue("id,brand,active\n1,Sony,是\n2,Sony,perhaps\n".encode(), file_name="c")
    assert table.unread.names == {"2"}
    events = read_user_events(
        jsonl({"user_id": "u", "kind": "VIEW", "at": "2025-11-13T00:00Z"}), file_name="e"
    )
    source = UploadedFacts(table.values, events.values, unread_items=table.unread)
    claims = Claims(("recent_view",), ("2",))
    verdict, found = codes(source, claims, version)
    assert Code.FACT_ITEM_UNCHECKED in found
    assert Code.FACT_ITEM_INVALID not in found
    assert verdict is not Verdict.REJECT
    assert Code.FACT_ITEM_INVALID in codes(source, Claims((), ("3",)), version)[1]


@pytest.mark.parametrize("version", shipped_policies())
@pytest.mark.parametrize(
    "row",
    [
        {"user_id": "u", "kind": "view", "at": "2025-11-13 20:00"},
        {"user_id": "u", "kind": "view", "at": "13/11/2025"},
        {"user_id": "u", "kind": "detail_seen", "at": "2025-11-13T20:00Z"},
        {"kind": "view", "at": "2025-11-13T20:00Z"},
    ],
)
def test_an_event_that_was_not_read_or_not_understood_is_no_missing_event(
    row: dict[str, Any], version: str
) -> None:
    other_event = {"user_id": "v", "kind": "view", "at": "2025-11-13T00:00Z"}
    table = read_user_events(jsonl(row, other_event), file_name="e")
    source = UploadedFacts([], table.values, unread_events=table.unread)
    verdict, found = codes(source, Claims(("recent_view",)), version)
    assert Code.FACT_EVENT_UNCHECKED in found
    assert Code.FACT_USER_EVENT_MISS not in found
    assert verdict is not Verdict.REJECT


def test_without_a_source_nothing_is_missing_in_it() -> None:
    source = UploadedFacts([], [], unread_items=NO_SOURCE, unread_events=NO_SOURCE)
    claims = Claims(("recent_view",), ("1",))
    _, found = codes(source, claims, "v1.1.0")
    assert {Code.FACT_ITEM_UNCHECKED, Code.FACT_EVENT_UNCHECKED} <= found
    assert not found & {Code.FACT_ITEM_INVALID, Code.FACT_USER_EVENT_MISS}


@pytest.mark.parametrize("written", ["是", "Y", "yes", "1", 1, "TRUE", "上架", " √ "])
def test_yes_is_read_as_people_write_it(written: Any) -> None:
    assert read_boolean(written) is True


@pytest.mark.parametrize("written", ["否", "N", "no", "0", 0, "False", "下架", "缺货"])
def test_no_is_read_as_people_write_it(written: Any) -> None:
    assert read_boolean(written) is False


@pytest.mark.parametrize("written", ["VIEW", "page_view", "PageView", "page-view", "浏览", "pv"])
def test_a_view_is_a_view_whatever_a_log_calls_it(written: str) -> None:
    assert event_kind(written) == "view"


@pytest.mark.parametrize(
    "written",
    ["2025-11-14 20:30 +0800", "2025/11/14 8:30 PM +08:00", "2025年11月14日 20:30+08:00"],
)
def test_a_time_is_read_as_people_write_it(written: str) -> None:
    assert read_time(written) == datetime(2025, 11, 14, 12, 30, tzinfo=UTC)


def test_a_fact_score_says_nothing_where_no_claim_could_be_checked() -> None:
    copy = Candidate("c", "相机已经到店。", "PUSH", "zh-CN", Claims((), ("1", "2")), user_id="u")
    policy, some = shipped_policies()["v1.1.0"], [CatalogueEntry("1")]
    nothing = verify(copy, policy, UploadedFacts([], unread_items=NO_SOURCE), now=NOW)
    verification = verify(
        copy, policy, UploadedFacts(some, unread_items=Unread(frozenset({"2"}))), now=NOW
    )
    assert (claims_checked(nothing, policy), claims_checked(verification, policy)) == (False, True)


def test_what_violates_facts_was_checked_whatever_policy_found_the_claim() -> None:
    """A verdict that facts decided is never combined with "not checked"."""
    copy = Candidate("c", "Your cart is waiting, come back", "PUSH", "en-US")
    verification = verify(copy, shipped_policies()["v1.2.0"], UploadedFacts([]), now=NOW)
    assert Code.FACT_USER_EVENT_MISS in verification.codes
    assert claims_checked(verification)
