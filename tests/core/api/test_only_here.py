"""A desk without a login serves its own machine: no other host, whatever leads here (part 7)."""

import asyncio

import httpx2
import pytest
from starlette.types import Message, Scope

from core.api.only_here import OnlyHere


@pytest.mark.parametrize("host", ["evil.example", "192.168.0.4:8501", "127.0.0.1.evil.example", ""])
def test_a_name_that_was_made_to_lead_here_is_refused(address: str, host: str) -> None:
    """DNS rebinding: a page elsewhere has its own name resolve to 127.0.0.1."""
    refused = httpx2.get(f"{address}/health", headers={"Host": host})
    assert refused.status_code == 403
    assert "no login" in refused.json()["detail"]


@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "127.0.0.1:1", "[::1]:8501"])
def test_this_machines_own_names_are_served(address: str, host: str) -> None:
    assert httpx2.get(f"{address}/health", headers={"Host": host}).status_code != 403


@pytest.mark.parametrize(("kind", "refusal"), [("http", 403), ("websocket", 1008)])
def test_an_address_that_others_reach_is_refused(kind: str, refusal: int) -> None:
    """Whoever starts the app by another command than the README's."""
    said: list[Message] = []

    async def unreached(_scope: Scope, _receive: object, _send: object) -> None:
        raise AssertionError("served")

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": kind, "server": ("10.0.0.7", 80), "headers": [], "path": "/", "method": "GET"}
    asyncio.run(OnlyHere(unreached)(scope, receive, send))
    assert refusal in {said[0].get("status"), said[0].get("code")}
