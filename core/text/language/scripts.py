"""Scripts: which are written without spaces, and the simplified forms of Chinese characters."""

import functools
import re

import opencc

from core.text.language.variant_characters import variant_characters

# Han with its extensions and compatibility forms, kana, bopomofo, Hangul, 〇 and 々.
UNSPACED = (
    "\u1100-\u11ff\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3040-\u30ff\u3100-\u312f"
    "\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

_HAN_CHARACTER = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(r"[^\W\d_]+")


# What OpenCC simplifies only inside a phrase, or for one region: Taiwan's 看著 is 看着.
_OTHER_VARIANTS = dict(
    zip("著瞭藉覆揹馀锺彷甦薰簷甯暱伕妳牠", "着了借复背余钟仿苏熏檐宁昵夫你它", strict=True)
)


_BEYOND = "\U00010000"


@functools.cache
def simplified_characters() -> dict[str, str]:
    """Map traditional to simplified characters, one to one, the same in any context.

    Converting phrases depends on the neighbours of a character, and would fold a passage and a
    part of it differently.
    """
    converter = opencc.OpenCC("hk2s")  # as t2s, with the forms of Hong Kong (衞 -> 卫)
    blocks = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0x20000, 0x2A6E0))
    characters = [chr(code) for block in blocks for code in block]
    folded = dict(
        zip(characters, converter.convert("\n".join(characters)).split("\n"), strict=True)
    )
    folded |= _OTHER_VARIANTS | variant_characters()
    pairs = [(old, new) for old, new in folded.items() if old != new and len(new) == 1]
    # A simplified form beyond U+FFFF would make the whole text twice as large, and slow to search.
    rare = {new: old for old, new in pairs if old < _BEYOND <= new}
    changed = rare | {old: new for old, new in pairs if new < _BEYOND or old >= _BEYOND}
    # 薴 -> 苧 -> 苎: follow to the end, so that folding twice changes nothing.
    return {old: _followed(new, changed) for old, new in changed.items()}


@functools.cache
def traditional_characters() -> frozenset[str]:
    """Characters that are written otherwise in simplified Chinese."""
    return frozenset(old for old, new in simplified_characters().items() if old != new)


@functools.cache
def simplified_table() -> dict[int, str]:
    """Return `simplified_characters` by character code, for `str.translate`."""
    return {ord(old): new for old, new in simplified_characters().items()}


def _followed(character: str, changed: dict[str, str]) -> str:
    """Return the last form that a character changes to."""
    visited = {character}
    while (following := changed.get(character)) is not None and following not in visited:
        visited.add(following)
        character = following
    return character


def guess_language(text: str) -> str:
    """ "zh" where Han characters are at least as many as words in letters, else "en"."""
    han = len(_HAN_CHARACTER.findall(text))
    words = len(_LATIN_WORD.findall(_HAN_CHARACTER.sub(" ", text)))
    return "zh" if han and han >= words else "en"


def supported_language(tag: str) -> str:
    """ "zh" for a Chinese language tag such as "zh-CN", else "en"."""
    return "zh" if tag.startswith("zh") else "en"
