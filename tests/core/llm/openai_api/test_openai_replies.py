"""Good replies with odd metadata are read, bad ones are what they are, and usage can be trusted."""

import json
from typing import Any

import pytest

from core.llm import Completion, FailedCall, FailureKind, LLMError, Usage, ask
from core.llm.connection import Connection
from core.llm.errors import WindowFull
from core.llm.finish_reasons import finish_of
from core.llm.openai_api.billed_usage import is_cut, read_usage
from core.llm.openai_api.openai_errors import Endpoint, failed_status
from core.llm.openai_api.openai_replies import read_completion
from core.llm.openai_api.retry_waits import retry_after
from core.llm.replies.reply_parsing import read_validation_reply
from tests.core.llm.asked import prompt

ENDPOINT = Endpoint("test", "http://x/v1", "MY_KEY", "sk-1")
SENT = 4_000


def read(body: object, sent_bytes: int = 0) -> Completion:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return read_completion(raw, ENDPOINT, "m", 0.1, sent_bytes=sent_bytes)


def reply(content: object = "hi", finish: object = "stop", **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, **more.pop("message", {})}
    return {"choices": [{"message": message, "finish_reason": finish}], **more}


def failure(body: object) -> LLMError:
    with pytest.raises(LLMError) as caught:
        read(body)
    return caught.value


@pytest.mark.parametrize(
    "body",
    [
        reply(usage=""),
        reply(usage=[]),
        reply(usage={"prompt_tokens": "many"}),
        reply(usage={"prompt_tokens_details": [{"modality": "TEXT"}]}),
        reply(finish={"type": "stop"}),
        reply(finish=1),
        reply(finish="somehow"),
        reply(model=7),
        reply(message={"refusal": False}),
        reply(message={"refusal": []}),
        reply(message={"refusal": ""}),
        reply(error={"message": "", "type": "", "code": None}),
        reply(error={"code": 0, "message": ""}),
        reply(error={}),
        reply(base_resp={"status_code": 0, "status_msg": "success"}),
        [reply()],
        {"output": reply()},
        {"message": {"role": "assistant", "content": "hi"}, "done": True, "done_reason": "stop"},
        {"choices": [{"text": "hi", "finish_reason": "stop"}]},
        {
            "type": "message",
            "content": [{"type": "thinking", "thinking": "ho"}, {"type": "text", "text": "hi"}],
            "stop_reason": "end_turn",
        },
        {
            "candidates": [
                {
                    "content": {"parts": [{"text": "ho", "thought": True}, {"text": "hi"}]},
                    "finishReason": "STOP",
                }
            ]
        },
        {
            "object": "response",
            "status": "completed",
            "output": [
                {"type": "reasoning", "summary": [{"text": "ho"}]},
                {"type": "message", "content": [{"type": "output_text", "text": "hi"}]},
            ],
        },
        {"result": {"response": "hi"}, "success": True, "errors": []},
        {"message": {"content": [{"type": "text", "text": "hi"}]}, "finish_reason": "COMPLETE"},
        reply([{"type": "text", "text": "h"}, {"type": "text", "text": "i"}]),
        reply([{"type": "output_text", "text": "hi"}]),
        reply([{"type": "thinking", "thinking": [{"text": "ho"}]}, {"type": "text", "text": "hi"}]),
        reply({"type": "text", "text": "hi"}),
        reply(["h", "i"]),
        reply(None, message={"tool_calls": [{"function": {"name": "f", "arguments": "hi"}}]}),
        reply("", message={"function_call": {"arguments": "hi"}}),
        b"\xef\xbb\xbf\n" + json.dumps(reply()).encode(),
        json.dumps(reply()).encode("utf-16"),
        json.dumps(reply()).encode() + b"\n\ndata: [DONE]\n\n",
        b"data: " + json.dumps(reply()).encode() + b"\n\ndata: [DONE]",
        b'data: {"choices": [{"delta": {"content": "h"}}]}\n\n'
        b'data: {"choices": [{"delta": {"content": "i"}}]}\n\ndata: [DONE]\n\n',
        b': ping\n\nevent: x\ndata: {"choices": [{"delta": {"content": "hi"}, "finish_reason": '
        b"null}]}"
        b'\n\ndata: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n',
        b'{"message": {"content": "h"}, "done": false}\n'
        b'{"message": {"content": "i"}, "done": true}\n',
    ],
)
def test_a_good_reply_is_read_however_odd_what_stands_around_it(body: object) -> None:
    completion = read(body)
    assert (completion.text, completion.finish_reason) == ("hi", "stop")


