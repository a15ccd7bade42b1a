"""Replies asked for by schema, and what is asked after one that could not be used."""

import json
import random
from collections.abc import Collection

import pytest

from core.llm import (
    Completion,
    Connection,
    FailedCall,
    FailureKind,
    LLMClient,
    ReadReply,
    ask,
    open_client,
    read_validation_reply,
)
from core.llm import test_connection as try_connection
from core.llm.openai_api.openai_client import OpenAIClient
from core.llm.prompts import PromptTemplateManager
from core.llm.reply_formats import ReplyFormat, refuses_format
from core.questions import parse_question
from core.text import Span
from core.validation import QuestionValidator
from core.validation.contexts import Context
from tests.core.llm.asked import CHOICE, CONTEXT
from tests.openai_server import Answers, ChatRequest, Fault, OpenAIServer, in_order

QUESTION = parse_question(
    {"id": "1", "question": "Who went home?", "question_type": "single_choice", "choice": CHOICE,
     "answer": ["b"], "context": CONTEXT}
)  # fmt: skip
LADDER = list(ReplyFormat)


def client_of(server: OpenAIServer, **fields: object) -> LLMClient:
    said = {"name": "test", "model": "m", "base_url": server.url, "reply_format": "json_schema"}
    return open_client(Connection.model_validate({**said, **fields}), {})


async def no_wait(_: float) -> None:
    pass


def read(completion: Completion) -> object:
    return read_validation_reply(completion.text, CHOICE, "single_choice", completion.finish_reason)


async def asked(server: OpenAIServer, *, language: str = "en", **fields: object) -> object:
    client = client_of(server, **fields)
    validator = QuestionValidator(client, PromptTemplateManager(), language=language)
    prompt = validator.prompt_for(QUESTION, Context(CONTEXT, Span(0, len(CONTEXT))))
    try:
        return await ask(client, prompt, read, sleep=no_wait, rng=random.Random(1))
    finally:
        await client.aclose()


async def test_the_schema_is_the_replys_own_with_the_questions_letters() -> None:
    async with OpenAIServer() as server:
        await asked(server)
    sent = server.requests[0].body["response_format"]["json_schema"]
    assert sent["strict"] is True
    schema = sent["schema"]
    assert list(schema["properties"]) == schema["required"]
    assert schema["required"] == ["answer", "evidence", "is_answerable", "confidence", "reasoning"]
    assert schema["properties"]["answer"]["items"]["enum"] == list(CHOICE)
    assert schema["properties"]["confidence"]["enum"] == ["high", "medium", "low"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("refused", "left"),
    [
        ((), "json_schema"),
        (("json_schema",), "json_object"),
        (("json_schema", "json_object"), ""),
    ],
)
async def test_a_refused_format_costs_no_question_and_is_refused_once(
    refused: Collection[str], left: str
) -> None:
    async with OpenAIServer(refused_formats=refused) as server:
        client = client_of(server)
        validator = QuestionValidator(client, PromptTemplateManager())
        results = [await validator.validate_question(QUESTION, CONTEXT) for _ in range(3)]
        await client.aclose()
    assert [result.is_valid for result in results] == [True] * 3
    assert [result.provenance.attempts for result in results] == [1] * 3
    assert {request.format for request in server.requests} == {left}
    assert server.formats_refused == len(refused)


async def test_a_test_finds_the_form_an_endpoint_keeps_to() -> None:
    """Accepting the field is not enough: the reply has to keep to it."""

    def keeps(*kept: str):
        def answer(request: ChatRequest) -> str:
            if request.format not in kept:
                return "Hello!"
            schema = request.body["response_format"].get("json_schema", {}).get("schema")
            fields = schema["properties"] if schema else {"greeting": {}}
            return json.dumps(dict.fromkeys(fields, "hello"))

        return answer

    for answer, refused, found in (
        (keeps("json_schema", "json_object"), (), ReplyFormat.JSON_SCHEMA),
        (keeps("json_object"), (), ReplyFormat.JSON_OBJECT),
        (keeps("json_object"), ("json_schema",), ReplyFormat.JSON_OBJECT),
        (keeps(), ("json_schema",), ReplyFormat.PROMPT),
        (keeps(), ("json_schema", "json_object"), ReplyFormat.PROMPT),
    ):
        async with OpenAIServer(answer, refused_formats=refused) as server:
            client = client_of(server)
            tested = await try_connection(client)
            await client.aclose()
        assert (tested.ok, tested.reply_format) == (True, found), (refused, found)
        assert len(server.requests) <= 3


