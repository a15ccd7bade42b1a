"""What the walks through the desk share: a hand whose every key and click is counted.

With `DESK_WALK_FIGURES` set to a file, each walk appends what it counted as a line of JSON.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Locator, Page

from tests.bench.review_keys import PRESSED, WATCH
from tests.e2e.conftest import click, stand_still

FIGURES = "DESK_WALK_FIGURES"
_BOX_OF = """(words) => {
  const walk = document.createTreeWalker(
    document.querySelector(".desk-passage"), NodeFilter.SHOW_TEXT);
  const nodes = []; let text = "";
  for (let node; (node = walk.nextNode());) {
    for (let at = 0; at < node.length; at++) nodes.push([node, at]);
    text += node.data;
  }
  const at = text.indexOf(words), [from, to] = [nodes[at], nodes[at + words.length - 1]];
  const range = document.createRange();
  range.setStart(...from); range.setEnd(to[0], to[1] + 1);
  const boxes = [...range.getClientRects()];
  const [first, last] = [boxes[0], boxes.at(-1)];
  const middle = (box) => box.top + box.height / 2;
  return [first.left + 1, middle(first), last.right - 1, middle(last)];
}"""
"""Where the words of the passage begin and end on the screen."""


@dataclass
class Hand:
    """A person at the page: `keys` and `clicks` of each act, milliseconds from key to next item."""

    page: Page
    keys: dict[str, list[int]] = field(default_factory=dict)
    clicks: dict[str, list[int]] = field(default_factory=dict)
    painted: list[float] = field(default_factory=list)
    _keys: int = 0
    _clicks: int = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self._keys += len(keys)

    def click(self, target: Locator) -> None:
        click(target)
        self._clicks += 1

    def upload(self, target: Locator, file: Path) -> None:
        """Choose a file, which takes a click on the button and one on the file's name."""
        target.set_input_files(file)
        self._clicks += 2

    def select(self, words: str) -> None:
        """Drag over the words in the passage, which counts as one act of the mouse."""
        select_text(self.page, words)
        self._clicks += 1

    @contextmanager
    def act(self, name: str) -> Iterator[None]:
        self._keys = self._clicks = 0
        yield
        self.keys.setdefault(name, []).append(self._keys)
        self.clicks.setdefault(name, []).append(self._clicks)

    def watch_paint(self) -> None:
        """Time every next question from here on; to be called once the page is open."""
        self.page.evaluate(WATCH)

    def forget_paint(self) -> None:
        self.page.evaluate("window.painted.length = 0")

    def note_paint(self) -> None:
        """The frame after the next question stands in the page, since the last key."""
        self.page.wait_for_function("window.painted.length > 0")
        self.painted.append(self.page.evaluate("window.painted[0] - window.pressed"))

    def publish(self, walk: str, language: str) -> None:
        """Write the figures down; they are published, never asserted."""
        if not (name := os.environ.get(FIGURES)):
            return
        acts = {
            act: {"n": len(keys), "keys": median(keys), "clicks": median(self.clicks[act])}
            for act, keys in self.keys.items()
        }
        times = {}
        if len(self.painted) > 1:
            p95 = quantiles(self.painted, n=20, method="inclusive")[-1]
            times = {
                "n": len(self.painted),
                "p50_ms": round(median(self.painted)),
                "p95_ms": round(p95),
            }
        line = {"walk": walk, "language": language, "acts": acts, "key_to_next_painted": times}
        with Path(name).open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def hand_at(page: Page) -> Hand:
    page.add_init_script(PRESSED)
    return Hand(page)


def select_text(page: Page, words: str) -> None:
    """Drag the mouse over these words of the passage, as a reader does once it stands still."""
    stand_still(page)
    box = page.evaluate(_BOX_OF, words)
    page.mouse.move(box[0], box[1])
    page.mouse.down()
    page.mouse.move(box[2], box[3], steps=8)
    page.mouse.up()
