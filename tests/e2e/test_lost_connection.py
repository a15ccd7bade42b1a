"""The connection is cut in the middle of a press, and comes back: nothing is lost or doubled."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from sqlalchemy import Engine

from core.services.review import history
from tests.e2e.conftest import at_rest
from tests.e2e.reviewing import LOOK_MS, add_run, sign

pytestmark = pytest.mark.browser

CUT_AFTER_MS = (0, None, 15, None, 60, None, 200, None)
"""Before the press has left, while it is being stored, while its answer is on its way; every second
press is left alone, so that the reader gets on."""
ITEMS = 4
MOST_PRESSES = 100
"""Far more than are needed: a press may be ignored, as one that came too early."""
_COUNT_RETURNS = """() => {
    const app = document.querySelector("[data-testid=stApp]");
    window.returns = 0;
    const count = () => { window.returns += app.dataset.testConnectionState === "CONNECTED"; };
    new MutationObserver(count)
        .observe(app, {attributes: true, attributeFilter: ["data-test-connection-state"]});
}"""
"""How often the connection has come back since."""


class Wire:
    """What lies between the browser and the desk, and can be cut."""

    def __init__(self, desk: str) -> None:
        self._desk = ("127.0.0.1", urlsplit(desk).port or 0)
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection that is open ends at once; new ones are let through."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._desk)
                self._ends += [near, far]
                for pair in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=pair, daemon=True).start()

    @staticmethod
    def _pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(65536):
                target.sendall(said)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def _wire(desk: str) -> Iterator[Wire]:
    wire = Wire(desk)
    try:
        yield wire
    finally:
        wire.close()


def test_presses_whose_connection_is_cut_are_neither_lost_nor_doubled(
    page: Page, desk: str, engine: Engine
) -> None:
    """As somebody does who presses again what did not go on."""
    run, first = add_run(engine, ITEMS, "cut")
    items = range(first, first + ITEMS)
    with _wire(desk) as wire:
        page.goto(f"{wire.address}/review?run={run}")
        sign(page, "Hal")
        page.evaluate(_COUNT_RETURNS)
        cuts = 0
        for press in range(MOST_PRESSES):
            if all(history(engine, item) for item in items):
                break
            at_rest(page)
            page.wait_for_timeout(LOOK_MS)
            page.keyboard.press("a")
            if (wait := CUT_AFTER_MS[press % len(CUT_AFTER_MS)]) is not None:
                page.wait_for_timeout(wait)
                wire.cut()
                cuts += 1
                page.wait_for_function("cuts => window.returns >= cuts", arg=cuts)
    done = {item: [event.action for event in history(engine, item)] for item in items}
    assert list(done.values()) == [["keep"]] * ITEMS
