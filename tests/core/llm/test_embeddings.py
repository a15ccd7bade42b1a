import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ConfigurationError, NotFoundError
from core.llm import (
    AuthenticationFailed,
    Connection,
    FailureKind,
    LLMError,
    VectorCache,
    ask_all,
    embed_texts,
    load_connections,
    open_client,
    open_embedder,
)
from core.llm import (
    test_embedder as try_embedder,
)
from core.llm.openai_api.openai_errors import Endpoint
from core.llm.openai_api.openai_vectors import read_vectors
from tests.openai_server import Fault, OpenAIServer, embedding, in_order

KEY = "sk-top-secret-0123456789"
TEXTS = ["秋季大促今天开始", "秋季大促明天开始", "A quiet lamp"]


def embedder_of(url: str, **fields: object):
    fields = {"name": "e", "kind": "embeddings", "model": "m", "base_url": url, **fields}
    fields.setdefault("api_key_env", "MY_KEY")
    return open_embedder(Connection.model_validate(fields), {"MY_KEY": KEY})


async def no_wait(_: float) -> None: ...


async def test_each_text_gets_its_own_vector_of_length_1_in_its_place() -> None:
    async with OpenAIServer() as server:
        embedder = embedder_of(server.url)
        vectors = await embed_texts(embedder, TEXTS)
        await embedder.aclose()
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert not isinstance(vector, LLMError)
        wanted = np.asarray(embedding(text)) / np.linalg.norm(embedding(text))
        assert np.allclose(vector, wanted, atol=1e-6)
    (request,) = server.requests
    assert request.body == {"model": "m", "input": TEXTS}
    assert request.headers["Authorization"] == f"Bearer {KEY}"


async def test_texts_go_in_batches_each_once_and_never_again_from_the_cache() -> None:
    texts = [f"text {number % 10}" for number in range(25)]
    cache = VectorCache()
    async with OpenAIServer() as server:
        embedder = embedder_of(server.url, batch_size=4)
        first = await embed_texts(embedder, texts, cache=cache)
        assert sorted(len(request.texts) for request in server.requests) == [2, 4, 4]
        second = await embed_texts(embedder, texts, cache=cache)
        await embedder.aclose()
        assert len(server.requests) == 3
    assert all(np.array_equal(one, two) for one, two in zip(first, second, strict=True))


async def test_another_model_does_not_use_the_cache_of_one() -> None:
    cache = VectorCache()
    async with OpenAIServer() as server:
        for model in ("one", "two"):
            embedder = embedder_of(server.url, model=model)
            await embed_texts(embedder, TEXTS, cache=cache)
            await embedder.aclose()
    assert len(server.requests) == 2


def test_a_cache_keeps_to_its_size() -> None:
    cache = VectorCache(10 * 4 * 8)
    for number in range(100):
        cache.put(str(number), np.zeros(8, dtype=np.float32))
    cache.put("too large", np.zeros(1000, dtype=np.float32))
    kept = [name for name in [*map(str, range(100)), "too large"] if cache.get(name) is not None]
    assert kept == list(map(str, range(90, 100)))


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Fault.RATE_LIMIT, FailureKind.RATE_LIMIT),
        (Fault.SERVER_ERROR, FailureKind.SERVER_ERROR),
        (Fault.RESET, FailureKind.CONNECTION),
        (Fault.HANG, FailureKind.TIMEOUT),
        (Fault.BROKEN_BODY, FailureKind.SERVER_ERROR),
        (Fault.HTML, FailureKind.BAD_REQUEST),
        (Fault.UNKNOWN_MODEL, FailureKind.BAD_REQUEST),
        (Fault.ERROR_IN_200, FailureKind.SERVER_ERROR),
        (Fault.EMPTY, FailureKind.SERVER_ERROR),
        (Fault.LENGTH, FailureKind.SERVER_ERROR),
        (Fault.MALFORMED, FailureKind.SERVER_ERROR),
        (Fault.UNKNOWN_LETTER, FailureKind.SERVER_ERROR),
        (Fault.MISSING_FIELD, FailureKind.SERVER_ERROR),
        (Fault.PROSE, FailureKind.SERVER_ERROR),
    ],
)
async def test_a_call_without_usable_vectors_has_its_kind_and_is_repeated_if_it_may_pass(
    fault: Fault, kind: FailureKind
) -> None:
    async with OpenAIServer(plan=in_order(fault), hang_s=2) as server:
        embedder = embedder_of(server.url, timeout_s=0.3 if fault is Fault.HANG else 60)
        answers = await embed_texts(embedder, TEXTS, retries=2, sleep=no_wait)
        await embedder.aclose()
    for answer in answers:
        assert isinstance(answer, LLMError)
        assert answer.kind is kind
        assert KEY not in str(answer)
    assert len(server.asked) == (1 if kind is FailureKind.BAD_REQUEST else 3)


async def test_a_passing_failure_is_mended_by_asking_again() -> None:
    async with OpenAIServer(plan=in_order(Fault.UNAVAILABLE, Fault.LENGTH, Fault.OK)) as server:
        embedder = embedder_of(server.url)
        answers = await embed_texts(embedder, TEXTS, sleep=no_wait)
        await embedder.aclose()
    assert not any(isinstance(answer, LLMError) for answer in answers)
    assert len(server.asked) == 3


