"""Chinese words with characters written as pinyin, as people hide them: bo彩, 国q节, wanmei.

Readings are those of pypinyin's table, which is read by itself: importing the package loads its
dictionary of phrases, too, and takes the better part of a second.
"""

import functools
import importlib.util
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

_READINGS = 2
"""Of a character: the commonest first."""
_LONGEST = 8
_FULL_FROM = 6
"""Letters: shorter pinyin of a whole word may be an English word, such as women (我们)."""
_SPACED_FROM = 5
_ENGLISH = frozenset(
    re.split(
        " ",
        "a an ban bang bin can cheer chin dang den die fan fang fen fun gang gun hang he hen "
        "lie long man ai bai gai hai ke ku la lei me men mine nun pan pen pie pin ping ran "
        "rang run sang she shed shun song sun tan tang ten tie wan wen win you",
    )
)
"""Syllables that are English words: of these alone no spaced pinyin is made."""
_INITIAL_FROM = 3
"""Characters: 国q节 is read as 国庆节, q节 as nothing."""


def latin_spellings(word: str) -> Iterator[str]:
    """The word with one character as pinyin, and in pinyin alone; nothing unless it is Chinese."""
    if not 2 <= len(word) <= _LONGEST or not all("一" <= character <= "龥" for character in word):
        return
    readings = [_readings(character) for character in word]
    for at, of_character in enumerate(readings):
        before, after = word[:at], word[at + 1 :]
        for pinyin in of_character:
            if len(pinyin) > 1:
                yield f"{before}{pinyin}{after}"
        if of_character and len(word) >= _INITIAL_FROM:
            yield f"{before}{of_character[0][0]}{after}"
    whole = "".join(of_character[0] for of_character in readings if of_character)
    if all(readings) and len(whole) >= _SPACED_FROM:
        if len(whole) >= _FULL_FROM:
            yield whole
        syllables = [of_character[0] for of_character in readings]
        if not _ENGLISH.issuperset(syllables):
            yield " ".join(syllables)


@functools.lru_cache(maxsize=8_192)
def _readings(character: str) -> tuple[str, ...]:
    """Without tones; ü as v, as keyboards have it."""
    listed = _table().get(str(ord(character)), "")
    plain = (_without_tone(reading) for reading in listed.split(",") if reading)
    return tuple(dict.fromkeys(plain))[:_READINGS]


def _without_tone(reading: str) -> str:
    spread = unicodedata.normalize("NFD", reading).replace("u\u0308", "v")
    return "".join(letter for letter in spread if letter.isascii())


@functools.cache
def _table() -> Mapping[str, str]:
    """Readings by code point in decimals."""
    package = importlib.util.find_spec("pypinyin")
    assert package is not None
    assert package.submodule_search_locations is not None
    folder = Path(package.submodule_search_locations[0])
    table: Mapping[str, str] = json.loads((folder / "pinyin_dict.json").read_text(encoding="utf-8"))
    return table
