"""Score how much decoded bytes look like written text, to tell encodings apart.

Only characters beyond printable ASCII are scored: nearly every encoding reads ASCII alike.
"""

import functools
import re

from core.text.language.scripts import HAN, simplified_characters

_NOT_PRINTABLE_ASCII = re.compile(r"[^\t-\r\x1a\x20-\x7e]")
_HAN_CHARACTER = re.compile(f"[{HAN}]")
_EAST_ASIAN_MARK = re.compile(
    "[\u2014\u2018-\u201d\u2026\u00b7\u3000-\u3011\u3014-\u301f\uff01-\uff5e]"
)
_UNREADABLE = re.compile(
    "[\x00-\x08\x0e-\x19\x1b-\x1f\x7f-\x84\x86-\x9f\ufffd\ue000-\uf8ff\ud800-\udfff\ufffe\uffff]"
)

_LOWER, _UPPER = "ß-öø-ÿœšž", "À-ÖØ-ÞŒŠŽŸ"
_WESTERN = re.compile(
    rf"(?<=[A-Za-z])[{_LOWER}]{{1,2}}(?![{_LOWER}{_UPPER}])"
    rf"|(?<![{_LOWER}{_UPPER}])[{_LOWER}]{{1,2}}(?=[A-Za-z])"
    rf"|(?<![A-Za-z{_LOWER}{_UPPER}])[{_UPPER}](?=[A-Za-z'’\s])|(?<=[A-Z])[{_UPPER}](?![{_LOWER}])"
    r"|(?<![^\s«“(>'’-])[àèéòôóùáíúýæøåö](?![^\s»”).,;:!?'’-])"
    r"|[«»“”‘’–—…\xa0](?=[\sA-Za-z0-9«»“”‘’.,;:!?À-ÿœŒ\xa0-]|$)"
    r"|[¿¡](?=[A-Za-zÁÉÍÓÚáéíóú])|[£€¥§](?=[\s\d])|(?<=\d)[°ºª€£½¼¾²³](?![^\s\w.,])|(?<=[\s\d])[©®×·•]"
)


def plausibility(text: str) -> float:
    """Share in [0, 1] of the scored characters that read as Chinese or as a Latin-letter language.

    Chinese: everyday Han and full-width marks. Latin letters: accented ones beside others, and
    punctuation where it belongs. 1 for plain ASCII.
    """
    total = decoding_score(text)
    return max(_chinese(text), _western(text)) / total if total else 1.0


def decoding_score(text: str) -> int:
    """Count the characters other than printable ASCII and white space."""
    return len(_NOT_PRINTABLE_ASCII.findall(text))


def _chinese(text: str) -> int:
    common = common_han()
    everyday = sum(character in common for character in _HAN_CHARACTER.findall(text))
    return everyday + len(_EAST_ASIAN_MARK.findall(text))


def _western(text: str) -> int:
    return sum(map(len, _WESTERN.findall(text)))


def unreadable(text: str) -> int:
    """Count the characters no text holds: controls, U+FFFD, private use, unpaired surrogates."""
    return len(_UNREADABLE.findall(text))


@functools.cache
def common_han() -> frozenset[str]:
    """The 3,755 characters of GB 2312's first level and their traditional forms."""
    level_one = {
        bytes((lead, trail)).decode("gb2312", errors="ignore")
        for lead in range(0xB0, 0xD8)
        for trail in range(0xA1, 0xFF)
    } - {""}
    traditional = {old for old, new in simplified_characters().items() if new in level_one}
    return frozenset(level_one | traditional)
