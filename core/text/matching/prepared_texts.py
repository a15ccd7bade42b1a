"""The last few texts that quotes were looked up in, so that a loop prepares its text only once."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from core.text.matching.search import PreparedText

MOST_TEXTS = 32
MOST_CHARACTERS = 4_000_000
"""Of all remembered texts together; prepared, they take 100 MB per million at most. A text that is
longer alone is prepared every time."""


@dataclass(slots=True)
class _Entry:
    """One text; whoever comes while it is being prepared waits for it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    prepared: PreparedText | None = None


class PreparedTexts:
    """Prepared texts by the text itself, compared letter for letter; the longest unused go first.

    Safe to share between threads: two that ask for the same text at once prepare it once.
    """

    def __init__(
        self, most_texts: int = MOST_TEXTS, most_characters: int = MOST_CHARACTERS
    ) -> None:
        self._most_texts = most_texts
        self._most_characters = most_characters
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    def prepare(self, text: str | PreparedText) -> PreparedText:
        """The text made ready, from memory where it is known; one that is ready as it is."""
        if isinstance(text, PreparedText):
            return text
        # Of a subclass, which may compare as it likes, the characters alone.
        text = str.__str__(text)
        if len(text) > self._most_characters:
            return PreparedText.from_text(text)
        entry = self._entry(text)
        with entry.lock:
            if entry.prepared is None:
                prepared = PreparedText.from_text(text)
                prepared.sought("")  # its index, while nobody else builds it
                entry.prepared = prepared
            return entry.prepared

    def forget(self) -> None:
        """Gives the memory back."""
        with self._lock:
            self._entries.clear()
            self._characters = 0

    def _entry(self, text: str) -> _Entry:
        with self._lock:
            known = self._entries.get(text)
            if known is not None:
                self._entries.move_to_end(text)
                return known
            entry = self._entries[text] = _Entry()
            self._characters += len(text)
            while len(self._entries) > self._most_texts or self._characters > self._most_characters:
                oldest, _ = self._entries.popitem(last=False)
                self._characters -= len(oldest)
            return entry


REMEMBERED = PreparedTexts()
"""Shared by every EvidenceMatcher of the process."""