@pytest.mark.parametrize(
    "answer",
    [
        {"usageMetadata": {"promptTokenCount": 40, "candidatesTokenCount": 2}},
        {"usage": {"tokens": {"input_tokens": 40, "output_tokens": 2}, "billed_units": {}}},
        {"result": {"usage": {"prompt_tokens": 40, "completion_tokens": 2}}},
        {"usage": {"prompt_tokens": "40", "completion_tokens": 2.0}},
    ],
)
def test_what_was_billed_is_read_wherever_it_stands(answer: dict[str, Any]) -> None:
    usage = read({**reply(), **answer}, sent_bytes=100).usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.estimated_calls) == (40, 2, 0)


def test_a_reply_of_another_protocol_that_was_cut_off_is_unfinished() -> None:
    cut = {"object": "response", "status": "incomplete", "output": [
        {"type": "message", "content": [{"type": "output_text", "text": "hi"}]}
    ], "incomplete_details": {"reason": "max_output_tokens"}}  # fmt: skip
    assert read(cut).finish_reason == "length"
    gemini = {
        "candidates": [{"content": {"parts": [{"text": "hi"}]}, "finishReason": "MAX_TOKENS"}]
    }
    assert read(gemini).finish_reason == "length"


def test_a_stream_that_breaks_off_is_unfinished() -> None:
    body = b'data: {"choices": [{"delta": {"content": "hi"}}]}\n\n'
    assert read(body).finish_reason == "error"


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_beside_the_content_is_kept_and_never_the_answer(field: str) -> None:
    error = failure(reply(None, message={field: "The answer is A."}))
    assert error.kind is FailureKind.EMPTY_REPLY
    assert "reasoning" in str(error)
    assert error.raw == "<think>\nThe answer is A.\n</think>"
    assert read(reply("B", message={field: "The answer is A."})).text == "B"


@pytest.mark.parametrize(
    ("finish", "kind"),
    [
        ("MAX_TOKENS", FailureKind.TRUNCATED),
        ("model_context_window_exceeded", FailureKind.TRUNCATED),
        ("SAFETY", FailureKind.CONTENT_FILTER),
        ("sensitive", FailureKind.CONTENT_FILTER),
        ("content_filter: PROHIBITED_CONTENT", FailureKind.CONTENT_FILTER),
        ("guardrail_intervened", FailureKind.CONTENT_FILTER),
        ("error", FailureKind.SERVER_ERROR),
        ("insufficient_system_resource", FailureKind.SERVER_ERROR),
    ],
)
def test_an_empty_reply_is_why_it_ended(finish: str, kind: FailureKind) -> None:
    assert failure(reply("", finish)).kind is kind


