"""Spellings of Chinese words with characters in pinyin, used to evade filters: bo彩, 国q节, wanmei.

Readings come from the table of pypinyin, which is read directly: importing the package also loads
its dictionary of phrases and takes most of a second.
"""

import functools
import importlib.util
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

_MAX_READINGS = 2
"""Maximum readings of a character, the most common first."""
_LONGEST = 8
"""Maximum characters of a word that is spelled in pinyin."""
_MIN_JOINED_LETTERS = 6
"""Minimum letters of a whole word in pinyin; shorter ones may be English, such as women (我们)."""
_MIN_SPACED_LETTERS = 5
"""Minimum letters of a whole word in pinyin with spaces between the syllables."""
_ENGLISH_SYLLABLES = frozenset(
    re.split(
        " ",
        "a an ban bang bin can cheer chin dang den die fan fang fen fun gang gun hang he hen "
        "lie long man ai bai gai hai ke ku la lei me men mine nun pan pen pie pin ping ran "
        "rang run sang she shed shun song sun tan tang ten tie wan wen win you",
    )
)
"""Syllables that are English words; a word of only these gets no spaced spelling."""
_MIN_INITIAL_CHARACTERS = 3
"""Minimum characters for a spelling with one initial: 国q节 is read as 国庆节, q节 is not."""


def latin_spellings(word: str) -> Iterator[str]:
    """Yield a Chinese word with one character in pinyin, then wholly in pinyin; else nothing."""
    if not 2 <= len(word) <= _LONGEST or not all("一" <= character <= "龥" for character in word):
        return
    readings = [_readings(character) for character in word]
    for at, choices in enumerate(readings):
        before, after = word[:at], word[at + 1 :]
        for pinyin in choices:
            if len(pinyin) > 1:
                yield f"{before}{pinyin}{after}"
        if choices and len(word) >= _MIN_INITIAL_CHARACTERS:
            yield f"{before}{choices[0][0]}{after}"
    pinyin_word = "".join(choices[0] for choices in readings if choices)
    if all(readings) and len(pinyin_word) >= _MIN_SPACED_LETTERS:
        if len(pinyin_word) >= _MIN_JOINED_LETTERS:
            yield pinyin_word
        syllables = [choices[0] for choices in readings]
        if not _ENGLISH_SYLLABLES.issuperset(syllables):
            yield " ".join(syllables)


@functools.lru_cache(maxsize=8_192)
def _readings(character: str) -> tuple[str, ...]:
    """The readings of a character without tones, with ü as v as it is typed."""
    listed = _table().get(str(ord(character)), "")
    plain = (_without_tone(reading) for reading in listed.split(",") if reading)
    return tuple(dict.fromkeys(plain))[:_MAX_READINGS]


def _without_tone(reading: str) -> str:
    decomposed = unicodedata.normalize("NFD", reading).replace("u\u0308", "v")
    return "".join(letter for letter in decomposed if letter.isascii())


@functools.cache
def _table() -> Mapping[str, str]:
    """Comma-separated readings by code point in decimal notation."""
    package = importlib.util.find_spec("pypinyin")
    assert package is not None
    assert package.submodule_search_locations is not None
    folder = Path(package.submodule_search_locations[0])
    table: Mapping[str, str] = json.loads((folder / "pinyin_dict.json").read_text(encoding="utf-8"))
    return table
