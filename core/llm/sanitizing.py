"""Replace characters that a model can send but no database stores."""

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def without_unstorable(text: str) -> str:
    """The text with every NUL and every half of a surrogate pair replaced by U+FFFD."""
    return text if text.isascii() and "\x00" not in text else _UNSTORABLE.sub("\ufffd", text)


def storable_reply(raw: str) -> str:
    """A raw reply fit to be stored: NULs, which some servers put between any two characters, are
    left out, and halves of surrogate pairs become U+FFFD. Neither changes how it is read.
    """
    return without_unstorable(raw.replace("\x00", ""))
