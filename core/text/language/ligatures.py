"""Words that lost a ligature in scanning, with a space or \ufffd in its place: "di culty"."""

import re

from core.text.language.dictionary import is_english_word

LIGATURES = ("ffi", "ffl", "ff", "fi", "fl")
_LOST = "\ufffd"
_LETTERS = "[A-Za-z]"
_BROKEN = re.compile(rf"({_LETTERS}{{0,30}})({_LOST}| )(?=({_LETTERS}{{1,30}}))")


def with_ligatures(text: str) -> str:
    """Restore each lost ligature that makes a word of two pieces that are no words."""
    return _BROKEN.sub(_repaired, text) if _LOST in text or " " in text else text


def _repaired(broken: re.Match[str]) -> str:
    before, gap, after = broken.groups()
    is_intact = gap == " " and (is_english_word(before.lower()) or is_english_word(after.lower()))
    if is_intact or not before + after:
        return broken[0]
    fitting = [each for each in LIGATURES if is_english_word((before + each + after).lower())]
    return before + fitting[0] if len(fitting) == 1 else broken[0]