@pytest.mark.parametrize(
    ("reasons", "finish"),
    [
        (
            ("stop", "STOP", "end_turn", "eos_token", "stop_sequence", "tool_calls", None, ""),
            "stop",
        ),
        (("length", "MAX_TOKENS", "max_tokens", "model_length", "max_output_tokens"), "length"),
        (("FinishReason.MAX_TOKENS", "truncated", "incomplete", "token_limit", 2), "length"),
        (("content_filter", "SAFETY", "RECITATION", "sensitive", "refusal", 3), "content_filter"),
        (("error", "abort", "network_error", "cancelled", "timeout"), "error"),
    ],
)
def test_every_spelling_of_a_finish_reason_is_one_of_four(
    reasons: tuple[object, ...], finish
) -> None:
    assert {finish_of(reason) for reason in reasons} == {finish}


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        {"prompt_tokens": 0, "completion_tokens": 0},
        {"prompt_tokens": -1, "completion_tokens": -1},
        {"prompt_tokens": 1, "completion_tokens": 1},
        {"prompt_tokens": 10**15},
        {"prompt_tokens": float("nan")},
    ],
)
def test_usage_that_cannot_be_true_is_estimated(usage: object) -> None:
    used = read(reply("hi " * 100, usage=usage), SENT).usage
    assert used.estimated_calls == 1
    assert SENT / 8 < used.prompt_tokens < SENT
    assert used.completion_tokens > 0


@pytest.mark.parametrize(
    ("usage", "read_as"),
    [
        ({"prompt_tokens": 900.0, "completion_tokens": "40"}, Usage(900, 40)),
        ({"prompt_tokens": 9, "completion_tokens": 4, "prompt_cache_hit_tokens": 800},
         Usage(809, 4, 800)),
        ({"prompt_tokens": 900, "completion_tokens": 4, "prompt_cache_hit_tokens": 800},
         Usage(900, 4, 800)),
        (
            {"input_tokens": 100, "output_tokens": 4, "cache_read_input_tokens": 700,
             "cache_creation_input_tokens": 100},
            Usage(900, 4, 700),
        ),
        ({"prompt_tokens": 900, "completion_tokens": 4, "cached_tokens": 8}, Usage(900, 4, 8)),
        (
            {"prompt_tokens": 900, "completion_tokens": 4,
             "prompt_tokens_details": {"cached_tokens": 8}},
            Usage(900, 4, 8),
        ),
    ],
)  # fmt: skip
def test_cached_tokens_count_by_any_name(usage: object, read_as: Usage) -> None:
    assert read_usage(usage, SENT, "hi") == read_as


def test_a_prompt_cut_in_silence_shows_in_what_was_billed() -> None:
    english, chinese = (
        prompt(context="She tied the rope. " * 1000),
        prompt(context="她系绳子。" * 2000),
    )
    assert is_cut(english, Usage(2050, 10)) and is_cut(chinese, Usage(2050, 10))
    assert not is_cut(english, Usage(5000, 10)) and not is_cut(chinese, Usage(6000, 10))
    assert not is_cut(english, Usage(2050, 10, estimated_calls=1))


@pytest.mark.parametrize(
    ("words", "wait"),
    [
        ("Please try again in 20.5s.", 20.5),
        ("Please try again in 250ms.", 0.25),
        ("Please try again in 1m2.5s", 62.5),
        ("Please retry after 12 seconds.", 12),
        ("Please wait 30 seconds and try again", 30),
        ("try again in 2 minutes", 120),
        ("请在30秒后重试", 30),
        ("请 5 秒后再试", 5),
        ("请等待1分钟", 60),
        ("5秒后重试", 5),
        ("The request has 9120 tokens.", None),
        ("Try again later.", None),
    ],
)
def test_a_wait_is_read_in_the_words(words: str, wait: float | None) -> None:
    body = json.dumps({"error": {"message": words}}).encode()
    assert failed_status(429, body, {}, ENDPOINT).retry_after_s == wait


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "30s"}, 30),
        ({"Retry-After": "1m30s"}, 90),
        ({"Retry-After": "PT1M30S"}, 90),
        ({"Retry-After-Ms": "soon", "Retry-After": "7"}, 7),
        ({"Date": "Sat, 01 Jan 2000 00:00:00 GMT",
          "anthropic-ratelimit-requests-reset": "2000-01-01T00:00:09Z",
          "anthropic-ratelimit-requests-remaining": "0"}, 9),
        ({"x-ratelimit-reset-tokens": "8.64s", "x-ratelimit-remaining-tokens": "0"}, 8.64),
        ({"Date": "Thu, 01 Jan 2026 00:00:00 GMT", "X-RateLimit-Reset": "1767225605"}, 5),
        ({"Date": "Thu, 01 Jan 2026 00:00:00 GMT", "X-RateLimit-Reset": "1767225605000"}, 5),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-remaining-requests": "5"}, None),
    ],
)  # fmt: skip
def test_a_wait_is_read_in_any_header(headers: dict[str, str], wait: float | None) -> None:
    assert retry_after(headers) == wait


