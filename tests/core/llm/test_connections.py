import pytest

from core.errors import ConfigurationError, InputError, NotFoundError
from core.llm import (
    LEXICAL,
    Connection,
    FailureKind,
    KeyStatus,
    LLMError,
    RecordedClient,
    Usage,
    key_status,
    load_connections,
    open_client,
    read_recording,
)
from core.llm import test_connection as try_connection
from tests.core.llm.asked import prompt
from tests.openai_server import Fault, OpenAIServer, in_order

KEY = "sk-top-secret-0123456789"


def load(tmp_path, text: str, **environ: str):
    file = tmp_path / "connections.toml"
    file.write_text(text, "utf-8")
    return load_connections(file, environ)


def test_without_a_file_and_without_variables_there_is_the_offline_baseline(tmp_path) -> None:
    assert list(load_connections(tmp_path / "none.toml", {})) == [LEXICAL]


def test_both_ways_of_writing_a_connection_are_read(tmp_path) -> None:
    found = load(
        tmp_path,
        """
        [[connection]]
        name = "local"
        base_url = "http://localhost:11434/v1/"
        model = "qwen"

        [big]
        model = "gpt-x"
        max_concurrency = 3
        temperature = 1
        extra_body = { reasoning_effort = "low" }
        """,
    )
    assert [connection.name for connection in found] == ["lexical", "local", "big"]
    assert found.named("local").base_url == "http://localhost:11434/v1"
    assert found.named("local").api_key_env is None
    assert found.named("big").api_key_env == "OPENAI_API_KEY"
    assert found.named("big").extra_body == {"reasoning_effort": "low"}
    assert (found.named("big").timeout_s, found.named("big").max_output_tokens) == (120, 1024)
    with pytest.raises(NotFoundError, match=r"small.*lexical, local, big"):
        found.named("small")


def test_the_environment_gives_a_connection_and_the_file_may_replace_it(tmp_path) -> None:
    here = {"OPENAI_API_KEY": KEY, "OPENAI_MODEL": "gpt-x"}
    found = load_connections(tmp_path / "none.toml", here).named("openai")
    assert (found.model, found.base_url) == ("gpt-x", "https://api.openai.com/v1")
    local = load_connections(tmp_path / "none.toml", {"OPENAI_BASE_URL": "http://h:1/v1"})
    assert key_status(local.named("openai"), {}) is KeyStatus.NOT_NEEDED
    assert open_client(local.named("openai"), {}).model == "gpt-4o-mini"
    assert load(tmp_path, '[openai]\nmodel = "mine"', **here).named("openai").model == "mine"


def test_the_missing_connection_openai_says_which_variables_make_it(tmp_path) -> None:
    with pytest.raises(NotFoundError, match=r"Set OPENAI_API_KEY \(or OPENAI_BASE_URL"):
        load_connections(tmp_path / "none.toml", {}).named("openai")


