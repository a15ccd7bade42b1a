"""A real HTTP server that speaks the OpenAI protocol and misbehaves on request.

As a process, `python -m tests.openai_server --latency 0.05 --faults rate_limit=0.1 --log FILE`
prints its URL and stops by itself; in a test, `async with OpenAIServer(...) as server`.
"""

import argparse
import asyncio
import json
import random
import re
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from email.utils import formatdate
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from aiohttp import web

MODEL = "test-model"
_SECOND_TRY = ("This reply could not be used:", "这条回复无法使用：")


class Fault(StrEnum):
    """What can go wrong; `ok` is an undisturbed answer."""

    OK = "ok"
    RATE_LIMIT = "rate_limit"
    QUOTA = "quota"
    SERVER_ERROR = "server_error"
    UNAVAILABLE = "unavailable"
    HANG = "hang"
    RESET = "reset"
    BROKEN_BODY = "broken_body"
    HTML = "html"
    HALF_REPLY = "half_reply"
    WRONG_TYPE = "wrong_type"
    RATE_LIMIT_UNTIL = "rate_limit_until"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    UNKNOWN_MODEL = "unknown_model"
    BAD_REQUEST = "bad_request"
    CONTEXT_TOO_LONG = "context_too_long"
    ERROR_IN_200 = "error_in_200"
    REFUSAL = "refusal"
    REFUSAL_IN_TEXT = "refusal_in_text"
    CONTENT_FILTER = "content_filter"
    LENGTH = "length"
    EMPTY = "empty"
    MALFORMED = "malformed"
    PROSE = "prose"
    MISSING_FIELD = "missing_field"
    UNKNOWN_LETTER = "unknown_letter"
    FENCED = "fenced"
    THINKING = "thinking"
    PYTHON = "python"
    TRAILING_COMMA = "trailing_comma"


READABLE = (Fault.OK, Fault.FENCED, Fault.THINKING, Fault.PYTHON, Fault.TRAILING_COMMA)
"""Answers that a tolerant reader understands."""

_STATUS: dict[Fault, tuple[int, str, str]] = {
    Fault.RATE_LIMIT: (429, "rate_limit_exceeded", "Rate limit reached."),
    Fault.RATE_LIMIT_UNTIL: (429, "rate_limit_exceeded", "Rate limit reached."),
    Fault.QUOTA: (429, "insufficient_quota", "You exceeded your current quota."),
    Fault.SERVER_ERROR: (500, "server_error", "The server had an error."),
    Fault.UNAVAILABLE: (503, "overloaded", "The engine is overloaded."),
    Fault.UNAUTHORIZED: (401, "invalid_api_key", "Incorrect API key provided: {key}."),
    Fault.FORBIDDEN: (403, "forbidden", "Project of {key} has no access."),
    Fault.UNKNOWN_MODEL: (404, "model_not_found", "The model does not exist."),
    Fault.BAD_REQUEST: (400, "unsupported_parameter", "Unsupported parameter 'x' with key {key}."),
    Fault.CONTEXT_TOO_LONG: (400, "context_length_exceeded", "Maximum context length is 10."),
    Fault.ERROR_IN_200: (200, "502", "Provider returned error"),
}


@dataclass(frozen=True)
class Asked:
    """One request as the server saw it, logged on arrival; `prompt` is the Prompt.content_hash of
    what was asked first.
    """

    number: int
    time: float
    prompt: str
    times_seen: int
    outcome: str
    in_flight: int
    """It included."""


