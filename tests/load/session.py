"""One reader of the review page, over the websocket and in the messages its own page would send."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote

import aiohttp
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

FINISHED_WITHIN_S = 60.0
_KEY = re.compile(r"^\$\$ID-[0-9a-f]{32}-(\w+)$")


class WrongError(Exception):
    """What no reader may see: an exception, a connection that ended, a page that did not come."""


@dataclass
class Drawn:
    """What the messages of the last runs of the script left on the page."""

    query: str = ""
    script_hash: str = ""
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By key: the widget's id and the fragment it was drawn in."""
    widgets: dict[str, WidgetState] = field(default_factory=dict)
    question: str = ""
    notices: list[str] = field(default_factory=list)

    @property
    def item(self) -> int:
        return int(parse_qs(self.query).get("item", ["0"])[0])


class Session:
    """`decided` are the items and acts whose next page came; `waits` their round trips, seconds."""

    def __init__(self, address: str, reviewer: str, run: int) -> None:
        self.reviewer = reviewer
        self.decided: list[tuple[int, str]] = []
        self.waits: list[float] = []
        self._address, self._run = address, run
        self._drawn = Drawn(query=f"run={run}")
        self._finished = asyncio.Event()
        self._repeats: dict[str, asyncio.Task[None]] = {}
        self._failed: list[str] = []
        self._cached: dict[str, str] = {}

    async def __aenter__(self) -> "Session":
        cookie = f"desk_reviewer={quote(self.reviewer)}"
        self._http = aiohttp.ClientSession(headers={"Cookie": cookie})
        self._socket = await self._http.ws_connect(
            f"{self._address.replace('http', 'ws', 1)}/_stcore/stream",
            protocols=("streamlit",),
            origin=self._address,
            max_msg_size=0,
        )
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (*self._repeats.values(), self._reading):
            task.cancel()
        await self._socket.close()
        await self._http.close()

    async def open(self) -> None:
        """The page whole, with an item on it."""
        state = self._state()
        state.page_name = "review"
        await self._rerun(state)
        await self._until(lambda: self.is_open)

    @property
    def is_open(self) -> bool:
        return bool(self._drawn.item and "keep" in self._drawn.buttons)

    async def decide(self, act: str) -> None:
        """Presses `keep` or `drop`, and waits until the next item is drawn and the script rests."""
        before = self._drawn.item
        button, fragment = self._drawn.buttons[act]
        state = self._state()
        state.fragment_id = fragment
        state.widget_states.widgets.append(WidgetState(id=button, trigger_value=True))
        self._drawn.question = ""
        began = time.perf_counter()
        await self._rerun(state)
        await self._until(lambda: self._drawn.item != before and bool(self._drawn.question))
        self.waits.append(time.perf_counter() - began)
        self.decided.append((before, act))

    def _state(self) -> ClientState:
        state = ClientState(
            query_string=self._drawn.query, page_script_hash=self._drawn.script_hash
        )
        state.widget_states.widgets.extend(self._drawn.widgets.values())
        state.cached_message_hashes.extend(self._cached.values())
        said = state.context_info
        said.timezone, said.timezone_offset, said.locale = "UTC", 0, "en-US"
        said.url, said.is_embedded, said.color_scheme = f"{self._address}/review", False, "light"
        return state

    async def _rerun(self, state: ClientState) -> None:
        self._finished.clear()
        await self._socket.send_bytes(BackMsg(rerun_script=state).SerializeToString())

    async def _until(self, holds: Any) -> None:
        """Until a run of the script is over and it holds; others may be over before it."""
        async with asyncio.timeout(FINISHED_WITHIN_S):
            while True:
                await self._finished.wait()
                if self._failed:
                    raise WrongError(f"{self.reviewer}: {self._failed}")
                if holds():
                    return
                self._finished.clear()

    async def _read(self) -> None:
        async for received in self._socket:
            if received.type != aiohttp.WSMsgType.BINARY:
                continue
            message = ForwardMsg()
            message.ParseFromString(received.data)
            self._take(message)
        self._fail("the connection ended")

    def _take(self, message: ForwardMsg) -> None:
        match message.WhichOneof("type"):
            case "new_session":
                self._drawn.script_hash = message.new_session.page_script_hash
            case "page_info_changed":
                self._drawn.query = message.page_info_changed.query_string.lstrip("?")
            case "delta":
                self._draw(message)
            case "auto_rerun":
                self._repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "script_finished":
                if "SUCCESSFULLY" not in str(message) and "EARLY" not in str(message):
                    self._fail(str(message))
                self._finished.set()
            case "session_event":
                self._fail(str(message)[:300])

    def _draw(self, message: ForwardMsg) -> None:
        delta = message.delta
        if delta.WhichOneof("type") != "new_element":
            return
        if message.metadata.cacheable:  # the page of a place on the screen is one at a time
            self._cached[str(list(message.metadata.delta_path))] = message.hash
        element = delta.new_element
        match element.WhichOneof("type"):
            case "exception":
                self._fail(f"{element.exception.type}: {element.exception.message}")
            case "button":
                if found := _KEY.match(element.button.id):
                    self._drawn.buttons[found[1]] = (element.button.id, delta.fragment_id)
            case "button_group":
                self._choose(element.button_group)
            case "text_input":
                typed = WidgetState(
                    id=element.text_input.id, string_value=element.text_input.default
                )
                self._drawn.widgets[typed.id] = typed
            case "html" if "desk-question" in element.html.body:
                self._drawn.question = element.html.body

    def _choose(self, group: Any) -> None:
        state = WidgetState(id=group.id)
        state.string_array_value.data.extend(
            group.options[at].content for at in group.default if at < len(group.options)
        )
        if not group.default:
            state.string_array_value.SetInParent()
        self._drawn.widgets[group.id] = state

    def _repeat(self, fragment: str, interval_s: float) -> None:
        """As the page does: a fragment that refreshes itself is run again and again."""
        if old := self._repeats.pop(fragment, None):
            old.cancel()

        async def again() -> None:
            while True:
                await asyncio.sleep(interval_s)
                state = self._state()
                state.fragment_id, state.is_auto_rerun = fragment, True
                try:
                    await self._socket.send_bytes(BackMsg(rerun_script=state).SerializeToString())
                except Exception as error:  # noqa: BLE001 - told with the next decision
                    self._fail(repr(error))
                    return

        self._repeats[fragment] = asyncio.create_task(again())

    def _fail(self, why: str) -> None:
        self._failed.append(why)
        self._finished.set()