@pytest.mark.parametrize(
    ("field", "wait"), [("retryDelay", "37s"), ("retry_after", 37), ("retry_after_ms", 37_000)]
)
def test_a_wait_is_read_in_any_field(field: str, wait: object) -> None:
    body = json.dumps({"error": {"message": "Slow down.", "details": [{field: wait}]}}).encode()
    assert failed_status(429, body, {}, ENDPOINT).retry_after_s == 37


@pytest.mark.parametrize(
    "host",
    ["api.openai.com", "eu.api.openai.com", "r.openai.azure.com", "r.services.ai.azure.com",
     "r.cognitiveservices.azure.com", "r.openai.azure.us", "r.openai.azure.cn"],
)  # fmt: skip
def test_openai_and_azure_get_the_newer_output_limit(host: str) -> None:
    asked = Connection(name="x", base_url=f"https://{host}/v1", model="m")
    assert asked.output_limit_field == "max_completion_tokens"
    other = Connection(name="x", base_url=f"https://{host}.example/v1", model="m")
    assert other.output_limit_field == "max_tokens"


FULL = {"prompt_tokens": 1520, "completion_tokens": 16, "total_tokens": 1536}
"""What llama.cpp bills with a window of 1,536 tokens."""


@pytest.mark.parametrize(
    ("usage", "limit", "full"),
    [
        (FULL, 160, True),
        (FULL, 16, False),
        (FULL, None, False),
        ({**FULL, "total_tokens": 1700}, 160, False),  # thoughts that are counted apart
        ({"prompt_tokens": 1520, "completion_tokens": 16}, 160, False),
        ({"prompt_tokens": 1520, "total_tokens": 1520}, 160, False),
        (None, 160, False),
    ],
)
def test_a_reply_cut_before_its_limit_has_filled_the_window(
    usage: object, limit: int | None, full: bool
) -> None:
    body = json.dumps(reply('{"answer": ["d', "length", usage=usage)).encode()
    completion = read_completion(body, ENDPOINT, "m", 0.1, sent_bytes=6000, output_limit=limit)
    assert completion.is_window_full is full
    ended = json.dumps(reply("done", "stop", usage=usage)).encode()
    assert not read_completion(ended, ENDPOINT, "m", 0.1, output_limit=limit).is_window_full


async def test_a_full_window_is_told_and_not_asked_again() -> None:
    class Client:
        name, model, kind, calls = "local", "m", "openai", 0

        def __init__(self, text: str) -> None:
            self.text = text

        async def complete(self, _prompt: object) -> Completion:
            self.calls += 1
            body = json.dumps(reply(self.text, "length", usage=FULL)).encode()
            return read_completion(body, ENDPOINT, "m", 0.1, output_limit=160)

    for text in ('{"answer": ["d', ""):
        client = Client(text)
        asked = await ask(
            client,  # type: ignore[arg-type]
            prompt(),
            lambda done: read_validation_reply(
                done.text, {"a": "1"}, "single_choice", done.finish_reason
            ),
        )
        assert isinstance(asked, FailedCall)
        assert isinstance(asked.error, WindowFull)
        assert asked.kind is FailureKind.TRUNCATED
        assert (client.calls, asked.raw) == (1, text)
        assert "16 tokens" in asked.message
        assert "window" in asked.message
