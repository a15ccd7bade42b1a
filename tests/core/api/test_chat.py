"""POST /api/v1/npc/chat as source 002 shows it, and everything that may be sent instead."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx2
import pytest

from core.api.limits import MAX_BODY_BYTES
from core.services.answers import answerer, save_profile
from db.engine import make_engine
from tests.core.api.conftest import fetch, in_folder, send, served

pytestmark = pytest.mark.long_on_postgres

ASKED = {
    "tenant_id": "yantian",
    "site_id": "yantian-main",
    "npc_id": "ancestor_yan",
    "query": "敦本堂是哪一年倡建的？",
}


def post(address: str, path: str = "/npc/chat", **changes: Any) -> httpx2.Response:
    return send(f"{address}{path}", json={**ASKED, **changes})


def test_a_fact_with_evidence_is_answered_with_its_citation(address: str) -> None:
    """Source 002, "事实性问题有证据时"."""
    reply = post(address).json()
    assert set(reply) == {"trace_id", "session_id", "policy_mode", "answer_text", "citations"}
    assert reply["policy_mode"] == "normal"
    assert "嘉靖二十一年" in reply["answer_text"]
    (citation,) = reply["citations"]
    assert citation["evidence_id"].startswith("ev-")
    assert citation["title"] == "严田严氏宗谱（选录）"
    assert f"[{citation['number']}]" in reply["answer_text"]
    assert 0 < citation["confidence"] <= 1, "of the question"
    assert citation["support"] == 1, "of the sentence, which is quoted"
    assert "嘉靖二十一年" in citation["quote"]
    assert citation["span"]["end"] > citation["span"]["start"]


def test_a_mark_of_the_answer_is_resolved_by_the_number_of_its_citation(address: str) -> None:
    """Also where what is cited was not found first; the trace numbers its evidence alike."""
    reply = post(address, query="严田有多少户？").json()
    marks = re.findall(r"\[(\d+)\]", reply["answer_text"])
    assert marks == [str(one["number"]) for one in reply["citations"]] == ["4"]
    assert 0 < reply["citations"][0]["confidence"] < 1 == reply["citations"][0]["support"]
    trace = fetch(f"{address}/npc/traces/{reply['trace_id']}").json()
    (evidence,) = (one for one in trace["evidence"] if one["number"] == 4)
    (kept,) = trace["citations"]
    assert evidence["evidence_id"] == kept["evidence_id"] == reply["citations"][0]["evidence_id"]
    assert kept["number"] == 4


def test_a_fact_without_evidence_is_refused_in_the_words_of_the_profile(address: str) -> None:
    """Source 002, "事实性问题无证据时"."""
    reply = post(address, query="第一任县令的夫人姓什么？").json()
    assert reply["policy_mode"] == "conservative"
    assert reply["citations"] == []
    assert reply["answer_text"] == (
        "这个问题涉及具体的历史事实，严氏先祖需要查阅族谱或文献才能准确回答。"
        "建议您询问村中管理族谱的长辈，或查阅相关史料记载。"
    )


def test_a_question_of_preference_is_answered_without_evidence(address: str) -> None:
    """Source 002, "上下文偏好问题"."""
    reply = post(address, query="你觉得严氏家训对现代人有什么启发？").json()
    assert reply["policy_mode"] == "normal"


def test_the_trace_says_every_step(address: str) -> None:
    """Source 002, "Trace 中的证据闸门记录"."""
    asked = post(address, query="第一任县令的夫人姓什么？").json()
    trace = fetch(f"{address}/npc/traces/{asked['trace_id']}").json()
    calls = {call["name"]: call for call in trace["tool_calls"]}
    assert list(calls) == [
        "get_npc_profile",
        "get_prompt_active",
        "retrieve_evidence",
        "evidence_gate",
    ]
    gate = calls["evidence_gate"]
    assert (gate["status"], gate["intent"]) == ("blocked", "fact_seeking")
    assert gate["reason"].startswith("事实性问题，证据不足（需要 1，实际 ")


def test_a_session_goes_on_and_belongs_to_its_npc(address: str) -> None:
    first = post(address).json()
    again = post(address, session_id=first["session_id"], query="你好")
    assert again.json()["session_id"] == first["session_id"]
    other = {"tenant_id": "millbrook", "site_id": "millbrook-green", "npc_id": "sexton_hale"}
    refused = post(address, session_id=first["session_id"], **other)
    assert refused.status_code == 404
    assert "session" in refused.json()["detail"]


def test_feedback_is_kept_for_a_trace(address: str) -> None:
    """Source 002, P4: 用户反馈收集."""
    asked = post(address).json()
    body = {"trace_id": asked["trace_id"], "judged": "wrongly_refused", "note": "谱里有"}
    stored = send(f"{address}/npc/feedback", json=body)
    assert stored.status_code == 201
    assert stored.json()["feedback_id"] > 0
    unknown = send(f"{address}/npc/feedback", json={**body, "trace_id": "trace-none"})
    assert unknown.status_code == 404


EMPTY, NO_TEXT = "The field is empty. Enter a value.", "The field is not text. Use text."
TOO_LONG = "The field is longer than {} characters. Shorten it."
NULL = "The field contains a null character, which cannot be stored. Remove it."


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"query": ""}, "query", EMPTY),
        ({"query": "  "}, "query", EMPTY),
        ({"query": "x" * 2001}, "query", TOO_LONG.format(2000)),
        ({"query": "a\0b"}, "query", NULL),
        ({"query": 7}, "query", NO_TEXT),
        ({"npc_id": None}, "npc_id", NO_TEXT),
        ({"npc_id": ""}, "npc_id", EMPTY),
        ({"session_id": "x" * 65}, "session_id", TOO_LONG.format(64)),
        ({"more": 1}, "more", "Unknown field. Remove it."),
    ],
)
def test_a_field_that_cannot_be_used_is_named_with_the_fix(
    address: str, changes: dict[str, Any], field: str, said: str
) -> None:
    """RFC 9457, with every field under errors, and nothing in a library's words."""
    refused = post(address, **changes)
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    told = refused.json()
    assert (told["status"], told["instance"]) == (422, "/api/v1/npc/chat")
    assert told["errors"] == [{"field": field, "detail": f"field {field}: {said}"}]
    assert told["detail"] == f"field {field}: {said}"


