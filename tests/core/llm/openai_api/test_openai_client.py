import asyncio
import contextlib
import gc
import logging
import re
import time
import traceback
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from core.llm import (
    AuthenticationFailed,
    Connection,
    FailureKind,
    LLMError,
    Message,
    Prompt,
    Usage,
    open_client,
)
from core.llm.openai_api import openai_http as module
from core.llm.openai_api.openai_errors import Endpoint, failed_status, retry_after
from core.llm.openai_api.openai_replies import read_completion
from tests.core.llm.asked import prompt
from tests.openai_server import Fault, OpenAIServer, in_order

KEY = "sk-top-secret-0123456789"
ENDPOINT = Endpoint("test", "http://x/v1", "MY_KEY", KEY)


def client_of(url: str, **fields: object):
    fields = {"name": "test", "model": "m", "base_url": url, "api_key_env": "MY_KEY", **fields}
    return open_client(Connection.model_validate(fields), {"MY_KEY": KEY})


async def failure(fault: Fault, **fields: object) -> LLMError:
    async with OpenAIServer(plan=in_order(fault), hang_s=2) as server:
        client = client_of(server.url, **fields)
        try:
            with pytest.raises(LLMError) as caught:
                await client.complete(prompt())
        finally:
            await client.aclose()
    return caught.value


@contextlib.asynccontextmanager
async def answering(said: bytes) -> AsyncIterator[str]:
    """The address of a server that says just this to whoever asks, and hangs up."""

    async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


async def test_a_completion_carries_text_model_finish_usage_and_latency() -> None:
    async with OpenAIServer(latency_s=0.05) as server:
        client, began = client_of(server.url), time.perf_counter()
        completion = await client.complete(prompt())
        took = time.perf_counter() - began
        await client.aclose()
    assert '"b"' in completion.text
    assert (completion.model, completion.finish_reason, completion.reused) == ("m", "stop", False)
    assert completion.usage.cached_tokens == 1
    assert completion.usage.prompt_tokens > completion.usage.completion_tokens > 0
    assert 0.05 <= completion.latency_s <= took