def test_an_entry_of_its_own_goes_before_what_was_found() -> None:
    plain = Connection(name="c", model="m", base_url="http://x/v1")
    assert plain.requested_format is ReplyFormat.PROMPT
    assert plain.with_format(ReplyFormat.JSON_SCHEMA).requested_format is ReplyFormat.JSON_SCHEMA
    assert plain.reply_settings == plain.with_format(ReplyFormat.PROMPT).reply_settings
    wishes = plain.model_copy(update={"json_mode": True})
    assert wishes.with_format(ReplyFormat.PROMPT).requested_format is ReplyFormat.JSON_OBJECT
    own = plain.model_copy(update={"reply_format": ReplyFormat.PROMPT})
    assert own.with_format(ReplyFormat.JSON_SCHEMA).requested_format is ReplyFormat.PROMPT
    fixed = plain.model_copy(update={"omit": ("response_format",)})
    assert fixed.with_format(ReplyFormat.JSON_SCHEMA).requested_format is ReplyFormat.PROMPT


@pytest.mark.parametrize(
    ("status", "words", "is_refusal"),
    [
        (400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported", True),
        (400, "The provided JSON schema contains features not supported by xgrammar.", True),
        (404, "No endpoints found that support the requested response_format", True),
        (500, "failed to parse grammar", True),
        (200, '{"error": {"message": "response_format is not supported"}}', True),
        (
            200,
            '{"choices": [{"message": {"content": "response_format error"}}], "error": 0}',
            False,
        ),
        (400, "Maximum context length is 10.", False),
        (429, "response_format requests are limited", False),
    ],
)
def test_what_an_endpoint_says_of_a_format(status: int, words: str, is_refusal: bool) -> None:
    assert refuses_format(status, words.encode()) is is_refusal


@pytest.mark.parametrize(
    ("fault", "language", "wrong"),
    [
        (Fault.PROSE, "en", "The reply contains no JSON object"),
        (Fault.MISSING_FIELD, "en", "The reply lacks the field evidence."),
        (Fault.UNKNOWN_LETTER, "zh", "answer"),
        (Fault.EMPTY, "zh", "空"),
    ],
)
async def test_a_second_try_shows_the_reply_and_what_was_wrong(
    fault: Fault, language: str, wrong: str
) -> None:
    plan = in_order(fault, fault, Fault.OK)
    async with OpenAIServer(plan=plan) as server:
        outcome = await asked(server, language=language, reply_format=None)
    assert isinstance(outcome, ReadReply)
    bodies = [json.dumps(request.body["messages"]) for request in server.requests]
    assert len(set(bodies)) == 3, "no request is made twice"
    roles = [message["role"] for message in server.requests[-1].body["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    assert wrong in server.requests[1].body["messages"][-1]["content"]
    shown = server.requests[1].body["messages"][-2]["content"]
    assert shown, "an empty reply is shown as one: many endpoints take no empty message"


async def test_a_reply_that_was_cut_off_may_be_longer_the_next_time() -> None:
    async with OpenAIServer(plan=in_order(Fault.LENGTH, Fault.OK)) as server:
        outcome = await asked(server, max_output_tokens=100)
    assert isinstance(outcome, ReadReply)
    assert [request.body["max_tokens"] for request in server.requests] == [100, 200]
    async with OpenAIServer(plan=in_order(Fault.LENGTH)) as server:
        outcome = await asked(server, max_output_tokens=100)
    assert isinstance(outcome, FailedCall)
    assert (outcome.kind, len(server.requests)) == (FailureKind.TRUNCATED, 2)


async def test_an_endpoint_that_takes_no_longer_reply_leaves_the_failure_what_it_was() -> None:
    async with OpenAIServer(plan=in_order(Fault.LENGTH, Fault.BAD_REQUEST)) as server:
        outcome = await asked(server)
    assert isinstance(outcome, FailedCall)
    assert outcome.kind is FailureKind.TRUNCATED


async def test_weakened_once_by_many_calls_at_once() -> None:
    async with OpenAIServer(Answers()) as server:
        client = client_of(server)
        assert isinstance(client, OpenAIClient)
        for _ in range(3):
            client.weaken_format(LADDER[0])
        assert client.reply_format is LADDER[1]
        await client.aclose()