@pytest.mark.parametrize("name", ["gone.toml", "gone/connections.toml", "."])
def test_a_file_that_was_asked_for_must_be_there(tmp_path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(ConfigurationError, match="DESK_CONNECTIONS") as caught:
        load_connections(path, {"DESK_CONNECTIONS": str(path)})
    assert str(path) in str(caught.value)


async def test_an_endpoint_of_ones_own_that_wants_a_key_names_the_variable(tmp_path) -> None:
    async with OpenAIServer(key=KEY) as server:
        environ = {"OPENAI_BASE_URL": server.url}
        client = open_client(load_connections(tmp_path / "none", environ).named("openai"), environ)
        result = await try_connection(client)
        await client.aclose()
    assert not result.ok
    assert "OPENAI_API_KEY" in result.sentence
    assert "api_key_env" not in result.sentence


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nmodel = x", "connections.toml is not valid TOML.*line 2"),
        ("[a]", "model is missing"),
        ('[a]\nmodel="m"\ncolour="red"', "connection a: colour: unknown field"),
        (f'[a]\nmodel="m"\napi_key="{KEY}"', "keys must not be stored in the file"),
        (f'[a]\nmodel="m"\napi_key_env="{KEY}"', "api_key_env: write the name of the environment"),
        ('[a]\nmodel="m"\nmax_concurrency=0', "max_concurrency: .*greater than 0"),
        ('[a]\nmodel="m"\ntemperature=-1', "temperature: write a number of at least 0"),
        ('[a]\nmodel="m"\njson_mode="x"', "invalid value"),
        ("[a]\nmodel=1", "model: write a text"),
        ('[a]\nmodel="m"\nkind="gpt"', "kind: write openai, embeddings, lexical or recorded"),
        ('[a]\nmodel="m"\nbase_url="localhost"', "base_url: write a full address"),
        ('[a]\nmodel="m"\nbase_url="http://u:p@h/v1"', "base_url: write it without user"),
        ('[[connection]]\nmodel="m"', "connection \\?: name"),
        ('model="m"', "is outside a connection"),
        ('[lexical]\nmodel="m"', "the connection lexical appears twice"),
        (
            '[a]\nmodel="m"\n[[connection]]\nname="a"\nmodel="n"',
            "the connection a appears twice",
        ),
    ],
)
def test_a_wrong_file_is_refused_naming_connection_field_and_fix(tmp_path, text, message) -> None:
    with pytest.raises(ConfigurationError, match=message) as caught:
        load(tmp_path, text)
    assert KEY not in str(caught.value) + repr(caught.value)


def test_a_file_that_is_not_utf8_is_refused(tmp_path) -> None:
    (tmp_path / "c.toml").write_bytes('[a]\nmodel="模型"'.encode("gb18030"))
    with pytest.raises(
        ConfigurationError,
        match=r"Cannot read c\.toml: it is not UTF-8",
    ):
        load_connections(tmp_path / "c.toml", {})


def test_the_output_limit_goes_by_the_name_the_endpoint_knows() -> None:
    def field(url: str) -> str:
        return Connection(name="x", model="m", base_url=url).output_limit_field

    assert field("https://api.openai.com/v1") == "max_completion_tokens"
    assert field("https://mine.openai.azure.com/openai/v1") == "max_completion_tokens"
    assert field("http://localhost:8000/v1") == "max_tokens"


def test_a_pasted_path_to_chat_completions_is_taken_off() -> None:
    pasted = Connection(name="x", model="m", base_url="http://h/v1/chat/completions/")
    assert pasted.base_url == "http://h/v1"


def test_prices_are_per_million_tokens_and_unknown_without_both() -> None:
    priced = Connection(name="x", model="m", input_price=2, output_price=10)
    assert priced.own_price is not None
    assert priced.own_price.of(Usage(500_000, 100_000)) == 2.0
    assert Connection(name="x", model="m", input_price=2).own_price is None


def test_another_models_price_is_not_the_connections_own() -> None:
    priced = Connection(name="x", model="m", input_price=2, output_price=10, context_window=9)
    assert priced.asking("m") == priced
    assert priced.asking("").own_price == priced.own_price
    other = priced.asking("n")
    assert (other.model, other.own_price, other.context_window) == ("n", None, 9)


def test_the_key_status_never_shows_the_key() -> None:
    keyed = Connection(name="x", model="m", api_key_env="MY_KEY")
    assert key_status(keyed, {"MY_KEY": KEY}) is KeyStatus.SET
    assert key_status(keyed, {"MY_KEY": "  "}) is KeyStatus.MISSING
    assert key_status(LEXICAL, {}) is KeyStatus.NOT_NEEDED
    local = Connection(name="x", model="m", base_url="http://localhost/v1")
    assert key_status(local, {}) is KeyStatus.NOT_NEEDED


@pytest.mark.parametrize("given", ["", "  ", "sk-with space", "sk-中文", "sk-a\nb"])
def test_a_missing_or_impossible_key_names_its_variable(given: str) -> None:
    with pytest.raises(ConfigurationError, match="MY_KEY") as caught:
        open_client(Connection(name="x", model="m", api_key_env="MY_KEY"), {"MY_KEY": given})
    assert not given.strip() or given not in str(caught.value)


