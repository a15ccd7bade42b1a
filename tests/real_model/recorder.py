"""A proxy that hands every call on unchanged and keeps what was asked and answered."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Call:
    """One request and the endpoint's raw answer to it."""

    request: dict[str, Any]
    status: int
    body: str

    @property
    def reply(self) -> dict[str, Any]:
        """The first choice; empty for an error."""
        choices = json.loads(self.body).get("choices") or [{}]
        first: dict[str, Any] = choices[0]
        return first

    @property
    def text(self) -> str:
        return str(self.reply.get("message", {}).get("content") or "")

    @property
    def finish(self) -> str:
        return str(self.reply.get("finish_reason", ""))

    @property
    def asked(self) -> str:
        """The question; a second try shows the model its first reply after it."""
        messages = self.request["messages"]
        return str(next(each["content"] for each in messages if each["role"] == "user"))


class Recorder:
    """Calls in the order of their answers."""

    def __init__(self, url: str, upstream: str) -> None:
        self.url = url
        self.upstream = upstream
        self.calls: list[Call] = []
        self._lock = threading.Lock()

    def add(self, call: Call) -> None:
        with self._lock:
            self.calls.append(call)

    def take(self) -> list[Call]:
        """The calls since the last time."""
        with self._lock:
            taken, self.calls = self.calls, []
        return taken


def write_calls(calls: list[Call], file: Path) -> None:
    lines = (json.dumps(asdict(call), ensure_ascii=False) for call in calls)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@contextmanager
def recording(upstream: str) -> Iterator[Recorder]:
    """A recorder whose `url` ends in /v1, before the server at `upstream`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            request = urllib.request.Request(
                upstream + self.path, data=sent, headers={"Content-Type": "application/json"}
            )
            try:
                with urllib.request.urlopen(request) as answer:
                    status, body = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, body = error.code, error.read()
            recorder.add(Call(json.loads(sent), status, body.decode()))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        recorder = Recorder(f"http://127.0.0.1:{server.server_address[1]}/v1", upstream)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield recorder
        finally:
            server.shutdown()
            serving.join()
