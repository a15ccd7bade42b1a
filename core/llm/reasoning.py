"""What a model thought aloud before it answered, taken out of its reply."""

import re

_TAG = "think|thinking|reasoning"
_OPENS = re.compile(rf"\s*<({_TAG})\b[^<>]*>", re.IGNORECASE)
_MARK = re.compile(
    rf"""
    "(?:[^"\\\n]|\\.)*"?     # a string, or what may be one: no tag inside it counts
    | <(?P<opens>{_TAG})\b[^<>]*>
    | </(?P<closes>think|thinking)\s*>
    """,
    re.IGNORECASE | re.VERBOSE,
)
_INVISIBLE = str.maketrans("", "", "\x00\ufeff\u200b")


def visible_reply(raw: str) -> str:
    """The reply without NULs, byte order marks and zero-width spaces."""
    return raw.translate(_INVISIBLE).strip()


def without_reasoning(text: str) -> str:
    """A reply without its thoughts. A tag inside quotation marks belongs to the quote and stays.

    A thought without its beginning starts with the reply, one without its end lasts to the end.
    """
    at = 0
    while opening := _OPENS.match(text, at):
        closing = _closing(opening[1]).search(text, opening.end())
        if closing is None:
            return ""
        at = closing.end()
    return _outside(text[at:]).strip()


def _outside(text: str) -> str:
    """The parts that stand in no further thought."""
    kept: list[str] = []
    since = at = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        if mark["closes"]:
            kept, since = [], at
        elif mark["opens"]:
            kept.append(text[since : mark.start()])
            closing = _closing(mark["opens"]).search(text, at)
            if closing is None:
                return "".join(kept)
            since = at = closing.end()
    return "".join(kept) + text[since:]


def _closing(tag: str) -> re.Pattern[str]:
    return re.compile(rf"</{tag}\s*>", re.IGNORECASE)