async def test_the_request_is_what_the_connection_says() -> None:
    async with OpenAIServer() as server:
        plain = client_of(server.url)
        shaped = client_of(
            server.url,
            temperature=0.5,
            max_output_tokens=7,
            json_mode=True,
            extra_body={"seed": 3, "top_p": 0.1},
            omit=["temperature"],
        )
        asked = prompt(context="“引号” {x} \u2028 \U0001f600")
        await plain.complete(asked)
        await shaped.complete(asked)
        await plain.aclose()
        await shaped.aclose()
    first, second = server.requests
    assert first.body == {
        "model": "m",
        "messages": [{"role": m.role, "content": m.content} for m in asked.messages],
        "temperature": 0.0,
        "max_tokens": 1024,
    }
    assert first.prompt == asked.content_hash
    assert first.headers["Authorization"] == f"Bearer {KEY}"
    assert first.headers["Content-Type"] == "application/json"
    assert {key: second.body[key] for key in second.body if key not in ("model", "messages")} == {
        "max_tokens": 7,
        "response_format": {"type": "json_object"},
        "seed": 3,
        "top_p": 0.1,
    }


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (Fault.RATE_LIMIT, FailureKind.RATE_LIMIT, "Lower requests_per_minute"),
        (Fault.SERVER_ERROR, FailureKind.SERVER_ERROR, "The server had an error"),
        (Fault.UNAVAILABLE, FailureKind.SERVER_ERROR, "overloaded"),
        (Fault.RESET, FailureKind.CONNECTION, "http://127.0.0.1:"),
        (
            Fault.BROKEN_BODY,
            FailureKind.SERVER_ERROR,
            "returned something other than a chat completion:",
        ),
        (Fault.HTML, FailureKind.BAD_REQUEST, "web page.*usually ends in /v1"),
        (Fault.UNKNOWN_MODEL, FailureKind.BAD_REQUEST, "Check model and base_url"),
        (Fault.BAD_REQUEST, FailureKind.BAD_REQUEST, "Unsupported parameter 'x'"),
        (Fault.CONTEXT_TOO_LONG, FailureKind.CONTEXT_TOO_LONG, "Use a shorter context"),
        (Fault.ERROR_IN_200, FailureKind.SERVER_ERROR, "Provider returned error"),
        (Fault.UNAUTHORIZED, FailureKind.AUTH, "MY_KEY"),
        (Fault.FORBIDDEN, FailureKind.AUTH, "Check the permissions of the key in MY_KEY."),
        (Fault.QUOTA, FailureKind.AUTH, "quota is used up"),
        (Fault.REFUSAL, FailureKind.REFUSAL, "refused to answer"),
        (Fault.CONTENT_FILTER, FailureKind.CONTENT_FILTER, "content filter"),
        (Fault.EMPTY, FailureKind.EMPTY_REPLY, "empty reply"),
    ],
)
async def test_each_failure_has_its_kind_and_its_fix(fault, kind, words, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    error = await failure(fault)
    assert error.kind is kind
    assert isinstance(error, AuthenticationFailed) == (kind is FailureKind.AUTH)
    assert re.search(words, str(error))
    shown = "".join(traceback.format_exception(error)) + repr(error) + caplog.text
    assert KEY not in shown
    assert KEY not in repr(vars(error)) + repr(error.__context__)


async def test_the_whole_call_ends_after_the_timeout() -> None:
    error = await failure(Fault.HANG, timeout_s=0.2)
    assert error.kind is FailureKind.TIMEOUT
    assert "within 0.2 s" in str(error)


async def test_a_refusal_and_a_filtered_reply_keep_their_words_and_their_cost() -> None:
    error = await failure(Fault.REFUSAL)
    assert error.raw == "I'm sorry, I can't help with that."
    assert error.usage.prompt_tokens > 0


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://nowhere.invalid/v1"])
async def test_an_endpoint_that_is_down_is_a_connection_failure_naming_its_address(url) -> None:
    client = client_of(url, timeout_s=5)
    with pytest.raises(LLMError, match=url) as caught:
        await client.complete(prompt())
    await client.aclose()
    assert caught.value.kind is FailureKind.CONNECTION


@pytest.mark.parametrize(
    "answer",
    [
        b"\x00 no HTTP\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Le",
    ],
)
async def test_what_is_no_http_at_all_is_a_connection_failure(answer: bytes) -> None:
    async with answering(answer) as url:
        client = client_of(url)
        with pytest.raises(LLMError, match="cannot be reached") as caught:
            await client.complete(prompt())
        await client.aclose()
    assert caught.value.kind is FailureKind.CONNECTION
    assert caught.value.retryable


async def test_a_redirection_is_told_and_not_followed() -> None:
    async with OpenAIServer() as server:
        moved = f"HTTP/1.1 308 Moved\r\nLocation: {server.url}/chat/completions\r\n\r\n"
        async with answering(moved.encode()) as url:
            client = client_of(url)
            with pytest.raises(LLMError, match="Set base_url to that address") as caught:
                await client.complete(prompt())
            await client.aclose()
    assert caught.value.params["address"] == f"{server.url}/chat/completions"
    assert caught.value.kind is FailureKind.BAD_REQUEST
    assert not server.requests


async def test_a_wrong_address_on_the_right_server_is_recognised() -> None:
    async with OpenAIServer() as server:
        client = client_of(server.url.removesuffix("/v1"))
        with pytest.raises(LLMError, match="usually ends in /v1"):
            await client.complete(prompt())
        await client.aclose()


def test_keys_are_in_no_repr() -> None:
    client = client_of("http://127.0.0.1:9/v1")
    assert KEY not in repr(client) + repr(ENDPOINT) + str(vars(client))


def test_retry_after_is_seconds_milliseconds_or_a_date() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert retry_after({"Retry-After": "2.5"}) == 2.5
    assert retry_after({"retry-after-ms": "1500", "retry-after": "9"}) == 1.5
    assert 25 < (retry_after({"Retry-After": soon}) or 0) <= 30
    assert retry_after({"Retry-After": "Sat, 01 Jan 2000 00:00:00 GMT"}) == 0
    assert retry_after({"Retry-After": "soon"}) is None
    assert retry_after({}) is None


@pytest.mark.parametrize("ahead", [timedelta(hours=-5), timedelta(), timedelta(days=400)])
def test_a_date_to_wait_for_is_held_against_the_servers_own_clock(ahead: timedelta) -> None:
    theirs = datetime.now(UTC) + ahead
    headers = {
        "Date": format_datetime(theirs, usegmt=True),
        "Retry-After": format_datetime(theirs + timedelta(seconds=7), usegmt=True),
    }
    assert retry_after(headers) == 7


@pytest.mark.parametrize("wait", ["inf", "1e999", "nan", "-inf"])
def test_a_wait_that_never_ends_is_none(wait: str) -> None:
    assert retry_after({"Retry-After": wait}) is None
    assert retry_after({"Retry-After-Ms": wait}) is None


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, b'{"error": {"code": "content_filter", "message": "x"}}', FailureKind.CONTENT_FILTER),
        (400, b'{"error": {"code": "data_inspection_failed"}}', FailureKind.CONTENT_FILTER),
        (400, b'{"error": "maximum context length is 8192"}', FailureKind.CONTEXT_TOO_LONG),
        (413, b"", FailureKind.CONTEXT_TOO_LONG),
        (422, b'{"detail": [{"loc": ["body"], "msg": "bad"}]}', FailureKind.BAD_REQUEST),
        (402, b'{"error": {"message": "no credits"}}', FailureKind.AUTH),
        (408, b"", FailureKind.TIMEOUT),
        (502, b"<html>Bad gateway</html>", FailureKind.SERVER_ERROR),
        (404, b"<!DOCTYPE html>", FailureKind.BAD_REQUEST),
        (418, b"\xff\xfe", FailureKind.BAD_REQUEST),
        (400, b"[1]", FailureKind.BAD_REQUEST),
    ],
)
def test_error_bodies_of_many_servers_are_understood(status, body, kind) -> None:
    error = failed_status(status, body, {}, ENDPOINT)
    assert error.kind is kind
    assert str(error)


