"""Cache the last few texts that quotes were looked up in, so that a loop prepares each once."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from core.text.matching.search import PreparedText

MOST_TEXTS = 32
MOST_CHARACTERS = 4_000_000
"""Of all cached texts together; prepared, they take 100 MB per million at most. A text that is
longer alone is prepared every time."""


@dataclass(slots=True)
class _Entry:
    """One text; other threads wait on its lock while it is prepared."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    prepared: PreparedText | None = None


class PreparedTexts:
    """A cache of prepared texts by their exact characters; the least recently used go first.

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
        """Return the prepared text, from the cache if possible; a prepared one as it is."""
        if isinstance(text, PreparedText):
            return text
        # A plain str, since a subclass may compare in its own way.
        text = str.__str__(text)
        if len(text) > self._most_characters:
            return PreparedText.from_text(text)
        entry = self._entry(text)
        with entry.lock:
            if entry.prepared is None:
                prepared = PreparedText.from_text(text)
                prepared.sought("")  # builds its index inside the lock
                entry.prepared = prepared
            return entry.prepared

    def forget(self) -> None:
        """Empty the cache to free its memory."""
        with self._lock:
            self._entries.clear()
            self._characters = 0

    def _entry(self, text: str) -> _Entry:
        with self._lock:
            cached = self._entries.get(text)
            if cached is not None:
                self._entries.move_to_end(text)
                return cached
            entry = self._entries[text] = _Entry()
            self._characters += len(text)
            while len(self._entries) > self._most_texts or self._characters > self._most_characters:
                oldest, _ = self._entries.popitem(last=False)
                self._characters -= len(oldest)
            return entry


REMEMBERED = PreparedTexts()
"""Shared by every EvidenceMatcher of the process."""
