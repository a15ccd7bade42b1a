"""Read how long an endpoint asks to wait, in headers, fields or words."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from core.llm.openai_api.error_bodies import ErrorBody

_SEARCHED = 5_000
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_UNITS = {
    "ms": 0.001,
    "s": 1.0,
    "m": 60.0,
    "h": 3600.0,
    "d": 86400.0,
    "毫秒": 0.001,
    "秒": 1.0,
    "分": 60.0,
    "时": 3600.0,
    "天": 86400.0,
}
_UNIT = (
    r"(?P<unit>milli(?:second)?s?|ms|m(?:in(?:ute)?s?)?(?![a-z])|h(?:(?:ou)?rs?)?(?![a-z])"
    r"|s(?:ec(?:ond)?s?)?(?![a-z])|days?|d(?![a-z])|毫秒|秒钟?|分钟?|个?小时|天)"
)
_STEP = re.compile(
    rf"(?P<number>{_NUMBER})\s*(?:\(s\)\s*)?{_UNIT}[\s,]{{0,3}}(?:and\s)?", re.IGNORECASE
)
_DURATION = re.compile(
    rf"(?:{_NUMBER}\s*{re.sub(r'[?]P<unit>', '?:', _UNIT)}[\s,]{{0,3}}(?:and\s)?)+", re.I
)
_ISO = re.compile(rf"PT(?:({_NUMBER})H)?(?:({_NUMBER})M)?(?:({_NUMBER})S)?", re.IGNORECASE)
_WORDED_WAIT = re.compile(
    rf"(?:(?:again|retry(?:ing)?|request|available|resets?|wait(?:ing)?)\s+(?:in|after|for"
    rf"|at least|about)"
    rf"(?: at least| about)?|wait|retry[-_ ]?(?:after|delay|in)(?:[-_ ]?(?:seconds"
    rf"|secs))?)\W{{0,4}}"
    rf"(?P<wait>(?:{_NUMBER}\s*(?:\(s\)|[a-zA-Z秒分小时毫天钟]{{1,12}})?[\s,]{{0,3}}(?:and\s)?){{1,4}})"
    rf"|(?:请|等待|需|等|在|于|约)\s*(?:等待|在|约)?\s*(?P<zh>(?:{_NUMBER}\s*(?:毫秒|秒钟?|分钟?|个?小时|天)\s*)+)"
    rf"|(?P<later>(?:{_NUMBER}\s*(?:毫秒|秒钟?|分钟?|个?小时|天)\s*)+)(?:之?后)",
    re.IGNORECASE,
)
_HEADERS = ("retry-after", "x-retry-after", "x-ratelimit-reset-after", "ratelimit-reset-after")
_RESETS = re.compile(
    r"(?:x-)?(?:anthropic-)?ratelimit-(?:(?P<a>[a-z-]+)-)?reset(?:-(?P<b>[a-z-]+))?"
)
_EPOCH = 1e9
_LONGEST = 366 * 86400.0


def retry_after(headers: Mapping[str, str], error: ErrorBody | None = None) -> float | None:
    """Seconds to wait; None if the endpoint does not say.

    Read in this order: headers about retries, fields and words of the body, headers about the reset
    of a used-up limit. A date is compared with the server's own (the Date header), whose clock may
    differ from ours.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    now = _moment(lower.get("date", "")) or datetime.now(UTC)
    wait = _milliseconds(lower.get("retry-after-ms", ""))
    if wait is not None:
        return wait
    for name in _HEADERS:
        if (wait := _seconds(lower.get(name, ""), now)) is not None:
            return wait
    if error is not None and (wait := _of_body(error, now)) is not None:
        return wait
    return _of_resets(lower, now)


def _of_body(error: ErrorBody, now: datetime) -> float | None:
    for name, value in error.wait:
        wait = _milliseconds(value) if name.endswith("ms") else _seconds(value, now)
        if wait is not None:
            return wait
    match = _WORDED_WAIT.search(error.words[:_SEARCHED])
    if match is None:
        return None
    return _seconds(match["wait"] or match["zh"] or match["later"], now)


def _of_resets(headers: Mapping[str, str], now: datetime) -> float | None:
    """The longest wait for a used-up limit, else for one that does not report what remains."""
    used_up: list[float] = []
    unreported: list[float] = []
    for name, value in headers.items():
        match = _RESETS.fullmatch(name)
        wait = _seconds(value, now) if match else None
        if match is None or wait is None:
            continue
        remaining = headers.get(re.sub(r"reset", "remaining", name))
        if remaining is None:
            unreported.append(wait)
        elif remaining.strip() == "0":
            used_up.append(wait)
    return max(used_up or unreported, default=None)


def _milliseconds(value: str) -> float | None:
    try:
        return _bounded(float(value) / 1000)
    except ValueError:
        return None


def _seconds(value: str, now: datetime) -> float | None:  # noqa: PLR0911 - one line a form
    """Seconds in 7, 7.5, "7s", "1m30s", "250ms", "PT30S", a Unix time, an HTTP or ISO 8601 date."""
    text = value.strip().strip("\"'").rstrip(".,;")[:100].strip()
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        pass
    else:
        if number > 1000 * _EPOCH:
            number /= 1000
        return _bounded(number - now.timestamp() if number > _EPOCH else number)
    if iso := _ISO.fullmatch(text):
        hours, minutes, seconds = (float(part or 0) for part in iso.groups())
        return _bounded(hours * 3600 + minutes * 60 + seconds)
    if _DURATION.fullmatch(text):
        return _bounded(
            sum(float(step["number"]) * _unit(step["unit"]) for step in _STEP.finditer(text))
        )
    if bare := re.match(rf"{_NUMBER}(?![\d:-])", text):
        steps = list(_STEP.finditer(text))
        if steps and not steps[0].start():
            return _bounded(float(steps[0]["number"]) * _unit(steps[0]["unit"]))
        return _bounded(float(bare[0])) if not re.search(r"\d{4}-\d\d", text) else None
    when = _moment(text)
    return None if when is None else max(0.0, (when - now).total_seconds())


def _unit(name: str) -> float:
    lower = name.lower()
    if lower.startswith(("milli", "ms")):
        return _UNITS["ms"]
    return next(
        (_UNITS[unit] for unit in ("毫秒", "秒", "分", "时", "天") if unit in lower),
        _UNITS.get(lower[0], 1.0),
    )


def _bounded(seconds: float) -> float | None:
    """A wait of at least 0; None if it is not finite or longer than a year."""
    return max(0.0, seconds) if math.isfinite(seconds) and seconds < _LONGEST else None


def _moment(date: str) -> datetime | None:
    try:
        when = parsedate_to_datetime(date)
    except (ValueError, OverflowError, TypeError, IndexError):
        try:
            when = datetime.fromisoformat(date)
        except ValueError:
            return None
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when
