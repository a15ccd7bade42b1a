"""Why a reply ended, whatever the endpoint calls it.

Every client's reason goes through `finish_of` (core.llm.client.Completion), so the rest of the desk
compares with these four and with no provider's spelling.
"""

import re

STOP, LENGTH, FILTERED, BROKEN_OFF = "stop", "length", "content_filter", "error"
"""Ended by itself; cut at a limit; held back by a filter; broken off by a fault."""

UNFINISHED = frozenset({LENGTH, BROKEN_OFF})
"""Such a reply is never scored: the missing part may have taken back what it says."""

_NUMBERS = {"0": STOP, "1": STOP, "2": LENGTH, "3": FILTERED, "4": FILTERED, "5": BROKEN_OFF}
"""Gemini's FinishReason as its number."""

_FILTER = re.compile(
    r"filter|safety|sensitive|blocked|blocklist|prohibit|recitation|spii|refus|guardrail|moderat"
    r"|flagged"
    r"|policy|risk|敏感|审核|违规"
)
_LENGTH = re.compile(
    r"length|max|limit|truncat|incomplete|budget|context.?window|window.?exceed|cut.?off"
    r"|overflow|partial"
    r"|长度|截断|超出|上限"
)
_BROKEN = re.compile(
    r"error|abort|cancel|interrupt|timeout|time.?out|fail|insufficient|overload|network"
    r"|disconnect|crash"
    r"|malformed|load|killed|中断|异常|失败"
)


def finish_of(reason: object) -> str:
    """STOP, LENGTH, FILTERED or BROKEN_OFF; an unknown reason is STOP, since nothing suggests that
    the text is incomplete.
    """
    if isinstance(reason, dict):
        inner = (reason.get(name) for name in ("type", "reason", "finish_reason", "name", "value"))
        reason = next((value for value in inner if value not in (None, "")), None)
    if isinstance(reason, list):
        reason = reason[0] if reason else None
    if reason is None or isinstance(reason, bool):
        return STOP
    words = str(reason)[:200].strip().casefold()
    if words in _NUMBERS:
        return _NUMBERS[words]
    for pattern, finish in ((_FILTER, FILTERED), (_LENGTH, LENGTH), (_BROKEN, BROKEN_OFF)):
        if pattern.search(words):
            return finish
    return STOP