async def test_each_kind_opens_its_own_client() -> None:
    lexical = open_client(LEXICAL, {})
    assert (lexical.kind, lexical.name) == ("lexical", "lexical")
    replayed = open_client(
        Connection(name="by hand", kind="recorded", model="careful reader"), {}, replies={"1": "x"}
    )
    assert (replayed.kind, replayed.model) == ("recorded", "careful reader")
    assert (await replayed.complete(prompt("1"))).text == "x"
    for client in (lexical, replayed):
        assert (await try_connection(client)).ok
        await client.aclose()


async def tried(url: str, timeout_s: int = 60, **environ: str):
    client = open_client(
        Connection(name="mine", model="m", base_url=url, api_key_env="MY_KEY", timeout_s=timeout_s),
        {"MY_KEY": KEY, **environ},
    )
    try:
        return await try_connection(client)
    finally:
        await client.aclose()


async def test_a_working_connection_is_shown_to_work() -> None:
    async with OpenAIServer(key=KEY) as server:
        result = await tried(server.url)
        assert result.ok
        assert result.sentence.startswith("m answered in ")
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.HTML, "usually ends in /v1"),
        (Fault.UNKNOWN_MODEL, "Check model and base_url"),
        (Fault.RATE_LIMIT, "fewer requests"),
        (Fault.QUOTA, "quota"),
        (Fault.HANG, "within 1 s"),
    ],
)
async def test_a_broken_connection_gets_one_sentence_with_the_fix(fault, words) -> None:
    async with OpenAIServer(plan=in_order(fault), hang_s=3) as server:
        result = await tried(server.url, timeout_s=1 if fault is Fault.HANG else 60)
    assert not result.ok
    assert words in result.sentence
    assert str(result.error) == result.sentence


async def test_a_wrong_key_and_a_dead_address_are_told_apart() -> None:
    async with OpenAIServer(key=KEY) as server:
        refused = await tried(server.url, MY_KEY="sk-wrong")
    assert "MY_KEY" in refused.sentence
    assert "sk-wrong" not in refused.sentence
    assert (
        "cannot be reached at http://127.0.0.1:9/v1"
        in (await tried("http://127.0.0.1:9/v1")).sentence
    )


async def test_a_recording_answers_by_item_and_says_when_it_cannot() -> None:
    client = RecordedClient({"1": "raw {reply}"}, label="careful reader")
    completion = await client.complete(prompt("1"))
    assert (completion.text, completion.model) == ("raw {reply}", "careful reader")
    with pytest.raises(LLMError, match="item 2") as caught:
        await client.complete(prompt("2"))
    assert caught.value.kind is FailureKind.NO_RECORDED_REPLY
    assert not caught.value.retryable


def test_a_recording_is_read_line_by_line() -> None:
    data = '\ufeff{"item": "a", "reply": "x\u2028y", "by": "me"}\r\n\n'
    data += '{"item": 2, "reply": {"k": "值"}}\n'
    assert read_recording(data.encode(), "r.jsonl") == {"a": "x\u2028y", "2": '{"k": "值"}'}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "r.jsonl: The recording is empty"),
        (b"\xff\xfe\x00", "r.jsonl: The recording is not UTF-8"),
        (b'{"item": "a", "reply": "x"}\nB', "r.jsonl, line 2: .*JSON object"),
        (b'["a"]', "r.jsonl, line 1: .*JSON object"),
        (b'{"item": "a"}', "r.jsonl, line 1, field reply"),
        (b'{"item": null, "reply": "x"}', "r.jsonl, line 1, field item"),
        (b'{"item": "a", "reply": "x"}\n{"item": "a", "reply": "y"}', "line 2.*two different"),
    ],
)
def test_a_wrong_recording_names_file_line_and_field(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_recording(data, "r.jsonl")