@pytest.mark.parametrize("answered_before", [False, True])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('{"error": {"code": "invalid_api_key", "message": "No."}}', FailureKind.AUTH),
        ('{"error": {"code": "permission_denied"}}', FailureKind.AUTH),
        ('{"error": {"message": "Insufficient permissions for this operation"}}', FailureKind.AUTH),
        (
            '{"error": {"message": "Your project does not have access to model x"}}',
            FailureKind.AUTH,
        ),
        ('{"error": {"code": "unsupported_country_region_territory"}}', FailureKind.AUTH),
        (
            '{"error": {"code": 403, "message": "The model requires moderation; input flagged."}}',
            FailureKind.CONTENT_FILTER,
        ),
        ('{"error": {"message": "Violates our usage policy"}}', FailureKind.CONTENT_FILTER),
        ('{"error": {"message": "输入内容包含敏感信息"}}', FailureKind.CONTENT_FILTER),
        ("<html><h1>Web Application Firewall</h1></html>", FailureKind.CONTENT_FILTER),
    ],
)
def test_a_403_says_who_or_what_is_refused(body: str, kind, answered_before: bool) -> None:
    error = failed_status(403, body.encode(), {}, ENDPOINT, answered_before=answered_before)
    assert error.kind is kind


@pytest.mark.parametrize("body", [b"", b"<html>You have no permission</html>", b'{"error": "No."}'])
def test_a_403_without_a_reason_is_about_the_key_until_the_key_has_worked(body: bytes) -> None:
    assert failed_status(403, body, {}, ENDPOINT).kind is FailureKind.AUTH
    later = failed_status(403, body, {}, ENDPOINT, answered_before=True)
    assert later.kind is FailureKind.CONTENT_FILTER


