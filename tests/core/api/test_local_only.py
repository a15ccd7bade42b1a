"""A desk without a login serves its own machine: no other host, whatever leads here."""

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.api.local_only import FIGURES, FIGURES_REFUSED, LocalOnly
from core.api.server import make_server
from core.ops.database import open_database
from core.services.access import Role, create_token
from core.services.answers import AnswerContext
from core.settings import Settings
from tests.core.api.conftest import fetch, in_folder, served


@pytest.mark.parametrize("host", ["evil.example", "192.168.0.4:8501", "127.0.0.1.evil.example", ""])
def test_a_name_that_was_made_to_lead_here_is_refused(address: str, host: str) -> None:
    """DNS rebinding: a page elsewhere has its own name resolve to 127.0.0.1."""
    refused = fetch(f"{address}/health", headers={"Host": host})
    assert refused.status_code == 403
    assert "no login" in refused.json()["detail"]


@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "127.0.0.1:1", "[::1]:8501"])
def test_this_machines_own_names_are_served(address: str, host: str) -> None:
    assert fetch(f"{address}/health", headers={"Host": host}).status_code != 403


FORWARDED = [
    ("X-Forwarded-For", "8.8.8.8"),
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-Forwarded-Host", "desk.example.org"),
    ("X-Forwarded-Proto", "https"),
    ("Forwarded", "for=8.8.8.8"),
    ("Via", "1.1 proxy"),
    ("X-Real-IP", "8.8.8.8"),
]


@pytest.mark.parametrize(("name", "value"), FORWARDED)
def test_what_a_proxy_hands_on_is_refused_even_if_it_asks_for_this_machine(
    address: str, name: str, value: str
) -> None:
    """nginx without a line for `Host`, for instance."""
    refused = fetch(f"{address}/health", headers={name: value})
    assert refused.status_code == 403
    assert "no login" in refused.json()["detail"]


KINDS = pytest.mark.parametrize(("kind", "refusal"), [("http", 403), ("websocket", 1008)])


@KINDS
@pytest.mark.parametrize(
    "strange",
    [{"client": ("10.0.0.9", 1)}, {"headers": [(b"x-forwarded-for", b"8.8.8.8")]}],
    ids=["from another machine", "handed on"],
)
def test_who_comes_from_elsewhere_is_refused_at_this_machines_address_too(
    kind: str, refusal: int, strange: dict[str, object]
) -> None:
    here = {
        **{"type": kind, "method": "GET", "path": "/", "headers": [(b"host", b"127.0.0.1:8501")]},
        **{"server": ("127.0.0.1", 8501), "client": ("127.0.0.1", 50_000)},
    }
    assert 200 in answered(LocalOnly(_served), here)
    assert refusal in answered(LocalOnly(_served), here | strange)


@KINDS
def test_an_address_that_others_reach_is_refused(kind: str, refusal: int) -> None:
    """Whoever starts the app by another command than the README's."""
    scope = {"type": kind, "server": ("10.0.0.7", 80), "headers": [], "path": "/", "method": "GET"}
    assert refusal in answered(LocalOnly(_served), scope)


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        (b"desk.example.org", "/_stcore/metrics", 403),
        (b"desk.example.org", "/desk/_stcore/metrics", 403),
        (b"127.0.0.1:8501", "/_stcore/metrics", 200),
        (b"desk.example.org", "/_stcore/health", 200),
        (b"desk.example.org", "/", 200),
    ],
)
def test_figures_of_the_process_are_for_this_machine(host: bytes, path: str, status: int) -> None:
    """Behind a proxy, which hands on the name it was asked for."""
    guarded = LocalOnly(_served, what=FIGURES, refused=FIGURES_REFUSED)
    scope = {"type": "http", "server": ("127.0.0.1", 80), "path": path, "method": "GET"}
    assert status in answered(guarded, {**scope, "headers": [(b"host", host)]})


@pytest.mark.parametrize(("name", "value"), FORWARDED)
def test_a_desk_that_is_guarded_is_served_through_a_proxy(name: str, value: str) -> None:
    """By a login or, with DESK_OPEN, by the proxy itself; but for the figures of its process."""
    pages = LocalOnly(_served, what=FIGURES, refused=FIGURES_REFUSED)
    scope = {"type": "http", "server": ("127.0.0.1", 80), "method": "GET"}
    scope["headers"] = [(b"host", b"desk.example"), (name.lower().encode(), value.encode())]
    assert 200 in answered(pages, {**scope, "path": "/"})
    assert 403 in answered(pages, {**scope, "path": FIGURES})
    desk = AnswerContext(Settings(), {})
    with TestClient(make_server(desk, guarded=True), base_url="http://desk.example") as client:
        assert client.get("/api/v1/openapi.json", headers={name: value}).status_code == 200


def test_without_a_token_only_health_and_the_description_are_served(tmp_path: Path) -> None:
    for address in served(in_folder(tmp_path)):
        create_token(open_database(Settings(database_url=in_folder(tmp_path))), "ci", Role.VIEWER)
        paths = fetch(f"{address}/openapi.json").json()["paths"]
        gets = {path for path, does in paths.items() if "get" in does}
        open_ones = {path for path in gets if fetch(address + path).status_code != 401}
        assert open_ones == {"/health"} < gets


async def _served(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body"})


def answered(app: ASGIApp, scope: Scope) -> set[int]:
    """The status of a response, or the code a websocket is closed with."""
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    asyncio.run(app(scope, receive, send))
    return {said[0].get("status", 0), said[0].get("code", 0)}
