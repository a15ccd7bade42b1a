"""Calls written out for an endpoint's batch service (POST /v1/batches) instead of being made.

A line of such a file is one request: its `custom_id`, which comes back with the reply, and the body
that a live call would send.
"""

import hashlib
import re
from pathlib import Path
from typing import BinaryIO, Literal

from core.errors import InputError
from core.llm.client import Completion, Prompt
from core.llm.connection import Connection
from core.llm.errors import FailureKind, LLMError
from core.llm.openai_api.chat_requests import chat_body, serialised

MOST_REQUESTS = 50_000
MOST_FILE_BYTES = 200_000_000
"""OpenAI's limits for one batch file: requests and bytes."""

_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]+")
_NAME_CHARS = 40


def custom_id(prompt: Prompt) -> str:
    """The call's id in a batch: its readable name and a hash of its name and messages.

    At most 57 letters, digits, _ and -. The hash keeps a reply from being taken for the answer to
    another prompt.
    """
    name = prompt.call_id or str(prompt.variables.get("item", ""))
    digest = hashlib.sha256(f"{name}\n{prompt.content_hash}".encode()).hexdigest()[:16]
    return f"{_NOT_IN_AN_ID.sub('_', name)[:_NAME_CHARS]}-{digest}"


class BatchFiles:
    """Writes `STEM-001.jsonl`, `STEM-002.jsonl`, ... into a folder, each within the limits.

    A context manager; entering it raises InputError if the folder already holds such files.
    """

    def __init__(
        self,
        folder: Path,
        stem: str,
        *,
        most_requests: int = MOST_REQUESTS,
        most_bytes: int = MOST_FILE_BYTES,
    ) -> None:
        self._folder, self._stem = folder, stem
        self._most_requests, self._most_bytes = most_requests, most_bytes
        self._open: BinaryIO | None = None
        self._requests_in_file = self._bytes = 0
        self.paths: list[Path] = []
        self.requests = 0

    def __enter__(self) -> "BatchFiles":
        if any(self._folder.glob(f"{self._stem}-*.jsonl")):
            raise InputError(
                "The folder holds batch files of an earlier time ({stem}-*.jsonl). Name another "
                "folder, or move them away.",
                file=str(self._folder),
                stem=self._stem,
            )
        return self

    def __exit__(self, *_: object) -> None:
        if self._open is not None:
            self._open.close()

    def add(self, identifier: str, body: bytes) -> None:
        line = (
            b'{"custom_id":"'
            + identifier.encode()
            + b'","method":"POST","url":"/v1/chat/completions","body":'
            + body
            + b"}\n"
        )
        full = (
            self._requests_in_file == self._most_requests
            or self._bytes + len(line) > self._most_bytes
        )
        if self._open is None or full:
            self._next_file()
        if self._open is None:
            raise RuntimeError("the file was not opened")
        self._open.write(line)
        self._requests_in_file, self._bytes = self._requests_in_file + 1, self._bytes + len(line)
        self.requests += 1

    def _next_file(self) -> None:
        if self._open is not None:
            self._open.close()
        path = self._folder / f"{self._stem}-{len(self.paths) + 1:03}.jsonl"
        self._open = path.open("xb")
        self.paths.append(path)
        self._requests_in_file = self._bytes = 0


class BatchWriter:
    """A client that writes each request to the batch files instead of sending it."""

    kind: Literal["openai"] = "openai"

    def __init__(self, connection: Connection, files: BatchFiles | None) -> None:
        """While `files` is None (it may be set later), only the ids are collected."""
        self.name = connection.name
        self.model = connection.model
        self._connection = connection
        self.files = files
        self.ids: set[str] = set()

    async def complete(self, prompt: Prompt) -> Completion:
        """Write the request, once per id; always raises LLMError (no_recorded_reply)."""
        identifier = custom_id(prompt)
        if identifier not in self.ids and self.files is not None:
            body = chat_body(self._connection, prompt, self._connection.requested_format)
            self.files.add(identifier, serialised(body))
        self.ids.add(identifier)
        raise LLMError(
            FailureKind.NO_RECORDED_REPLY, "The call was written out. Its reply comes later."
        )

    async def aclose(self) -> None:
        """Do nothing: whoever opened the files closes them."""