@dataclass(frozen=True)
class ChatRequest:
    """A request's body, headers and what a reply needs from its messages."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]

    @property
    def first_messages(self) -> list[Mapping[str, str]]:
        """What was asked first: a second try shows the model its reply, and what was wrong with it,
        after that.
        """
        messages = list(self.body["messages"])
        for at, message in enumerate(messages):
            if str(message["content"]).startswith(_SECOND_TRY):
                return messages[: at - 1]
        return messages

    @property
    def user(self) -> str:
        return str(self.first_messages[-1]["content"])

    @property
    def format(self) -> str:
        """The type of its `response_format`, "" where it has none."""
        return str(self.body.get("response_format", {}).get("type", ""))

    @property
    def system(self) -> str:
        first = self.body["messages"][0]
        return str(first["content"]) if first["role"] == "system" else ""

    @property
    def texts(self) -> list[str]:
        """What is to be embedded."""
        return list(self.body.get("input", ()))

    @property
    def prompt(self) -> str:
        sent = self.texts or [[each["role"], each["content"]] for each in self.first_messages]
        return sha256(json.dumps(sent, ensure_ascii=False).encode()).hexdigest()

    @property
    def context(self) -> str:
        start, end = self.user.find("<text>\n"), self.user.rfind("\n</text>")
        return self.user[start + 7 : end] if -1 < start < end else ""

    @property
    def asked(self) -> str:
        """What stands after the text, or everything where there is none."""
        return self.user[max(0, self.user.rfind("\n</text>")) :]

    @property
    def options(self) -> dict[str, str]:
        return dict(re.findall(r"^([a-z])\. (.*)$", self.asked, re.MULTILINE))


Answer = Callable[[ChatRequest], str]
Plan = Callable[[str, int], Fault]
"""(prompt hash, times seen before) -> what happens."""


def rewritten(request: ChatRequest) -> str:
    """A reply to the desk's rewriting prompt: the text without links and listed words."""
    listed = re.search(r"^(?:Words not to be used:|禁用词：)\n(.*)$", request.asked, re.MULTILINE)
    text = re.sub(r"(?:https?://|www\.)[!-~]+", "", request.context)
    for word in sorted(listed[1].split(", ") if listed else [], key=len, reverse=True):
        text = text.replace(word, "")
    return json.dumps({"text": re.sub(r"([!！])[!！]+", r"\1", text).strip()}, ensure_ascii=False)


def opinion(request: ChatRequest) -> str:
    """A reply to the desk's prompt for opinions, counted in a plain way."""
    text, categories = request.context, re.findall(r"^- (.*)$", request.asked, re.MULTILINE)
    named = [name for name in categories if name in text]
    said = {
        "toxicity": 90 if re.search("蠢|stupid", text) else 2,
        "sentiment": min(100, 30 * len(re.findall("[!！]", text))),
        "category": (named or categories)[0],
        "reason": "Counted, not read.",
    }
    return json.dumps(said, ensure_ascii=False)


def embedding(text: str, size: int = 64) -> list[float]:
    """Counts of character pairs: texts that share many lie near each other."""
    vector = [0.0] * size
    for pair in zip(text, text[1:] + " ", strict=True):
        vector[int(sha256("".join(pair).encode()).hexdigest(), 16) % size] += 1
    return vector


class Answers:
    """Replies as a good reader gives them: the labelled letters and a sentence of the context, a
    text without what is not allowed, an opinion.

    Rows are questions in the product's own format; without a row for a question the first option
    that the context mentions is chosen.
    """

    def __init__(self, rows: Sequence[Mapping[str, Any]] = ()) -> None:
        self._labels = {row["question"]: row["answer"] for row in rows}

    def __call__(self, request: ChatRequest) -> str:
        if '{"text":' in request.system:
            return rewritten(request)
        if '{"toxicity":' in request.system:
            return opinion(request)
        labels = [label for question, label in self._labels.items() if question in request.asked]
        options, context = request.options, request.context
        named = [letter for letter, text in options.items() if text and text in context]
        answer = labels[0] if labels else (named or list(options) or ["a"])[:1]
        return json.dumps(
            {
                "answer": answer,
                "evidence": _sentence(context, options.get(answer[0], "")),
                "is_answerable": True,
                "confidence": "high",
                "reasoning": "The quoted sentence says so.",
            },
            ensure_ascii=False,
        )


def _sentence(context: str, about: str) -> str:
    """The sentence in which `about` first stands, else the first one."""
    at = max(context.find(about), 0)
    start = max(context.rfind(stop, 0, at) for stop in ".!?。！？\n") + 1
    ends = [context.find(stop, at + len(about)) for stop in ".!?。！？\n"]
    end = min((end + 1 for end in ends if end != -1), default=len(context))
    return context[start:end].strip()


def seeded(shares: Mapping[Fault, float], seed: int = 0) -> Plan:
    """Faults by probability; the same prompt meets the same fate in every process and order."""
    if sum(shares.values()) > 1:
        raise ValueError("fault shares add up to more than 1")

    def plan(prompt: str, times: int) -> Fault:
        drawn = random.Random(f"{seed}:{prompt}:{times}").random()
        for fault, share in shares.items():
            drawn -= share
            if drawn < 0:
                return fault
        return Fault.OK

    return plan


def in_order(*faults: Fault) -> Plan:
    """The same sequence of fates for every prompt; the last one stays."""
    return lambda _prompt, times: faults[min(times, len(faults) - 1)]