async def test_vectors_of_two_models_are_not_compared() -> None:
    class Two(OpenAIServer):
        def _embeddings(self, request, fault):  # type: ignore[no-untyped-def]
            reply = super()._embeddings(request, fault)
            for entry in reply["data"]:
                entry["embedding"] += [1.0] * (len(self.asked) - 1)
            return reply

    async with Two() as server:
        embedder = embedder_of(server.url, batch_size=1, max_concurrency=1)
        answers = await embed_texts(embedder, TEXTS)
        await embedder.aclose()
    assert {str(answer) for answer in answers} == {
        ("e returned vectors of different lengths. Check that a single model serves this address.")
    }


async def test_one_text_too_long_fails_alone() -> None:
    class Narrow(OpenAIServer):
        async def _respond(self, incoming, request, fault):  # type: ignore[no-untyped-def]
            long = any(len(text) > 100 for text in request.texts)
            return await super()._respond(
                incoming, request, Fault.CONTEXT_TOO_LONG if long else fault
            )

    async with Narrow() as server:
        embedder = embedder_of(server.url)
        answers = await embed_texts(embedder, [*TEXTS, "x" * 101, "more"])
        await embedder.aclose()
    kinds = [answer.kind if isinstance(answer, LLMError) else None for answer in answers]
    assert kinds == [None, None, None, FailureKind.CONTEXT_TOO_LONG, None]


@pytest.mark.parametrize("fault", [Fault.UNAUTHORIZED, Fault.FORBIDDEN, Fault.QUOTA])
async def test_a_refused_key_stops_everything(fault: Fault) -> None:
    async with OpenAIServer(plan=in_order(fault)) as server:
        embedder = embedder_of(server.url, batch_size=1, max_concurrency=1)
        with pytest.raises(AuthenticationFailed) as raised:
            await embed_texts(embedder, [f"text {number}" for number in range(20)])
        await embedder.aclose()
    assert KEY not in str(raised.value)
    assert len(server.asked) < 20


async def test_an_empty_text_is_not_sent() -> None:
    async with OpenAIServer() as server:
        embedder = embedder_of(server.url)
        (empty, _) = await embed_texts(embedder, [" ", "text"])
        await embedder.aclose()
    assert isinstance(empty, LLMError)
    assert server.requests[0].texts == ["text"]


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"[]",
        b"null",
        b'{"data": null}',
        b'{"data": [{"index": 0, "embedding": []}]}',
        b'{"data": [{"index": 0, "embedding": [1e308, 1e308]}]}',
        b'{"data": [{"index": 0, "embedding": [1, null]}]}',
        b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}',
        b'{"data": [{"index": 0, "embedding": "AAAA"}]}',
    ],
)
def test_a_body_without_a_usable_vector_is_a_failure(body: bytes) -> None:
    with pytest.raises(LLMError, match="no usable embeddings"):
        read_vectors(body, Endpoint("e", "http://x/v1", None), "m", 1)


def test_vectors_of_two_lengths_are_a_failure() -> None:
    body = b'{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}'
    with pytest.raises(LLMError, match="no usable embeddings"):
        read_vectors(body, Endpoint("e", "http://x/v1", None), "m", 2)


@given(st.binary(max_size=60))
def test_any_body_is_read_or_an_error_of_ours(body: bytes) -> None:
    try:
        read_vectors(body, Endpoint("e", "http://x/v1", None), "m", 1)
    except LLMError as error:
        assert str(error)


async def test_one_small_call_tells_whether_a_connection_embeds() -> None:
    async with OpenAIServer(plan=in_order(Fault.OK, Fault.HTML)) as server:
        embedder = embedder_of(server.url)
        fine, broken = await try_embedder(embedder), await try_embedder(embedder)
        await embedder.aclose()
    assert (fine.ok, fine.model, fine.error) == (True, "m", None)
    assert not broken.ok
    assert "web page" in broken.sentence


def test_an_embeddings_connection_is_listed_apart_and_answers_nothing(tmp_path) -> None:
    file = tmp_path / "connections.toml"
    file.write_text(
        '[bge]\nkind = "embeddings"\nmodel = "m"\nbase_url = "http://h/v1/embeddings"\n'
        '[chat]\nmodel = "m"\nbase_url = "http://h/v1"\n'
    )
    found = load_connections(file, {})
    assert [one.name for one in found] == ["lexical", "chat"]
    (bge,) = found.embeddings
    assert (found.named("bge"), bge.base_url) == (bge, "http://h/v1")
    with pytest.raises(
        ConfigurationError,
        match="bge provides embeddings and cannot answer questions",
    ):
        open_client(bge, {})
    with pytest.raises(ConfigurationError, match="chat provides no embeddings"):
        open_embedder(found.named("chat"), {})
    with pytest.raises(NotFoundError):
        found.named("other")


def test_openai_itself_wants_its_key_for_embeddings_too() -> None:
    connection = Connection.model_validate({"name": "e", "kind": "embeddings", "model": "m"})
    assert connection.api_key_env == "OPENAI_API_KEY"
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        open_embedder(connection, {})


async def test_together_raises_the_first_failure_and_leaves_nothing_running() -> None:
    ended = []

    async def fails() -> None:
        raise ValueError("first")

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    with pytest.raises(ValueError, match="first"):
        await ask_all([waits(), fails(), waits()])
    assert ended == [True, True]
