"""A model that judges claims: its verdict decides, and if it fails the rules do."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.assertions.names import ModelNameFinder
from core.evidence_gate.chat import respond
from core.evidence_gate.chat_models import ChatReply, ChatRequest
from core.evidence_gate.claim_judge import ClaimJudge, ModelClaimJudge
from core.evidence_gate.evidence_gate import EvidenceGate
from core.evidence_gate.model_intent import ModelIntentClassifier
from core.evidence_gate.model_writer import ModelWriter
from core.evidence_gate.profiles import NpcProfile
from core.llm import LLMClient
from tests.core.evidence_gate.shelf import (
    CHRONICLE,
    GENEALOGY,
    HALE,
    YAN,
    Shelf,
    connection,
    no_wait,
    template_of,
)
from tests.openai_server import ChatRequest as Sent
from tests.openai_server import Fault, OpenAIServer, in_order

QUERY = "Who built the mill of Millbrook?"
QUOTE = "The mill of Millbrook was built in 1712 by the miller Thomas Arden."
IN_OTHER_WORDS = "It was Thomas Arden who put up the mill."
REQUOTED = f"According to “Chronicle of Millbrook”: “{QUOTE}” [1]"
SHELF = Shelf(("Chronicle of Millbrook", CHRONICLE))


def sentences(
    *claims: tuple[str, str, str | int], abstained: bool = False
) -> Callable[[Sent], str]:
    names = ("claim", "quote", "evidence_id")
    rows = [dict(zip(names, claim, strict=True)) for claim in claims]
    return lambda _: json.dumps({"sentences": rows, "abstained": abstained}, ensure_ascii=False)


PARAPHRASE = sentences((IN_OTHER_WORDS, QUOTE, "1"))


async def reply_to(
    server: OpenAIServer,
    judge: ClaimJudge | None = None,
    *,
    query: str = QUERY,
    profile: NpcProfile = HALE,
    shelf: Shelf = SHELF,
    gate: EvidenceGate | None = None,
    opening: Callable[[], LLMClient] | None = None,
) -> ChatReply:
    client = (opening or connection(server.url))()
    try:
        return await respond(
            ChatRequest(
                tenant_id=profile.tenant_id,
                site_id=profile.site_id,
                npc_id=profile.npc_id,
                query=query,
            ),
            profile,
            template_of(profile),
            retriever=shelf,
            gate=gate or EvidenceGate(threshold=0.2),
            writer=ModelWriter(client, retries=1, sleep=no_wait),
            assertion_filter=AssertionFilter(),
            judge=judge,
        )
    finally:
        await client.aclose()


def judge_at(server: OpenAIServer, **options: Any) -> ModelClaimJudge:
    return ModelClaimJudge(connection(server.url), retries=0, sleep=no_wait, **options)


def verdicts(*values: bool) -> Callable[[Sent], str]:
    return lambda _: json.dumps({"verdicts": values})


def step(reply: ChatReply, name: str) -> dict[str, Any]:
    return next(dict(call) for call in reply.tool_calls if call["name"] == name)


async def test_a_claim_that_the_judge_accepts_is_kept_in_its_own_words() -> None:
    async with OpenAIServer(PARAPHRASE) as writer, OpenAIServer(verdicts(True)) as judge:
        chat_reply = await reply_to(writer, judge_at(judge))
        (request,) = judge.requests
    assert chat_reply.answer_text == f"{IN_OTHER_WORDS[:-1]}.[1]"
    assert [citation.number for citation in chat_reply.citations] == [1]
    assert step(chat_reply, "claim_judge") | {"judged": 1, "supported": 1} == step(
        chat_reply, "claim_judge"
    )
    assert IN_OTHER_WORDS in request.user
    assert f"<<< {QUOTE} >>>" in request.user


async def test_a_claim_that_the_judge_rejects_is_left_out() -> None:
    async with OpenAIServer(PARAPHRASE) as writer, OpenAIServer(verdicts(False)) as judge:
        chat_reply = await reply_to(writer, judge_at(judge))
    assert chat_reply.policy_mode == "conservative"
    assert [sentence.text for sentence in chat_reply.left_out] == [f"{IN_OTHER_WORDS}[1]"]
    assert step(chat_reply, "claim_judge")["supported"] == 0


@pytest.mark.parametrize(
    "reply", [verdicts(), verdicts(True, True), lambda _: "They are all true."]
)
async def test_an_unreadable_judgement_leaves_the_answer_to_the_rules(
    reply: Callable[[Sent], str],
) -> None:
    async with OpenAIServer(PARAPHRASE) as writer, OpenAIServer(reply) as judge:
        chat_reply = await reply_to(writer, judge_at(judge))
    assert (chat_reply.policy_mode, chat_reply.answer_text) == ("normal", REQUOTED)
    assert step(chat_reply, "claim_judge")["status"] == "error"


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.SERVER_ERROR, Fault.RESET, Fault.UNAUTHORIZED])
async def test_a_failing_judge_leaves_the_answer_to_the_rules(fault: Fault) -> None:
    """A failed judge gives the same answer as no judge."""
    async with OpenAIServer(PARAPHRASE) as writer, OpenAIServer(plan=in_order(fault)) as judge:
        without = await reply_to(writer)
        chat_reply = await reply_to(writer, judge_at(judge, timeout_s=0.2))
    assert chat_reply.answer_text == without.answer_text == REQUOTED
    assert chat_reply.gate == without.gate
    assert step(chat_reply, "claim_judge")["status"] == "error"
    assert step(chat_reply, "claim_judge")["error"]


async def test_a_judge_cannot_accept_a_wrong_number_or_an_invented_quote() -> None:
    wrong = sentences(
        ("The mill of Millbrook was built in 1713 by Thomas Arden.", QUOTE, "1"),
        ("Thomas Arden built the mill.", "Thomas Arden built it with his own two hands", "1"),
    )
    async with OpenAIServer(wrong) as writer, OpenAIServer(verdicts(True, True)) as judge:
        chat_reply = await reply_to(writer, judge_at(judge))
    assert chat_reply.policy_mode == "conservative"


@pytest.mark.parametrize("number", ["1", 1, "[1]", "ev 1", "来源1"])
async def test_the_evidence_id_of_a_claim_is_read_in_any_form(number: str | int) -> None:
    async with OpenAIServer(sentences((QUOTE, QUOTE, number))) as server:
        chat_reply = await reply_to(server)
    assert chat_reply.draft is not None
    assert [item.quote for item in chat_reply.draft.claims] == [QUOTE]
    assert chat_reply.answer_text == f"{QUOTE}[1]"
    assert [item.quote for item in chat_reply.citations] == [QUOTE]


async def test_claims_have_their_own_marks_and_an_invented_one_is_left_out() -> None:
    claims = [
        ("严氏始祖于明朝洪武三年迁入严田。", "严氏始祖于明朝洪武三年迁入严田", "1"),
        ("他带来了八百户人家。", "始祖之后传至第二十三代", "1"),
    ]
    async with OpenAIServer(sentences(*claims)) as server:
        chat_reply = await reply_to(
            server,
            query="严氏始祖是哪一年迁到严田的？",
            profile=YAN,
            shelf=Shelf(("严氏族谱", GENEALOGY)),
        )
    assert chat_reply.answer_text == "严氏始祖于明朝洪武三年迁入严田。[1]"
    assert [sentence.text for sentence in chat_reply.left_out] == ["他带来了八百户人家。[1]"]


def schemas(requests: Sequence[Sent]) -> list[set[str]]:
    formats = [request.body["response_format"] for request in requests]
    assert {reply_format["type"] for reply_format in formats} == {"json_schema"}
    assert all(reply_format["json_schema"]["strict"] for reply_format in formats)
    return [set(reply_format["json_schema"]["schema"]["required"]) for reply_format in formats]


async def test_every_prompt_of_the_gate_sends_the_schema_of_its_reply() -> None:
    """Prompts for the answer, the judgement, the intent and the names each send their schema."""

    def reply(request: Sent) -> str:
        if "verdicts" in request.system:
            return verdicts(True)(request)
        if "people" in request.system:
            return json.dumps({"people": ["Thomas Arden"], "places": []})
        return '{"intent": "fact_seeking"}' if '"intent"' in request.system else PARAPHRASE(request)

    async with OpenAIServer(reply) as server:
        opening = connection(server.url, reply_format="json_schema")
        gate = EvidenceGate(threshold=0.2, classifier=ModelIntentClassifier(opening))
        chat_reply = await reply_to(server, ModelClaimJudge(opening), gate=gate, opening=opening)
        names = ModelNameFinder(opening)
        assert await asyncio.to_thread(names.find, QUOTE)
        assert schemas(server.requests) == [
            {"intent"},
            {"sentences", "abstained"},
            {"verdicts"},
            {"people", "places"},
        ]
    assert chat_reply.policy_mode == "normal"
