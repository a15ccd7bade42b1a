"""Chats with a database: the classifier, the name finder, and the memory of a session."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from core.errors import NotFoundError
from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.chat_models import ChatReply, ChatRequest
from core.llm import load_connections
from core.llm.reply_formats import ReplyFormat
from core.services.answers import (
    AnswerContext,
    chat,
    load_sample_documents,
    save_profile,
    trace_record,
)
from core.services.answers.chats import REMEMBERED
from core.services.runs import remember_format
from core.settings import Settings
from db.engine import url_of
from tests.openai_server import ChatRequest as Sent
from tests.openai_server import OpenAIServer

HALE = {"tenant_id": "millbrook", "site_id": "millbrook-green", "npc_id": "sexton_hale"}
YAN = {"tenant_id": "yantian", "site_id": "yantian-main", "npc_id": "ancestor_yan"}


def _desk(engine: Engine, folder: Path, url: str = "", **settings: Any) -> AnswerContext:
    load_sample_documents(engine)
    connections = folder / "connections.toml"
    connections.write_text(f'[model]\nmodel = "m"\nbase_url = "{url}"\n' if url else "")
    return AnswerContext(
        Settings(database_url=url_of(engine), connections_file=connections, **settings), {}
    )


def _ask(
    desk: AnswerContext, query: str, connection: str | None = None, **fields: Any
) -> ChatReply:
    async def ask() -> ChatReply:
        request = ChatRequest(query=query, **{**YAN, **fields})
        try:
            return await chat(desk, request, connection=connection)
        finally:
            await desk.aclose()

    return asyncio.run(ask())


async def test_a_model_may_classify_with_the_rules_beside_it(
    engine: Engine, tmp_path: Path
) -> None:
    """Source 002, P1: EVIDENCE_GATE_CLASSIFIER."""

    def reply_to(_request: Sent) -> str:
        return json.dumps({"intent": "context_preference"})

    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url, gate_classifier="model")
        reply = await asyncio.to_thread(_ask, desk, "第一任县令的夫人姓什么？")
    assert reply.intent
    assert reply.intent.by == "model"
    assert reply.intent.intent == "context_preference"
    assert reply.intent.rule
    assert reply.intent.rule.intent == "fact_seeking"
    stored = trace_record(engine, reply.trace_id)["intent"]
    assert (stored["by"], stored["rule"]["intent"]) == ("model", "fact_seeking")


@pytest.mark.parametrize(
    ("chosen", "mode", "said"),
    [
        ({}, "normal", ["I would go to the fair of {year}.", "我推荐{year}年的旅游节。"]),
        ({"gate_policy": "1.0"}, "conservative", []),
    ],
)
async def test_one_setting_chooses_the_policy_of_the_classifier_and_of_the_filter(
    engine: Engine, tmp_path: Path, chosen: dict[str, str], mode: str, said: list[str]
) -> None:
    """Readings 26 and 29: EVIDENCE_GATE_POLICY, which the trace records. Under 1.1, weak words
    yield to words of preference, and a recent year stays; under 1.0, neither.
    """
    year = datetime.now(UTC).year - 1
    answers = iter([text.format(year=year) for text in said])

    def reply_to(_request: Sent) -> str:
        return json.dumps({"answer": next(answers), "abstained": False})

    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url, **chosen)
        await asyncio.to_thread(_written_by_the_model, engine)
        for query in ("How many fairs would you recommend?", "推荐几个旅游节"):
            reply = await asyncio.to_thread(_ask, desk, query)
            assert reply.policy_mode == mode
            assert all(str(year) in reply.answer_text for _ in said)
            stored = trace_record(engine, reply.trace_id)["gate"]["policy"]
            assert stored == chosen.get("gate_policy", "1.1")
    assert AssertionFilter(desk.policy).apply(f"{year}年", this_year=year).text == (
        f"{year}年" if said else "多年前"
    )


async def test_names_of_the_library_are_held_against_the_citations(
    engine: Engine, tmp_path: Path
) -> None:
    """Source 002, P3: EVIDENCE_GATE_NAMES. A name that no citation contains is removed, even in
    lower case, where its form does not reveal it.
    """
    name = "garrow"

    def reply_to(_request: Sent) -> str:
        return json.dumps({"answer": f"I would go and sit by {name}.", "abstained": False})

    query = "What would you suggest I do this afternoon?"
    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url)
        await asyncio.to_thread(_written_by_the_model, engine, **HALE)
        plain = await asyncio.to_thread(_ask, desk, query, **HALE)
        desk = _desk(engine, tmp_path, server.url, gate_names="library")
        named = await asyncio.to_thread(_ask, desk, query, **HALE)
    assert name in plain.answer_text
    assert name not in named.answer_text
    assert [assertion.text for assertion in named.assertions if not assertion.stays] == [name]


def _written_by_the_model(engine: Engine, **npc: str) -> None:
    profile = {
        **YAN,
        **npc,
        "name": "严氏先祖",
        "type": "ancestor",
        "persona": "",
        "language": "zh",
        "refusal_template": "ask_the_records",
        "words": {"records": "族谱", "keepers": "长辈"},
    }
    save_profile(engine, profile, connection="model", by="test")


async def test_what_was_said_is_shown_to_the_writer_of_a_preference_only(
    engine: Engine, tmp_path: Path
) -> None:
    """Reading 30: memory is never evidence."""

    def reply_to(_request: Sent) -> str:
        return json.dumps({"answer": "老夫以为甚好。", "abstained": False}, ensure_ascii=False)

    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url)
        await asyncio.to_thread(_written_by_the_model, engine)
        first = await asyncio.to_thread(_ask, desk, "我很喜欢听祠堂的故事，你觉得如何？")
        session = {"session_id": first.session_id}
        await asyncio.to_thread(_ask, desk, "你推荐我再听点什么？", **session)
        await asyncio.to_thread(_ask, desk, "敦本堂是哪一年倡建的？", **session)
        preference, fact = list(server.requests)[-2:]
    assert "祠堂的故事" in json.dumps(preference.body["messages"], ensure_ascii=False)
    assert "祠堂的故事" not in json.dumps(fact.body["messages"], ensure_ascii=False)


TOPICS = ("祠堂", "溪水", "稻米", "竹器", "石桥", "鱼灯", "茶叶")
REPLIES = ("甲乙", "丙丁", "戊己", "庚辛", "壬癸", "子丑", "寅卯")


async def test_the_last_six_exchanges_are_remembered_with_what_the_npc_said(
    engine: Engine, tmp_path: Path
) -> None:
    """Source 002, "允许使用会话记忆"."""
    replies = iter(f"老夫以为{words}甚好。" for words in (*REPLIES, "再会"))

    def reply_to(_request: Sent) -> str:
        return json.dumps({"answer": next(replies), "abstained": False}, ensure_ascii=False)

    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url)
        await asyncio.to_thread(_written_by_the_model, engine)
        session: dict[str, str] = {}
        for words in (*TOPICS, "别的"):
            reply = await asyncio.to_thread(_ask, desk, f"你觉得{words}如何？", **session)
            session = {"session_id": reply.session_id}
        sent = json.dumps(server.requests[-1].body["messages"], ensure_ascii=False)
    assert len(TOPICS) == len(REPLIES) == REMEMBERED + 1 == 7
    turns = [turn for pair in zip(TOPICS, REPLIES, strict=True) for turn in pair]
    assert [turn for turn in turns if turn in sent] == turns[2:], "all but the first exchange"
    assert sorted(turns[2:], key=sent.index) == turns[2:], "oldest first"


async def test_what_is_remembered_has_no_marks_which_number_another_questions_passages(
    engine: Engine, tmp_path: Path
) -> None:
    def reply_to(_request: Sent) -> str:
        reply = {"answer": "嘉靖二十一年，思齐公出银倡建祠堂[1]。", "abstained": False}
        return json.dumps(reply, ensure_ascii=False)

    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url)
        await asyncio.to_thread(_written_by_the_model, engine)
        first = await asyncio.to_thread(_ask, desk, "敦本堂是哪一年倡建的？")
        await asyncio.to_thread(_ask, desk, "你觉得如何？", session_id=first.session_id)
        sent = json.dumps(server.requests[-1].body["messages"], ensure_ascii=False)
    assert "倡建祠堂[1]。" in first.answer_text
    assert "倡建祠堂。" in sent
    assert "倡建祠堂[1]" not in sent


def test_a_session_of_another_npc_is_none(engine: Engine, tmp_path: Path) -> None:
    desk = _desk(engine, tmp_path)
    reply = _ask(desk, "你好")
    with pytest.raises(NotFoundError, match="no session"):
        _ask(desk, "Hello", session_id=reply.session_id, **HALE)


async def test_what_a_test_found_of_a_connection_gives_the_gates_prompts_their_schema(
    engine: Engine, tmp_path: Path
) -> None:
    """From then on, the writer and the judge ask with json_schema, without any setting."""
    quote = "The parish school was opened in 1823 by Hester Lyle in the old tithe barn"

    def reply_to(request: Sent) -> str:
        if "verdicts" in request.system:
            return json.dumps({"verdicts": [True]})
        sentence = {"claim": "Hester Lyle opened it.", "quote": quote, "evidence_id": "1"}
        return json.dumps({"sentences": [sentence], "abstained": False})

    async def formats(desk: AnswerContext) -> list[str]:
        server.requests.clear()
        query = "Who opened the parish school?"
        await asyncio.to_thread(lambda: _ask(desk, query, **HALE, connection="model"))
        return [str(sent.body.get("response_format", {}).get("type")) for sent in server.requests]

    async with OpenAIServer(reply_to) as server:
        desk = _desk(engine, tmp_path, server.url, gate_judge="model")
        assert "json_schema" not in await formats(desk)
        connection = load_connections(desk.settings.connections_file, {}).named("model")
        remember_format(engine, connection, ReplyFormat.JSON_SCHEMA)
        assert await formats(desk) == ["json_schema", "json_schema"]
