"""What a key of the review desk has the server send, in counts that no busy machine changes."""

import pytest
from playwright.sync_api import Page, WebSocket, expect
from sqlalchemy import Engine
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

MOST_MESSAGES = 55
MOST_BYTES = 22_000
BEFORE_THE_QUESTION = 8
"""Parts of the page that a press may send before the next question: the places that hold it."""


def test_a_decision_sends_few_messages_and_the_question_among_the_first(
    page: Page, engine: Engine
) -> None:
    """Streamlit's page draws itself anew with each message, so they are what a press costs it."""
    messages: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(bytes(frame)))  # type: ignore[arg-type]

    run, first = add_run(engine, 4, "messages")
    page.on("websocket", listen)
    page.goto(f"/review?run={run}")
    sign(page, "Mia")
    for at in range(3):  # the first press also loads what the page needs later on
        look_at(page, first + at)
        messages.clear()
        page.keyboard.press("a")
        look_at(page, first + at + 1)
        expect(page.get_by_role("status")).to_contain_text(f"line {at + 1}")
    page.remove_listener("websocket", listen)
    parts = [part for part in map(ForwardMsg.FromString, messages) if part.HasField("delta")]
    question = next(
        n for n, part in enumerate(parts) if "desk-question" in part.delta.new_element.html.body
    )
    assert 0 < len(messages) <= MOST_MESSAGES, [_name(part) for part in parts]
    assert sum(map(len, messages)) <= MOST_BYTES
    assert question <= BEFORE_THE_QUESTION, [_name(part) for part in parts[:question]]


def _name(part: ForwardMsg) -> str:
    delta = part.delta
    kind = delta.new_element.WhichOneof("type") or delta.add_block.WhichOneof("type")
    return f"{list(part.metadata.delta_path)} {kind}"
