"""A server that takes long, at will: what it sends to a tab is held back."""

import re

from playwright.sync_api import Page, WebSocketRoute


class HeldAnswers:
    """What the server sends to the tab, from its next `goto` on; let through until it is held."""

    def __init__(self, tab: Page) -> None:
        self._from: bytes | None = None
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        tab.route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def hold(self, at: bytes = b"") -> None:
        """Hold back every message from here on; or from the first one with these bytes on."""
        self._from = at

    def release(self) -> None:
        held, self._held, self._from = self._held, [], None
        for browser, message in held:
            browser.send(message)

    def _connect(self, browser: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            sent = message if isinstance(message, bytes) else message.encode()
            if self._held or (self._from is not None and self._from in sent):
                self._held.append((browser, message))
            else:
                browser.send(message)

        browser.connect_to_server().on_message(answer)