def test_a_reply_with_half_a_surrogate_pair_is_read_and_can_be_stored() -> None:
    body = b'{"choices": [{"message": {"content": "a \\ud83d b \\u0000"}}]}'
    completion = read_completion(body, ENDPOINT, "m", 1.0)
    assert completion.text == "a \ufffd b "


def test_the_endpoints_words_are_shown_without_the_key() -> None:
    said = f'{{"error": {{"message": "Bad {KEY} and {{braces}}"}}}}'.encode()
    assert "Bad [key] and {braces}" in str(failed_status(400, said, {}, ENDPOINT))


@pytest.mark.parametrize(
    ("body", "text", "usage"),
    [
        (b'{"choices": [{"message": {"content": "hi"}}]}', "hi", Usage()),
        (
            b'{"choices": [{"message": {"content": [{"type": "text", "text": "h"}, {"text": "i"}]},'
            b'"finish_reason": null}], "usage": {"prompt_tokens": 3, "completion_tokens": null}}',
            "hi",
            Usage(3),
        ),
    ],
)
def test_completions_of_many_servers_are_understood(body, text, usage) -> None:
    completion = read_completion(body, ENDPOINT, "m", 1.0)
    assert (completion.text, completion.usage, completion.finish_reason) == (text, usage, "stop")


@pytest.mark.parametrize("body", [b"", b"OK", b"[]", b'{"choices": []}', b'{"choices": [{}]}'])
def test_an_answer_that_is_no_completion_is_the_servers_failure(body: bytes) -> None:
    with pytest.raises(LLMError) as caught:
        read_completion(body, ENDPOINT, "m", 1.0)
    assert caught.value.kind is FailureKind.SERVER_ERROR


async def test_no_more_calls_are_in_flight_than_allowed_whatever_the_number_of_clients() -> None:
    async with OpenAIServer(latency_s=0.02) as server:
        clients = [client_of(server.url, max_concurrency=3) for _ in range(4)]
        await asyncio.gather(*(client.complete(prompt()) for client in clients * 5))
        for client in clients:
            await client.aclose()
    assert server.most_in_flight == 3
    assert len(server.asked) == 20


async def test_clients_share_one_http_client_and_the_last_one_closes_it() -> None:
    async with OpenAIServer() as server:
        first, second = client_of(server.url), client_of(server.url, name="other")
        await first.complete(prompt())
        await second.complete(prompt())
        (shared,) = module._http.values()
        await first.aclose()
        await first.aclose()
        assert not shared.client.is_closed
        await second.complete(prompt())
        await second.aclose()
        assert shared.client.is_closed
        await first.complete(prompt())
        await first.aclose()


def test_a_client_works_in_one_event_loop_after_another() -> None:
    client = client_of("http://127.0.0.1:9/v1")

    async def once() -> None:
        with pytest.raises(LLMError, match="cannot be reached"):
            await client.complete(prompt())
        await client.aclose()

    asyncio.run(once())
    asyncio.run(once())
    gc.collect()
    assert not module._http


async def test_a_cancelled_call_gives_its_place_back() -> None:
    async with OpenAIServer(plan=in_order(Fault.HANG), hang_s=1) as server:
        client = client_of(server.url, name="one at a time", max_concurrency=1)
        call = asyncio.create_task(client.complete(prompt()))
        await asyncio.sleep(0.1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        server._plan = in_order(Fault.OK)
        await asyncio.wait_for(client.complete(Prompt(**_as_chat())), 5)
        await client.aclose()


def _as_chat() -> dict[str, object]:
    return {
        "task": "chat",
        "template_id": "",
        "version": "",
        "language": "en",
        "template_hash": "",
        "variables": {},
        "messages": (Message("user", "Hello"),),
    }


async def test_an_answer_without_end_is_left_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 2_000_000)
    sent = 0

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b" " * 100_000)
                await writer.drain()
                sent += 100_000

    async with await asyncio.start_server(send, "127.0.0.1", 0) as server:
        client = client_of(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
        with pytest.raises(LLMError, match="more than 2 MB") as caught:
            await client.complete(prompt())
        await client.aclose()
        server.close()
    assert caught.value.kind is FailureKind.SERVER_ERROR
    assert sent < 50_000_000
