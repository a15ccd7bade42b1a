"""The text around a span, limited to a few characters and to its sentence."""

import re

from core.verification.copy_text.surroundings import surroundings_of

_END = re.compile(r"[.。]")


def test_as_many_characters_as_are_near_stand_before_and_after() -> None:
    assert surroundings_of("abcdefgh", (3, 5), 2) == ("bc", "fg")
    assert surroundings_of("abc", (0, 3), 2) == ("", "")


def test_a_sentence_is_cut_from_its_neighbours() -> None:
    near = surroundings_of("one. two. three four。five", (10, 15), 40)
    assert near.within(_END) == (" ", " four")
    assert surroundings_of("two", (0, 3), 9).within(_END) == ("", "")
