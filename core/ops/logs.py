"""Logs of every process: one line per record with the ids it is about, never a key or text body.

Set up once at each edge (app, worker, command line). Exceptions are logged by type and location
only, since their messages may quote a novel or a reply. A ConfigurationError is logged in full, as
it quotes only the operator's settings; of any other DeskError only the unfilled template is logged.

A repeated line is written once a minute: a worker without its database retries many times a second.
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
"""Fields that a record may carry in `extra`."""
_REPEAT_S = 60.0
_MOST_REMEMBERED = 256


class _RepeatFilter(logging.Filter):
    """Drop a record repeated within a minute; the next one carries the number dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._recent: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        content = (record.name, record.levelno, str(record.msg), str(record.args))
        key = (*content, *_raised(record), *(getattr(record, name, None) for name in ABOUT))
        with self._lock:
            at, dropped = self._recent.get(key, (float("-inf"), 0))
            if record.created - at < _REPEAT_S:
                self._recent[key] = at, dropped + 1
                return False
            self._recent[key] = record.created, 0
            self._recent.move_to_end(key)
            if len(self._recent) > _MOST_REMEMBERED:
                self._recent.popitem(last=False)
        record.left_out = dropped
        return True


def _raised(record: logging.LogRecord) -> tuple[object, ...]:
    """The exception's type and the line that raised it; empty without an exception."""
    if not record.exc_info:
        return ()
    kind, _error, trace = record.exc_info
    raised = traceback.extract_tb(trace)[-1:]
    return (kind, *((frame.filename, frame.lineno) for frame in raised))


class _Formatter(logging.Formatter):
    """Hide the values of `secrets`, and whatever looks like a key, in every line."""

    def __init__(self, pattern: str | None = None, secrets: Collection[str] = ()) -> None:
        super().__init__(pattern)
        self._secrets = secrets

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        return self._safe(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """Traceback and type without the message, unless the message is safe to log."""
        assert isinstance(ei, tuple)
        kind, error, trace = ei
        # A DeskError names its fix, so the last frame is enough.
        frames = traceback.format_tb(trace)[-1 if isinstance(error, DeskError) else 0 :]
        where = "".join(frames)
        return f"{where}{kind.__qualname__}{self._sentence(error)}"

    def _sentence(self, error: object) -> str:
        if isinstance(error, ConfigurationError):
            return f": {self._safe(str(error))}"
        return f": {error.message}" if isinstance(error, DeskError) else ""

    def _safe(self, text: str) -> str:
        return redact_secrets(text, self._secrets)


class JsonFormatter(_Formatter):
    """One JSON object per line: time (UTC), level, logger, message, ids, error with traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._safe(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in ABOUT if hasattr(record, name)}
        if dropped := getattr(record, "left_out", 0):
            line["left_out"] = dropped
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(_Formatter):
    def __init__(self, secrets: Collection[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s%(about)s", secrets)

    def format(self, record: logging.LogRecord) -> str:
        fields = [f"{name}={getattr(record, name)}" for name in ABOUT if hasattr(record, name)]
        if dropped := getattr(record, "left_out", 0):
            fields.append(f"{dropped} like it left out")
        record.about = f" ({', '.join(fields)})" if fields else ""
        return super().format(record)


class _StandardError(logging.StreamHandler[TextIO]):
    """Write to the current `sys.stderr`, which may be replaced and restored meanwhile."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def set_up_logging(
    settings: Settings, stream: TextIO | None = None, *, level: str | None = None
) -> None:
    """Log to standard error, or `stream`: our records from `level` or DESK_LOG_LEVEL on, and
    warnings of libraries. Loggers with handlers of their own, such as Streamlit's, get our format.
    """
    handler = logging.StreamHandler(stream) if stream else _StandardError()
    secrets = known_secrets(settings, os.environ)
    is_json = settings.log_format == "json"
    handler.setFormatter(JsonFormatter(secrets=secrets) if is_json else TextFormatter(secrets))
    root = logging.getLogger()
    for old in [old for old in root.handlers if getattr(old, "is_the_desks", False)]:
        root.removeHandler(old)
    handler.addFilter(_RepeatFilter())
    handler.is_the_desks = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    logging.getLogger("core").setLevel(level or settings.log_level)
    adopt_library_loggers()


def adopt_library_loggers() -> None:
    """Give our format to loggers with handlers of their own, also those created since."""
    ours = [item for item in logging.getLogger().handlers if getattr(item, "is_the_desks", False)]
    for logger in list(logging.root.manager.loggerDict.values()):
        if ours and isinstance(logger, logging.Logger):
            for handler in logger.handlers:
                handler.setFormatter(ours[0].formatter)
                if not any(isinstance(item, _RepeatFilter) for item in handler.filters):
                    handler.addFilter(_RepeatFilter())
