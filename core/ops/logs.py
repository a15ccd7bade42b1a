"""Logs of every process: one line a record, with what it is about, and never a key or a text body.

Set up once at each edge (app, worker, command line). An exception is told by its kind and the place
it came from: what it says may quote a novel or a reply. A ConfigurationError speaks of what the
operator wrote, and is told; any other DeskError's sentence is told without what fills it.

A line that says the same again is written once a minute: a worker whose database is away looks for
it many times a second.
"""

import json
import logging
import os
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Collection
from datetime import UTC, datetime
from typing import TextIO

from core.errors import ConfigurationError, DeskError
from core.ops.redaction import known_secrets, redact_secrets
from core.settings import Settings

ABOUT = ("run_id", "item_id", "worker", "loop_id", "check_id", "source_id")
"""Fields that a record may carry (`extra`)."""
_AGAIN_S = 60.0
_MOST_KEPT = 256


class _OnceAMinute(logging.Filter):
    """Leaves out what was said word for word in the last minute; the next says how often it was."""

    def __init__(self) -> None:
        super().__init__()
        self._said: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        said = (record.name, record.levelno, str(record.msg), str(record.args))
        key = (*said, *_raised(record), *(getattr(record, name, None) for name in ABOUT))
        with self._lock:
            at, again = self._said.get(key, (float("-inf"), 0))
            if record.created - at < _AGAIN_S:
                self._said[key] = at, again + 1
                return False
            self._said[key] = record.created, 0
            self._said.move_to_end(key)
            if len(self._said) > _MOST_KEPT:
                self._said.popitem(last=False)
        record.left_out = again
        return True


def _raised(record: logging.LogRecord) -> tuple[object, ...]:
    """The kind of its exception and the line that raised it."""
    if not record.exc_info:
        return ()
    kind, _error, trace = record.exc_info
    raised = traceback.extract_tb(trace)[-1:]
    return (kind, *((frame.filename, frame.lineno) for frame in raised))


class _Formatter(logging.Formatter):
    """`secrets`: values that are hidden wherever they stand."""

    def __init__(self, pattern: str | None = None, secrets: Collection[str] = ()) -> None:
        super().__init__(pattern)
        self._secrets = secrets

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        return self._safe(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """Where it happened and of what kind it is, without what it says."""
        assert isinstance(ei, tuple)
        kind, error, trace = ei
        # A sentence with its fix is understood without the way it took.
        frames = traceback.format_tb(trace)[-1 if isinstance(error, DeskError) else 0 :]
        where = "".join(frames)
        return f"{where}{kind.__qualname__}{self._sentence(error)}"

    def _sentence(self, error: object) -> str:
        if isinstance(error, ConfigurationError):
            return f": {self._safe(str(error))}"
        return f": {error.message}" if isinstance(error, DeskError) else ""

    def _safe(self, said: str) -> str:
        return redact_secrets(said, self._secrets)


class JsonFormatter(_Formatter):
    """time (UTC), level, logger, message, what it is about, error and where."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._safe(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in ABOUT if hasattr(record, name)}
        if again := getattr(record, "left_out", 0):
            line["left_out"] = again
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(_Formatter):
    def __init__(self, secrets: Collection[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s%(about)s", secrets)

    def format(self, record: logging.LogRecord) -> str:
        said = [f"{name}={getattr(record, name)}" for name in ABOUT if hasattr(record, name)]
        if again := getattr(record, "left_out", 0):
            said.append(f"{again} like it left out")
        record.about = f" ({', '.join(said)})" if said else ""
        return super().format(record)


class _StandardError(logging.StreamHandler[TextIO]):
    """What it is when a line is written, which outlives one that was put in its place."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def set_up_logging(
    settings: Settings, stream: TextIO | None = None, *, level: str | None = None
) -> None:
    """To standard error. Our own records from DESK_LOG_LEVEL on, or `level`, others' warnings.
    Loggers that write for themselves, as Streamlit's do, write as ours.
    """
    handler = logging.StreamHandler(stream) if stream else _StandardError()
    secrets = known_secrets(settings, os.environ)
    is_json = settings.log_format == "json"
    handler.setFormatter(JsonFormatter(secrets=secrets) if is_json else TextFormatter(secrets))
    root = logging.getLogger()
    for one in [one for one in root.handlers if getattr(one, "is_the_desks", False)]:
        root.removeHandler(one)
    handler.addFilter(_OnceAMinute())
    handler.is_the_desks = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    logging.getLogger("core").setLevel(level or settings.log_level)
    adopt_library_loggers()


def adopt_library_loggers() -> None:
    """Loggers that were made since, and write for themselves, write as ours from now on."""
    ours = [one for one in logging.getLogger().handlers if getattr(one, "is_the_desks", False)]
    for other in list(logging.root.manager.loggerDict.values()):
        if ours and isinstance(other, logging.Logger):
            for theirs in other.handlers:
                theirs.setFormatter(ours[0].formatter)
                if not any(isinstance(one, _OnceAMinute) for one in theirs.filters):
                    theirs.addFilter(_OnceAMinute())
