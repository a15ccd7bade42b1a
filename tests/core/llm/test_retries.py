import json
import random

import pytest

from core.llm import (
    AuthenticationFailed,
    Completion,
    Connection,
    FailedCall,
    FailureKind,
    LLMError,
    Prompt,
    ReadReply,
    Usage,
    ask,
    open_client,
    read_validation_reply,
)
from core.llm.retries import LONGEST_WAIT_S, retry_delay
from tests.core.llm.asked import CHOICE, prompt
from tests.openai_server import Fault, OpenAIServer, in_order


def read(completion: Completion):
    return read_validation_reply(completion.text, CHOICE, "single_choice", completion.finish_reason)


class Waits(list):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


async def asked(*faults: Fault, timeout_s: float = 60, retry_after: str = "0"):
    """(outcome, waits, requests the server saw)"""
    waits = Waits()
    async with OpenAIServer(plan=in_order(*faults), retry_after=retry_after, hang_s=4) as server:
        client = open_client(
            Connection(name="test", model="m", base_url=server.url, timeout_s=timeout_s), {}
        )
        try:
            outcome = await ask(client, prompt(), read, sleep=waits, rng=random.Random(1))
        finally:
            await client.aclose()
        return outcome, waits, len(server.asked)


async def test_a_good_reply_needs_one_call() -> None:
    outcome, waits, calls = await asked(Fault.OK)
    assert isinstance(outcome, ReadReply)
    assert outcome.value.answer == ("b",)
    assert outcome.value.evidence == "Ann went home at six."
    assert (outcome.attempts, calls, waits) == (1, 1, [])
    assert outcome.usage == outcome.completion.usage != Usage()


async def test_retries_are_counted_over_transport_and_format_together() -> None:
    """Readings 45 and 54."""
    outcome, waits, calls = await asked(Fault.SERVER_ERROR, Fault.PROSE, Fault.EMPTY, Fault.OK)
    assert isinstance(outcome, ReadReply)
    assert (outcome.attempts, calls, len(waits)) == (4, 4, 3)

    outcome, _, calls = await asked(
        Fault.PROSE, Fault.RESET, Fault.UNKNOWN_LETTER, Fault.RATE_LIMIT, Fault.OK
    )
    assert isinstance(outcome, FailedCall)
    assert (outcome.kind, outcome.attempts, calls) == (FailureKind.RATE_LIMIT, 4, 4)
    assert json.loads(outcome.raw or "")["answer"] == ["z"], "the last reply is kept"


async def test_usage_is_summed_over_attempts() -> None:
    once, _, _ = await asked(Fault.OK)
    outcome, _, _ = await asked(Fault.REFUSAL_IN_TEXT, Fault.OK)
    assert isinstance(outcome, FailedCall)
    thrice, _, _ = await asked(Fault.MISSING_FIELD, Fault.EMPTY, Fault.OK)
    assert thrice.usage.prompt_tokens == 3 * once.usage.prompt_tokens > 0
    assert thrice.usage.cached_tokens == 3


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Fault.REFUSAL, FailureKind.REFUSAL),
        (Fault.REFUSAL_IN_TEXT, FailureKind.REFUSAL),
        (Fault.CONTENT_FILTER, FailureKind.CONTENT_FILTER),
        (Fault.CONTEXT_TOO_LONG, FailureKind.CONTEXT_TOO_LONG),
        (Fault.BAD_REQUEST, FailureKind.BAD_REQUEST),
        (Fault.HTML, FailureKind.BAD_REQUEST),
    ],
)
async def test_what_cannot_change_is_not_asked_again(fault: Fault, kind: FailureKind) -> None:
    outcome, waits, calls = await asked(fault)
    assert isinstance(outcome, FailedCall)
    assert (outcome.kind, calls, waits) == (kind, 1, [])


@pytest.mark.parametrize("fault", [Fault.UNAUTHORIZED, Fault.FORBIDDEN, Fault.QUOTA])
async def test_a_refused_key_stops_everything(fault: Fault) -> None:
    with pytest.raises(AuthenticationFailed):
        await asked(fault)


async def test_a_timeout_is_asked_again() -> None:
    outcome, _, calls = await asked(Fault.HANG, Fault.OK, timeout_s=3)
    assert isinstance(outcome, ReadReply)
    assert calls == 2
    assert outcome.latency_s > 3


async def test_retry_after_is_the_least_that_is_waited() -> None:
    _, waits, _ = await asked(Fault.RATE_LIMIT, Fault.OK, retry_after="7")
    assert 7 <= waits[0] <= 8
    _, waits, _ = await asked(Fault.UNAVAILABLE, Fault.OK, retry_after="86400")
    assert LONGEST_WAIT_S <= waits[0] <= LONGEST_WAIT_S + 1


def test_waits_grow_exponentially_with_full_jitter_up_to_a_cap() -> None:
    rng = random.Random(0)
    for attempt, most in ((0, 1.0), (1, 2.0), (2, 4.0), (20, LONGEST_WAIT_S)):
        waits = [retry_delay(attempt, None, rng) for _ in range(300)]
        assert 0 <= min(waits) < most / 10
        assert most * 0.9 < max(waits) <= most


class Remembering:
    """A client with one stored, unreadable reply."""

    name, model, kind = "remembering", "m", "recorded"

    def __init__(self) -> None:
        self.stored: str | None = "nonsense"
        self.calls = 0

    async def complete(self, prompt: Prompt) -> Completion:
        if self.stored is not None:
            return Completion(self.stored, "m", reused=True)
        self.calls += 1
        return Completion(
            '{"answer": "b", "evidence": "x", "is_answerable": true, "confidence": "low"}', "m"
        )

    async def forget(self, prompt: Prompt) -> None:
        self.stored = None

    async def aclose(self) -> None: ...


async def test_a_stored_reply_that_cannot_be_read_is_forgotten_and_asked_for_at_once() -> None:
    client, waits = Remembering(), Waits()
    outcome = await ask(client, prompt(), read, sleep=waits)
    assert isinstance(outcome, ReadReply)
    assert not outcome.completion.reused
    assert (client.calls, waits) == (1, [])


async def test_errors_that_are_not_of_a_call_come_through() -> None:
    def broken(_: Completion) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await ask(Remembering(), prompt(), broken)


def test_every_kind_says_whether_it_may_be_retried() -> None:
    retried = {kind for kind in FailureKind if LLMError(kind, "x").retryable}
    assert FailureKind.PARSE_FAILURE in retried
    assert not retried & {FailureKind.AUTH, FailureKind.REFUSAL, FailureKind.CONTEXT_TOO_LONG}
