"""A model that judges what an answer means: it decides, and where it fails the rules stand."""

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


ONE = sentences((IN_OTHER_WORDS, QUOTE, "1"))


async def replied(
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


def judging(server: OpenAIServer, **given: Any) -> ModelClaimJudge:
    return ModelClaimJudge(connection(server.url), retries=0, sleep=no_wait, **given)


def verdicts(*said: bool) -> Callable[[Sent], str]:
    return lambda _: json.dumps({"verdicts": said})


def step(reply: ChatReply, name: str) -> dict[str, Any]:
    return next(dict(call) for call in reply.tool_calls if call["name"] == name)


async def test_what_the_judge_agrees_with_is_told_in_its_own_words() -> None:
    async with OpenAIServer(ONE) as writer, OpenAIServer(verdicts(True)) as judge:
        told = await replied(writer, judging(judge))
        (asked,) = judge.requests
    assert told.answer_text == f"{IN_OTHER_WORDS[:-1]}.[1]"
    assert [one.number for one in told.citations] == [1]
    assert step(told, "claim_judge") | {"judged": 1, "supported": 1} == step(told, "claim_judge")
    assert IN_OTHER_WORDS in asked.user
    assert f"<<< {QUOTE} >>>" in asked.user


async def test_what_the_judge_denies_is_left_out() -> None:
    async with OpenAIServer(ONE) as writer, OpenAIServer(verdicts(False)) as judge:
        told = await replied(writer, judging(judge))
    assert told.policy_mode == "conservative"
    assert [one.text for one in told.left_out] == [f"{IN_OTHER_WORDS}[1]"]
    assert step(told, "claim_judge")["supported"] == 0


@pytest.mark.parametrize(
    "reply", [verdicts(), verdicts(True, True), lambda _: "They are all true."]
)
async def test_a_judgement_that_cannot_be_read_says_nothing_of_the_answer(
    reply: Callable[[Sent], str],
) -> None:
    async with OpenAIServer(ONE) as writer, OpenAIServer(reply) as judge:
        told = await replied(writer, judging(judge))
    assert (told.policy_mode, told.answer_text) == ("normal", REQUOTED)
    assert step(told, "claim_judge")["status"] == "error"


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.SERVER_ERROR, Fault.RESET, Fault.UNAUTHORIZED])
async def test_a_judge_that_fails_leaves_the_answer_to_the_rules(fault: Fault) -> None:
    """As without a judge: never a wrong answer, and never told as the judge's."""
    async with OpenAIServer(ONE) as writer, OpenAIServer(plan=in_order(fault)) as judge:
        without = await replied(writer)
        told = await replied(writer, judging(judge, timeout_s=0.2))
    assert told.answer_text == without.answer_text == REQUOTED
    assert told.gate == without.gate
    assert step(told, "claim_judge")["status"] == "error"
    assert step(told, "claim_judge")["error"]


async def test_a_judge_that_agrees_does_not_pass_a_number_or_a_made_up_quote() -> None:
    wrong = sentences(
        ("The mill of Millbrook was built in 1713 by Thomas Arden.", QUOTE, "1"),
        ("Thomas Arden built the mill.", "Thomas Arden built it with his own two hands", "1"),
    )
    async with OpenAIServer(wrong) as writer, OpenAIServer(verdicts(True, True)) as judge:
        told = await replied(writer, judging(judge))
    assert told.policy_mode == "conservative"


@pytest.mark.parametrize("number", ["1", 1, "[1]", "ev 1", "来源1"])
async def test_the_evidence_of_a_claim_is_read_however_it_is_named(number: str | int) -> None:
    async with OpenAIServer(sentences((QUOTE, QUOTE, number))) as server:
        told = await replied(server)
    assert told.draft is not None
    assert [one.quote for one in told.draft.claims] == [QUOTE]
    assert told.answer_text == f"{QUOTE}[1]"
    assert [one.quote for one in told.citations] == [QUOTE]


async def test_claims_are_told_each_with_its_own_mark_and_an_invented_one_is_left_out() -> None:
    claims = [
        ("严氏始祖于明朝洪武三年迁入严田。", "严氏始祖于明朝洪武三年迁入严田", "1"),
        ("他带来了八百户人家。", "始祖之后传至第二十三代", "1"),
    ]
    async with OpenAIServer(sentences(*claims)) as server:
        told = await replied(
            server,
            query="严氏始祖是哪一年迁到严田的？",
            profile=YAN,
            shelf=Shelf(("严氏族谱", GENEALOGY)),
        )
    assert told.answer_text == "严氏始祖于明朝洪武三年迁入严田。[1]"
    assert [one.text for one in told.left_out] == ["他带来了八百户人家。[1]"]


def schemas(requests: Sequence[Sent]) -> list[set[str]]:
    formats = [request.body["response_format"] for request in requests]
    assert {one["type"] for one in formats} == {"json_schema"}
    assert all(one["json_schema"]["strict"] for one in formats)
    return [set(one["json_schema"]["schema"]["required"]) for one in formats]


async def test_every_prompt_of_the_gate_sends_the_schema_of_its_reply() -> None:
    """Of the answer, the judgement, the intent and the names; each reply must pass its own."""

    def reply(asked: Sent) -> str:
        if "verdicts" in asked.system:
            return verdicts(True)(asked)
        if "people" in asked.system:
            return json.dumps({"people": ["Thomas Arden"], "places": []})
        return '{"intent": "fact_seeking"}' if '"intent"' in asked.system else ONE(asked)

    async with OpenAIServer(reply) as server:
        opening = connection(server.url, reply_format="json_schema")
        gate = EvidenceGate(threshold=0.2, classifier=ModelIntentClassifier(opening))
        told = await replied(server, ModelClaimJudge(opening), gate=gate, opening=opening)
        names = ModelNameFinder(opening)
        assert await asyncio.to_thread(names.find, QUOTE)
        assert schemas(server.requests) == [
            {"intent"},
            {"sentences", "abstained"},
            {"verdicts"},
            {"people", "places"},
        ]
    assert told.policy_mode == "normal"
