"""The kind of each character agrees with its Unicode properties."""

import sys

import pytest
import regex  # type: ignore[import-untyped]

from core.verification.copy_text.character_kinds import (
    CAPITAL,
    HAN,
    MARK,
    OTHER,
    PLAIN,
    RARE_HAN,
    SMALL,
    SPACE,
    has_others,
    kinds_of,
)

HAN_KINDS, LETTERS = {HAN, RARE_HAN}, {HAN, RARE_HAN, CAPITAL, SMALL}

CHARACTERS = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))


@pytest.mark.parametrize(
    ("pattern", "kinds"),
    [
        (r"\p{P}", {MARK}),
        (r"\s", {SPACE}),
        (r"\p{Lu}", {CAPITAL}),
        (r"\p{Latin}", {CAPITAL, SMALL}),
        (r"\p{Han}", HAN_KINDS),
        (r"\p{L}", LETTERS),
        (r"[\p{M}\p{C}\p{Emoji_Presentation}０-９Ａ-Ｚａ-ｚ]", set[str]()),
    ],
)
def test_of_all_unicode_each_kind_holds_what_its_property_says(
    pattern: str, kinds: set[str]
) -> None:
    property_of = regex.compile(pattern)
    pairs = zip(CHARACTERS, kinds_of(CHARACTERS), strict=True)
    line_breaks = "\t\n"  # white space and controls
    wrong = [
        f"U+{ord(character):04X}"
        for character, kind in pairs
        if kind != OTHER
        and character not in line_breaks
        and (property_of.match(character) is not None) != (kind in kinds)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Hi, 中囍!", "Aap hrp"),
        ("9折￥5", "ohoo"),
        ("\u3000\n\t", "   "),
    ],
)
def test_plain_copy_in_either_language_has_no_others(text: str, kinds: str) -> None:
    assert kinds_of(text) == kinds
    assert not has_others(text)
    assert PLAIN == "o"


@pytest.mark.parametrize("character", ["é", "😀", "\u200b", "５", "々", "\r", "か"])
def test_what_only_its_properties_tell_is_other(character: str) -> None:
    assert kinds_of(character) == OTHER
    assert has_others(f"plain {character} text")
