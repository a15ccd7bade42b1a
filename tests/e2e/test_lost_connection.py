"""The connection is cut in the middle of a press, and comes back: nothing is lost or doubled."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from sqlalchemy import Engine

from core.review import history
from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

CUT_AFTER_MS = (0, 15, 60, 200)
"""Before the press has left, while it is being stored, while its answer is on its way."""


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


def test_a_press_whose_connection_is_cut_counts_once(page: Page, desk: str, engine: Engine) -> None:
    run, first = add_run(engine, len(CUT_AFTER_MS) + 1, "cut")
    with _wire(desk) as wire:
        page.goto(f"{wire.address}/review?run={run}")
        sign(page, "Hal")
        for item, wait in enumerate(CUT_AFTER_MS, start=first):
            look_at(page, item)
            page.keyboard.press("a")
            page.wait_for_timeout(wait)
            wire.cut()
            _until_next(page, item)
        look_at(page, first + len(CUT_AFTER_MS))
    for item in range(first, first + len(CUT_AFTER_MS)):
        assert [event.action for event in history(engine, item)] == ["keep"]
    assert history(engine, first + len(CUT_AFTER_MS)) == []


def _until_next(page: Page, item: int) -> None:
    """A press that never left is made again by the reader, who sees the same question."""
    for _attempt in range(20):
        page.wait_for_timeout(600)
        if page.evaluate("window.deskKeys?.item") != item:
            return
        page.keyboard.press("a")
    pytest.fail("the desk did not come back")