@dataclass(frozen=True)
class Spell:
    """What goes wrong, by share, until so many requests of the day have come."""

    until: int
    shares: Mapping[Fault, float]


class Day:
    """A plan in spells, one after the other by the number of requests; what comes after is fair.

    The clock of the plan is the requests themselves, so that a day is the same on any machine.
    """

    def __init__(self, *spells: Spell, seed: int = 0) -> None:
        self._plans = [(spell.until, seeded(spell.shares, seed)) for spell in spells]
        self._asked = 0

    def __call__(self, prompt: str, times: int) -> Fault:
        self._asked += 1
        plan = next((plan for until, plan in self._plans if self._asked <= until), None)
        return plan(prompt, times) if plan else Fault.OK


def a_days_trouble(*, requests: int, seed: int = 0) -> Day:
    """The scripted day: a fair morning, a storm of 429, a burst of 5xx, a network that hangs and
    tears, a proxy in front that answers for the server, and a storm whose end is a date.

    Every spell lasts a seventh of `requests`; what comes after them is answered.
    """
    each = requests // 7
    troubles: list[Mapping[Fault, float]] = [
        {},
        {Fault.RATE_LIMIT: 0.8},
        {Fault.SERVER_ERROR: 0.3, Fault.UNAVAILABLE: 0.3},
        {Fault.HANG: 0.1, Fault.RESET: 0.2, Fault.HALF_REPLY: 0.3},
        {Fault.WRONG_TYPE: 0.4, Fault.HTML: 0.1, Fault.BROKEN_BODY: 0.2, Fault.ERROR_IN_200: 0.1},
        {Fault.RATE_LIMIT_UNTIL: 0.7},
        {Fault.MALFORMED: 0.2, Fault.EMPTY: 0.1, Fault.LENGTH: 0.1, Fault.REFUSAL: 0.1},
    ]
    spells = [Spell(each * number, shares) for number, shares in enumerate(troubles, 1)]
    return Day(*spells, seed=seed)