def test_every_field_that_is_missing_or_none_of_its_values_is_told(address: str) -> None:
    refused = send(f"{address}/npc/feedback", json={"judged": "perhaps"}).json()
    assert refused["detail"] == "The request cannot be used. Correct the fields under errors."
    assert [one["detail"] for one in refused["errors"]] == [
        "field trace_id: The field is missing. Add it.",
        (
            "field judged: Invalid value. Use one of: 'wrongly_refused', 'wrongly_answered' "
            "or 'right'."
        ),
    ]


@pytest.mark.parametrize("body", ["text", [1], None])
def test_a_body_that_is_no_object_is_told_to_be_none(address: str, body: object) -> None:
    content = json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    refused = send(f"{address}/npc/chat", content=content, headers=headers).json()
    (error,) = refused["errors"]
    assert error["field"] == "body"
    assert error["detail"].startswith(
        ("field body: This is not an object", "field body: The field is")
    )


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'"text"', "application/json", 422),
        (b"[1]", "application/json", 422),
        (b'{"query": "\\ud800"}', "application/json", 422),
        (b"a=b", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
        (b"x" * (MAX_BODY_BYTES + 1), "application/json", 413),
    ],
)
def test_a_body_that_is_none_is_a_problem_and_no_failure(
    address: str, content: bytes, kind: str, status: int
) -> None:
    refused = send(f"{address}/npc/chat", content=content, headers={"Content-Type": kind})
    assert refused.status_code == status
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["status"] == status


def test_a_body_that_does_not_tell_its_length_is_limited_too(address: str) -> None:
    refused = send(
        f"{address}/npc/chat",
        content=(b"x" * 10_000 for _ in range(10)),
        headers={"Content-Type": "application/json"},
    )
    assert refused.status_code == 413


@pytest.mark.parametrize("trace_id", ["%00", "a%00b", "%F0%9F%98%80", "' OR 1=1", "x" * 5000])
def test_a_trace_that_nobody_could_have_is_not_there(address: str, trace_id: str) -> None:
    answered = fetch(f"{address}/npc/traces/{trace_id}")
    assert answered.status_code == 404
    assert answered.headers["content-type"] == "application/problem+json"


def test_what_is_not_there_is_a_problem_too(address: str) -> None:
    wrong = fetch(f"{address}/npc/chat")
    assert (wrong.status_code, wrong.headers["Allow"]) == (405, "POST")
    assert wrong.json()["detail"] == "This address does not take GET. Send POST."
    root = address.removesuffix("/api/v1")
    for nowhere in (f"{address}/nothing", f"{address}/npc/traces/", f"{root}/", f"{root}/chat"):
        said = fetch(nowhere).json()
        assert said["status"] == 404
        for there in ("POST /api/v1/npc/chat", "GET /api/v1/npc/traces/{trace_id}"):
            assert there in said["detail"]
    unknown = post(address, npc_id="nobody")
    assert unknown.status_code == 404
    assert "nobody" in unknown.json()["detail"]


def test_more_than_its_share_a_minute_is_told_when_to_come_again(tmp_path: Path) -> None:
    for address in served(in_folder(tmp_path), api_requests_per_minute=3):
        statuses = [fetch(f"{address}/openapi.json").status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        refused = fetch(f"{address}/openapi.json")
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        assert refused.json()["status"] == 429


def test_a_connection_that_is_gone_is_the_desks_fault_and_a_blocked_question_needs_none(
    tmp_path: Path,
) -> None:
    """Not 404, which says that what was asked for is not there; reading 31."""
    for address in served(in_folder(tmp_path)):
        engine = make_engine(in_folder(tmp_path))
        profile = asdict(answerer(engine, "yantian", "yantian-main", "ancestor_yan").profile)
        save_profile(engine, profile, connection="gone", by="test")
        failed = post(address)
        assert failed.status_code == 503
        assert failed.headers["content-type"] == "application/problem+json"
        assert failed.json()["detail"] == (
            "严氏先祖 uses the connection gone, which is not set up. Add it to "
            "connections.toml, or choose another for this NPC under Answers, NPCs."
        )
        blocked = post(address, query="第一任县令的夫人姓什么？")
        assert blocked.status_code == 200
        assert blocked.json()["policy_mode"] == "conservative"
        assert "需要查阅族谱" in blocked.json()["answer_text"]


@pytest.mark.parametrize(
    ("setting", "variable"),
    [("gate_classifier", "EVIDENCE_GATE_CLASSIFIER"), ("gate_names", "EVIDENCE_GATE_NAMES")],
)
def test_a_connection_of_the_gates_own_that_is_gone_is_the_desks_fault(
    setting: str, variable: str, tmp_path: Path
) -> None:
    for address in served(in_folder(tmp_path), **{setting: "gone"}):
        failed = post(address)
        assert failed.status_code == 503
        assert failed.json()["detail"].startswith(f"{variable} names the connection gone, ")