class OpenAIServer:
    """POST /v1/chat/completions and /v1/embeddings and GET /v1/models on `host`.

    Args:
        answer: the text of an undisturbed reply.
        plan: what happens to each request.
        latency_s: before every answer.
        opened: when given, no request after the first `answered` ones is answered before it is set.
        retry_after: the Retry-After header of a 429 or 503, seconds or an HTTP date.
        key: when given, any other bearer token gets a 401.
        hang_s: how long a hanging request is held before its connection is dropped.
        log: a JSON Lines file that gets every request on arrival, flushed.
        counts_tokens: whether answers say how many tokens they took.
        clock_skew_s: how far its clock, in Date and in dates of Retry-After, is ahead of ours.
        refused_formats: types of `response_format` that get a 400 which names it.
        most_requests: after these, everything gets a 503 (a run-away client ends).
    """

    def __init__(
        self,
        answer: Answer | None = None,
        plan: Plan | None = None,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        latency_s: float = 0.0,
        opened: asyncio.Event | threading.Event | None = None,
        answered: int = 0,
        retry_after: str = "0",
        key: str | None = None,
        hang_s: float = 30.0,
        log: Path | None = None,
        counts_tokens: bool = True,
        clock_skew_s: float = 0.0,
        refused_formats: Collection[str] = (),
        most_requests: int = 200_000,
    ) -> None:
        self._answer, self._plan = answer or Answers(), plan or in_order(Fault.OK)
        self._host, self._port = host, port
        self._latency_s, self._hang_s = latency_s, hang_s
        self._opened, self._answered = opened, answered
        self._retry_after, self._key, self._most = retry_after, key, most_requests
        self._counts_tokens, self._clock_skew_s = counts_tokens, clock_skew_s
        self._refused_formats = refused_formats
        self._log = log.open("a", encoding="utf-8") if log else None
        self._runner: web.AppRunner | None = None
        self._number = 0
        self.url = ""
        self.asked: deque[Asked] = deque(maxlen=most_requests)
        self.requests: deque[ChatRequest] = deque(maxlen=1000)
        self.seen: Counter[str] = Counter()
        self.in_flight = 0
        self.formats_refused = 0
        self.most_in_flight = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._complete)
        app.router.add_post("/v1/embeddings", self._complete)
        app.router.add_get("/v1/models", self._models)
        app.router.add_route("*", "/{anything:.*}", self._page)
        # Who asks and is gone has nothing in flight any more.
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://{self._host}:{port}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner:
            await self._runner.cleanup()
        if self._log:
            self._log.close()

    @property
    def outcomes(self) -> Counter[str]:
        return Counter(asked.outcome for asked in self.asked)

    async def _models(self, _: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": MODEL, "object": "model"}]})

    async def _page(self, _: web.Request) -> web.Response:
        return _html()

    async def _complete(self, incoming: web.Request) -> web.StreamResponse:
        request = ChatRequest(json.loads(await incoming.read()), dict(incoming.headers))
        if request.format in self._refused_formats:
            self.formats_refused += 1
            words = f"This response_format type is unavailable now: {request.format}."
            return web.json_response({"error": {"message": words}}, status=400)
        fault = self._fate(request)
        is_held = self._number > self._answered
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            while is_held and self._opened and not self._opened.is_set():
                await asyncio.sleep(0.01)  # whoever sets it may be another thread
            if self._latency_s:
                await asyncio.sleep(self._latency_s)
            return await self._respond(incoming, request, fault)
        finally:
            self.in_flight -= 1

    def _fate(self, request: ChatRequest) -> Fault:
        prompt = request.prompt
        times, self._number = self.seen[prompt], self._number + 1
        self.seen[prompt] += 1
        fault = self._plan(prompt, times)
        if self._key and request.headers.get("Authorization") != f"Bearer {self._key}":
            fault = Fault.UNAUTHORIZED
        if self._number > self._most:
            fault = Fault.UNAVAILABLE
        asked = Asked(self._number, time.time(), prompt, times, fault.value, self.in_flight + 1)
        self.asked.append(asked)
        self.requests.append(request)
        if self._log:
            self._log.write(json.dumps(asdict(asked)) + "\n")
            self._log.flush()
        return fault

    async def _respond(
        self, incoming: web.Request, request: ChatRequest, fault: Fault
    ) -> web.StreamResponse:
        if fault in (Fault.HANG, Fault.RESET):
            if fault is Fault.HANG:
                await asyncio.sleep(self._hang_s)
            if incoming.transport:
                incoming.transport.abort()
            return web.Response()
        if fault is Fault.HTML:
            return _html()
        if fault is Fault.BROKEN_BODY:
            return web.Response(text='{"choices": [{"mess', content_type="application/json")
        if fault in _STATUS:
            status, code, words = _STATUS[fault]
            key = request.headers.get("Authorization", "").removeprefix("Bearer ")
            error = {"message": words.format(key=key), "type": code, "code": code, "param": None}
            headers = {"Retry-After": self._retry_after} if status in (429, 503) else {}
            if fault is Fault.RATE_LIMIT_UNTIL:
                headers = {"Date": self._date(), "Retry-After": self._date(1.0)}
            return web.json_response({"error": error}, status=status, headers=headers)
        if request.texts:
            return web.json_response(self._embeddings(request, fault))
        completion = self._completion(request, fault)
        if fault is Fault.HALF_REPLY:
            return await self._half(incoming, json.dumps(completion).encode())
        if fault is Fault.WRONG_TYPE:
            return web.Response(body=json.dumps(completion).encode("utf-16"), content_type="a/b")
        return web.json_response(completion)

    def _date(self, later_s: float = 0.0) -> str:
        return formatdate(time.time() + self._clock_skew_s + later_s, usegmt=True)

    @staticmethod
    async def _half(incoming: web.Request, body: bytes) -> web.StreamResponse:
        """As much as half of what Content-Length announces, and the connection is gone."""
        response = web.StreamResponse(headers={"Content-Length": str(len(body))})
        response.content_type = "application/json"
        await response.prepare(incoming)
        await response.write(body[: len(body) // 2])
        if incoming.transport:
            incoming.transport.abort()
        return response

    def _embeddings(self, request: ChatRequest, fault: Fault) -> dict[str, Any]:
        """In no order, as the protocol allows. Faults of a reply's form are those of its data."""
        entries: list[dict[str, Any]] = [
            {"object": "embedding", "index": at, "embedding": embedding(text)}
            for at, text in enumerate(request.texts)
        ]
        entries.reverse()
        if fault in (Fault.EMPTY, Fault.CONTENT_FILTER, Fault.REFUSAL):
            entries = []
        elif fault is Fault.LENGTH:
            entries.pop()
        elif fault is Fault.MALFORMED:
            entries[0]["embedding"] = [0.0] * len(entries[0]["embedding"])
        elif fault is Fault.UNKNOWN_LETTER:
            entries[0]["index"] = len(entries)
        elif fault is Fault.MISSING_FIELD:
            del entries[0]["embedding"]
        elif fault is Fault.PROSE:
            entries[0]["embedding"] = "as far as I can tell"
        tokens = sum(map(len, request.texts)) // 4
        usage = {"usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
        return {
            "object": "list",
            "model": str(request.body["model"]),
            "data": entries,
            **(usage if self._counts_tokens else {}),
        }

    def _completion(self, request: ChatRequest, fault: Fault) -> dict[str, Any]:
        content: str | None = _disturbed(self._answer(request), fault)
        finish, refusal = "stop", None
        if fault is Fault.REFUSAL:
            content, refusal = None, "I'm sorry, I can't help with that."
        if fault in (Fault.LENGTH, Fault.CONTENT_FILTER):
            finish = fault.value
        message = {"role": "assistant", "content": content, "refusal": refusal}
        prompt_tokens, completion_tokens = len(request.user) // 4, len(content or "") // 4
        if fault is Fault.LENGTH:  # what was cut at the limit has as many tokens as it allows
            completion_tokens = int(request.body.get("max_tokens", completion_tokens))
        usage = {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
            "prompt_tokens_details": {"cached_tokens": 1},
        }
        return {
            "id": f"chatcmpl-{self._number}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": str(request.body["model"]),
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            **({"usage": usage} if self._counts_tokens else {}),
        }


_UNKNOWN: dict[str, Any] = {"answer": ["z"], "text": 5, "category": "z"}
"""What stands in place of what was asked for."""


def _disturbed(reply: str, fault: Fault) -> str:
    if fault in (Fault.EMPTY, Fault.CONTENT_FILTER):
        return ""
    if fault is Fault.LENGTH:
        return reply[: len(reply) // 2]
    if fault is Fault.REFUSAL_IN_TEXT:
        return "I'm sorry, but I can't assist with that request."
    if fault is Fault.MALFORMED:
        return reply[: len(reply) // 3] + '\n"""' + reply[len(reply) // 2 :]
    if fault is Fault.PROSE:
        return "It must be the first one, as the text says so clearly."
    if fault is Fault.FENCED:
        return f"Here is my answer:\n```json\n{reply}\n```\nI hope this helps!"
    if fault is Fault.THINKING:
        return f'<think>\nIs it {{"answer": ["z"]}}? No.\n</think>\n\n{reply}'
    if fault is Fault.TRAILING_COMMA:
        return reply[:-1] + ",}"
    if fault not in (Fault.PYTHON, Fault.MISSING_FIELD, Fault.UNKNOWN_LETTER):
        return reply
    fields = json.loads(reply)
    if fault is Fault.PYTHON:
        return repr(fields)
    if fault is Fault.MISSING_FIELD:
        del fields["evidence" if "evidence" in fields else next(iter(fields))]
    else:
        fields |= {name: wrong for name, wrong in _UNKNOWN.items() if name in fields}
    return json.dumps(fields, ensure_ascii=False)


def _html() -> web.Response:
    page = "<!doctype html><html><body><h1>It works!</h1></body></html>"
    return web.Response(text=page, content_type="text/html")


async def _serve(options: argparse.Namespace) -> None:
    shares = {
        Fault(name): float(share)
        for name, share in (pair.split("=") for pair in options.faults.split(",") if pair)
    }
    rows = []
    if options.questions:
        lines = options.questions.read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines if line.strip()]
    server = OpenAIServer(
        Answers(rows),
        seeded(shares, options.seed),
        host=options.host,
        port=options.port,
        latency_s=options.latency,
        retry_after=options.retry_after,
        key=options.key,
        hang_s=options.hang,
        log=options.log,
        most_requests=options.most_requests,
    )
    async with server:
        print(server.url, flush=True)
        await asyncio.sleep(options.lifetime)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.openai_server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--faults", default="", help="e.g. rate_limit=0.1,malformed=0.05")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--questions", type=Path, help="JSON Lines of labelled questions")
    parser.add_argument("--retry-after", default="0")
    parser.add_argument("--key", help="the only bearer token that is accepted")
    parser.add_argument("--hang", type=float, default=30.0, help="seconds a hanging call is held")
    parser.add_argument("--log", type=Path, help="JSON Lines file for every request")
    parser.add_argument("--most-requests", type=int, default=200_000)
    parser.add_argument("--lifetime", type=float, default=900.0, help="seconds until it stops")
    asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
